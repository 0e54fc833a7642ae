import { useEffect, useRef, useState } from 'react';
import type { FailureReport } from '../failure.ts';
import { useAdmin } from './admin-context.ts';
import { isLoginGone, tellingOf } from './use-loaded.ts';

/** The person did not go on: nothing to say about it. */
export class CanceledByUser extends Error {}

/** Something the person sets going: one at a time, its failure kept until the next. */
export function useTask() {
  const { logInAgain } = useAdmin();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<FailureReport | null>(null);
  const running = useRef(false);
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);

  /** `catches` may take a failure that it understands, and says so. */
  async function run(work: () => Promise<void>, catches: (error: unknown) => boolean = () => false): Promise<void> {
    if (running.current) return;
    running.current = true;
    setIsBusy(true);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      if (!isHere.current || error instanceof CanceledByUser || catches(error)) return;
      if (isLoginGone(error)) return logInAgain(error.message);
      setFailure(tellingOf(error));
    } finally {
      running.current = false;
      if (isHere.current) setIsBusy(false);
    }
  }
  return { isBusy, failure, forget: () => setFailure(null), run };
}
