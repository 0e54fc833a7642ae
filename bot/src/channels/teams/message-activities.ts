import type { TeamsReference } from './api.ts';

const MAX_MESSAGES = 5_000;

/** The user is part of the key, because ids of messages are times and two people can have the same one. */
const keyOf = ({ user }: TeamsReference, message: string) => JSON.stringify([user, message]);

/** Which activities a message shows, for images that answer it. The bot asks the person where it has no entry any more. */
export class MessageActivities {
  readonly #byMessage = new Map<string, readonly number[]>();

  set(to: TeamsReference, message: string, activityIds: readonly number[]): void {
    const key = keyOf(to, message);
    this.#byMessage.delete(key);
    this.#byMessage.set(key, activityIds);
    const oldest = this.#byMessage.keys().next();
    if (this.#byMessage.size > MAX_MESSAGES && !oldest.done) this.#byMessage.delete(oldest.value);
  }

  get(to: TeamsReference, message: string | null): readonly number[] {
    return (message !== null && this.#byMessage.get(keyOf(to, message))) || [];
  }
}
