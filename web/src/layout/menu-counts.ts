import type { Client } from '@bitacora/core/client';
import { isPrivileged } from '@bitacora/core/domain/people/person';
import { useEffect, useReducer, useRef, useState } from 'react';
import { useLocation, useMatches } from 'react-router-dom';
import { useApp } from '../app.ts';
import { consultedIn } from '../live/watched.ts';
import type { CurrentUser } from '../session-memory.ts';
import type { MenuCounts } from './menu-entries.ts';
import { useRereads } from './use-rereads.ts';

const delivered = { reportStatuses: ['completed' as const], page: 1, pageSize: 1 };
async function readAwaiting(client: Client): Promise<number> {
  const answer = await client.listAssignedByMe(delivered);
  return 'total' in answer ? answer.total : 0;
}
const readUnread = async (client: Client) => (await client.listOwnNotifications({ limit: 0 })).unread;

/** What the menu counts, and how to read the unread notifications again at once. */
export function useMenuCounts(user: CurrentUser | null): { counts: MenuCounts; rereadUnread: () => void } {
  const [news, rereadUnread] = useReducer((count: number) => count + 1, 0);
  const awaiting = useCount(readAwaiting, user !== null && isPrivileged(user));
  const unread = useCount(readUnread, user !== null, news);
  useReadOnConsult(unread > 0, rereadUnread);
  return { counts: { awaiting, unread }, rereadUnread };
}

const REST_MS = 10_000;

/** A count in the background: read again after navigation, after a reload, and when `news` changes; 0 before the first answer. */
function useCount(read: (client: Client) => Promise<number>, isWanted: boolean, news = 0): number {
  const { background } = useApp();
  const { pathname } = useLocation();
  const rereads = useRereads() + news;
  const [count, setCount] = useState(0);
  const lastRequest = useRef({ rereads, restsUntil: 0 });
  useEffect(() => {
    if (!isWanted) return;
    let isLatest = true;
    const ask = () => {
      lastRequest.current = { rereads, restsUntil: Date.now() + REST_MS };
      read(background.client).then(
        (answer) => isLatest && setCount(answer),
        () => {}, // ignored, because the screens report failures
      );
    };
    // A reload reads at once, because the reader may have changed the count.
    const rest = lastRequest.current.rereads === rereads ? lastRequest.current.restsUntil - Date.now() : 0;
    const timer = window.setTimeout(ask, Math.max(0, rest));
    return () => {
      clearTimeout(timer);
      isLatest = false;
    };
  }, [background, read, isWanted, pathname, rereads]);
  return count;
}

/** Marks the notifications of the consulted activity as read, once it is on the screen. */
function useReadOnConsult(hasUnread: boolean, onRead: () => void): void {
  const { client } = useApp();
  const consulted = consultedIn(useMatches());
  const activity = consulted?.activity;
  useEffect(() => {
    if (!hasUnread) return;
    let isCurrent = true;
    activity
      ?.then(async ({ id }) => {
        const { count } = await client.markNotificationsRead({ activityId: id });
        if (isCurrent && count > 0) onRead();
      })
      .catch(() => {}); // they stay unread
    return () => {
      isCurrent = false;
    };
  }, [client, activity, hasUnread, onRead]);
}
