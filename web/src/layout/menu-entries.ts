import { isDeveloper, isPrivileged } from '@bitacora/core/domain/people/person';
import { frame } from '@bitacora/core/messages/layout';
import {
  Bell,
  BookMarked,
  CalendarCheck,
  CalendarOff,
  CheckCheck,
  ClipboardCheck,
  ClipboardList,
  ClipboardPen,
  HeartPulse,
  History,
  Hourglass,
  House,
  Inbox,
  ListTodo,
  type LucideIcon,
  MailWarning,
  ScrollText,
  SquarePen,
  UserRoundCheck,
  UsersRound,
  Waypoints,
  Webhook,
} from 'lucide-react';
import { type Location, useLocation } from 'react-router-dom';
import { paths } from '../app/paths.ts';
import type { CurrentUser } from '../app/session-memory.ts';
import { substitutedList } from '../messages/layout-texts.ts';

/** What the menu counts for the reader. */
export interface MenuCounts {
  /** Deliveries that wait for their verdict. */
  awaiting: number;
  /** Requests that the reader may answer. */
  requests: number;
  unread: number;
}

export interface SideMenuEntry {
  path: string;
  label: string;
  icon: LucideIcon;
  /** The word on the phone's bottom bar, which has room for one. */
  short?: string;
  /** The number beside it. */
  count?: keyof MenuCounts;
  isForDevelopers?: true;
  /** Only in the menu of those who substitute somebody today. */
  isForSubstitutes?: true;
}
export interface MenuGroup {
  title: string | null;
  entries: readonly SideMenuEntry[];
  isPrivileged?: true;
}

/** The groups of the side menu. */
const groups: readonly MenuGroup[] = [
  {
    title: null,
    entries: [
      { path: paths.home, label: frame.home, icon: House, short: frame.short.home },
      { path: paths.notifications, label: frame.notifications, icon: Bell, short: frame.short.notifications, count: 'unread' },
      { path: paths.requests, label: frame.requests, icon: Inbox, count: 'requests' },
    ],
  },
  {
    title: frame.administration,
    isPrivileged: true,
    entries: [
      { path: paths.users, label: frame.users, icon: UsersRound },
      { path: paths.topics, label: frame.topics, icon: BookMarked },
      { path: paths.topicAssignments, label: frame.topicAssignments, icon: Waypoints },
      { path: paths.assign, label: frame.assign, icon: ClipboardPen, short: frame.short.assign },
      { path: paths.holidays, label: frame.holidays, icon: CalendarOff },
      { path: paths.deliveries, label: frame.deliveries, icon: MailWarning },
      { path: paths.serverStatus, label: frame.serverStatus, icon: HeartPulse, isForDevelopers: true },
      { path: paths.adminHistory, label: frame.adminHistory, icon: ScrollText, isForDevelopers: true },
      { path: paths.webhooks, label: frame.webhooks, icon: Webhook, isForDevelopers: true },
    ],
  },
  {
    title: frame.reports,
    isPrivileged: true,
    entries: [
      { path: paths.verifyInbox, label: frame.verifyInbox, icon: CheckCheck, short: frame.short.verifyInbox, count: 'awaiting' },
      { path: paths.assignedReport, label: frame.assignedReport, icon: ClipboardList },
      { path: paths.pendingReport, label: frame.pendingReport, icon: Hourglass },
      { path: paths.finishedReport, label: frame.finishedReport, icon: ClipboardCheck },
      { path: paths.punctuality, label: frame.punctuality, icon: CalendarCheck },
    ],
  },
  {
    title: frame.mine,
    entries: [
      { path: paths.register, label: frame.register, icon: SquarePen, short: frame.short.register },
      { path: paths.pending, label: frame.pending, icon: ListTodo, short: frame.short.pending },
      { path: paths.substituted, label: substitutedList.open, icon: UserRoundCheck, isForSubstitutes: true },
      { path: paths.history, label: frame.history, icon: History },
    ],
  },
];

const isFor = (user: CurrentUser, { isForDevelopers, isForSubstitutes }: SideMenuEntry): boolean =>
  (!isForDevelopers || isDeveloper(user)) && (!isForSubstitutes || (user.substitutesFor?.length ?? 0) > 0);

/** Home and personal lists for everyone; administration and reports for privileged people (docs/product.md, 2). */
export const menuFor = (user: CurrentUser): readonly MenuGroup[] =>
  groups
    .filter((group) => !group.isPrivileged || isPrivileged(user))
    .map((group) => ({ ...group, entries: group.entries.filter((entry) => isFor(user, entry)) }));

const findMenuLabel = (path: string): string | undefined =>
  groups.flatMap(({ entries }) => entries).find((entry) => entry.path === path)?.label;

const dailyPaths = {
  employee: [paths.home, paths.pending, paths.register, paths.notifications],
  manager: [paths.home, paths.verifyInbox, paths.assign, paths.notifications],
} as const;

/** The four places of the phone's bottom bar. */
export function dailyEntriesFor(user: CurrentUser): readonly SideMenuEntry[] {
  const entries = groups.flatMap((group) => group.entries);
  return dailyPaths[isPrivileged(user) ? 'manager' : 'employee'].flatMap((path) => entries.find((entry) => entry.path === path) ?? []);
}

export interface BackLink {
  path: string;
  label: string;
}

const readBackLink = ({ state }: Location): BackLink | undefined => (state as { from?: BackLink } | null)?.from;

/** The state for links to a consult page, whose 'back' returns to this list with its filters and page. */
export function useLinkState(): { from: BackLink } | undefined {
  const location = useLocation();
  const label = findMenuLabel(location.pathname);
  const from = label ? { path: location.pathname + location.search, label } : readBackLink(location);
  return from && { from };
}

/** Returns where the reader came from, which survives a reload in the browser's history, or else `usual`. */
export function useBackLink(usual: BackLink): BackLink {
  const from = readBackLink(useLocation());
  if (!from) return usual;
  return from.path.split('?')[0] === usual.path ? { ...from, label: usual.label } : from;
}
