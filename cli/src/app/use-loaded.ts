import { ApiError } from '@bitacora/core/client';
import { type DependencyList, useEffect, useState } from 'react';
import { describeFailure, type FailureReport } from '../failure.ts';
import { useAdmin } from './admin-context.ts';

/** Something asked of the server: what came, what went wrong, and whether something newer is on its way. */
export interface Loaded<Value> {
  value: Value | null;
  failure: FailureReport | null;
  isBusy: boolean;
  reload(): void;
}

const never = new AbortController().signal;
export const tellingOf = (error: unknown): FailureReport => describeFailure(error, never);

export const isLoginGone = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 401 && error.code !== 'credentials.wrong';

/** Asks when `of` changes and when reloaded. What came stays until the next has come; an answer that was overtaken is dropped. */
export function useLoaded<Value>(ask: () => Promise<Value>, of: DependencyList): Loaded<Value> {
  const { logInAgain } = useAdmin();
  const [asked, setAsked] = useState(0);
  const [state, setState] = useState<Omit<Loaded<Value>, 'reload'>>({ value: null, failure: null, isBusy: true });
  useEffect(() => {
    let isWanted = true;
    setState((before) => ({ ...before, isBusy: true }));
    ask().then(
      (value) => isWanted && setState({ value, failure: null, isBusy: false }),
      (error: unknown) => {
        if (!isWanted) return;
        if (isLoginGone(error)) return logInAgain(error.message);
        setState({ value: null, failure: tellingOf(error), isBusy: false });
      },
    );
    return () => {
      isWanted = false;
    };
  }, [...of, asked]);
  return { ...state, reload: () => setAsked((count) => count + 1) };
}
