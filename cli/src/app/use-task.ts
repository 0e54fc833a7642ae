import { ApiError } from '@bitacora/core/client';
import { useEffect, useRef, useState } from 'react';
import { describeFailure, type FailureReport, isLoginGone } from '../failure.ts';
import { useAdmin } from './admin-context.ts';

/** The person canceled the work, so nothing is shown. */
export class CanceledByUser extends Error {}

/** Work that the person starts: one at a time. Its failure stays until the next start. */
export function useTask() {
  const { logInAgain } = useAdmin();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<FailureReport | null>(null);
  const isRunning = useRef(false);
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  /** `handles` returns true for a failure that the caller shows itself. */
  async function run(work: () => Promise<void>, handles: (error: unknown) => boolean = () => false): Promise<void> {
    if (isRunning.current) return;
    isRunning.current = true;
    setIsBusy(true);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      if (!isMounted.current || error instanceof CanceledByUser || handles(error)) return;
      if (isLoginGone(error)) return logInAgain(error.message);
      setFailure(describeFailure(error));
    } finally {
      isRunning.current = false;
      if (isMounted.current) setIsBusy(false);
    }
  }
  return { isBusy, failure, run };
}

/** The task of a form. `errors` are sentences by field; other failures concern the whole form. */
export function useSubmission() {
  const { isBusy, failure, run } = useTask();
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const submit = (work: () => Promise<void>) => {
    setErrors({});
    return run(work, (error) => {
      if (!(error instanceof ApiError) || Object.keys(error.fields).length === 0) return false;
      setErrors(error.fields);
      return true;
    });
  };
  return { isBusy, failure, errors, submit };
}
