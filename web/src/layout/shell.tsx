import './shell.css';
import type { Client } from '@bitacora/core/client';
import { isPrivileged } from '@bitacora/core/domain/people/person';
import { frame } from '@bitacora/core/messages/layout';
import { Menu, Search } from 'lucide-react';
import { type MouseEvent, useEffect, useLayoutEffect, useReducer, useRef, useState, useSyncExternalStore } from 'react';
import {
  Link,
  NavLink,
  Outlet,
  ScrollRestoration,
  useLoaderData,
  useLocation,
  useMatches,
  useNavigation,
  useNavigationType,
} from 'react-router-dom';
import { useApp } from '../app/app.ts';
import { useClients } from '../app/clients.ts';
import { followPromise } from '../app/follow-promise.ts';
import { listen } from '../app/listeners.ts';
import { paths } from '../app/paths.ts';
import type { CurrentUser, Session } from '../app/session-memory.ts';
import { palette } from '../messages/layout-texts.ts';
import { IconButton } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { later } from '../ui/later.tsx';
import { NoticeStack } from '../ui/notices.tsx';
import { Footer } from './brand.tsx';
import { LiveBar } from './live/live-bar.tsx';
import { readConsulted } from './live/watched.ts';
import { Logo } from './logo.tsx';
import { dailyEntriesFor, type MenuCounts } from './menu-entries.ts';
import { useShortcuts } from './palette/shortcuts.ts';
import { usePalette } from './palette/use-palette.tsx';
import { MenuCount, SideMenu } from './side-menu.tsx';
import { useRereads } from './use-rereads.ts';

const AbovePage = later(async () => (await import('./above-page.tsx')).AbovePage);
const IdentityDialog = later(async () => (await import('./identity-dialog.tsx')).IdentityDialog);

/** Everything is drawn anew for another person, because forms and drafts belong to who wrote them. */
export function Component() {
  const session = useLoaderData<Session>();
  return session.user && <Shell key={session.user.id} {...session} user={session.user} />;
}

/** Every page that the browser loads whole has the key `default`, so its address tells it apart from another. */
const placeOfScroll = ({ key, pathname }: { key: string; pathname: string }) => (key === 'default' ? pathname : key);

/** The layout around every screen that needs a session. */
function Shell({ user, isDemo, contactUrl }: Session & { user: CurrentUser }) {
  const { notices, session, publishSession, identityCheck } = useApp();
  const isIdentityAsked = useSyncExternalStore(identityCheck.subscribe, identityCheck.isAsking, identityCheck.isAsking);
  // This runs before anything on the page can be pressed.
  useLayoutEffect(() => {
    session.showPage(user.id);
    publishSession(user.id);
    return () => session.showPage(null);
  }, [session, publishSession, user.id]);
  useEffect(() => {
    // Loads after the page, which needs none of it.
    void Promise.all([import('../app/drafts.ts'), import('./log-out.tsx')]).then(
      ([{ openDrafts }]) => openDrafts(user.id),
      () => {},
    );
  }, [user.id]);
  const [isWide, setWide] = useState(true);
  const { counts, rereadUnread } = useMenuCounts(user);
  const main = useFocusOnArrival();
  useLateScroll();
  const navigation = useNavigation();
  const { part, openSearch } = usePalette(user);
  useShortcuts(user);
  // The address stays, because a form that guards its leaving would take the mark for another page.
  const skip = (event: MouseEvent) => {
    event.preventDefault();
    main.current?.focus();
  };
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to the part of this page that its address names. */}
      <a className="skip" href="#content" onClick={skip}>
        {frame.skip}
      </a>
      {navigation.state === 'loading' && <div className="shell-busy" aria-hidden="true" />}
      <div className="shell" data-wide={isWide}>
        <aside className="shell-menu">
          <SideMenu user={user} counts={counts} isWide={isWide} onToggleWidth={() => setWide(!isWide)} onSearch={openSearch} />
        </aside>
        <PhoneBars user={user} onSearch={openSearch} counts={counts} />
        <div className="shell-content">
          <AbovePage />
          <main id="content" ref={main} tabIndex={-1}>
            <Outlet />
          </main>
          <Footer contactUrl={contactUrl} isDemo={isDemo} />
        </div>
      </div>
      {part}
      {isIdentityAsked && <IdentityDialog />}
      <LiveBar onNotified={rereadUnread} />
      <NoticeStack notices={notices} />
      <ScrollRestoration getKey={placeOfScroll} />
    </>
  );
}

