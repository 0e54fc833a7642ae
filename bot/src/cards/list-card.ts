import type { ActivityView } from '@bitacora/core/contract/activity';
import type { Button, Card, Group } from '../card.ts';
import { botCards } from '../messages/cards.ts';
import type { CardReader } from './activity-card.ts';
import { activityItem, deliveryFacts } from './activity-card.ts';

/** A longer list has pages. */
export const MOST_ITEMS = 8;

/** Activities under one heading, in the order of the card. */
export interface ListSection {
  heading: string;
  activities: readonly ActivityView[];
  /** Of all pages, where `activities` are those of the requested page alone. */
  total?: number;
}

interface ActivityList {
  title: string;
  intro?: string;
  sections: readonly ListSection[];
  empty: string;
  /** Name of the view that draws it; its detail is the page. */
  view: string;
}

const show = (view: string) => ({ flow: 'view', view });

function pagingOf(view: string, page: number, pages: number): Button[] {
  return [
    ...(page > 1 ? [{ label: botCards.previous, press: show(`${view}:${page - 1}`) }] : []),
    ...(page < pages ? [{ label: botCards.more, press: show(`${view}:${page + 1}`) }] : []),
    { label: botCards.refresh, press: show(`${view}:${page}`) },
  ];
}

/** A page of a list, or the last page of a shorter list. A heading counts all its activities, not those of the page. */
export function listCard({ title, intro, sections, empty, view }: ActivityList, reader: CardReader, requestedPage: number): Card {
  const all = sections.flatMap((section) => section.activities.map((activity) => ({ section, activity })));
  const totalOf = ({ total, activities }: ListSection) => total ?? activities.length;
  const count = sections.reduce((sum, section) => sum + totalOf(section), 0);
  const pages = Math.max(1, Math.ceil(count / MOST_ITEMS));
  const page = Math.min(Math.max(1, requestedPage || 1), pages);
  const first = (page - 1) * MOST_ITEMS;
  const visible = all.length < count ? all : all.slice(first, first + MOST_ITEMS);
  const here = `${view}:${page}`;
  const groups = sections.flatMap((section): Group[] => {
    const items = visible
      .filter((each) => each.section === section)
      .map(({ activity }) => activityItem(activity, reader, here, deliveryFacts(activity)));
    return items.length ? [{ heading: botCards.heading(section.heading, totalOf(section)), items }] : [];
  });
  return {
    title,
    ...(intro ? { intro } : {}),
    groups: groups.length ? groups : [{ items: [], empty }],
    ...(pages > 1 ? { note: botCards.shown(first + 1, first + visible.length, count) } : {}),
    buttons: pagingOf(view, page, pages),
    activityIds: [...new Set(visible.map(({ activity }) => activity.id))],
    press: show(here),
  };
}
