import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Refusal } from '../../src/domain/refusal.ts';
import { cancelActivity } from '../../src/use-cases/activities/cancel-activity.ts';
import { cancelComment, commentActivity } from '../../src/use-cases/activities/comments.ts';
import { completeActivity } from '../../src/use-cases/activities/complete-activity.ts';
import { extendDeadline } from '../../src/use-cases/activities/extend-deadline.ts';
import { pauseActivity } from '../../src/use-cases/activities/pause-activity.ts';
import { assignActivity, registerOwnActivity } from '../../src/use-cases/activities/register-activity.ts';
import { startActivity } from '../../src/use-cases/activities/start-activity.ts';
import { validateActivity } from '../../src/use-cases/activities/validate-activity.ts';
import { createUser } from '../../src/use-cases/people/users.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { aPerson, day, given } from '../factories.ts';
import { refusalOf, type Stage, stage, together } from '../stage.ts';
import { everythingIn } from '../tables.ts';

const TIMES = 8;

let database: TestDatabase;
let on: Stage;
beforeAll(async () => {
  database = await testDatabase();
  on = stage(database.db);
});
beforeEach(() => database.wipe());
afterAll(() => database.close());

async function parties() {
  return { owner: await given(database.db).manager(), assignee: await given(database.db).person() };
}
const many = <Result>(attempt: () => Promise<Result>) => together(Array.from({ length: TIMES }, attempt));
const others = (refusal: Refusal) => Array.from({ length: TIMES - 1 }, () => refusal);
const count = async (table: string, where: object = {}) => Number((await database.db(table).where(where).count())[0]?.count);

it('of many who start the same work one wins and the others are informed that it is in progress', async () => {
  const { owner, assignee } = await parties();
  const { id: activityId } = await given(database.db).activity({ owner, assignee });
  const { won, refused } = await many(() => on.act(startActivity, assignee, { activityId }));
  expect(won).toHaveLength(1);
  expect(refused).toEqual(others({ code: 'activity.untimely', act: 'start', status: 'in_progress' }));
  expect(await count('activityHistory')).toBe(1);
});

it('of many completions one counts, with one resolution, one history row and one request to verify', async () => {
  const { owner, assignee } = await parties();
  const { id: activityId } = await given(database.db).activity({ owner, assignee, status: 'in_progress' });
  const { won, refused } = await many(() => on.act(completeActivity, assignee, { activityId, resolution: 'Hecho' }));
  expect(won).toHaveLength(1);
  expect(refused).toEqual(others({ code: 'activity.untimely', act: 'complete', status: 'completed' }));
  expect([await count('activityHistory'), await count('outbox')]).toEqual([1, 1]);
});

it('verifying and cancelling at once: one happens, and the other is informed which', async () => {
  for (let round = 0; round < TIMES; round++) {
    const { owner, assignee } = await parties();
    const { id: activityId } = await given(database.db).activity({ owner, assignee, status: 'completed' });
    const { won, refused } = await together([
      on.act(validateActivity, owner, { activityId, comment: null, verdict: 'Verified' }),
      on.act(cancelActivity, owner, { activityId }),
    ]);
    const { status } = await database.db('activities').where({ id: activityId }).first();
    expect(won).toHaveLength(1);
    expect(['verified', 'canceled']).toContain(status);
    expect(refused).toEqual([{ code: 'activity.untimely', act: status === 'verified' ? 'cancel' : 'approve', status }]);
    expect(await count('outbox', { activityId })).toBe(1);
  }
});

it('verifying and rejecting at once: one verdict', async () => {
  const { owner, assignee } = await parties();
  const { id: activityId } = await given(database.db).activity({ owner, assignee, status: 'completed' });
  const verdict = (which: 'Verified' | 'Rejected') => on.act(validateActivity, owner, { activityId, comment: 'Visto', verdict: which });
  const { won } = await together([verdict('Verified'), verdict('Rejected'), verdict('Verified'), verdict('Rejected')]);
  expect(won).toHaveLength(1);
  expect([await count('activityHistory'), await count('comments'), await count('outbox')]).toEqual([1, 1, 1]);
});

it('completing and pausing at once never leaves work both delivered and on pause', async () => {
  const { owner, assignee } = await parties();
  const { id: activityId } = await given(database.db).activity({ owner, assignee, status: 'in_progress' });
  const { won, refused } = await together<unknown>([
    on.act(completeActivity, assignee, { activityId, resolution: 'Listo' }),
    on.act(pauseActivity, owner, { activityId, comment: null }),
  ]);
  expect([won.length, refused.length]).toEqual([1, 1]);
});

