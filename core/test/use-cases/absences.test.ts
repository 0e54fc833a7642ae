import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { examine } from '../../src/domain/activities/history-proof.ts';
import { contradictions } from '../../src/domain/activities/history-replay.ts';
import { DEVELOPER, type Person } from '../../src/domain/people/person.ts';
import { writtenActor } from '../../src/messages/people/users.ts';
import { amendActivity } from '../../src/use-cases/activities/amend-activity.ts';
import { cancelActivity } from '../../src/use-cases/activities/cancel-activity.ts';
import { commentActivity } from '../../src/use-cases/activities/comments.ts';
import { completeActivity } from '../../src/use-cases/activities/complete-activity.ts';
import { extendDeadline } from '../../src/use-cases/activities/extend-deadline.ts';
import { validateActivities } from '../../src/use-cases/activities/many-activities.ts';
import { listHistory, readActivity } from '../../src/use-cases/activities/read-activity.ts';
import { reassignActivity } from '../../src/use-cases/activities/reassign-activity.ts';
import { assignActivity } from '../../src/use-cases/activities/register-activity.ts';
import { remindActivity } from '../../src/use-cases/activities/remind-activity.ts';
import { startActivity } from '../../src/use-cases/activities/start-activity.ts';
import { validateActivity } from '../../src/use-cases/activities/validate-activity.ts';
import { listOwnNotifications } from '../../src/use-cases/notifications/own-notifications.ts';
import { readNotified } from '../../src/use-cases/notifications/read-notified.ts';
import { remindDeadlines } from '../../src/use-cases/notifications/scheduled-notifications.ts';
import { addAbsence, cancelAbsence, listAbsences } from '../../src/use-cases/people/absences.ts';
import { setUserStatus } from '../../src/use-cases/people/set-user-status.ts';
import { countFacets, listAllActivities } from '../../src/use-cases/reports/read-reports.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { day, given, NOW, TODAY } from '../factories.ts';
import { refusalOf, type Stage, stage, together } from '../stage.ts';

let database: TestDatabase;
let on: Stage;
let juan: Person;
let maria: Person;
let boss: Person;
beforeAll(async () => {
  database = await testDatabase();
});
beforeEach(async () => {
  await database.wipe();
  on = stage(database.db);
  juan = await make().person({ firstName: 'Juan', lastName: 'Pérez' });
  maria = await make().person({ firstName: 'María', lastName: 'Ruiz' });
  boss = await make().manager();
});
afterAll(() => database.close());

const make = () => given(database.db);
const away = (changes: object = {}) => ({ substituteId: maria.id, fromOn: TODAY, toOn: day('2026-11-24'), ...changes });
const wrong = (field: string, problem: string) => ({ code: 'input.invalid', fields: { [field]: { problem } } });
async function listSubstituted(who: Person, input: object = {}) {
  const page = await on.act(listAllActivities, who, {
    isSubstituted: true,
    page: 1,
    sort: { column: 'daysLeft', isDescending: false },
    ...input,
  });
  return 'rows' in page ? page.rows.map(({ id }) => id) : [];
}
const recipientsOf = async (kind: string) =>
  (await database.db('notifications').where({ kind }).orderBy('recipientId')).map(({ recipientId }) => recipientId);

