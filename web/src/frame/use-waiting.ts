import { isPrivileged } from '@bitacora/core/domain/person';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useRevalidator } from 'react-router-dom';
import { useApp } from '../app.ts';
import type { SessionUser } from '../session-memory.ts';

const delivered = { reportStatuses: ['completed' as const], page: 1, pageSize: 1 };
const REST_MS = 10_000;

/**
 * How many deliveries wait for one's verdict, asked again wherever one arrives and when the screen is read anew, at rest; at once after an
 * act of one's own. 0 until known.
 */
export function useWaiting(user: SessionUser | null): number {
  const { background } = useApp();
  const { pathname } = useLocation();
  const isReading = useRevalidator().state === 'loading';
  const [count, setCount] = useState(0);
  const restsUntil = useRef(0);
  const isAsked = user !== null && isPrivileged(user);
  useEffect(() => {
    if (isReading && !background.isAtWork()) restsUntil.current = 0;
    if (!isAsked || isReading) return;
    let isLatest = true;
    const ask = () => {
      restsUntil.current = Date.now() + REST_MS;
      background.client.getUserAssignedActivities(delivered).then(
        (answer) => isLatest && 'total' in answer && setCount(answer.total),
        () => {}, // a figure in the menu is not worth a complaint: the screens tell what fails
      );
    };
    const timer = window.setTimeout(ask, Math.max(0, restsUntil.current - Date.now()));
    return () => {
      clearTimeout(timer);
      isLatest = false;
    };
  }, [background, isAsked, pathname, isReading]);
  return count;
}
