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
  /** Those of the page. */
  activities: readonly ActivityView[];
  /** Of all pages. */
  total: number;
}

interface ActivityList {
  title: string;
  intro?: string;
  sections: readonly ListSection[];
  page: number;
  empty: string;
  /** Name of the view that draws it; its detail is the page. */
  view: string;
}

const pagesOf = (count: number) => Math.max(1, Math.ceil(count / MOST_ITEMS));

/** The page of a list that was read whole, or its last page where it became shorter. */
export function cutPage(
  sections: readonly { heading: string; activities: readonly ActivityView[] }[],
  requestedPage: number,
): { page: number; sections: ListSection[] } {
  const page = Math.min(Math.max(1, requestedPage || 1), pagesOf(sections.reduce((sum, { activities }) => sum + activities.length, 0)));
  let first = (page - 1) * MOST_ITEMS;
  let room = MOST_ITEMS;
  const cut = sections.map(({ heading, activities }) => {
    const visible = activities.slice(first, first + room);
    first = Math.max(0, first - activities.length);
    room -= visible.length;
    return { heading, activities: visible, total: activities.length };
  });
  return { page, sections: cut };
}

const show = (view: string) => ({ flow: 'view', view });

function pagingOf(view: string, page: number, pages: number): Button[] {
  return [
    ...(page > 1 ? [{ label: botCards.previous, press: show(`${view}:${page - 1}`) }] : []),
    ...(page < pages ? [{ label: botCards.more, press: show(`${view}:${page + 1}`) }] : []),
    { label: botCards.refresh, press: show(`${view}:${page}`) },
  ];
}

/** One page of a list. A heading counts all its activities, not those of the page. */
export function listCard({ title, intro, sections, page, empty, view }: ActivityList, reader: CardReader): Card {
  const count = sections.reduce((sum, { total }) => sum + total, 0);
  const pages = pagesOf(count);
  const first = (page - 1) * MOST_ITEMS;
  const visible = sections.flatMap(({ activities }) => activities);
  const here = `${view}:${page}`;
  const groups = sections
    .filter(({ activities }) => activities.length > 0)
    .map(
      ({ heading, activities, total }): Group => ({
        heading: botCards.heading(heading, total),
        items: activities.map((activity) => activityItem(activity, reader, here, deliveryFacts(activity))),
      }),
    );
  return {
    title,
    ...(intro ? { intro } : {}),
    groups: groups.length ? groups : [{ items: [], empty }],
    ...(pages > 1 ? { note: botCards.shown(first + 1, first + visible.length, count) } : {}),
    buttons: pagingOf(view, page, pages),
    activityIds: [...new Set(visible.map(({ id }) => id))],
    press: show(here),
  };
}
