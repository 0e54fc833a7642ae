import type { Database } from '@bitacora/core/server';
import { type ReplayedActivity, replay, replayableOf } from '../../../../../core/test/long/life-cycle/replay.ts';
import { readStored, register } from '../../../../../core/test/long/life-cycle/stored.ts';
import type { AcknowledgedWrite } from './clients.ts';

/** Where the journal and the database differ, in words; nothing where they agree. */
export interface Differences {
  /** Acknowledged, and not there. */
  lost: string[];
  /** There more often than acknowledged. */
  doubled: string[];
  /** Activities without their history or announcements, or not what their history says. */
  halves: string[];
}

/** The notification that the other party gets about each act on assigned work. */
const kindByAct: Record<string, string> = {
  register: 'assigned',
  comment: 'commented',
  complete: 'verificationRequested',
  approve: 'verified',
};

/** The client's journal against the rows. Every write was sent until it was acknowledged, so the two are equal. */
export async function compare(db: Database, acknowledged: readonly AcknowledgedWrite[]): Promise<Differences> {
  const stored = readStored(await (await register(db)).everything());
  const folio = (number: number) => stored.ids.activities[number];

  const promised = acknowledged.map(({ act, activityId }) => `${activityId} ${act}`);
  const keptHistory = stored.history.map(({ activity, act }) => `${folio(activity)} ${act}`);
  const texts = acknowledged.filter(({ text }) => text).map(({ act, activityId, text }) => `${activityId} ${act}: ${text}`);
  const keptTexts = [
    ...stored.activities.map(({ description }, number) => `${folio(number)} register: ${description}`),
    ...stored.comments.map(({ activity, body }) => `${folio(activity)} comment: ${body}`),
    ...stored.activities.flatMap(({ resolution }, number) => (resolution ? [`${folio(number)} complete: ${resolution}`] : [])),
  ];
  const images = acknowledged.flatMap(({ activityId, images: count }) => Array<string>(count).fill(`${activityId} image`));
  const keptImages = stored.images.map((activity) => `${folio(activity)} image`);
  const notifications = acknowledged.flatMap(({ act, activityId, isAssigned }) =>
    isAssigned && kindByAct[act] ? [`${activityId} notified of ${kindByAct[act]}`] : [],
  );
  const keptNotifications = stored.outbox.map(({ kind, activity }) => `${folio(activity)} notified of ${kind}`);

  const expected = [...promised, ...texts, ...images, ...notifications];
  const storedFacts = [...keptHistory, ...keptTexts, ...keptImages, ...keptNotifications];
  return { lost: without(expected, storedFacts), doubled: without(storedFacts, expected), halves: halvesIn(stored) };
}

function halvesIn({ activities, history }: ReturnType<typeof readStored>): string[] {
  const own = Map.groupBy(history, ({ activity }) => activity);
  return activities.flatMap((work, number) => {
    const replayed = retold(own.get(number) ?? []);
    const isWhole = JSON.stringify(replayed) === JSON.stringify(replayableOf(work));
    return isWhole ? [] : [`${work.description}: ${JSON.stringify(replayed)}`];
  });
}

function retold(entries: Parameters<typeof replay>[0]): ReplayedActivity | string {
  try {
    return entries.length ? replay(entries) : 'no history';
  } catch (error) {
    return (error as Error).message;
  }
}

/** What the first list has more often than the second. */
function without(list: readonly string[], other: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const one of other) left.set(one, (left.get(one) ?? 0) + 1);
  return list.filter((one) => {
    const count = left.get(one) ?? 0;
    left.set(one, count - 1);
    return count <= 0;
  });
}
