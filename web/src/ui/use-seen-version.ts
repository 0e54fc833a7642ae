import { ApiError } from '@bitacora/core/client';
import { useState } from 'react';

/**
 * The version an edit is made on: the one the dialog opened with, however fresh the list behind it is by now. Once the server has told
 * what somebody else changed, the one that was read then: to save again is to know of it.
 */
export function useSeenVersion(current: string | undefined, error: unknown): string | undefined {
  const [opened] = useState(current);
  return error instanceof ApiError && error.code === 'edit.outdated' ? current : opened;
}
