import { ApiError } from '@bitacora/core/client';
import { useRef, useState } from 'react';

/** The server's sentence when it gave one, else the screen's own. */
export const sentenceOf = (error: unknown, fallback: string): string => (error instanceof ApiError && error.message) || fallback;

export interface Attempt {
  isBusy: boolean;
  error: unknown;
  /** What is wrong with a field, once an attempt has failed for it. */
  fieldError: (name: string) => string | undefined;
  /** Runs `work`, unless one is in flight already. True when it went well. */
  run: (work: () => Promise<unknown>) => Promise<boolean>;
  fail: (error: unknown) => void;
  /** The person has changed something: the old complaint no longer stands. */
  forgive: (field?: string) => void;
}

/** One write at a time, and what became of it. */
export function useAttempt(): Attempt {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [forgiven, setForgiven] = useState<readonly string[]>([]);
  const inFlight = useRef(false);

  const fail = (reason: unknown) => {
    setForgiven([]);
    setError(reason);
  };
  const run = async (work: () => Promise<unknown>) => {
    if (inFlight.current) return false;
    inFlight.current = true;
    setBusy(true);
    setError(null);
    try {
      await work();
      return true;
    } catch (reason) {
      fail(reason);
      return false;
    } finally {
      inFlight.current = false;
      setBusy(false);
    }
  };
  const fieldError = (name: string) => (error instanceof ApiError && !forgiven.includes(name) ? error.fields[name] : undefined);
  const forgive = (field?: string) => (field ? setForgiven((before) => [...before, field]) : setError(null));
  return { isBusy, error, fieldError, run, fail, forgive };
}
