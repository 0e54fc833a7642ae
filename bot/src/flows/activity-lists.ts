import type { ActivityView } from '@bitacora/core/contract/activity';
import { timelinessOf } from '@bitacora/core/domain/activity/deadline';
import { activityCard } from '../cards/activity-card.ts';
import { type ListSection, listCard } from '../cards/list-card.ts';
import type { CardSource, FlowContext } from '../flow.ts';
import { botCards } from '../messages/cards.ts';

/** The group of an activity in the list. */
function groupOf({ status, daysLeft }: ActivityView): 'overdue' | 'soon' | 'rest' {
  const timeliness = timelinessOf(status, daysLeft);
  if (timeliness === 'late') return 'overdue';
  return timeliness === 'today' || timeliness === 'soon' ? 'soon' : 'rest';
}

async function readGroups({ client }: FlowContext): Promise<Record<keyof typeof botCards.groups, ActivityView[]>> {
  const [mine, verify] = await Promise.all([client.listMyPending(), client.listAwaitingVerification()]);
  return { overdue: [], soon: [], rest: [], verify, ...Object.groupBy(mine, groupOf) };
}

const activityList =
  (view: string, titleOf: (context: FlowContext) => string): CardSource =>
  async (context, page) => {
    const groups = await readGroups(context);
    const { overdue, soon, rest, verify } = groups;
    const counts = { overdue: overdue.length, soon: soon.length, rest: rest.length, verify: verify.length };
    const names = Object.keys(botCards.groups) as (keyof typeof groups)[];
    const sections: ListSection[] = names.map((group) => ({ heading: botCards.groups[group], activities: groups[group] }));
    const list = { title: titleOf(context), intro: botCards.counts(counts), sections, empty: botCards.nothing, view };
    return listCard(list, context, Number(page));
  };

/** The asker's pending activities, the most urgent first, and those that await their verification. */
export const myActivities = activityList('activities', () => botCards.activitiesTitle);

/** The same for the App Home and the personal tab. */
export const home = activityList('home', ({ me }) => botCards.homeTitle(me.name));

/** Activities that await the asker's verification, the longest waiting first. */
export const awaitingVerification: CardSource = async (context, page) => {
  const activities = await context.client.listAwaitingVerification();
  const sections = [{ heading: botCards.groups.verify, activities }];
  return listCard({ title: botCards.verifyTitle, sections, empty: botCards.nothingToVerify, view: 'verify' }, context, Number(page));
};

/** One activity: its folio, and the view that the person came from. */
export const oneActivity: CardSource = async (context, detail) => {
  const [folio = '', ...back] = detail.split(' ');
  return activityCard(await context.client.readActivity({ activityId: Number(folio) }), context, back.join(' '));
};
