import { type DependencyList, useEffect, useState } from 'react';
import { describeFailure, type FailureReport, isLoginGone } from '../failure.ts';
import { useAdmin } from './admin-context.ts';

/** The last answer, the last failure, and whether a request is running. */
export interface Loaded<Value> {
  value: Value | null;
  failure: FailureReport | null;
  isBusy: boolean;
  reload(): void;
}

/** Loads again when `of` changes. The old value stays until the new one comes; answers to older requests are dropped. */
export function useLoaded<Value>(load: () => Promise<Value>, of: DependencyList): Loaded<Value> {
  const { logInAgain } = useAdmin();
  const [reloads, setReloads] = useState(0);
  const [state, setState] = useState<Omit<Loaded<Value>, 'reload'>>({ value: null, failure: null, isBusy: true });
  useEffect(() => {
    let isCurrent = true;
    setState((before) => ({ ...before, isBusy: true }));
    load().then(
      (value) => isCurrent && setState({ value, failure: null, isBusy: false }),
      (error: unknown) => {
        if (!isCurrent) return;
        if (isLoginGone(error)) return logInAgain(error.message);
        setState({ value: null, failure: describeFailure(error), isBusy: false });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [...of, reloads]);
  return { ...state, reload: () => setReloads((count) => count + 1) };
}
