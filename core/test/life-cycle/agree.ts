import assert from 'node:assert/strict';
import type { Person } from '../../src/domain/person.ts';
import { listMyHistory, listMyPending } from '../../src/use-cases/read-activity.ts';
import { listAssignedByMe } from '../../src/use-cases/read-reports.ts';
import type { UseCase } from '../../src/use-cases/use-case.ts';
import { day } from '../factories.ts';
import { rowsOf } from '../rows.ts';
import type { Stage } from '../stage.ts';
import { answersFor, isOpen, owns, type Somebody, type Work, type World } from './model.ts';
import { replay, replayableOf } from './replay.ts';
import type { Stored } from './stored.ts';

/** The rows are the model's, and each activity is what its history says, no more and no less. */
export function agree(stored: Stored, { activities, comments, images, history, told }: World): void {
  assert.deepEqual(stored.activities, activities);
  assert.deepEqual(stored.comments, comments);
  assert.deepEqual(stored.images.toSorted(), images.toSorted());
  assert.deepEqual(stored.told, told);
  const entries = stored.history.map(({ note: _, ...entry }) => entry);
  assert.deepEqual(entries, history);
  for (const [number, work] of stored.activities.entries()) {
    const own = stored.history.filter(({ activity }) => activity === number);
    assert.deepEqual(replay(own), replayableOf(work), `number ${number} is not what its history says`);
  }
}

/** Somebody's lists hold what the model says, whatever their order. */
export async function listsAgree(
  on: Stage,
  person: Person,
  who: Somebody,
  folios: readonly number[],
  { activities }: World,
): Promise<void> {
  const ever = { from: day('2026-01-01'), to: day('2099-12-31') };
  const numbers = (rows: readonly { id: number }[]) => rows.map(({ id }) => folios.indexOf(id)).sort();
  const listed = async <Input>(list: UseCase<Input, { id: number }[]>, input: Input) => numbers(await on.act(list, person, input));
  const given = { ...ever, page: 1, pageSize: 200 };
  const expected = (is: (work: Work) => boolean) => activities.flatMap((work, number) => (is(work) ? [number] : [])).sort();

  const mine = (work: Work) => answersFor(who, work);
  const pending = expected((work) => mine(work) && isOpen(work));
  const closed = expected((work) => mine(work) && !isOpen(work));
  const assigned = expected((work) => owns(who, work) && !mine(work) && work.status !== 'canceled');
  assert.deepEqual([await listed(listMyPending, {}), await listed(listMyHistory, {})], [pending, closed]);
  assert.deepEqual(numbers(await rowsOf(await on.act(listAssignedByMe, person, given))), assigned);
}
