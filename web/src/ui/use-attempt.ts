import { ApiError } from '@bitacora/core/client/api-error';
import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router-dom';

/** The server's sentence, or the screen's own. */
export const errorSentence = (error: unknown, fallback: string): string => (error instanceof ApiError && error.message) || fallback;

/** The screen is outdated: the state changed or the record is gone. Incomplete work is neither, because the person can mend it. */
export const isOutdated = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.code !== 'activity.incomplete' &&
  (error.status === 409 || error.status === 404 || error.code === 'activity.forbidden');

export interface Attempt {
  isBusy: boolean;
  error: unknown;
  /** The error of a field after a failed attempt. */
  fieldError: (name: string) => string | undefined;
  /** Runs `work`, unless a call is running. True on success. */
  run: (work: () => Promise<unknown>) => Promise<boolean>;
  fail: (error: unknown) => void;
  /** Clears the error after a change. */
  clearError: (field?: string) => void;
}

/** One write at a time, with its error. An outdated screen is reloaded; typed text stays. */
export function useAttempt(refresh?: (error: unknown) => void): Attempt {
  const { revalidate } = useRevalidator();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [clearedFields, setClearedFields] = useState<readonly string[]>([]);
  const inFlight = useRef(false);

  const fail = (reason: unknown) => {
    setClearedFields([]);
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
      if (isOutdated(reason)) void (refresh ?? revalidate)(reason);
      return false;
    } finally {
      inFlight.current = false;
      setBusy(false);
    }
  };
  const fieldError = (name: string) => (error instanceof ApiError && !clearedFields.includes(name) ? error.fields[name] : undefined);
  const clearError = (field?: string) => (field ? setClearedFields((before) => [...before, field]) : setError(null));
  return { isBusy, error, fieldError, run, fail, clearError };
}

/** Turns a refusal about one field, such as a duplicate, into that field's error. `places` maps codes to fields. */
export async function withFieldErrors<Answer>(call: Promise<Answer>, places: Readonly<Record<string, string>>): Promise<Answer> {
  try {
    return await call;
  } catch (error) {
    const field = error instanceof ApiError && error.code ? places[error.code] : undefined;
    if (!(error instanceof ApiError) || !field || !error.message) throw error;
    throw new ApiError(error.status, error.message, error.code, { [field]: error.message });
  }
}

/**
 * The version that an edit is based on: the one at opening, although the list behind may be newer.
 * After a conflict it is the version of the server's answer, because the person has then seen the change.
 */
export function useSeenVersion(current: string | undefined, error: unknown): string | undefined {
  const [versionAtOpening] = useState(current);
  return error instanceof ApiError && error.code === 'edit.outdated' ? current : versionAtOpening;
}
