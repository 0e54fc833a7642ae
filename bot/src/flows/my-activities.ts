import type { ActivityView } from '@bitacora/core/contract/activity';
import { timelinessOf } from '@bitacora/core/domain/activity/deadline';
import { listCard, type Section } from '../cards/list-card.ts';
import type { Scene, View } from '../flow.ts';
import { botCards } from '../messages/cards.ts';

/** The group of the list that shows an activity. */
function groupOf({ status, daysLeft }: ActivityView): 'overdue' | 'soon' | 'rest' {
  const timeliness = timelinessOf(status, daysLeft);
  if (timeliness === 'late') return 'overdue';
  return timeliness === 'today' || timeliness === 'soon' ? 'soon' : 'rest';
}

async function listed({ client }: Scene): Promise<Record<keyof typeof botCards.groups, ActivityView[]>> {
  const [mine, verify] = await Promise.all([client.listMyPending(), client.listAwaitingVerification()]);
  return {
    ...{ overdue: [], soon: [], rest: [], verify },
    ...Object.groupBy(mine, groupOf),
  };
}

const view =
  (name: string, title: (scene: Scene) => string): View =>
  async (scene, page) => {
    const groups = await listed(scene);
    const { overdue, soon, rest, verify } = groups;
    const counts = { overdue: overdue.length, soon: soon.length, rest: rest.length, verify: verify.length };
    const names = Object.keys(botCards.groups) as (keyof typeof groups)[];
    const sections: Section[] = names.map((group) => ({ heading: botCards.groups[group], activities: groups[group] }));
    const list = { title: title(scene), intro: botCards.counts(counts), sections, empty: botCards.nothing, view: name };
    return listCard(list, scene, Number(page));
  };

/** What one has to do, the most urgent first, and what waits for one's verdict. */
export const myActivities = view('activities', () => botCards.activitiesTitle);

/** The same as the App Home and the personal tab show it. */
export const home = view('home', ({ me }) => botCards.homeTitle(me.name));
