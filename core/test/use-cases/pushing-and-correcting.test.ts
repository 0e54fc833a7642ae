import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Person } from '../../src/domain/people/person.ts';
import { historyNote } from '../../src/messages/activities/history-note.ts';
import { refusalSentence } from '../../src/messages/refusals.ts';
import { amendActivity } from '../../src/use-cases/activities/amend-activity.ts';
import { commentActivity } from '../../src/use-cases/activities/comments.ts';
import { completeActivity } from '../../src/use-cases/activities/complete-activity.ts';
import { type ActOutcome, cancelActivities, reassignActivities, remindActivities } from '../../src/use-cases/activities/many-activities.ts';
import { findImage, listEvidence, listHistory, readActivity } from '../../src/use-cases/activities/read-activity.ts';
import { reassignActivity } from '../../src/use-cases/activities/reassign-activity.ts';
import { assignToMany } from '../../src/use-cases/activities/register-activity.ts';
import { remindActivity } from '../../src/use-cases/activities/remind-activity.ts';
import { startActivity } from '../../src/use-cases/activities/start-activity.ts';
import { validateActivity } from '../../src/use-cases/activities/validate-activity.ts';
import { setUserStatus } from '../../src/use-cases/people/set-user-status.ts';
import { countFacets, listAssignedByMe } from '../../src/use-cases/reports/read-reports.ts';
import { stagedDatabase } from '../database.ts';
import { day, given, NOW } from '../factories.ts';
import { refusalOf, together } from '../stage.ts';
import { everythingIn } from '../tables.ts';

const { database, on } = await stagedDatabase();

const parties = () => given(database.db).parties();
const row = (id: number) => database.db('activities').where({ id }).first();
const notified = async () =>
  (await database.db('outbox').orderBy('id')).map(({ kind, recipientId }: { kind: string; recipientId: number }) => [kind, recipientId]);
const notesOf = async (who: Person, activityId: number) =>
  (await on.act(listHistory, who, { activityId })).map((entry) => [entry.act, historyNote(entry)]);

describe('remind', () => {
  it('notifies the responsible once a business day, and names the hour of the last one', async () => {
    const { owner, assignee } = await parties();
    const { id: activityId } = await given(database.db).activity({ owner, assignee });
    on.setClock('2026-11-20T16:42:00Z');
    await on.act(remindActivity, owner, { activityId, message: 'Hoy, por favor' });
    expect(await notified()).toEqual([['reminded', assignee.id]]);
    expect(await notesOf(owner, activityId)).toEqual([['remind', 'Hoy, por favor']]);

    on.setClock('2026-11-21T05:59:00Z'); // 23:59 of the same day in Mexico City
    const refusal = await refusalOf(on.act(remindActivity, owner, { activityId, message: null }));
    expect(refusalSentence(refusal)).toBe('Hoy ya se envió un recordatorio, el 20 nov 2026, 10:42. Puedes enviar otro mañana.');
    on.setClock('2026-11-21T06:00:00Z');
    await on.act(remindActivity, owner, { activityId, message: null });
    expect(await notified()).toHaveLength(2);
  });

  it('of many reminders at once one is sent', async () => {
    const { owner, assignee } = await parties();
    const { id: activityId } = await given(database.db).activity({ owner, assignee });
    const attempts = Array.from({ length: 8 }, () => on.act(remindActivity, owner, { activityId, message: null }));
    const { won, refused } = await together(attempts);
    expect([won.length, new Set(refused.map(({ code }) => code))]).toEqual([1, new Set(['activity.alreadyReminded'])]);
    expect(await notified()).toHaveLength(1);
  });

  it('is for the work of others', async () => {
    const { owner } = await parties();
    const { id: activityId } = await given(database.db).ownActivity(owner);
    expect(await refusalOf(on.act(remindActivity, owner, { activityId, message: null }))).toEqual({ code: 'activity.ownNotReminded' });
  });
});

