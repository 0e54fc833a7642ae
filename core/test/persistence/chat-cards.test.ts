import { setTimeout } from 'node:timers/promises';
import type { Knex } from 'knex';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Activity } from '../../src/domain/activities/activity.ts';
import type { Person } from '../../src/domain/people/person.ts';
import { repositoriesOn } from '../../src/persistence/repositories.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { given, NOW, TODAY } from '../factories.ts';
import { ZONE } from '../stage.ts';

const CARDS = 20_000;
const ACTIVITIES = 20;
const settled = new Date(NOW.getTime() + 60_000);
const card = (activityIds: number[]) => ({ conversation: 'D1', message: '1', press: { flow: 'one-activity' }, activityIds });

let database: TestDatabase;
let db: Knex;
let boss: Person;
let activity: Activity;
let chatLinkId: number;
beforeAll(async () => {
  database = await testDatabase();
  db = database.db;
});
beforeEach(async () => {
  await database.wipe();
  boss = await given(db).manager();
  const ana = await given(db).person();
  activity = await given(db).activity({ owner: boss, assignee: ana, status: 'in_progress' });
  const identity = { service: 'slack', workspace: 'T1', chatUserId: 'U1', displayName: 'ana', conversation: 'D1' };
  [{ id: chatLinkId }] = await db('chatLinks')
    .insert({ ...identity, userId: ana.id, linkedAt: NOW })
    .returning('id');
});
afterAll(() => database.close());

const entry = () => ({
  act: 'comment',
  actorId: boss.id,
  channel: 'web' as const,
  at: NOW,
  today: TODAY,
  note: null,
  facts: {},
  notifications: [],
});
const change = (on: Knex) =>
  repositoriesOn(on, ZONE).history.add(activity.id, { ...entry(), fromStatus: 'in_progress', toStatus: 'in_progress' });
const inTransaction = <Result>(work: (cards: ReturnType<typeof repositoriesOn>['chatCards']) => Promise<Result>) =>
  db.transaction((trx) => work(repositoriesOn(trx, ZONE).chatCards));
const stale = () => inTransaction((cards) => cards.take(['slack'], settled, settled));

describe('a card and a change at the same moment', () => {
  it('it is stale whichever of them is first', async () => {
    const seenHistoryId = await inTransaction((cards) => cards.lockNewestRow([activity.id]));
    const changing = await db.transaction();
    await repositoriesOn(changing, ZONE).activities.lock(activity.id);
    await change(changing);
    const keeping = inTransaction((cards) => cards.keep(chatLinkId, card([activity.id]), { seenHistoryId }, NOW));
    await setTimeout(100);
    await changing.commit();
    await keeping;
    expect(await stale()).toMatchObject({ message: '1', chatLinkId });
  });

  it('what is still being changed is waited for before it is read', async () => {
    const changing = await db.transaction();
    await repositoriesOn(changing, ZONE).activities.lock(activity.id);
    const lastSeenId = inTransaction((cards) => cards.lockNewestRow([activity.id]));
    await setTimeout(100);
    await change(changing);
    await changing.commit();
    const { id: historyId } = await db('activityHistory').where({ activityId: activity.id }).first('id');
    expect(await lastSeenId).toBe(historyId);
  });
});

interface Step {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Step[];
}
const stepsOf = (step: Step): Step[] => [step, ...(step.Plans ?? []).flatMap(stepsOf)];
const lookedAt = (steps: Step[]) =>
  steps
    .filter((step) => step['Relation Name'])
    .reduce((sum, step) => sum + (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0)) * step['Actual Loops'], 0);

/** Every step of the plans of what `act` asks, carried out once more; nothing of either stays. */
async function plansOf(act: (trx: Knex) => Promise<unknown>): Promise<Step[]> {
  const steps: Step[] = [];
  const queries: { sql: string; bindings: readonly Knex.Value[] }[] = [];
  const first = await db.transaction();
  first.on('query', (query) => queries.push(query));
  await act(first);
  await first.rollback();
  const again = await db.transaction();
  for (const { sql, bindings = [] } of queries.filter((query) => /chat_card/.test(query.sql))) {
    const numbered = sql.replace(/\$\d+/g, '?');
    const { rows } = await again.raw(`explain (analyze, timing off, format json) ${numbered}`, bindings as Knex.Value[]);
    steps.push(...stepsOf(rows[0]['QUERY PLAN'][0].Plan));
  }
  await again.rollback();
  return steps;
}

it(`of ${CARDS} cards, a change looks at those that show it, and looking for a stale one at what changed`, async () => {
  const others = await Promise.all(Array.from({ length: ACTIVITIES }, () => given(db).activity({ owner: boss, assignee: boss })));
  await db.raw(
    `with card as (
       insert into chat_cards (chat_link_id, conversation, message, press, posted_at)
       select :chatLinkId, 'D1', n, '{}', :now from generate_series(1, :count) n returning id
     )
     insert into chat_card_activities (activity_id, card_id) select :first + id % :activities, id from card`,
    { chatLinkId, now: NOW, count: CARDS, first: Math.min(...others.map(({ id }) => id)), activities: ACTIVITIES },
  );
  await db.raw('vacuum (analyze) chat_cards, chat_card_activities, chat_card_changes');
  const statement = 'select card_id from chat_card_activities where activity_id = ?';
  const unseen = await plansOf((trx) => trx.raw(statement, [activity.id]));
  expect([unseen.map((step) => step['Node Type']), lookedAt(unseen)]).toEqual([['Index Only Scan'], 0]);
  expect(lookedAt(await plansOf((trx) => repositoriesOn(trx, ZONE).chatCards.take(['slack'], settled, settled)))).toBe(0);

  await db('chatCardActivities').insert({ activityId: activity.id, cardId: db('chatCards').min('id') });
  await change(db);
  const steps = await plansOf((trx) => repositoriesOn(trx, ZONE).chatCards.take(['slack'], settled, settled));
  expect(lookedAt(steps)).toBeGreaterThan(0);
  expect(lookedAt(steps)).toBeLessThan(30);
});