it('of many extensions one is granted, and the others are informed of its date', async () => {
  const { owner, assignee } = await parties();
  const { id: activityId } = await given(database.db).activity({ owner, assignee });
  const { won, refused } = await many(() =>
    on.act(extendDeadline, owner, { activityId, extendedTo: day('2026-12-24'), reason: 'Se atrasó' }),
  );
  expect(won).toHaveLength(1);
  expect(refused).toEqual(others({ code: 'activity.alreadyExtended', extendedTo: day('2026-12-24') }));
});

it('of many registrations of the same work one is kept', async () => {
  const { owner, assignee } = await parties();
  const topic = await given(database.db).topic();
  const input = { topicId: topic.id, priority: 'normal' as const, dueOn: day('2026-11-30'), repeats: null, images: [] };
  let variant = 0;
  const { won, refused } = await many(() =>
    on.act(assignActivity, owner, { ...input, assigneeId: assignee.id, description: variant++ % 2 ? 'Auditoría' : ' AUDITORIA ' }),
  );
  expect(won).toHaveLength(1);
  expect(refused).toEqual(others({ code: 'activity.duplicate' }));
  expect([await count('activities'), await count('activityHistory'), await count('outbox')]).toEqual([1, 1, 1]);
});

it('of many cancellations of a comment one counts', async () => {
  const { owner, assignee } = await parties();
  const activity = await given(database.db).activity({ owner, assignee, status: 'in_progress' });
  const commentId = await given(database.db).comment(activity, assignee);
  const { won, refused } = await many(() => on.act(cancelComment, assignee, { commentId }));
  expect(won).toHaveLength(1);
  expect(refused).toEqual(others({ code: 'comment.alreadyCanceled' }));
  expect(await count('activityHistory')).toBe(1);
});

it('of many registrations of one person one is kept, and invited once', async () => {
  const { owner } = await parties();
  const { id: _, isActive: __, kind: ___, ...person } = aPerson({ email: 'nueva@demo.mx' });
  const { won, refused } = await many(() => on.act(createUser, owner, person));
  expect(won).toHaveLength(1);
  expect(refused).toEqual(others({ code: 'user.duplicateEmail' }));
  expect(await count('outbox', { kind: 'invitation' })).toBe(1);
});

it('the same key at once is one act, and everybody gets its answer', async () => {
  const { owner, assignee } = await parties();
  const { id: activityId } = await given(database.db).activity({ owner, assignee, status: 'in_progress' });
  const once = { key: 'k-1', fingerprint: 'f' };
  const { won, refused } = await many(() => on.act(commentActivity, assignee, { activityId, body: 'Una vez' }, { once }));
  expect(refused).toEqual([]);
  expect(new Set(won.map(({ id }) => id)).size).toBe(1);
  expect([await count('comments'), await count('activityHistory')]).toEqual([1, 1]);
});

it('a key answers its own request only, its own person only, and for a day', async () => {
  const { owner, assignee } = await parties();
  const { id: activityId } = await given(database.db).activity({ owner, assignee, status: 'in_progress' });
  const say = (who: typeof owner, fingerprint: string) =>
    on.act(commentActivity, who, { activityId, body: 'Hola' }, { once: { key: 'k', fingerprint } });
  const first = await say(assignee, 'a');
  expect(await say(assignee, 'a')).toEqual(first);
  expect(await refusalOf(say(assignee, 'b'))).toEqual({ code: 'idempotency.otherRequest' });
  expect((await say(owner, 'a')).id).not.toBe(first.id);

  on.setClock('2026-11-21T18:00:01Z');
  expect((await say(assignee, 'b')).id).not.toBe(first.id);
});

it('a refused request does not use its key up', async () => {
  const { owner, assignee } = await parties();
  const { id: activityId } = await given(database.db).activity({ owner, assignee });
  const once = { key: 'k', fingerprint: 'f' };
  const before = await everythingIn(database.db);
  expect(await refusalOf(on.act(completeActivity, assignee, { activityId, resolution: 'Ya' }, { once }))).toMatchObject({
    code: 'activity.untimely',
  });
  expect(await everythingIn(database.db)).toEqual(before);
  await on.act(startActivity, assignee, { activityId });
  await expect(on.act(completeActivity, assignee, { activityId, resolution: 'Ya' }, { once })).resolves.toBeUndefined();
});

it('an own registration repeated with its key answers the same folio', async () => {
  const { assignee } = await parties();
  const topic = await given(database.db).topic();
  const input = {
    topicId: topic.id,
    description: 'Bitácora',
    priority: 'normal' as const,
    dueOn: day('2026-11-30'),
    repeats: null,
    images: [],
  };
  const once = { key: 'k', fingerprint: 'f' };
  const first = await on.act(registerOwnActivity, assignee, input, { once });
  expect(await on.act(registerOwnActivity, assignee, input, { once })).toEqual(first);
  expect(await count('activities')).toBe(1);
});