describe('amend', () => {
  it('changes what is named and nothing else; the history keeps before and after', async () => {
    const { owner, assignee } = await parties();
    const [from, to] = [await given(database.db).topic({ name: 'Almacén' }), await given(database.db).topic({ name: 'Caja' })];
    const activity = await given(database.db).activity({
      owner,
      assignee,
      topic: from,
      description: 'Revisar inventaro',
      priority: 'normal',
    });
    const activityId = activity.id;
    await on.act(amendActivity, owner, {
      activityId,
      description: 'Revisar inventario',
      priority: 'high',
      topicId: to.id,
      repeats: 'month',
      reason: 'Faltaba una letra',
    });
    expect(await row(activityId)).toMatchObject({
      description: 'Revisar inventario',
      descriptionKey: 'revisar inventario',
      priority: 'high',
      topicId: to.id,
      repeats: 'month',
      dueOn: activity.dueOn,
      status: 'not_started',
      ownerId: owner.id,
      assigneeId: assignee.id,
      occurrence: 0,
    });
    expect(await notified()).toEqual([['amended', assignee.id]]);
    const note = [
      'Texto: «Revisar inventaro» → «Revisar inventario»',
      'Tema: «Almacén» → «Caja»',
      'Prioridad: Normal → Alta',
      'Repetición: sin repetición → Mensual',
      'Motivo: Faltaba una letra',
    ].join('\n');
    expect(await notesOf(owner, activityId)).toEqual([['amend', note]]);

    await on.act(amendActivity, owner, { activityId, repeats: null, reason: null });
    expect(await row(activityId)).toMatchObject({ description: 'Revisar inventario', priority: 'high', topicId: to.id, repeats: null });
  });

  it('corrects the date until work starts, with a reason after the first hour; later it names the extension', async () => {
    const { owner, assignee } = await parties();
    const make = given(database.db);
    const weekly = { owner, assignee, createdAt: NOW, repeats: 'week', dueOn: day('2026-11-27') } as const;
    const [fresh, begun] = [await make.activity(weekly), await make.activity({ ...weekly, status: 'in_progress' })];
    const dueOn = day('2026-12-02');
    const amend = (activityId: number, to = dueOn, reason: string | null = null) =>
      on.act(amendActivity, owner, { activityId, dueOn: to, reason });
    const fixed = { code: 'input.invalid', fields: { dueOn: { problem: 'dueFixed' } } };
    expect(await refusalOf(amend(begun.id))).toEqual(fixed);
    on.setClock(new Date(NOW.getTime() + 3_599_000));
    expect(await refusalOf(amend(fresh.id, day('2026-11-19')))).toEqual({
      code: 'input.invalid',
      fields: { dueOn: { problem: 'dueInPast' } },
    });
    await amend(fresh.id);
    expect(await row(fresh.id)).toMatchObject({ dueOn, deadlineOn: dueOn, seriesStartsOn: dueOn, occurrence: 0 });
    on.setClock(new Date(NOW.getTime() + 3_600_000));
    expect(await refusalOf(amend(fresh.id, day('2026-12-03')))).toEqual({
      code: 'input.invalid',
      fields: { reason: { problem: 'dateReason' } },
    });
    await amend(fresh.id, day('2026-12-03'), 'Cambió el turno');
    await amend(fresh.id, dueOn, 'Volvió a cambiar');
    // Of the dates the first one counts for punctuality.
    expect(await row(fresh.id)).toMatchObject({ dueOn, firstDueOn: day('2026-11-27') });
    expect((await notesOf(owner, fresh.id)).at(-1)?.[1]).toContain('Volvió a cambiar');
    const extended = await make.activity({
      ...weekly,
      createdAt: on.now(),
      extendedTo: day('2026-12-01'),
      extensionReason: 'Faltan piezas',
    });
    expect(await refusalOf(amend(extended.id, day('2026-12-10')))).toEqual(fixed);
    // The present date does not count as a change of the date.
    await on.act(amendActivity, owner, { activityId: fresh.id, dueOn, priority: 'critical', reason: null });
  });

  it('of two who correct what they both saw, the second learns what it says now', async () => {
    const { owner, assignee } = await parties();
    const { id: activityId } = await given(database.db).activity({ owner, assignee, description: 'Uno', priority: 'normal' });
    const { version } = await on.act(readActivity, owner, { activityId });
    const amend = (description: string) => on.act(amendActivity, owner, { activityId, description, reason: null, seen: version });
    const { won, refused } = await together([amend('Dos'), amend('Tres')]);
    const { description } = await row(activityId);
    expect([won.length, refused]).toEqual([1, [{ code: 'edit.outdated', now: { description } }]]);
    expect(await refusalOf(on.act(amendActivity, owner, { activityId, description, reason: null }))).toEqual({
      code: 'activity.unchanged',
    });
  });

  it('leaves the responsible eligible and no duplicate', async () => {
    const { owner, assignee } = await parties();
    const make = given(database.db);
    const [topic, foreign] = [await make.topic(), await make.topic({ department: 'OTRO' })];
    const { id: activityId } = await make.activity({ owner, assignee, topic, description: 'Una' });
    await make.activity({ owner, assignee, topic, description: 'Óträ' });
    const before = await everythingIn(database.db);
    expect(await refusalOf(on.act(amendActivity, owner, { activityId, description: 'otra', reason: null }))).toEqual({
      code: 'activity.duplicate',
    });
    expect(await refusalOf(on.act(amendActivity, owner, { activityId, topicId: foreign.id, reason: null }))).toEqual({
      code: 'input.invalid',
      fields: { topicId: { problem: 'topicNotOfAssignee' } },
    });
    expect(await everythingIn(database.db)).toEqual(before);
  });
});

