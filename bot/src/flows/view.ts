import { ApiError } from '@bitacora/core/client';
import type { BotClient } from '@bitacora/core/client/create-client';
import type { ActivityView } from '@bitacora/core/contract/activities/activity-shapes';
import { openStatuses } from '@bitacora/core/domain/activities/activity';
import { isRejected, isUndelivered, judgeTimeliness, type Timeliness } from '@bitacora/core/domain/activities/deadline';
import { actsOpenTo } from '@bitacora/core/domain/activities/policy';
import { daysToSunday } from '@bitacora/core/domain/calendar';
import { isChosenKind, isSummaryKind } from '@bitacora/core/domain/notifications/notification';
import { ownOrders } from '@bitacora/core/domain/reports/list-address';
import { usualSort } from '@bitacora/core/domain/reports/report';
import { preferenceTexts } from '@bitacora/core/messages/account/preferences';
import { orderSentence } from '@bitacora/core/messages/activities/activity-fields';
import { statusWords } from '@bitacora/core/messages/activities/labels';
import { lists } from '@bitacora/core/messages/activities/lists';
import { clipped } from '@bitacora/core/messages/phrases';
import type { Button, Card, Group } from '../card.ts';
import { activityCard, activityItem, type CardReader, deliveryFacts, readProof } from '../cards/activity-card.ts';
import { type CardSource, type Flow, type FlowContext, readText, sentence, UnknownButtonAction } from '../flow.ts';
import { botCards } from '../messages/bot.ts';
import { botFlows, chooseWay } from '../messages/flows.ts';
import type { ChatAnswer } from '../request.ts';
import { Unanswered } from '../transport.ts';
import { notificationDigest } from './digest.ts';
import { requests } from './request-views.ts';

/** A longer list has pages. */
const MOST_ITEMS = 8;

/** Activities under one heading, in the order of the card. */
interface ListSection {
  heading: string;
  /** Only those of the page. */
  activities: readonly ActivityView[];
  /** Counts the rows of all pages. */
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

const countPages = (count: number) => Math.max(1, Math.ceil(count / MOST_ITEMS));

/** Cuts a page out of a list that was read whole; the last page where the list became shorter. */
function cutPage(
  sections: readonly { heading: string; activities: readonly ActivityView[] }[],
  requestedPage: number,
): { page: number; sections: ListSection[] } {
  const page = Math.min(Math.max(1, requestedPage || 1), countPages(sections.reduce((sum, { activities }) => sum + activities.length, 0)));
  let first = (page - 1) * MOST_ITEMS;
  let room = MOST_ITEMS;
  const pageSections = sections.map(({ heading, activities }) => {
    const visible = activities.slice(first, first + room);
    first = Math.max(0, first - activities.length);
    room -= visible.length;
    return { heading, activities: visible, total: activities.length };
  });
  return { page, sections: pageSections };
}

const show = (view: string) => ({ flow: 'view', view });

function pagingButtons(view: string, page: number, pages: number): Button[] {
  return [
    ...(page > 1 ? [{ label: botCards.previous, press: show(`${view}:${page - 1}`) }] : []),
    ...(page < pages ? [{ label: botCards.more, press: show(`${view}:${page + 1}`) }] : []),
    { label: botCards.refresh, press: show(`${view}:${page}`) },
  ];
}

/** Draws one page of a list. A heading counts all its activities, not those of the page. */
function listCard({ title, intro, sections, page, empty, view }: ActivityList, reader: CardReader): Card {
  const count = sections.reduce((sum, { total }) => sum + total, 0);
  const pages = countPages(count);
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
    ...(pages > 1 ? { note: botCards.visibleRange(first + 1, first + visible.length, count) } : {}),
    buttons: pagingButtons(view, page, pages),
    activityIds: [...new Set(visible.map(({ id }) => id))],
    press: show(here),
  };
}

/**
 * Leaves out the kinds of a newer API, because they have no label here and cannot be saved from here. It leaves out summaries by email
 * too, because the bot has a summary of its own.
 */
export const readPreferences = async (client: BotClient) =>
  (await client.listPreferences()).filter(({ kind }) => isChosenKind(kind) && !isSummaryKind(kind));

const preferences: CardSource = async ({ client }) => {
  const items = (await readPreferences(client)).map((each) => ({
    title: preferenceTexts.kinds[each.kind],
    facts: [{ label: botFlows.preferenceWay, value: botFlows.ways[chooseWay(each)] }],
    buttons: [],
  }));
  return {
    title: botFlows.preferencesTitle,
    intro: botFlows.preferencesIntro,
    groups: [{ items }],
    note: preferenceTexts.always,
    buttons: [{ label: botFlows.preferencesChange, press: { flow: 'preferences' }, opensForm: true }],
    activityIds: [],
  };
};

/** The API follows at most this number of activities for one card. */
const HOME_IDS = 100;

const groups: Record<Timeliness, 'overdue' | 'soon' | 'rest'> = {
  late: 'overdue',
  today: 'soon',
  soon: 'soon',
  later: 'rest',
  delivered: 'rest',
  closed: 'rest',
};
const chooseGroup = (activity: ActivityView) =>
  isRejected(activity) ? 'rejected' : groups[judgeTimeliness(activity.status, activity.daysLeft)];

