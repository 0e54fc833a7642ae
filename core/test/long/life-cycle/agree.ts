import assert from 'node:assert/strict';
import type { Knex } from 'knex';
import { examine, isProvenFromStart } from '../../../src/domain/activities/history-proof.ts';
import type { Person } from '../../../src/domain/people/person.ts';
import { auditOn } from '../../../src/persistence/admin/audit.ts';
import { listMyHistory, listMyPending } from '../../../src/use-cases/activities/read-activity.ts';
import { listAssignedByMe, readAssignedFigures, readCompanyFigures } from '../../../src/use-cases/reports/read-reports.ts';
import type { UseCase } from '../../../src/use-cases/use-case.ts';
import { day, NOW } from '../../factories.ts';
import type { Stage } from '../../stage.ts';
import { rowsOf } from '../../tables.ts';
import { answersFor, isOpen, owns, type Somebody, type Work, type World } from './model.ts';
import { replay, replayableOf } from './replay.ts';
import type { StoredLifeCycle } from './stored.ts';

/** One statement writes the notifications of an act, in an order that means nothing. */
const inOneOrder = (notifications: StoredLifeCycle['outbox']): string[] =>
  notifications.map((one) => JSON.stringify(Object.entries(one).sort())).sort();

/** The rows equal those of the model, and the history of each activity gives exactly its present row. */
export function agree(stored: StoredLifeCycle, { leaves, activities, comments, images, history, notifications }: World): void {
  assert.deepEqual(stored.leaves, leaves);
  assert.deepEqual(stored.activities, activities);
  assert.deepEqual(stored.comments, comments);
  assert.deepEqual(stored.images.toSorted(), images.toSorted());
  assert.deepEqual(inOneOrder(stored.outbox), inOneOrder(notifications));
  assert.deepEqual(inOneOrder(stored.notifications), inOneOrder(notifications));
  const entries = stored.history.map(({ note: _, ...entry }) => entry);
  assert.deepEqual(entries, history);
  for (const [number, work] of stored.activities.entries()) {
    const own = stored.history.filter(({ activity }) => activity === number);
    assert.deepEqual(replay(own), replayableOf(work), `number ${number} is not what its history says`);
  }
}

/** What is stored is what the facts of the history prove, of every activity. */
export async function provenByHistory(db: Knex): Promise<void> {
  for (const life of await auditOn(db).livesAfter(0)) {
    assert.ok(isProvenFromStart(life.history));
    assert.deepEqual(examine(life, NOW), { differences: [], unproven: [] });
  }
}

/** Somebody's lists and cards say what the model says. */
export async function listsAgree(
  on: Stage,
  person: Person,
  who: Somebody,
  folios: readonly number[],
  { activities }: World,
): Promise<void> {
  const actor = { ...person, channel: 'web' } as const;
  const ask = async <Input, Result>(useCase: UseCase<Input, Result>, input: Input): Promise<Result> =>
    (await on.core.perform({ useCase, actor, channel: 'web', input, effect: 'reads' })).result;
  const numbered = (rows: readonly { id: number }[]) => rows.map(({ id }) => folios.indexOf(id)).sort();
  const expected = (is: (work: Work) => boolean) => activities.flatMap((work, number) => (is(work) ? [number] : [])).sort();
  const ever = { from: day('2026-01-01'), to: day('2099-12-31') };

  const mine = (work: Work) => answersFor(who, work);
  const counts = (work: Work) => work.status !== 'canceled';
  const given = (work: Work) => owns(who, work) && !mine(work);
  const pending = expected((work) => mine(work) && isOpen(work));
  const closed = expected((work) => mine(work) && !isOpen(work));
  assert.deepEqual(
    [numbered(await rowsOf(await ask(listMyPending, {}))), numbered(await rowsOf(await ask(listMyHistory, {})))],
    [pending, closed],
  );

  const report = await ask(listAssignedByMe, { ...ever, page: 1, pageSize: 100 });
  assert.deepEqual(
    'rows' in report && numbered(report.rows),
    expected((work) => given(work) && counts(work)),
  );
  const cards = [await ask(readCompanyFigures, ever), await ask(readAssignedFigures, ever)].map(({ total, pending, finished }) => [
    total,
    pending,
    finished,
  ]);
  const isAny = () => true;
  assert.deepEqual(
    cards,
    [isAny, given].map((is) => {
      const counted = activities.filter((work) => is(work) && counts(work));
      const open = counted.filter(isOpen).length;
      return [counted.length, open, counted.length - open];
    }),
    'the cards',
  );
}
