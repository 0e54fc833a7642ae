import { ApiError } from '@bitacora/core/client';
import type { BotClient } from '@bitacora/core/client/bot-client';
import type { ActivityView } from '@bitacora/core/contract/activity';
import { openStatuses } from '@bitacora/core/domain/activity/activity';
import { type Urgency, urgencyOf } from '@bitacora/core/domain/activity/deadline';
import { actsOpenTo } from '@bitacora/core/domain/activity/policy';
import { isChosenKind, isSummaryKind } from '@bitacora/core/domain/notifications/preference';
import { preferenceTexts } from '@bitacora/core/messages/profile';
import type { Card } from '../card.ts';
import { activityCard } from '../cards/activity-card.ts';
import { cutPage, listCard, MOST_ITEMS } from '../cards/list-card.ts';
import { readProof } from '../cards/proof.ts';
import { type CardSource, type Flow, type FlowContext, textIn, UnknownPress } from '../flow.ts';
import { botCards } from '../messages/cards.ts';
import { botFlows, wayOf } from '../messages/flows.ts';
import type { ChatAnswer } from '../request.ts';
import { Unanswered } from '../transport.ts';
import { notificationDigest } from './digest.ts';

/**
 * Without the kinds of a newer API, because they have no label here and cannot be saved from here. Without summaries by email too: the
 * bot has a summary of its own.
 */
export const readPreferences = async (client: BotClient) =>
  (await client.listPreferences()).filter(({ kind }) => isChosenKind(kind) && !isSummaryKind(kind));

/** The channel of each kind of notification. */
const preferences: CardSource = async ({ client }) => {
  const facts = (await readPreferences(client)).map((each) => ({
    label: preferenceTexts.kinds[each.kind],
    value: botFlows.ways[wayOf(each)],
  }));
  return {
    title: botFlows.preferencesTitle,
    intro: botFlows.preferencesIntro,
    groups: [
      { items: facts.map(({ label, value }) => ({ title: label, facts: [{ label: botFlows.preferenceWay, value }], buttons: [] })) },
    ],
    note: preferenceTexts.always,
    buttons: [{ label: botFlows.preferencesChange, press: { flow: 'preferences' }, opensForm: true }],
    activityIds: [],
  };
};

/** As many as the API follows for one card. */
const HOME_IDS = 100;

const groups: Record<Urgency, 'rejected' | 'overdue' | 'soon' | 'rest'> = {
  rejected: 'rejected',
  late: 'overdue',
  today: 'soon',
  soon: 'soon',
  later: 'rest',
  delivered: 'rest',
  closed: 'rest',
};
/** The group of an activity in the list. */
const groupOf = (activity: ActivityView) => groups[urgencyOf(activity, activity.daysLeft)];

async function readGroups({ client }: FlowContext): Promise<Record<keyof typeof botCards.groups, ActivityView[]>> {
  const [mine, verify] = await Promise.all([client.listMyPending(), client.listAwaitingVerification()]);
  return { rejected: [], overdue: [], soon: [], rest: [], verify, ...Object.groupBy(mine, groupOf) };
}

const activityList =
  (view: string, titleOf: (context: FlowContext) => string): CardSource =>
  async (context, page) => {
    const grouped = await readGroups(context);
    const { rejected, overdue, soon, rest, verify } = grouped;
    const counts = { rejected: rejected.length, overdue: overdue.length, soon: soon.length, rest: rest.length, verify: verify.length };
    const names = Object.keys(botCards.groups) as (keyof typeof grouped)[];
    const sections = names.map((group) => ({ heading: botCards.groups[group], activities: grouped[group] }));
    const list = { title: titleOf(context), intro: botCards.counts(counts), empty: botCards.nothing, view };
    const card = listCard({ ...list, ...cutPage(sections, Number(page)) }, context);
    // It counts activities of all pages, and one that leaves its person is marked by this list alone.
    return view === 'home'
      ? { ...card, activityIds: names.flatMap((group) => grouped[group].map(({ id }) => id)).slice(0, HOME_IDS) }
      : card;
  };

/** The asker's pending activities, the most urgent first, and those that await their verification. */
const myActivities = activityList('activities', () => botCards.activitiesTitle);

/** The same for the App Home and the personal tab. */
const home = activityList('home', ({ me }) => botCards.homeTitle(me.name));

/** Activities that await the asker's verification, the longest waiting first. */
const awaitingVerification: CardSource = async (context, page) => {
  const activities = await context.client.listAwaitingVerification();
  const cut = cutPage([{ heading: botCards.groups.verify, activities }], Number(page));
  return listCard({ title: botCards.verifyTitle, ...cut, empty: botCards.nothingToVerify, view: 'verify' }, context);
};

/** A list whose pages the API makes, the most urgent first. A list that became shorter shows its last page. */
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
    return listCard({ title, sections: [{ heading, activities: rows, total }], page, empty, view }, context);
  };

/** What the asker gave to others and nobody has closed. */
const assignedByMe = reportList('assigned', ({ client }, paging) =>
  client.listAssignedByMe({ ...paging, reportStatuses: [...openStatuses] }),
);

/** Of it, what is late. */
const lateOfMyTeam = reportList('team', ({ client }, paging) =>
  client.listAssignedByMe({ ...paging, reportStatuses: [...openStatuses], urgencies: ['late'] }),
);

/** One activity: its folio, and the view that the person came from. */
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

/** By the word before the colon. Posted cards hold these words, so `letter` stays for a digest. */
const sources: Readonly<Record<string, CardSource>> = {
  activities: myActivities,
  home,
  verify: awaitingVerification,
  assigned: assignedByMe,
  team: lateOfMyTeam,
  activity: oneActivity,
  letter: notificationDigest,
  preferences,
};

/** The card of a view such as `activities:2` or `activity:125 activities:2`. */
export function cardFor(context: FlowContext, view: string): Promise<Card> {
  const [, name = '', detail = ''] = /^(\w+):(.*)$/s.exec(view) ?? [];
  const source = Object.hasOwn(sources, name) ? sources[name] : undefined;
  if (!source) throw new UnknownPress();
  return source(context, detail);
}

/** A sentence and the redrawn card; without the card where the person may not see it or the API is away. */
export async function cardWithSentence(context: FlowContext, view: string, sentence: string): Promise<ChatAnswer> {
  if (!view) return { kind: 'sentence', sentence };
  const card = await cardFor(context, view).catch((error: unknown) => {
    if (error instanceof ApiError || error instanceof Unanswered) return null;
    throw error;
  });
  return card ? { kind: 'card', card, sentence } : { kind: 'sentence', sentence };
}

/** Replaces the pressed card by a view; posted cards are redrawn in the same way. */
export const view: Flow = {
  press: async (context, press) => ({ kind: 'card', card: await cardFor(context, textIn(press, 'view')) }),
};
