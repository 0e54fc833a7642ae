import { isPrivileged } from '@bitacora/core/domain/people/person';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useMatches } from 'react-router-dom';
import { useApp } from '../app.ts';
import type { CurrentUser } from '../session-memory.ts';

const delivered = { reportStatuses: ['completed' as const], page: 1, pageSize: 1 };
const REST_MS = 10_000;

/** How many deliveries the reader can verify. Read again after navigation and after a reload; 0 before the first answer. */
export function useAwaitingCount(user: CurrentUser | null): number {
  const { background } = useApp();
  const { pathname } = useLocation();
  const rereads = useRereads();
  const [count, setCount] = useState(0);
  const lastRequest = useRef({ rereads, restsUntil: 0 });
  const isVerifier = user !== null && isPrivileged(user);
  useEffect(() => {
    if (!isVerifier) return;
    let isLatest = true;
    const ask = () => {
      lastRequest.current = { rereads, restsUntil: Date.now() + REST_MS };
      background.client.listAssignedByMe(delivered).then(
        (answer) => isLatest && 'total' in answer && setCount(answer.total),
        () => {}, // ignored, because the screens report failures
      );
    };
    // A reload reads at once, because the reader may have verified something.
    const rest = lastRequest.current.rereads === rereads ? lastRequest.current.restsUntil - Date.now() : 0;
    const timer = window.setTimeout(ask, Math.max(0, rest));
    return () => {
      clearTimeout(timer);
      isLatest = false;
    };
  }, [background, isVerifier, pathname, rereads]);
  return count;
}

/** How often the loader ran again at the same address. */
function useRereads(): number {
  const { key } = useLocation();
  const loaded = useMatches().at(-1)?.loaderData;
  const lastLoad = useRef({ key, loaded, count: 0 });
  const { count } = lastLoad.current;
  if (lastLoad.current.loaded !== loaded) lastLoad.current = { key, loaded, count: lastLoad.current.key === key ? count + 1 : count };
  else lastLoad.current.key = key;
  return lastLoad.current.count;
}
