import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Activity } from '../../src/domain/activities/activity.ts';
import { examine } from '../../src/domain/activities/history-proof.ts';
import { auditOn, type Life } from '../../src/persistence/admin/audit.ts';
import { cancelActivity } from '../../src/use-cases/activities/cancel-activity.ts';
import { cancelComment, commentActivity } from '../../src/use-cases/activities/comments.ts';
import { completeActivity } from '../../src/use-cases/activities/complete-activity.ts';
import { addEvidence } from '../../src/use-cases/activities/evidence.ts';
import { extendDeadline } from '../../src/use-cases/activities/extend-deadline.ts';
import { pauseActivity, resumeActivity } from '../../src/use-cases/activities/pause-activity.ts';
import { startActivity } from '../../src/use-cases/activities/start-activity.ts';
import { validateActivity } from '../../src/use-cases/activities/validate-activity.ts';
import { stagedDatabase } from '../database.ts';
import { day, given, NOW } from '../factories.ts';
import { refusalOf } from '../stage.ts';
import { everythingIn } from '../tables.ts';

const { database, on } = await stagedDatabase();

const row = ({ id }: Pick<Activity, 'id'>) => database.db('activities').where({ id }).first();
const historyOf = ({ id }: Pick<Activity, 'id'>) => database.db('activityHistory').where({ activityId: id }).orderBy('id');
const readOutbox = () => database.db('outbox').orderBy('id').select('kind', 'recipientId', 'activityId');
const commentsOf = ({ id }: Pick<Activity, 'id'>) => database.db('comments').where({ activityId: id }).orderBy('id');

async function parties() {
  return { owner: await given(database.db).person(), assignee: await given(database.db).person() };
}

it('starting records the time and notifies nobody', async () => {
  const { owner, assignee } = await parties();
  const activity = await given(database.db).activity({ owner, assignee });
  await on.act(startActivity, assignee, { activityId: activity.id });
  expect(await row(activity)).toMatchObject({ status: 'in_progress', startedAt: NOW, closedAt: null });
  expect(await historyOf(activity)).toMatchObject([{ act: 'start', at: NOW, note: null }]);
  expect(await readOutbox()).toEqual([]);
});

const HOUR_MS = 3_600_000;
const before = (ms: number) => new Date(NOW.getTime() - ms);

it('what a device captured without network keeps its hour, in the row and in the history, and a row that says another is found', async () => {
  const { owner, assignee } = await parties();
  const activity = await given(database.db).activity({ owner, assignee });
  const [started, commented, takenAt, completed] = [5, 4, 3, 2].map((hours) => before(hours * HOUR_MS)) as [Date, Date, Date, Date];
  const image = {
    id: randomUUID(),
    name: 'a.png',
    mediaType: 'image/png',
    sha256: 'a'.repeat(64),
    sizeBytes: 1,
    width: 1,
    height: 1,
  } as const;
  const images = [{ ...image, capturedSha256: 'b'.repeat(64) }];
  await on.act(startActivity, assignee, { activityId: activity.id, capturedAt: started });
  await on.act(commentActivity, assignee, { activityId: activity.id, body: 'Sin señal', capturedAt: commented });
  await on.act(addEvidence, assignee, { activityId: activity.id, images, capturedAt: takenAt });
  await on.act(completeActivity, assignee, { activityId: activity.id, resolution: 'Listo', capturedAt: completed });
  expect(await row(activity)).toMatchObject({ startedAt: NOW, closedAt: NOW });
  expect(await commentsOf(activity)).toMatchObject([{ writtenAt: NOW, capturedAt: commented }]);
  expect(await database.db('images')).toMatchObject([{ uploadedAt: NOW, capturedAt: takenAt, capturedSha256: 'b'.repeat(64) }]);
  const facts = (await historyOf(activity)).map((entry) => entry.facts);
  expect(facts.map(({ capturedAt }) => capturedAt)).toEqual([started, commented, takenAt, completed].map((at) => at.toISOString()));
  expect(facts[2].evidence).toEqual([{ id: image.id, sha256: image.sha256, capturedSha256: 'b'.repeat(64) }]);

  const comment = { of: 'comment', id: String((await commentsOf(activity))[0].id), kind: 'capture' };
  const evidence = { of: 'image', id: image.id, kind: 'capture' };
  for (const [table, change, differences] of [
    ['comments', {}, []],
    ['comments', { capturedAt: before(HOUR_MS) }, [comment]],
    ['comments', { capturedAt: null }, [comment]],
    ['images', { capturedAt: before(HOUR_MS) }, [evidence]],
    ['images', { capturedSha256: 'c'.repeat(64) }, [evidence]],
    ['images', { capturedSha256: null }, [evidence]],
  ] as const) {
    const trx = await database.db.transaction();
    if (Object.keys(change).length > 0) await trx(table).update(change);
    const [life] = await auditOn(trx).livesAfter(activity.id - 1, 1);
    await trx.rollback();
    expect(examine(life as Life, NOW).differences).toEqual(differences);
  }
});