describe('reassign', () => {
  it('gives the work with its comments to another person, who also gets the next occurrences', async () => {
    const { owner, assignee, other } = await parties();
    const due = { repeats: 'week', dueOn: day('2026-11-19') } as const;
    const { id: activityId } = await given(database.db).activity({ owner, assignee, status: 'in_progress', ...due });
    await on.act(commentActivity, assignee, { activityId, body: 'Va a la mitad' });
    await database.db('outbox').delete();
    await on.act(reassignActivity, owner, { activityId, assigneeId: other.id, reason: 'Vacaciones' });
    expect(await row(activityId)).toMatchObject({ assigneeId: other.id, status: 'in_progress' });
    expect(await notified()).toEqual([
      ['assigned', other.id],
      ['reassigned', assignee.id],
    ]);
    const names = [assignee, other].map(({ firstName, lastName }) => `${firstName} ${lastName}`);
    expect((await notesOf(owner, activityId)).at(-1)).toEqual(['reassign', `${names.join(' → ')}: Vacaciones`]);
    expect(await refusalOf(on.act(completeActivity, assignee, { activityId, resolution: 'Ya' }))).toEqual({ code: 'activity.unknown' });
    await on.act(completeActivity, other, { activityId, resolution: 'Listo' });
    await on.act(validateActivity, owner, { activityId, comment: null, verdict: 'Verified' });
    expect(await database.db('activities').where({ predecessorId: activityId }).first()).toMatchObject({ assigneeId: other.id });
  });

  it('refuses who has it, who may not have it, and who has the same open work', async () => {
    const { owner, assignee, other } = await parties();
    const make = given(database.db);
    const topic = await make.topic({ department: assignee.department });
    const stranger = await make.person({ department: 'OTRO' });
    const { id: activityId, description } = await make.activity({ owner, assignee, topic });
    await make.activity({ owner, assignee: other, topic, description: description.toUpperCase() });
    const reassign = (assigneeId: number) => refusalOf(on.act(reassignActivity, owner, { activityId, assigneeId, reason: null }));
    const before = await everythingIn(database.db);
    expect(await reassign(assignee.id)).toMatchObject({ fields: { assigneeId: { problem: 'assigneeUnchanged' } } });
    expect(await reassign(stranger.id)).toMatchObject({ fields: { assigneeId: { problem: 'assigneeUnknown' } } });
    expect(await reassign(9_999_999)).toMatchObject({ fields: { assigneeId: { problem: 'assigneeUnknown' } } });
    expect(await reassign(other.id)).toEqual({ code: 'activity.duplicate' });
    expect(await everythingIn(database.db)).toEqual(before);
  });

  it('while the new responsible is deactivated: nothing open stays with them, and nobody waits for ever', async () => {
    for (let round = 0; round < 8; round++) {
      const { owner, assignee, other } = await parties();
      const { id: activityId } = await given(database.db).activity({ owner, assignee });
      const { won, refused } = await together<unknown>([
        on.act(reassignActivity, owner, { activityId, assigneeId: other.id, reason: null }),
        on.act(setUserStatus, owner, { id: other.id, isActive: false, reassignTo: assignee.id }),
      ]);
      expect(won.length + refused.length).toBe(2);
      const stranded = database
        .db('activities')
        .join('users', 'users.id', 'assigneeId')
        .where({ 'activities.id': activityId, isActive: false });
      expect(await stranded).toEqual([]);
    }
  });

  it('starting and reassigning at once: the work starts with one of them', async () => {
    const { owner, assignee, other } = await parties();
    const { id: activityId } = await given(database.db).activity({ owner, assignee });
    const { won } = await together<unknown>([
      on.act(startActivity, assignee, { activityId }),
      on.act(reassignActivity, owner, { activityId, assigneeId: other.id, reason: null }),
    ]);
    expect(won.length).toBeGreaterThan(0);
    expect((await row(activityId)).assigneeId).toBe(other.id);
  });
});

