import { isPrivileged } from '@bitacora/core/domain/people/person';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import type { CurrentUser } from '../session-memory.ts';
import { isShortcut, useRowKeys } from '../ui/plain-keys.ts';
import { paths } from './paths.ts';

/** The second key must follow G in this time. */
const SEQUENCE_MS = 1_500;

/** Where G and another key lead; the keys of places that the person may not open are absent. */
export const placesByKey = (user: CurrentUser): Readonly<Record<string, string>> => ({
  h: paths.home,
  p: paths.pending,
  ...(isPrivileged(user) ? { v: paths.verifyInbox, r: paths.pendingReport } : {}),
});

/** Submits the form of the focus, or presses the button that confirms its dialog. */
function submitHere(event: KeyboardEvent): void {
  if (!(event.target instanceof Element)) return;
  const form = event.target.closest('form');
  const confirm = event.target.closest('dialog, [role="dialog"]')?.querySelector<HTMLElement>('button[data-tone="accent"]');
  if (!form && !confirm) return;
  event.preventDefault();
  if (form) form.requestSubmit();
  else confirm?.click();
}

/** Keys that work on every screen: C creates, G and a letter leads on, J, K and X move in lists, Ctrl+Enter submits. */
export function useShortcuts(user: CurrentUser | null): void {
  const navigate = useNavigate();
  const leaderAt = useRef(0);
  useRowKeys();
  useEffect(() => {
    if (!user) return;
    const places = placesByKey(user);
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.defaultPrevented) return submitHere(event);
      if (event.shiftKey || !isShortcut(event)) return;
      const key = event.key.toLowerCase();
      const isSecond = Date.now() - leaderAt.current < SEQUENCE_MS;
      leaderAt.current = key === 'g' ? Date.now() : 0;
      const place = isSecond ? places[key] : key === 'c' ? (isPrivileged(user) ? paths.assign : paths.register) : undefined;
      if (!place) return;
      event.preventDefault();
      void navigate(place);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [user, navigate]);
}