it.each([
  ['capture.ahead', before(-11 * 60_000)],
  ['capture.tooOld', before(30 * 24 * HOUR_MS + 1)],
])('an hour of capture that cannot be is refused: %s', async (code, capturedAt) => {
  const { owner, assignee } = await parties();
  const activity = await given(database.db).activity({ owner, assignee });
  const stored = await everythingIn(database.db);
  for (const [useCase, more] of [
    [startActivity, {}],
    [commentActivity, { body: 'Sin señal' }],
    [addEvidence, { images: [] }],
    [completeActivity, { resolution: 'Listo' }],
  ] as const)
    expect(await refusalOf(on.act(useCase as typeof startActivity, assignee, { activityId: activity.id, capturedAt, ...more }))).toEqual({
      code,
      field: 'capturedAt',
    });
  expect(await everythingIn(database.db)).toEqual(stored);
});

it('a clock that is ten minutes ahead, and a device that was away for thirty days, are believed', async () => {
  const { owner, assignee } = await parties();
  const activity = await given(database.db).activity({ owner, assignee, status: 'in_progress' });
  for (const capturedAt of [before(-10 * 60_000), before(30 * 24 * HOUR_MS)])
    await on.act(commentActivity, assignee, { activityId: activity.id, body: 'A tiempo', capturedAt });
  expect(await commentsOf(activity)).toHaveLength(2);
});

it('completing keeps the resolution, in the activity and in the history, and asks the owner to verify', async () => {
  const { owner, assignee } = await parties();
  const activity = await given(database.db).activity({ owner, assignee, status: 'in_progress' });
  await on.act(completeActivity, assignee, { activityId: activity.id, resolution: 'Cambié la tarjeta' });
  expect(await row(activity)).toMatchObject({ status: 'completed', closedAt: NOW, verifiedAt: null, resolution: 'Cambié la tarjeta' });
  expect(await historyOf(activity)).toMatchObject([{ act: 'complete', fromStatus: 'in_progress', note: 'Cambié la tarjeta' }]);
  expect(await readOutbox()).toEqual([{ kind: 'verificationRequested', recipientId: owner.id, activityId: activity.id }]);
});

it('completing an own activity verifies it in the same step and notifies nobody', async () => {
  const { owner } = await parties();
  const activity = await given(database.db).ownActivity(owner, { status: 'in_progress' });
  await on.act(completeActivity, owner, { activityId: activity.id, resolution: 'Hecho' });
  expect(await row(activity)).toMatchObject({ status: 'verified', closedAt: NOW, verifiedAt: NOW, resolution: 'Hecho' });
  expect(await historyOf(activity)).toMatchObject([{ fromStatus: 'in_progress', toStatus: 'verified' }]);
  expect(await readOutbox()).toEqual([]);
});

it('verifying records the time, keeps a comment when one was given, and notifies the responsible', async () => {
  const { owner, assignee } = await parties();
  const activity = await given(database.db).activity({ owner, assignee, status: 'completed' });
  await on.act(validateActivity, owner, { activityId: activity.id, comment: 'Excelente', verdict: 'Verified' });
  expect(await row(activity)).toMatchObject({ status: 'verified', verifiedAt: NOW, closedAt: activity.closedAt });
  expect(await commentsOf(activity)).toMatchObject([{ authorId: owner.id, body: 'Excelente', writtenAt: NOW }]);
  expect(await readOutbox()).toEqual([{ kind: 'verified', recipientId: assignee.id, activityId: activity.id }]);
});

it('rejecting returns it to work, clears the closing date, keeps the earlier resolution in the history and the reason as a comment', async () => {
  const { owner, assignee } = await parties();
  const activity = await given(database.db).activity({ owner, assignee, status: 'in_progress' });
  const { id: activityId } = activity;
  await on.act(completeActivity, assignee, { activityId, resolution: 'Primera' });
  await on.act(validateActivity, owner, { activityId, comment: 'Falta la firma', verdict: 'Rejected' });
  expect(await row(activity)).toMatchObject({
    status: 'in_progress',
    closedAt: null,
    resolution: null,
    verifiedAt: null,
    startedAt: activity.startedAt,
  });
  expect(await commentsOf(activity)).toMatchObject([{ authorId: owner.id, body: 'Falta la firma' }]);

  on.setClock('2026-11-21T18:00:00Z');
  await on.act(completeActivity, assignee, { activityId, resolution: 'Segunda' });
  expect(await row(activity)).toMatchObject({ resolution: 'Segunda', closedAt: new Date('2026-11-21T18:00:00Z') });
  expect((await historyOf(activity)).map(({ act, note }) => [act, note])).toEqual([
    ['complete', 'Primera'],
    ['reject', 'Falta la firma'],
    ['complete', 'Segunda'],
  ]);
  expect((await readOutbox()).map(({ kind, recipientId }) => [kind, recipientId])).toEqual([
    ['verificationRequested', owner.id],
    ['rejected', assignee.id],
    ['verificationRequested', owner.id],
  ]);
});

