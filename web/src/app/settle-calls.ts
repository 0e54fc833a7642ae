/** Resolves when the promises of a list are settled, and also those that are added meanwhile because of them. */
export async function settleCalls(calls: readonly Promise<unknown>[]): Promise<void> {
  for (let settled = -1; settled < calls.length; ) {
    settled = calls.length;
    await Promise.allSettled(calls);
    // What an answer leads to is recorded, or called, before the next task.
    await new Promise((resolve) => setTimeout(resolve));
  }
}