/** Goes on with the scroll that 'Atrás' restores, because the router restores it before deferred parts have made the page long enough. */
function useLateScroll() {
  const { key } = useLocation();
  const isBack = useNavigationType() === 'POP';
  const positions = useRef(new Map<string, number>()).current;
  // Before the scroll of the next page is heard, which would count as this one's.
  useLayoutEffect(() => {
    const target = isBack ? (positions.get(key) ?? 0) : 0;
    let isRestored = target <= window.scrollY;
    // Also where the person scrolls from here on.
    const stop = () => {
      isRestored = true;
      growing.disconnect();
    };
    const growing = new ResizeObserver(() => {
      if (isRestored || document.documentElement.scrollHeight < target + window.innerHeight) return;
      window.scrollTo(0, target);
      stop();
    });
    if (!isRestored) growing.observe(document.body);
    const remember = () => {
      if (isRestored) positions.set(key, window.scrollY);
    };
    const handlers = { scroll: remember, wheel: stop, touchstart: stop, keydown: stop, pointerdown: stop };
    const stopListening = listen(window, handlers, { passive: true });
    return () => {
      stop();
      stopListening();
    };
  }, [key]);
}

/** Moves the focus to the new screen's heading after navigation, so that screen readers announce it. */
function useFocusOnArrival() {
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

interface PhoneBarsProps {
  user: CurrentUser;
  counts: MenuCounts;
  onSearch: () => void;
}

/** Draws, on a phone, a top bar that opens the menu as a drawer and four main places at the bottom. */
function PhoneBars({ user, counts, onSearch }: PhoneBarsProps) {
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const { pathname } = useLocation();
  // Arriving anywhere closes the drawer.
  useEffect(() => setDrawerOpen(false), [pathname]);
  return (
    <>
      <header className="phone-top">
        <Link to={paths.home} className="menu-brand" aria-label={`${frame.product}, ${frame.home}`}>
          <Logo size={28} />
          <span>{frame.product}</span>
        </Link>
        <span className="phone-tools">
          <IconButton icon={Search} size={20} label={palette.open} onClick={onSearch} />
          <IconButton icon={Menu} size={22} label={frame.openMenu} onClick={() => setDrawerOpen(true)} />
        </span>
      </header>
      {isDrawerOpen && (
        <Dialog size="drawer" title={frame.menu} footer={null} onClose={() => setDrawerOpen(false)}>
          <SideMenu user={user} counts={counts} isWide />
        </Dialog>
      )}
      <nav className="phone-bottom" aria-label={frame.daily}>
        {dailyEntriesFor(user).map(({ path, short, icon: Icon, count }) => (
          <NavLink key={path} to={path}>
            <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
            <span>{short}</span>
            {count && <MenuCount of={count} counts={counts} />}
          </NavLink>
        ))}
      </nav>
    </>
  );
}

const delivered = { reportStatuses: ['completed' as const], page: 1, pageSize: 1 };
const readAwaiting = async (client: Client) => (await client.listAssignedByMe(delivered)).total;
const readRequests = async (client: Client) => (await client.listRequests({ limit: 0 })).toAnswer;
const readUnread = async (client: Client) => (await client.listOwnNotifications({ limit: 0 })).unread;

/** Returns what the menu counts, and a function that reads the unread notifications again at once. */
function useMenuCounts(user: CurrentUser): { counts: MenuCounts; rereadUnread: () => void } {
  const [news, rereadUnread] = useReducer((count: number) => count + 1, 0);
  const awaiting = useCount(readAwaiting, isPrivileged(user));
  const requests = useCount(readRequests, isPrivileged(user));
  const unread = useCount(readUnread, true, news);
  useReadOnConsult(unread > 0, rereadUnread);
  return { counts: { awaiting, requests, unread }, rereadUnread };
}

const REST_MS = 10_000;

/** Reads a count in the background, again after navigation, after a reload, and when `news` changes. It is 0 before the first answer. */
function useCount(read: (client: Client) => Promise<number>, isWanted: boolean, news = 0): number {
  const { backgroundClient } = useClients();
  const { pathname } = useLocation();
  const rereads = useRereads() + news;
  const [count, setCount] = useState(0);
  const lastRequest = useRef({ rereads, restsUntil: 0 });
  useEffect(() => {
    if (!isWanted) return;
    let forget = () => {};
    const ask = () => {
      lastRequest.current = { rereads, restsUntil: Date.now() + REST_MS };
      forget = followPromise(read(backgroundClient), setCount);
    };
    // A reload reads at once, because the reader may have changed the count.
    const rest = lastRequest.current.rereads === rereads ? lastRequest.current.restsUntil - Date.now() : 0;
    const timer = window.setTimeout(ask, Math.max(0, rest));
    return () => {
      clearTimeout(timer);
      forget();
    };
  }, [backgroundClient, read, isWanted, pathname, rereads]);
  return count;
}

/** Marks the notifications of the consulted activity as read, once it is on the screen. */
function useReadOnConsult(hasUnread: boolean, onRead: () => void): void {
  const { client } = useClients();
  const consulted = readConsulted(useMatches());
  const activity = consulted?.activity;
  useEffect(() => {
    if (!hasUnread || !activity) return;
    const marked = activity.then(({ id }) => client.markNotificationsRead({ activityId: id }));
    return followPromise(marked, ({ count }) => count > 0 && onRead());
  }, [client, activity, hasUnread, onRead]);
}