it('does not reject without a reason', async () => {
  const { owner, assignee } = await parties();
  const { id: activityId } = await given(database.db).activity({ owner, assignee, status: 'completed' });
  const before = await everythingIn(database.db);
  const refusal = await refusalOf(on.act(validateActivity, owner, { activityId, comment: null, verdict: 'Rejected' }));
  expect(refusal).toEqual({ code: 'input.invalid', fields: { comment: { problem: 'rejectionBlank' } } });
  expect(await everythingIn(database.db)).toEqual(before);
});

it.each(['not_started', 'in_progress', 'on_pause', 'completed'] as const)(
  'cancelling work that is %s tells the responsible',
  async (status) => {
    const { owner, assignee } = await parties();
    const activity = await given(database.db).activity({ owner, assignee, status });
    await on.act(cancelActivity, owner, { activityId: activity.id });
    expect(await row(activity)).toMatchObject({ status: 'canceled', canceledAt: NOW, verifiedAt: null });
    expect(await historyOf(activity)).toMatchObject([{ act: 'cancel', fromStatus: status, toStatus: 'canceled' }]);
    expect(await readOutbox()).toEqual([{ kind: 'canceled', recipientId: assignee.id, activityId: activity.id }]);
  },
);

it('nobody is notified of their own acts', async () => {
  const { owner } = await parties();
  const activity = await given(database.db).ownActivity(owner);
  await on.act(extendDeadline, owner, { activityId: activity.id, extendedTo: day('2026-12-01'), reason: 'Viaje' });
  await on.act(cancelActivity, owner, { activityId: activity.id });
  expect(await readOutbox()).toEqual([]);
});

it('pausing and resuming keep their comment as one of the person who acted', async () => {
  const { owner, assignee } = await parties();
  const activity = await given(database.db).activity({ owner, assignee, status: 'in_progress' });
  await on.act(pauseActivity, owner, { activityId: activity.id, comment: 'Esperamos la refacción' });
  await on.act(resumeActivity, assignee, { activityId: activity.id, comment: null });
  expect(await row(activity)).toMatchObject({ status: 'in_progress', startedAt: activity.startedAt });
  expect(await commentsOf(activity)).toMatchObject([{ authorId: owner.id, body: 'Esperamos la refacción' }]);
  expect((await historyOf(activity)).map(({ act, fromStatus, toStatus }) => [act, fromStatus, toStatus])).toEqual([
    ['pause', 'in_progress', 'on_pause'],
    ['resume', 'on_pause', 'in_progress'],
  ]);
});

it('extending once sets date and reason and notifies the responsible', async () => {
  const { owner, assignee } = await parties();
  const activity = await given(database.db).activity({ owner, assignee, status: 'on_pause', dueOn: day('2026-11-27') });
  await on.act(extendDeadline, owner, { activityId: activity.id, extendedTo: day('2026-12-04'), reason: 'Faltan piezas' });
  expect(await row(activity)).toMatchObject({ extendedTo: '2026-12-04', extensionReason: 'Faltan piezas', deadlineOn: '2026-12-04' });
  expect(await readOutbox()).toEqual([{ kind: 'extended', recipientId: assignee.id, activityId: activity.id }]);

  const before = await everythingIn(database.db);
  const again = on.act(extendDeadline, owner, { activityId: activity.id, extendedTo: day('2027-01-04'), reason: 'Más' });
  expect(await refusalOf(again)).toEqual({ code: 'activity.alreadyExtended', extendedTo: '2026-12-04' });
  expect(await everythingIn(database.db)).toEqual(before);
});