type IsListed = (activity: ActivityView) => boolean;

async function readGroups({ client }: FlowContext, isListed: IsListed): Promise<Record<keyof typeof botCards.groups, ActivityView[]>> {
  const [mine, verify] = await Promise.all([client.listMyPending(), client.listAwaitingVerification()]);
  const groupedMine = Object.groupBy(mine.filter(isListed), chooseGroup);
  return { rejected: [], overdue: [], soon: [], rest: [], verify: verify.filter(isListed), ...groupedMine };
}

const activityList =
  (
    view: string,
    drawTitle: (context: FlowContext) => string,
    isListed: IsListed = () => true,
    empty: string = botCards.nothing,
  ): CardSource =>
  async (context, page) => {
    const activitiesByGroup = await readGroups(context, isListed);
    const { rejected, overdue, soon, rest, verify } = activitiesByGroup;
    const counts = { rejected: rejected.length, overdue: overdue.length, soon: soon.length, rest: rest.length, verify: verify.length };
    const names = Object.keys(botCards.groups) as (keyof typeof activitiesByGroup)[];
    const sections = names.map((group) => ({ heading: botCards.groups[group], activities: activitiesByGroup[group] }));
    const intro = [botCards.counts(counts), orderSentence(ownOrders.pending, true)].filter(Boolean).join('. ');
    const list = { title: drawTitle(context), intro, empty, view };
    const card = listCard({ ...list, ...cutPage(sections, Number(page)) }, context);
    // The home counts activities of all pages, so a change of any of them must redraw it.
    return view === 'home'
      ? { ...card, activityIds: names.flatMap((group) => activitiesByGroup[group].map(({ id }) => id)).slice(0, HOME_IDS) }
      : card;
  };

/** Lists the asker's pending activities, the most urgent first, and those that await their verification. */
const myActivities = activityList('activities', () => botCards.activitiesTitle);

/** Draws the same list for the App Home and the personal tab. */
const home = activityList('home', ({ me }) => botCards.homeTitle(me.name));

const MOST_URGENT = 3;

/** Answers a greeting with the first of the asker's own list that they have still to deliver. */
const urgent: CardSource = async (context) => {
  const [mine, verify] = await Promise.all([context.client.listMyPending(), context.client.listAwaitingVerification()]);
  const left = mine.filter(isUndelivered);
  const activities = left.slice(0, MOST_URGENT);
  const sections = [{ heading: botCards.urgent, activities, total: activities.length }];
  const title = botCards.urgentTitle(context.me.name);
  const intro = [
    left.length + verify.length > 0 && botCards.urgentIntro(left.length, verify.length),
    left.length > 1 && orderSentence(ownOrders.pending, true),
  ]
    .filter(Boolean)
    .join('. ');
  return {
    ...listCard({ title, intro, sections, page: 1, empty: botCards.nothing, view: 'urgent' }, context),
    note: botCards.urgentNote,
    buttons: [
      { label: botCards.mine, press: show('activities:1') },
      ...(verify.length > 0 ? [{ label: botCards.verifyTitle, press: show('verify:1') }] : []),
    ],
  };
};

type DueRange = keyof typeof botCards.due;

/** Tells for the days left of undelivered work whether it is in a range. A week ends on Sunday. */
const dueRanges: Record<DueRange, (days: number, toSunday: number) => boolean> = {
  today: (days) => days <= 0,
  tomorrow: (days) => days === 1,
  week: (days, toSunday) => days <= toSunday,
  nextWeek: (days, toSunday) => days > toSunday && days <= toSunday + 7,
  late: (days) => days < 0,
};

/** Lists the asker's own undelivered work that is due in a range. `detail` holds the range and the page. */
const dueActivities: CardSource = (context, detail) => {
  const [range = '', page = ''] = detail.split(':');
  if (!Object.hasOwn(dueRanges, range)) throw new UnknownButtonAction();
  const { title, empty } = botCards.due[range as DueRange];
  const toSunday = daysToSunday(context.me.today);
  const isDue = (activity: ActivityView) => isUndelivered(activity) && dueRanges[range as DueRange](activity.daysLeft, toSunday);
  return activityList(`due:${range}`, () => title, isDue, empty)(context, page);
};

/** Lists the activities that take an act now, for a person who named no folio. `detail` holds the act and the page. */
const takingAct: CardSource = (context, detail) => {
  const [act = '', page = ''] = detail.split(':');
  const takesAct = (activity: ActivityView) => (actsOpenTo(context.me, activity) as ReadonlySet<string>).has(act);
  return activityList(`which:${act}`, () => botCards.which.title, takesAct, botCards.which.empty)(context, page);
};

/** Lists activities that await the asker's verification, the longest waiting first. */
const awaitingVerification: CardSource = async (context, detail) => {
  const activities = await context.client.listAwaitingVerification();
  const page = cutPage([{ heading: botCards.groups.verify, activities }], Number(detail));
  return listCard({ title: botCards.verifyTitle, ...page, empty: botCards.nothingToVerify, view: 'verify' }, context);
};

