import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation, useMatches, useRevalidator } from 'react-router-dom';
import { useApp, useSession } from '../../app/app.ts';
import { useClients } from '../../app/clients.ts';
import { followPromise } from '../../app/follow-promise.ts';
import { pendingWrites } from '../../app/pending-writes.ts';
import { live } from '../../messages/layout-texts.ts';
import { Button } from '../../ui/button.tsx';
import { modals } from '../../ui/notices.tsx';
import { followChanges, type LiveChange, randomDelay } from './follow-changes.ts';
import { concerns, findWatched, readConsulted } from './watched.ts';
import './live-bar.css';

/** Stands above a dialog's backdrop, without a button. The screen reloads when the dialog closes. */
const showOnTop = (bar: HTMLElement | null) => bar?.showPopover?.();

/** Appears when the screen is stale and a reload would disturb the person. */
export function LiveBar({ onNotified }: { onNotified: () => void }) {
  const { isStale, isCovered, refresh } = useLiveRefresh(onNotified);
  useOthersChanges();
  const ask = () => {
    // Moves the focus, because the button disappears.
    document.querySelector('main')?.focus({ preventScroll: true });
    refresh();
  };
  return (
    <div className="live-bar" aria-live="polite">
      {isStale && (
        <p key={String(isCovered)} popover="manual" ref={showOnTop}>
          {isCovered ? live.changesBehind : live.changes}
          {!isCovered && (
            <Button tone="quiet" onClick={ask}>
              {live.refresh}
            </Button>
          )}
        </p>
      )}
    </div>
  );
}

/** A list waits for the end of a burst of changes, and pauses between reloads. Delays are random, so that tabs differ. */
const SETTLE_MS = { least: 500, most: 1_500 };
const REST_MS = { least: 20_000, most: 30_000 };

const fields = 'input, textarea, select, [contenteditable]';
const isTyping = () => {
  const at = document.activeElement;
  return at?.matches(fields) === true && at.closest('form, [role=dialog]') !== null;
};

/** Reloads the screen after changes by others. Under a dialog or while typing it sets `isStale` instead. */
function useLiveRefresh(onNotified: () => void): { isStale: boolean; isCovered: boolean; refresh: () => void } {
  const { backgroundClient } = useClients();
  const { openStream, session, background } = useApp();
  const { revalidate } = useRevalidator();
  const { pathname } = useLocation();
  const isCovered = useSyncExternalStore(modals.subscribe, modals.isAny, modals.isAny);
  const [isStale, setStale] = useState(false);
  const watched = useRef<ReturnType<typeof findWatched>>(undefined);
  watched.current = findWatched(useMatches());
  const pause = useRef({ timer: 0, restsUntil: 0 });

  const read = (revalidating: () => Promise<void>) => {
    clearTimeout(pause.current.timer);
    pause.current = { timer: 0, restsUntil: Date.now() + randomDelay(REST_MS) };
    setStale(false);
    void revalidating();
  };
  const readByItself = () => read(() => background.during(revalidate));
  const reloadOrMark = () => (modals.isAny() || isTyping() ? setStale(true) : readByItself());
  const onChange = (change: LiveChange) => {
    if (change === 'lists' || change === 'anything') onNotified();
    const screen = watched.current;
    if (!screen || !concerns(screen, change) || pause.current.timer) return;
    // The screen is read again after an act of its reader, who needs no word of it.
    const react = pendingWrites.isEcho() ? readByItself : reloadOrMark;
    pause.current.timer = window.setTimeout(
      () => {
        pause.current.timer = 0;
        react();
      },
      screen.params.id ? 0 : Math.max(randomDelay(SETTLE_MS), pause.current.restsUntil - Date.now()),
    );
  };
  const latest = useRef(onChange);
  latest.current = onChange;

  useEffect(() => {
    const isLoggedIn = async () => (await session.reread(() => backgroundClient.readSession())).user !== null;
    return followChanges({ open: openStream, isLoggedIn, onChange: (change) => latest.current(change) });
  }, [openStream, session, backgroundClient]);
  // A new screen is up to date.
  useEffect(() => {
    clearTimeout(pause.current.timer);
    pause.current.timer = 0;
    setStale(false);
  }, [pathname]);
  useEffect(() => {
    if (!isCovered && isStale && !isTyping()) readByItself();
  }, [isCovered]);
  return { isStale, isCovered, refresh: () => read(revalidate) };
}

/** Announces changes by others to the open activity, after the page shows them. */
function useOthersChanges(): void {
  const { notices } = useApp();
  const { user } = useSession();
  const consulted = readConsulted(useMatches());
  const lastSeen = useRef<{ folio: number; lastEntry: number } | null>(null);
  useEffect(() => {
    if (!consulted?.history) return;
    const { folio } = consulted;
    return followPromise(consulted.history, async (entries) => {
      const earlierEntry = lastSeen.current?.folio === folio ? lastSeen.current.lastEntry : null;
      lastSeen.current = { folio, lastEntry: Math.max(0, ...entries.map(({ id }) => id)) };
      if (earlierEntry === null) return;
      const other = entries.findLast(({ id, actorId }) => id > earlierEntry && actorId !== null && actorId !== user.id);
      if (!other) return;
      // Loaded here, because only consult pages need these words.
      const { historyPhrases } = await import('@bitacora/core/messages/activities/consult');
      notices.show({ title: live.byOthers, detail: `${other.actorName} ${historyPhrases[other.act] ?? ''}`.trim(), tone: 'plain' });
    });
  }, [consulted?.history]);
}