it.each([
  { why: 'the expected date itself', dueOn: '2026-11-27', to: '2026-11-27', isTaken: true },
  { why: 'the day before the expected date', dueOn: '2026-11-27', to: '2026-11-26', isTaken: false },
  { why: 'today, when the work is late', dueOn: '2026-11-01', to: '2026-11-20', isTaken: true },
  { why: 'yesterday, when the work is late', dueOn: '2026-11-01', to: '2026-11-19', isTaken: false },
])('an extension to $why: $isTaken', async ({ dueOn, to, isTaken }) => {
  const { owner, assignee } = await parties();
  const activity = await given(database.db).activity({ owner, assignee, dueOn: day(dueOn) });
  const attempt = on.act(extendDeadline, owner, { activityId: activity.id, extendedTo: day(to), reason: 'Motivo' });
  if (isTaken) return expect(attempt).resolves.toEqual({ holiday: undefined });
  expect(await refusalOf(attempt)).toMatchObject({
    code: 'input.invalid',
    fields: { extendedTo: { problem: 'extensionTooEarly', day: expect.stringContaining('2026') } },
  });
  expect(await row(activity)).toMatchObject({ extendedTo: null });
});

it('reckons today in the business zone: at 23:30 in Mexico City it is not yet tomorrow', async () => {
  on.setClock('2026-11-21T05:30:00Z');
  const { owner, assignee } = await parties();
  const { id: activityId } = await given(database.db).activity({ owner, assignee, dueOn: day('2026-11-01') });
  await expect(on.act(extendDeadline, owner, { activityId, extendedTo: day('2026-11-20'), reason: 'Hoy' })).resolves.toBeTruthy();
});

it('a comment is kept with its author and moment, and appears in the history', async () => {
  const { owner, assignee } = await parties();
  const activity = await given(database.db).activity({ owner, assignee, status: 'in_progress' });
  const { id } = await on.act(commentActivity, assignee, { activityId: activity.id, body: 'Ya casi' });
  expect(await commentsOf(activity)).toMatchObject([{ id, authorId: assignee.id, body: 'Ya casi', writtenAt: NOW, canceledAt: null }]);
  expect(await historyOf(activity)).toMatchObject([{ act: 'comment', note: null }]);
});

it('evidence is filed in its order, with who uploaded it', async () => {
  const { owner, assignee } = await parties();
  const activity = await given(database.db).activity({ owner, assignee, status: 'completed' });
  const picture = { mediaType: 'image/png', sha256: 'a'.repeat(64), sizeBytes: 10, width: 2, height: 2 } as const;
  const images = ['b', 'a'].map((name, index) => ({ ...picture, name, id: `00000000-0000-4000-8000-00000000000${index}` }));
  await on.act(addEvidence, owner, { activityId: activity.id, images });
  const rows = await database.db('images').where({ activityId: activity.id }).orderBy('position');
  expect(rows).toMatchObject(images.map((image, position) => ({ ...image, position, uploadedById: owner.id, uploadedAt: NOW })));
  expect(await historyOf(activity)).toMatchObject([{ act: 'addEvidence', note: null, facts: { evidence: [{}, {}] } }]);
});

it('a canceled comment leaves the list; the history shows that it existed, without its text', async () => {
  const { owner, assignee } = await parties();
  const activity = await given(database.db).activity({ owner, assignee, status: 'in_progress' });
  const commentId = await given(database.db).comment(activity, assignee, 'Me equivoqué');
  await on.act(cancelComment, assignee, { commentId });
  expect(await commentsOf(activity)).toMatchObject([{ id: commentId, canceledAt: NOW, body: 'Me equivoqué' }]);
  expect(await historyOf(activity)).toMatchObject([{ act: 'cancelComment', actorId: assignee.id, note: null }]);
});

it('only its author cancels a comment, once, while the activity is open; a refused attempt writes nothing', async () => {
  const { owner, assignee } = await parties();
  const boss = await given(database.db).manager();
  const stranger = await given(database.db).person();
  const activity = await given(database.db).activity({ owner, assignee, status: 'in_progress' });
  const closed = await given(database.db).activity({ owner, assignee, status: 'verified' });
  const [mine, gone, late] = [
    await given(database.db).comment(activity, assignee),
    await given(database.db).comment(activity, assignee),
    await given(database.db).comment(closed, assignee),
  ];
  await on.act(cancelComment, assignee, { commentId: gone });

  const before = await everythingIn(database.db);
  const reasons = [
    [owner, mine, { code: 'comment.forbidden' }],
    [boss, mine, { code: 'comment.forbidden' }],
    [stranger, mine, { code: 'comment.unknown' }],
    [assignee, gone, { code: 'comment.alreadyCanceled' }],
    [assignee, late, { code: 'comment.tooLate', status: 'verified' }],
    [assignee, 2_000_000, { code: 'comment.unknown' }],
  ] as const;
  for (const [who, commentId, reason] of reasons) expect(await refusalOf(on.act(cancelComment, who, { commentId }))).toEqual(reason);
  expect(await everythingIn(database.db)).toEqual(before);
});