describe('an absence', () => {
  it('is one’s own to set, to list and to cancel; the substitute sees it too, others do not', async () => {
    const { id } = await on.act(addAbsence, juan, away());
    const absence = { id, userId: juan.id, name: 'Juan Pérez', substituteId: maria.id, substituteName: 'María Ruiz' };
    for (const who of [juan, maria, boss])
      expect(await on.act(listAbsences, who, {})).toEqual([{ ...absence, fromOn: TODAY, toOn: '2026-11-24' }]);
    expect(await on.act(listAbsences, await make().person(), {})).toEqual([]);
    expect(await refusalOf(on.act(cancelAbsence, maria, { absenceId: id }))).toEqual({ code: 'absence.unknown' });
    await on.act(cancelAbsence, juan, { absenceId: id });
    expect(await on.act(listAbsences, juan, {})).toEqual([]);
  });

  it('of others is for privileged people, and of a privileged person for their bosses and a Desarrollador', async () => {
    const developer = await make().person({ kind: DEVELOPER });
    const ofJuan = away({ userId: juan.id });
    expect(await refusalOf(on.act(addAbsence, maria, ofJuan))).toEqual({ code: 'admin.forbidden', act: 'manageUsers' });
    expect(await refusalOf(on.act(addAbsence, boss, away({ userId: developer.id })))).toEqual({ code: 'user.bossOnly' });
    const { id } = await on.act(addAbsence, boss, ofJuan);
    await on.act(cancelAbsence, boss, { absenceId: id });
    const acts = await database.db('adminHistory').orderBy('id').select('act', 'subject', 'before', 'after');
    const facts = { substitute: `María Ruiz (${maria.employeeNumber})`, from: TODAY, to: '2026-11-24' };
    expect(acts).toEqual([
      { act: 'absence.add', subject: 'Juan Pérez', before: null, after: facts },
      { act: 'absence.cancel', subject: 'Juan Pérez', before: facts, after: null },
    ]);
  });

  it('of another person names not oneself, except for a Desarrollador', async () => {
    const developer = await make().person({ kind: DEVELOPER });
    const over = (who: Person) => on.act(addAbsence, who, away({ userId: juan.id, substituteId: who.id }));
    expect(await refusalOf(over(boss))).toEqual(wrong('substituteId', 'substituteIsActor'));
    await over(developer);
  });

  it('that began ends the day before it is canceled; what has not begun is deleted, and what is over stays', async () => {
    const days = () => database.db('absences').orderBy('id').select('fromOn', 'toOn');
    const { id: begun } = await on.act(addAbsence, juan, away({ fromOn: day('2026-11-16') }));
    const { id: next } = await on.act(addAbsence, juan, away({ fromOn: day('2026-12-01'), toOn: day('2026-12-04') }));
    await on.act(cancelAbsence, juan, { absenceId: begun });
    await on.act(cancelAbsence, juan, { absenceId: next });
    expect(await days()).toEqual([{ fromOn: '2026-11-16', toOn: '2026-11-19' }]);
    expect(await listSubstituted(maria)).toEqual([]);
    expect(await refusalOf(on.act(cancelAbsence, juan, { absenceId: begun }))).toEqual({ code: 'absence.over' });
    expect(await refusalOf(on.act(cancelAbsence, boss, { absenceId: begun }))).toEqual({ code: 'absence.over' });
    expect(await days()).toHaveLength(1);
  });

  it('lasts at most a year', async () => {
    const until = (toOn: string) => on.act(addAbsence, juan, away({ toOn: day(toOn) }));
    expect(await refusalOf(until('2027-11-20'))).toEqual(wrong('toOn', 'absenceTooLong'));
    await until('2027-11-19');
  });

  it('names another active person, and days that are not over', async () => {
    const gone = await make().person({ isActive: false });
    for (const substituteId of [gone.id, juan.id, 1_000_000])
      expect(await refusalOf(on.act(addAbsence, juan, away({ substituteId })))).toEqual(wrong('substituteId', 'substituteUnknown'));
    const over = away({ fromOn: day('2026-11-01'), toOn: day('2026-11-19') });
    expect(await refusalOf(on.act(addAbsence, juan, over))).toEqual(wrong('toOn', 'absenceOver'));
  });

  it('overlaps no other of the person, nor days on which the substitute is away', async () => {
    await on.act(addAbsence, juan, away());
    const next = away({ fromOn: day('2026-11-24'), toOn: day('2026-11-30') });
    expect(await refusalOf(on.act(addAbsence, juan, next))).toEqual({ code: 'absence.overlap' });
    await on.act(addAbsence, juan, away({ fromOn: day('2026-11-25'), toOn: day('2026-11-30') }));
    expect(await refusalOf(on.act(addAbsence, boss, away({ substituteId: juan.id })))).toEqual(wrong('substituteId', 'substituteAbsent'));
  });

  it('of two that overlap at once, one is set', async () => {
    const { won, refused } = await together([on.act(addAbsence, juan, away()), on.act(addAbsence, juan, away({ substituteId: boss.id }))]);
    expect([won.length, refused]).toEqual([1, [{ code: 'absence.overlap' }]]);
  });
});

