import { forgetRepliesOf, leaveReplies } from './kept-replies.ts';
import { emptyQueueOf, queueOf } from './queue.ts';

/** Whether that person did something here that was not sent. Browsers without IndexedDB keep nothing. */
export const hasQueued = (userId: number): Promise<boolean> =>
  queueOf(userId).then(
    (acts) => acts.length > 0,
    () => false,
  );

const endPush = async () => (await import('./push.ts')).endPush();

/** Empties what this device kept of that person: what waits to be sent, what they read, and their notifications. */
export async function forgetDevice(userId: number): Promise<void> {
  leaveReplies();
  await Promise.allSettled([emptyQueueOf(userId), forgetRepliesOf(userId), endPush()]);
}