/** The API makes the pages of these lists, the most urgent first. A list that became shorter shows its last page. */
const reportList =
  (
    view: 'assigned' | 'team',
    readPage: (context: FlowContext, paging: { page: number; pageSize: number }) => Promise<{ rows: ActivityView[]; total: number }>,
  ): CardSource =>
  async (context, detail) => {
    const read = (page: number) => readPage(context, { page, pageSize: MOST_ITEMS });
    let page = Math.max(1, Number(detail) || 1);
    let { rows, total } = await read(page);
    if (rows.length === 0 && total > 0) {
      page = Math.ceil(total / MOST_ITEMS);
      ({ rows, total } = await read(page));
    }
    const { title, heading, empty } = botCards.reports[view];
    const intro = orderSentence(usualSort(openStatuses));
    return listCard({ title, intro, sections: [{ heading, activities: rows, total }], page, empty, view }, context);
  };

/** Lists open work that the asker assigned to others. */
const assignedByMe = reportList('assigned', ({ client }, paging) =>
  client.listAssignedByMe({ ...paging, reportStatuses: [...openStatuses] }),
);

/** Lists late work that the asker assigned to others. */
const lateOfMyTeam = reportList('team', ({ client }, paging) =>
  client.listAssignedByMe({ ...paging, reportStatuses: [...openStatuses], urgencies: ['late'] }),
);

/** `detail` holds the folio, and the view that the person came from. */
const oneActivity: CardSource = async (context, detail) => {
  const [folio = '', ...back] = detail.split(' ');
  const activityId = Number(folio);
  const activity = await context.client.readActivity({ activityId });
  const rejection = activity.rejectedAt
    ? (await context.client.listHistory({ activityId })).findLast(({ act }) => act === 'reject')
    : undefined;
  const mayJudge = activity.status === 'completed' && actsOpenTo(context.me, activity).has('approve');
  const proof = mayJudge ? await readProof(context.client, activityId, context.publicUrl) : null;
  return activityCard(activity, context, { back: back.join(' '), rejection: rejection ?? null, proof });
};

const MAX_TITLE = 120;
const MAX_HITS = 8;

/** Lists what the API finds among the activities that the asker may see, the best first. */
const searchCard: CardSource = async ({ client }, text) => {
  const { hits, suggestions = [] } = await client.searchActivities({ text });
  const items = hits.slice(0, MAX_HITS).map(({ id, description, topic, ...hit }) => ({
    title: botCards.item(id, clipped(description, MAX_TITLE)),
    facts: [
      { label: botFlows.searchStatus, value: statusWords(hit) },
      { label: botFlows.searchTopic, value: topic },
    ],
    buttons: [{ label: botCards.open, press: { flow: 'view', view: `activity:${id}` } }],
  }));
  return {
    title: botFlows.searchTitle(clipped(text, MAX_TITLE)),
    groups: items.length > 0 ? [{ items }] : [{ items: [], empty: botFlows.searchNone }],
    ...(hits.length > MAX_HITS ? { note: botFlows.searchMore } : {}),
    ...(suggestions.length > 0
      ? { buttons: suggestions.map((search) => ({ label: lists.didYouMean(search), press: show(`search:${search}`) })) }
      : {}),
    activityIds: [],
  };
};

/** The keys are the words before the colon. Posted cards hold these words, so `letter` stays for a digest. */
const sources: Readonly<Record<string, CardSource>> = {
  activities: myActivities,
  home,
  urgent,
  due: dueActivities,
  which: takingAct,
  verify: awaitingVerification,
  assigned: assignedByMe,
  team: lateOfMyTeam,
  activity: oneActivity,
  letter: notificationDigest,
  preferences,
  requests,
  search: searchCard,
};

/** Draws a view such as `activities:2` or `activity:125 activities:2`. */
export function cardFor(context: FlowContext, view: string): Promise<Card> {
  const [, name = '', detail = ''] = /^(\w+):(.*)$/s.exec(view) ?? [];
  const source = Object.hasOwn(sources, name) ? sources[name] : undefined;
  if (!source) throw new UnknownButtonAction();
  return source(context, detail);
}

export const showView = async (context: FlowContext, view: string): Promise<ChatAnswer> => ({
  kind: 'card',
  card: await cardFor(context, view),
});

/** Answers a sentence and the redrawn card; without the card where the person may not see it or the API is away. */
export async function cardWithSentence(context: FlowContext, view: string, text: string): Promise<ChatAnswer> {
  if (!view) return sentence(text);
  const card = await cardFor(context, view).catch((error: unknown) => {
    if (error instanceof ApiError || error instanceof Unanswered) return null;
    throw error;
  });
  return card ? { kind: 'card', card, sentence: text } : sentence(text);
}

/** Replaces the pressed card by a view; posted cards are redrawn in the same way. */
export const view: Flow = { press: (context, press) => showView(context, readText(press, 'view')) };
