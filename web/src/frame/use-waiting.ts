import { isPrivileged } from '@bitacora/core/domain/person';
import { useEffect, useState } from 'react';
import { useMatches } from 'react-router-dom';
import { useApp } from '../app.ts';
import type { SessionUser } from '../session-memory.ts';

const delivered = { reportStatuses: ['completed' as const], page: 1, pageSize: 1 };

/** How many deliveries wait for one's verdict, asked again wherever one arrives and whenever the screen is read anew. 0 until known. */
export function useWaiting(user: SessionUser | null): number {
  const { client } = useApp();
  const screen = useMatches().at(-1);
  const [count, setCount] = useState(0);
  const isAsked = user !== null && isPrivileged(user);
  useEffect(() => {
    if (!isAsked) return;
    let isLatest = true;
    client.getUserAssignedActivities(delivered).then(
      (answer) => isLatest && 'total' in answer && setCount(answer.total),
      () => {}, // a figure in the menu is not worth a complaint: the screens tell what fails
    );
    return () => {
      isLatest = false;
    };
  }, [client, isAsked, screen?.pathname, screen?.loaderData]);
  return count;
}