describe('a substitute', () => {
  it('sees and does what the absent person may, from the first day to the last in the company’s zone, and not after', async () => {
    const activity = await make().activity({ assignee: juan, owner: boss, dueOn: day('2026-12-20') });
    await on.act(addAbsence, juan, away({ fromOn: day('2026-11-21') }));
    const start = () => on.act(startActivity, maria, { activityId: activity.id });
    on.setClock('2026-11-21T05:59:59Z'); // 23:59 of the 20th in Mexico City
    expect(await refusalOf(start())).toEqual({ code: 'activity.unknown' });
    on.setClock('2026-11-21T06:00:00Z');
    await start();
    on.setClock('2026-11-25T05:59:59Z');
    expect(await on.act(readActivity, maria, { activityId: activity.id })).toMatchObject({ status: 'in_progress' });
    on.setClock('2026-11-25T06:00:00Z');
    expect(await refusalOf(on.act(readActivity, maria, { activityId: activity.id }))).toEqual({ code: 'activity.unknown' });
  });

  it('is named in the history with the absent person; an act for oneself names nobody else', async () => {
    const activity = await make().activity({ assignee: juan, owner: boss, status: 'in_progress' });
    await on.act(addAbsence, juan, away());
    await on.act(commentActivity, maria, { activityId: activity.id, body: 'Voy' });
    await on.act(completeActivity, maria, { activityId: activity.id, resolution: 'Listo' });
    await on.act(validateActivity, boss, { activityId: activity.id, comment: null, verdict: 'Verified' });
    const entries = await on.act(listHistory, boss, { activityId: activity.id });
    expect(entries.map((entry) => [entry.act, entry.actorId, writtenActor(entry)])).toEqual([
      ['comment', maria.id, 'María Ruiz (actúa por Juan Pérez)'],
      ['complete', maria.id, 'María Ruiz (actúa por Juan Pérez)'],
      ['approve', boss.id, `${boss.firstName} ${boss.lastName}`],
    ]);
  });

  it('leaves a history that is proven and replayed as any other', async () => {
    const topic = await make().topic();
    const { id } = await on.act(assignActivity, boss, {
      topicId: topic.id,
      description: 'Inventario',
      priority: 'normal',
      dueOn: day('2026-12-01'),
      repeats: null,
      images: [],
      assigneeId: juan.id,
    });
    await on.act(addAbsence, juan, away());
    await on.act(startActivity, maria, { activityId: id });
    await on.act(completeActivity, maria, { activityId: id, resolution: 'Listo' });
    const rows = await database.db('activityHistory').where({ activityId: id }).orderBy('id');
    expect(rows.at(-1).facts.actingFor).toEqual({ id: juan.id, name: 'Juan Pérez' });
    const stored = await database.db('activities').where({ id }).first();
    expect(contradictions(stored, rows)).toEqual([]);
    const proven = examine({ history: rows, stored: { fields: {}, comments: {}, evidence: {} }, baseline: null }, NOW);
    expect(proven.differences.every(({ of }) => of === 'field')).toBe(true);
    expect(proven.unproven).toEqual([]);
  });

  it('verifies for an absent owner, but not what they are to deliver, nor what they deliver for another', async () => {
    const pedro = await make().person();
    const [other, own, ofPedro] = [
      await make().activity({ owner: juan, assignee: boss, status: 'completed' }),
      await make().activity({ owner: juan, assignee: maria, status: 'completed' }),
      await make().activity({ owner: juan, assignee: pedro, status: 'completed' }),
    ];
    await on.act(addAbsence, juan, away());
    await on.act(addAbsence, pedro, away());
    const verdict = (activityId: number, verdict: 'Verified' | 'Rejected') =>
      on.act(validateActivity, maria, { activityId, comment: 'Bien', verdict });
    for (const refused of [own, ofPedro])
      for (const word of ['Verified', 'Rejected'] as const)
        expect(await refusalOf(verdict(refused.id, word))).toEqual({ code: 'activity.ownDelivery' });
    await verdict(other.id, 'Verified');
    const row = await database.db('activityHistory').where({ act: 'approve' }).first();
    expect([row.actorId, row.facts.actingFor]).toEqual([maria.id, { id: juan.id, name: 'Juan Pérez' }]);
  });

  it('who is the responsible does no act of the absent owner on it', async () => {
    const { id: activityId } = await make().activity({ owner: juan, assignee: maria });
    await on.act(addAbsence, juan, away());
    const attempts = [
      () => on.act(cancelActivity, maria, { activityId }),
      () => on.act(extendDeadline, maria, { activityId, extendedTo: day('2026-12-24'), reason: 'Falta material' }),
      () => on.act(amendActivity, maria, { activityId, priority: 'high', reason: null }),
      () => on.act(reassignActivity, maria, { activityId, assigneeId: boss.id, reason: null }),
      () => on.act(remindActivity, maria, { activityId, message: null }),
    ];
    for (const attempt of attempts) expect(await refusalOf(attempt())).toEqual({ code: 'activity.ownDelivery' });
    await on.act(startActivity, maria, { activityId });
  });

  it('does not verify as the owner what they delivered for the responsible, but may send it back', async () => {
    const { id: activityId } = await make().activity({ owner: maria, assignee: juan, status: 'in_progress' });
    const { id: absenceId } = await on.act(addAbsence, juan, away());
    const complete = (who: Person) => on.act(completeActivity, who, { activityId, resolution: 'Listo' });
    const verdict = (word: 'Verified' | 'Rejected') => on.act(validateActivity, maria, { activityId, comment: 'Bien', verdict: word });
    await complete(maria);
    await on.act(cancelAbsence, juan, { absenceId });
    expect(await refusalOf(verdict('Verified'))).toEqual({ code: 'activity.ownDelivery' });
    await verdict('Rejected');
    await complete(juan);
    await verdict('Verified');
  });

  it('does not verify for the owner what they delivered earlier for another, alone or among many', async () => {
    const pedro = await make().person();
    const delivered = await make().activity({ owner: juan, assignee: pedro, status: 'in_progress' });
    const others = [];
    for (let n = 0; n < 3; n++) others.push(await make().activity({ owner: juan, assignee: pedro, status: 'completed' }));
    const { id: absenceId } = await on.act(addAbsence, pedro, away());
    await on.act(completeActivity, maria, { activityId: delivered.id, resolution: 'Listo' });
    await on.act(cancelAbsence, pedro, { absenceId });
    await on.act(addAbsence, juan, away());
    const one = on.act(validateActivity, maria, { activityId: delivered.id, comment: null, verdict: 'Verified' });
    expect(await refusalOf(one)).toEqual({ code: 'activity.ownDelivery' });

    const reads: string[] = [];
    const listen = ({ sql }: { sql: string }) => sql.startsWith('select distinct on ("activity_id")') && reads.push(sql);
    database.db.on('query', listen);
    const { results } = await on.act(validateActivities, maria, { activityIds: [delivered, ...others].map(({ id }) => id) });
    database.db.removeListener('query', listen);
    expect(results.map(({ refusal }) => refusal?.code)).toEqual(['activity.ownDelivery', undefined, undefined, undefined]);
    expect(reads).toHaveLength(1);
  });

  it('is not given the absent person’s privilege: neither administration nor what the company’s reports show', async () => {
    await on.act(addAbsence, boss, away());
    const foreign = await make().activity();
    expect(await refusalOf(on.act(readActivity, maria, { activityId: foreign.id }))).toEqual({ code: 'activity.unknown' });
    const ofJuan = away({ userId: juan.id, substituteId: boss.id });
    expect(await refusalOf(on.act(addAbsence, maria, ofJuan))).toEqual({ code: 'admin.forbidden', act: 'manageUsers' });
  });

  it('passes nothing on: who substitutes them later acts for them alone', async () => {
    const activity = await make().activity({ assignee: juan, owner: boss });
    const ana = await make().person();
    await on.act(addAbsence, juan, away());
    await on.act(addAbsence, maria, away({ substituteId: ana.id }));
    expect(await refusalOf(on.act(startActivity, ana, { activityId: activity.id }))).toEqual({ code: 'activity.unknown' });
    await on.act(startActivity, maria, { activityId: activity.id });
  });

  it('stops at once when they are deactivated, and when the absence is canceled', async () => {
    const activity = await make().activity({ owner: juan, assignee: boss });
    const { id } = await on.act(addAbsence, juan, away());
    await on.act(remindActivity, maria, { activityId: activity.id, message: null });
    await on.act(cancelAbsence, juan, { absenceId: id });
    expect(await refusalOf(on.act(cancelActivity, maria, { activityId: activity.id }))).toEqual({ code: 'activity.unknown' });
    await on.act(addAbsence, juan, away());
    await on.act(setUserStatus, boss, { id: maria.id, isActive: false, reassignTo: null });
    await database.db('notifications').delete();
    await on.act(commentActivity, boss, {
      activityId: (await make().activity({ owner: juan, assignee: boss, status: 'in_progress' })).id,
      body: 'x',
    });
    expect(await recipientsOf('commented')).toEqual([juan.id]);
  });

  it('has a list of what the absent person has to do and to verify, in pages, with its filters and its search', async () => {
    const pending = await make().activity({ assignee: juan, owner: boss, dueOn: day('2026-11-25') });
    const waiting = await make().activity({ assignee: boss, owner: juan, status: 'completed' });
    const own = await make().activity({ assignee: juan, owner: juan, description: 'Contar la bodega', dueOn: day('2026-11-26') });
    await make().activity({ assignee: boss, owner: juan });
    await make().activity({ assignee: juan, owner: boss, status: 'canceled' });
    await on.act(addAbsence, juan, away());
    expect(await listSubstituted(maria)).toEqual([pending.id, own.id, waiting.id]);
    expect(await listSubstituted(maria, { pageSize: 2, page: 2 })).toEqual([waiting.id]);
    expect(await listSubstituted(maria, { search: 'bodega' })).toEqual([own.id]);
    expect(await listSubstituted(juan)).toEqual([]);
    const facets = await on.act(countFacets, maria, { isSubstituted: true });
    expect(facets.statuses).toEqual([
      { name: 'not_started', total: 2 },
      { name: 'completed', total: 1 },
    ]);
  });

  it('has a list that says of delivered work who delivered it', async () => {
    const waiting = await make().activity({ assignee: boss, owner: juan, status: 'in_progress' });
    await on.act(completeActivity, boss, { activityId: waiting.id, resolution: 'Listo' });
    await on.act(addAbsence, juan, away());
    const page = await on.act(listAllActivities, maria, { isSubstituted: true, page: 1 });
    expect(page).toMatchObject({ rows: [{ id: waiting.id, delivererId: boss.id }] });
  });
});