describe('assign to many', () => {
  const image = () =>
    ({ id: randomUUID(), name: 'plano.png', mediaType: 'image/png', sha256: 'a', sizeBytes: 5, width: 1, height: 1 }) as const;
  async function promise() {
    const topic = await given(database.db).topic();
    return { topicId: topic.id, description: 'Leer el aviso', priority: 'normal', dueOn: day('2026-11-30'), repeats: null } as const;
  }

  it('registers one for each, in the order asked, as one batch that shares its stored images', async () => {
    const { owner, assignee, other } = await parties();
    const work = await promise();
    const picture = image();
    const { ids } = await on.act(assignToMany, owner, { ...work, assigneeIds: [other.id, owner.id, assignee.id], images: [picture] });
    const rows = await Promise.all(ids.map(row));
    expect(rows.map(({ assigneeId, ownerId, description }) => [assigneeId, ownerId, description])).toEqual(
      [other, owner, assignee].map(({ id }) => [id, owner.id, 'Leer el aviso']),
    );
    expect(new Set(rows.map(({ batchId }) => batchId)).size).toBe(1);
    expect(await notified()).toEqual([assignee, other].map(({ id }) => ['assigned', id]).sort((a, b) => Number(a[1]) - Number(b[1])));
    expect(await on.act(readActivity, assignee, { activityId: ids[2] as number })).toMatchObject({ batchTotal: 3 });

    const evidence = await Promise.all(ids.map((activityId) => on.act(listEvidence, owner, { activityId })));
    expect(evidence.map(({ length }) => length)).toEqual([1, 1, 1]);
    const files = await Promise.all(evidence.map(([one]) => on.act(findImage, owner, { id: one?.id as string })));
    expect(files.map(({ id }) => id)).toEqual([picture.id, picture.id, picture.id]);
    expect(await refusalOf(on.act(findImage, assignee, { id: evidence[0]?.[0]?.id as string }))).toEqual({ code: 'image.unknown' });
  });

  it('is a batch that reports list alone, of any status and day, with its counts', async () => {
    const { owner, assignee, other } = await parties();
    const { ids } = await on.act(assignToMany, owner, { ...(await promise()), assigneeIds: [assignee.id, other.id], images: [] });
    await given(database.db).activity({ owner, assignee });
    const { batchId: batch } = await row(ids[0] as number);
    await on.act(cancelActivities, owner, { activityIds: [ids[1] as number] });
    on.setClock(new Date(NOW.getTime() + 400 * 24 * 3_600_000));
    const foliosOf = async (input: object) => {
      const report = await on.act(listAssignedByMe, owner, { page: 1, pageSize: 50, ...input });
      return 'rows' in report ? [report.total, report.rows.map(({ id }) => id).sort((a, b) => a - b)] : [];
    };
    expect(await foliosOf({ batch })).toEqual([2, ids]);
    expect(await foliosOf({ batch, reportStatuses: ['canceled'] })).toEqual([1, [ids[1]]]);
    expect(await foliosOf({ batch: randomUUID() })).toEqual([0, []]);
    const { statuses } = await on.act(countFacets, owner, { batch, isAssigned: true });
    expect(statuses.map(({ name, total }) => [name, total])).toEqual([
      ['not_started', 1],
      ['canceled', 1],
    ]);
  });

  it('names everybody who may not have it, or has it already, and registers nothing', async () => {
    const { owner, assignee, other } = await parties();
    const make = given(database.db);
    const [gone, busy] = [await make.person({ firstName: 'Ana', isActive: false }), await make.person({ firstName: 'Beto' })];
    const work = await promise();
    await make.activity({ owner, assignee: busy, topic: { id: work.topicId } as never, description: 'LEER el avíso' });
    const before = await everythingIn(database.db);
    const assign = (...people: Person[]) =>
      refusalOf(on.act(assignToMany, owner, { ...work, assigneeIds: people.map(({ id }) => id), images: [] }));
    expect(refusalSentence(await assign(assignee, gone, other))).toBe(`No pueden ser responsables de este tema: Ana ${gone.lastName}.`);
    expect(refusalSentence(await assign(assignee, busy))).toBe(
      `Ya tienen una actividad abierta con el mismo tema y la misma descripción: Beto ${busy.lastName}.`,
    );
    expect(await everythingIn(database.db)).toEqual(before);
  });

  it('of two batches of the same work at once one is registered, in any order', async () => {
    const { owner, assignee, other } = await parties();
    const work = await promise();
    for (let round = 0; round < 6; round++) {
      const assign = (...people: Person[]) =>
        on.act(assignToMany, owner, { ...work, description: `Ronda ${round}`, assigneeIds: people.map(({ id }) => id), images: [] });
      const { won, refused } = await together([assign(assignee, other), assign(other, assignee)]);
      expect([won.length, refused.map(({ code }) => code)]).toEqual([1, ['activity.duplicate']]);
    }
    expect(await database.db('activities')).toHaveLength(12);
  });
});

