/** Why a request ended without an answer. */
export type StopReason = 'stopped' | 'timedOut';

interface Write {
  controller: AbortController;
  /** Of the images sent, 0 to 100; null for what is not an upload. */
  percent: number | null;
}

const writes = new Set<Write>();
const listeners = new Set<() => void>();
const changed = () => {
  for (const listener of listeners) listener();
};

/** The person's writes that wait for an answer. A hung one can be left, and the progress of an upload is known. */
export const writesUnderWay = {
  begin(controller: AbortController, isUpload: boolean) {
    const write: Write = { controller, percent: isUpload ? 0 : null };
    writes.add(write);
    changed();
    return {
      progress(percent: number) {
        write.percent = percent;
        changed();
      },
      end() {
        writes.delete(write);
        changed();
      },
    };
  },
  /** Stops waiting for all of them. What the server does meanwhile is not undone. */
  stop() {
    for (const { controller } of writes) controller.abort('stopped' satisfies StopReason);
  },
  /** How much of the current upload was sent; null without one. */
  percent: (): number | null => [...writes].find(({ percent }) => percent !== null)?.percent ?? null,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};