describe('notifications of an absent person', () => {
  it('of acts go to both, by the choice of each, once to each, and never to who did it', async () => {
    const activity = await make().activity({ owner: juan, assignee: boss, status: 'in_progress' });
    await on.act(addAbsence, juan, away());
    await on.act(completeActivity, boss, { activityId: activity.id, resolution: 'Listo' });
    expect(await recipientsOf('verificationRequested')).toEqual([juan.id, maria.id]);
    const notifications = await database.db('outbox').where({ kind: 'verificationRequested' });
    expect(notifications.map(({ recipientId }) => recipientId).sort()).toEqual([juan.id, maria.id]);
    expect((await on.act(listOwnNotifications, maria, {})).notifications).toMatchObject([
      { kind: 'verificationRequested', isVisible: true },
    ]);

    const both = await make().activity({ owner: juan, assignee: maria, status: 'in_progress' });
    await on.act(commentActivity, boss, { activityId: both.id, body: '¿Cómo va?' });
    expect(await recipientsOf('commented')).toEqual([juan.id, maria.id]);
  });

  it('hold for the substitute while the absence lasts', async () => {
    const activity = await make().activity({ owner: boss, assignee: juan });
    const { id } = await on.act(addAbsence, juan, away());
    await on.act(remindActivity, boss, { activityId: activity.id, message: null });
    const refs = [{ id: 1, kind: 'reminded' as const, activityId: activity.id, deadlineOn: null, historyId: null }];
    const current = async () => (await on.anyone(readNotified, { recipientId: maria.id, notifications: refs })).length;
    expect(await current()).toBe(1);
    await on.act(cancelAbsence, juan, { absenceId: id });
    expect(await current()).toBe(0);
  });

  it('about deadlines go to both, once', async () => {
    await make().activity({ owner: maria, assignee: juan, dueOn: day('2026-11-18') });
    await on.act(addAbsence, juan, away());
    for (const dueAt of ['2026-11-20T14:00:00Z', '2026-11-20T15:00:00Z']) await on.anyone(remindDeadlines, { dueAt: new Date(dueAt) });
    expect(await recipientsOf('overdue')).toEqual([juan.id, maria.id]);
  });
});
