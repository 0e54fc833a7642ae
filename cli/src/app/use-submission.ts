import { ApiError } from '@bitacora/core/client';
import { useState } from 'react';
import { useTask } from './use-task.ts';

/** A form on its way to the server: what is wrong in which field, or with the whole. */
export function useSubmission() {
  const task = useTask();
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const submit = (work: () => Promise<void>) => {
    setErrors({});
    return task.run(work, (error) => {
      if (!(error instanceof ApiError) || Object.keys(error.fields).length === 0) return false;
      setErrors(error.fields);
      return true;
    });
  };
  return { isBusy: task.isBusy, failure: task.failure, errors, submit };
}
