const KEPT = 5_000;

/** Which activities a message shows, for images that are sent as an answer to it. It may forget: the person is then asked which. */
export class Shown {
  readonly #byMessage = new Map<string, readonly number[]>();

  remember(message: string, activityIds: readonly number[]): void {
    this.#byMessage.delete(message);
    this.#byMessage.set(message, activityIds);
    const oldest = this.#byMessage.keys().next();
    if (this.#byMessage.size > KEPT && !oldest.done) this.#byMessage.delete(oldest.value);
  }

  in(message: string | null): readonly number[] {
    return (message !== null && this.#byMessage.get(message)) || [];
  }
}
