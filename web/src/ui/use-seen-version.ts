import { ApiError } from '@bitacora/core/client';
import { useState } from 'react';

/**
 * The version that an edit is based on: the one at opening, although the list behind may be newer.
 * After a conflict it is the version of the server's answer, because the person has then seen the change.
 */
export function useSeenVersion(current: string | undefined, error: unknown): string | undefined {
  const [versionAtOpening] = useState(current);
  return error instanceof ApiError && error.code === 'edit.outdated' ? current : versionAtOpening;
}
