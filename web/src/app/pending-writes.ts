import { createListeners } from './listeners.ts';

/** Why a request ended without an answer. */
export type StopReason = 'stopped' | 'timedOut';

export type Write = ReturnType<typeof pendingWrites.begin>;

interface PendingWrite {
  controller: AbortController;
  /** In the order of their start, from 1. */
  at: number;
  /** The part of the files' bytes that was sent, from 0 to 100; null for what is not an upload. */
  percent: number | null;
}

let latestNumber = 0;
let endedAt = 0;
/** The stream reports a write of this page within this time of its end. */
const ECHO_MS = 2_000;
const writes = new Set<PendingWrite>();
const { notify, subscribe } = createListeners();
const stop = (isMeant: (write: PendingWrite) => boolean) => {
  for (const write of [...writes].filter(isMeant)) write.controller.abort('stopped' satisfies StopReason);
};

/** The person's writes that wait for an answer. A hung one can be left, and the progress of an upload is known. */
export const pendingWrites = {
  begin(isUpload: boolean) {
    latestNumber += 1;
    const write: PendingWrite = { controller: new AbortController(), at: latestNumber, percent: isUpload ? 0 : null };
    writes.add(write);
    notify();
    return {
      controller: write.controller,
      progress(percent: number) {
        write.percent = percent;
        notify();
      },
      end() {
        writes.delete(write);
        endedAt = Date.now();
        notify();
      },
    };
  },
  /** The number of the latest write. What a dialog sends comes after the number at its opening. */
  latest: () => latestNumber,
  /** Stops waiting for the writes after that number. What the server does is not undone. */
  stopAfter: (number: number) => stop(({ at }) => at > number),
  stopUploads: () => stop(({ percent }) => percent !== null),
  /** Returns how much of the current upload was sent; null without one. */
  percent: (): number | null => [...writes].find(({ percent }) => percent !== null)?.percent ?? null,
  /** Whether a change that is reported now may be this person's own. */
  isEcho: () => writes.size > 0 || Date.now() - endedAt < ECHO_MS,
  subscribe,
};
