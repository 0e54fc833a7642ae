import { deferred } from '../../layout/loaded.tsx';

/** Asks when it is first called, and answers every call with that promise: a loader's way to leave a call to whoever needs it. */
export function once<Value>(ask: () => Promise<Value>): () => Promise<Value> {
  let promise: Promise<Value> | null = null;
  return () => {
    promise ??= deferred(ask());
    return promise;
  };
}
