import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation, useMatches, useRevalidator } from 'react-router-dom';
import { useApp } from '../app.ts';
import { modals } from '../ui/modals.ts';
import { type Change, followChanges } from './follow-changes.ts';
import { concerns, watchedIn } from './watched.ts';

/** Changes come in bursts; a list waits for the end of one, and rests between two. */
const SETTLE_MS = 1_000;
const REST_MS = 5_000;

const fields = 'input, textarea, select, [contenteditable]';
const isTyping = () => {
  const at = document.activeElement;
  return at?.matches(fields) === true && at.closest('form, [role=dialog]') !== null;
};

/** Keeps what is on screen true while others work. Never under a dialog or somebody's fingers: then `isStale`, and it waits to be asked. */
export function useLiveRefresh(): { isStale: boolean; refresh: () => void } {
  const { openStream, session } = useApp();
  const { revalidate } = useRevalidator();
  const { pathname } = useLocation();
  const isCovered = useSyncExternalStore(modals.subscribe, modals.isAny);
  const [isStale, setStale] = useState(false);
  const watched = useRef<ReturnType<typeof watchedIn>>(undefined);
  watched.current = watchedIn(useMatches());
  const pause = useRef({ timer: 0, refreshedAt: 0 });

  const refresh = () => {
    clearTimeout(pause.current.timer);
    pause.current = { timer: 0, refreshedAt: Date.now() };
    setStale(false);
    void revalidate();
  };
  const settle = () => (modals.isAny() || isTyping() ? setStale(true) : refresh());
  const onChange = (change: Change) => {
    const screen = watched.current;
    if (!screen || !concerns(screen, change) || pause.current.timer) return;
    const rest = REST_MS - (Date.now() - pause.current.refreshedAt);
    pause.current.timer = window.setTimeout(
      () => {
        pause.current.timer = 0;
        settle();
      },
      screen.params.id ? 0 : Math.max(SETTLE_MS, rest),
    );
  };
  const latest = useRef(onChange);
  latest.current = onChange;

  useEffect(() => {
    const isLoggedIn = async () => {
      session.forget();
      return (await session.current()).user !== null;
    };
    return followChanges({ open: openStream, isLoggedIn, onChange: (change) => latest.current(change) });
  }, [openStream, session]);
  // Another screen has just been read, so that nothing on it is stale.
  useEffect(() => {
    clearTimeout(pause.current.timer);
    pause.current.timer = 0;
    setStale(false);
  }, [pathname]);
  useEffect(() => {
    if (!isCovered && isStale && !isTyping()) refresh();
  }, [isCovered]);
  return { isStale, refresh };
}
