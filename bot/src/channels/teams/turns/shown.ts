import type { Reference } from '../post/conversation.ts';

const KEPT = 5_000;

/** Ids of messages are times: two people may have messages of the same one. */
const nameOf = ({ user }: Reference, message: string) => JSON.stringify([user, message]);

/** Which activities a message to somebody shows, for images that are sent as an answer to it. It may forget: the person is then asked which. */
export class Shown {
  readonly #byMessage = new Map<string, readonly number[]>();

  remember(to: Reference, message: string, activityIds: readonly number[]): void {
    const name = nameOf(to, message);
    this.#byMessage.delete(name);
    this.#byMessage.set(name, activityIds);
    const oldest = this.#byMessage.keys().next();
    if (this.#byMessage.size > KEPT && !oldest.done) this.#byMessage.delete(oldest.value);
  }

  in(to: Reference, message: string | null): readonly number[] {
    return (message !== null && this.#byMessage.get(nameOf(to, message))) || [];
  }
}