describe('many at once', () => {
  it('each answers for itself: reminded, reassigned, cancelled', async () => {
    const { owner, assignee, other } = await parties();
    const make = given(database.db);
    const open = await make.activity({ owner, assignee, status: 'in_progress' });
    const closed = await make.activity({ owner, assignee, status: 'verified' });
    const foreign = await make.activity({ owner: other, assignee });
    const activityIds = [foreign.id, closed.id, open.id];
    const codes = ({ results }: { results: ActOutcome[] }) => results.map(({ refusal }) => refusal?.code ?? 'done');
    const refused = ['activity.forbidden', 'activity.untimely'];
    expect(codes(await on.act(remindActivities, owner, { activityIds, message: 'Urge' }))).toEqual([...refused, 'done']);
    expect(codes(await on.act(remindActivities, owner, { activityIds: [open.id], message: null }))).toEqual(['activity.alreadyReminded']);
    expect(codes(await on.act(reassignActivities, owner, { activityIds, assigneeId: other.id, reason: null }))).toEqual([
      ...refused,
      'done',
    ]);
    expect(codes(await on.act(cancelActivities, owner, { activityIds }))).toEqual([...refused, 'done']);
    expect(await row(open.id)).toMatchObject({ status: 'canceled', assigneeId: other.id });
    expect(await notified()).toEqual([
      ['reminded', assignee.id],
      ['assigned', other.id],
      ['reassigned', assignee.id],
      ['canceled', other.id],
    ]);
  });
});

it('rejected work is marked until it is completed again, or cancelled', async () => {
  const { owner, assignee } = await parties();
  const { id: activityId } = await given(database.db).activity({ owner, assignee, status: 'completed' });
  const marked = async () => (await on.act(readActivity, owner, { activityId })).rejectedAt;
  expect(await marked()).toBeNull();
  await on.act(validateActivity, owner, { activityId, comment: 'Falta la firma', verdict: 'Rejected' });
  expect(await marked()).toEqual(NOW);
  await on.act(completeActivity, assignee, { activityId, resolution: 'Firmada' });
  expect(await marked()).toBeNull();
});
