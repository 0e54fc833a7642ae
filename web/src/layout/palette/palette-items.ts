import type { SearchHit, SearchReply } from '@bitacora/core/contract/activities/activity-endpoints';
import type { MatchPlace } from '@bitacora/core/contract/activities/activity-shapes';
import { findMarks, type Mark, parseSearchWords, type SearchWord } from '@bitacora/core/domain/activities/search';
import { consultPath } from '@bitacora/core/domain/page-paths';
import { isPrivileged } from '@bitacora/core/domain/people/person';
import { normalise } from '@bitacora/core/domain/text';
import type { Standing } from '@bitacora/core/messages/activities/labels';
import { lists } from '@bitacora/core/messages/activities/lists';
import { frame } from '@bitacora/core/messages/layout';
import { Clock, FileText, Folder, Keyboard, type LucideIcon, MessageSquarePlus, Search, SquarePen, SunMoon, UserRound } from 'lucide-react';
import { paths } from '../../app/paths.ts';
import type { CurrentUser } from '../../app/session-memory.ts';
import { palette, shortcuts } from '../../messages/layout-texts.ts';
import { standUp } from '../../messages/stand-up-texts.ts';
import { workRequests } from '../../messages/work-request-texts.ts';
import { menuFor } from '../menu-entries.ts';
import type { RecentConsult } from './recent-consults.ts';

export interface PaletteItem {
  id: string;
  label: string;
  icon: LucideIcon;
  /** The folio stands at the left of the label. */
  folio?: number;
  detail?: string;
  /** Where the words are in the label. */
  marks?: readonly Mark[];
  /** The place of the words, when they are not in the label. */
  match?: MatchPlace;
  standing?: Standing;
  to: string | PaletteAct;
  /** Takes the place of what was typed. */
  search?: string;
}
export type PaletteAct = 'toggleTheme' | 'showShortcuts';

export interface PaletteGroup {
  title: string;
  items: readonly PaletteItem[];
}

const recentItem = ({ folio, description, path }: RecentConsult): PaletteItem => ({
  id: `recent-${folio}`,
  label: description,
  folio,
  icon: Clock,
  to: path,
});

const foundItem = (hit: SearchHit, words: readonly SearchWord[]): PaletteItem => ({
  id: `found-${hit.id}`,
  label: hit.description,
  marks: findMarks(hit.description, words),
  folio: hit.id,
  detail: hit.topic,
  standing: hit,
  icon: FileText,
  to: consultPath(hit),
  ...(hit.found && hit.found.where !== 'description' && { match: hit.found }),
});

const personItem = ({ id, name, position }: SearchReply['people'][number]): PaletteItem => ({
  id: `person-${id}`,
  label: name,
  detail: position,
  icon: UserRound,
  to: paths.personLoad(id),
});

const topicItem = ({ id, name, department }: SearchReply['topics'][number], to: string): PaletteItem => ({
  id: `topic-${id}`,
  label: name,
  detail: department,
  icon: Folder,
  to,
});

const suggestedItem = (search: string): PaletteItem => ({
  id: `search-${search}`,
  label: lists.didYouMean(search),
  icon: Search,
  to: '',
  search,
});

const actions: readonly PaletteItem[] = [
  { id: 'act-register', label: frame.register, icon: SquarePen, to: paths.register },
  { id: 'act-request', label: workRequests.ask, icon: MessageSquarePlus, to: paths.newRequest },
  { id: 'act-theme', label: palette.toggleTheme, icon: SunMoon, to: 'toggleTheme' },
  { id: 'act-shortcuts', label: shortcuts.title, icon: Keyboard, to: 'showShortcuts' },
];

/** Lists every screen that the person may open, with the labels of the menu. */
const listScreens = (user: CurrentUser): readonly PaletteItem[] => [
  ...menuFor(user)
    .flatMap(({ entries }) => entries)
    .filter(({ path }) => path !== paths.register)
    .map(({ path, label, icon }) => ({ id: `go-${path.slice(1)}`, label, icon, to: path })),
  ...(isPrivileged(user) ? [{ id: 'go-Stand_Up', label: standUp.title, icon: Clock, to: paths.standUp }] : []),
  { id: 'go-profile', label: frame.profile, icon: UserRound, to: paths.profile },
];

interface PaletteContext {
  user: CurrentUser;
  recent: readonly RecentConsult[];
  query: string;
  result: Pick<SearchReply, 'hits' | 'people' | 'topics' | 'suggestions'> | null;
}

/** The items in groups; with a query, those that contain all of its words. */
export function groupsFor({ user, recent, query, result }: PaletteContext): readonly PaletteGroup[] {
  const words = normalise(query).split(' ').filter(Boolean);
  const mentions = ({ label }: PaletteItem) => words.every((word) => normalise(label).includes(word));
  const found = result?.hits.map((hit) => foundItem(hit, parseSearchWords(query))) ?? [];
  const groups = [
    { title: palette.recent, items: words.length === 0 ? recent.map(recentItem) : [] },
    { title: palette.go, items: listScreens(user).filter(mentions) },
    { title: palette.act, items: actions.filter(mentions) },
    // People come before the activities, which are many and mention the same names.
    { title: palette.people, items: result?.people.map(personItem) ?? [] },
    { title: palette.found, items: found.toSorted((one, other) => Number('match' in one) - Number('match' in other)) },
    {
      title: palette.topics,
      items: result?.topics.map((topic) => topicItem(topic, isPrivileged(user) ? paths.topics : paths.register)) ?? [],
    },
    { title: palette.meant, items: result?.suggestions?.map(suggestedItem) ?? [] },
  ];
  return groups.filter(({ items }) => items.length > 0);
}
