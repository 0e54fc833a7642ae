import { isPrivileged } from '@bitacora/core/domain/people/person';
import { frame } from '@bitacora/core/messages/layout';
import { useEffect, useRef, useState } from 'react';
import { Outlet, ScrollRestoration, useLoaderData, useLocation } from 'react-router-dom';
import { useApp } from '../app.ts';
import { LiveBar } from '../live/live-bar.tsx';
import { usePalette } from '../palette/use-palette.tsx';
import type { CurrentUser, Session } from '../session-memory.ts';
import { NoticeStack } from '../ui/notices.tsx';
import { DemoWarning, Footer } from './brand.tsx';
import { PhoneBars } from './phone-bars.tsx';
import { SideMenu } from './side-menu.tsx';
import { useRereads } from './use-rereads.ts';
import './shell.css';

/** 768 px and wider, the menu is open from the start (docs/product.md, 12). */
const startsWide = () => window.matchMedia('(min-width: 768px)').matches;

/** The layout around every screen that needs a session. */
export function Component() {
  const { user, isDemo, isDemoExposed, contactUrl } = useLoaderData<Session>();
  const { notices } = useApp();
  const [isWide, setWide] = useState(startsWide);
  const waiting = useAwaitingCount(user);
  const main = useFocusOnArrival();
  const palette = usePalette(user);
  if (!user) return null;
  return (
    <>
      <a className="skip" href="#content">
        {frame.skip}
      </a>
      <div className="shell" data-wide={isWide}>
        <aside className="shell-menu">
          <SideMenu user={user} waiting={waiting} isWide={isWide} onToggleWidth={() => setWide(!isWide)} onSearch={palette.openSearch} />
        </aside>
        <PhoneBars user={user} onSearch={palette.openSearch} waiting={waiting} />
        <div className="shell-content">
          {isDemoExposed && <DemoWarning />}
          <main id="content" ref={main} tabIndex={-1}>
            <Outlet />
          </main>
          <Footer contactUrl={contactUrl} isDemo={isDemo} />
        </div>
      </div>
      {palette.part}
      <LiveBar />
      <NoticeStack notices={notices} />
      <ScrollRestoration />
    </>
  );
}

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

/** Moves the focus to the new screen's heading after navigation, so that screen readers announce it. */
export function useFocusOnArrival() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const arrivedAt = useRef(pathname);
  useEffect(() => {
    if (arrivedAt.current === pathname || !main.current) return;
    arrivedAt.current = pathname;
    return focusHeading(main.current);
  }, [pathname]);
  return main;
}

/** Focuses the heading, or the screen until the heading appears. Returns a function that stops waiting. */
function focusHeading(main: HTMLElement): () => void {
  const focus = () => {
    const heading = main.querySelector('h1');
    if (!heading) return false;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    return true;
  };
  if (focus()) return () => {};
  main.focus({ preventScroll: true });
  const arriving = new MutationObserver(() => {
    // Keeps the focus where the person has moved it.
    if (document.activeElement !== main || focus()) arriving.disconnect();
  });
  arriving.observe(main, { childList: true, subtree: true });
  return () => arriving.disconnect();
}
