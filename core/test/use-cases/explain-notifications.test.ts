import { expect, it } from 'vitest';
import type { Person } from '../../src/domain/people/person.ts';
import { fullName } from '../../src/domain/people/person.ts';
import { commentActivity } from '../../src/use-cases/activities/comments.ts';
import { reassignActivity } from '../../src/use-cases/activities/reassign-activity.ts';
import { assignActivity } from '../../src/use-cases/activities/register-activity.ts';
import { remindActivity } from '../../src/use-cases/activities/remind-activity.ts';
import { startActivity } from '../../src/use-cases/activities/start-activity.ts';
import { type Explanation, explainNotifications } from '../../src/use-cases/notifications/explain-notifications.ts';
import { markNotificationsRead } from '../../src/use-cases/notifications/own-notifications.ts';
import { choosePreferences } from '../../src/use-cases/notifications/preferences.ts';
import { stagedDatabase } from '../database.ts';
import { day, given } from '../factories.ts';
import { refusalOf } from '../stage.ts';

const { database, on } = await stagedDatabase();

async function assigned(assignee: Person, owner: Person) {
  const topic = await given(database.db).topic();
  const promise = {
    topicId: topic.id,
    priority: 'normal',
    dueOn: day('2026-12-30'),
    repeats: null,
    images: [],
    description: 'Uno',
  } as const;
  return (await on.act(assignActivity, owner, { ...promise, assigneeId: assignee.id })).id;
}
const explain = async (activityId: number, person: Person) =>
  (await on.act(explainNotifications, person, { activityId, person: person.employeeNumber })) as Explanation;
const reasons = ({ kinds }: Explanation) => Object.fromEntries(kinds.map(({ kind, missing }) => [kind, missing]));

it('says what was made, and why the rest was not: another party, an act of their own, none yet, too early', async () => {
  const { owner, assignee } = await given(database.db).parties();
  const activityId = await assigned(assignee, owner);
  await on.act(startActivity, assignee, { activityId });
  await on.act(commentActivity, assignee, { activityId, body: 'Voy' });
  const found = await explain(activityId, assignee);
  expect(found.kinds.find(({ kind }) => kind === 'assigned')?.deliveries).toMatchObject([
    { channel: 'email', sentAt: null, failure: null },
  ]);
  expect(reasons(found)).toMatchObject({
    assigned: null,
    commented: 'ownAct',
    verified: 'notHappened',
    overdueEscalated: 'notRecipient',
    dueSoon: 'notDue',
  });
  expect(reasons(await explain(activityId, owner))).toMatchObject({ assigned: 'notRecipient', commented: null, dueSoon: 'notRecipient' });
});

it('says that a person switched a kind off, or read it before it left, or lost the chat that they chose', async () => {
  const { owner, assignee } = await given(database.db).parties();
  await on.act(choosePreferences, assignee, {
    preferences: [
      { kind: 'assigned', byEmail: false, byChat: false },
      { kind: 'rejected', byEmail: false, byChat: true },
    ],
  });
  const activityId = await assigned(assignee, owner);
  await on.act(remindActivity, owner, { activityId, message: 'Hoy' });
  await on.act(markNotificationsRead, assignee, { all: true });
  await database.db('outbox').where({ kind: 'reminded' }).delete();
  const found = await explain(activityId, assignee);
  expect(reasons(found)).toMatchObject({ assigned: 'silenced', reminded: 'read' });
  expect(found).toMatchObject({ wantsChat: true, hasChat: false });
});

it('knows who had the work before, who is away, and who left', async () => {
  const { owner, assignee } = await given(database.db).parties();
  const next = await given(database.db).person();
  const activityId = await assigned(assignee, owner);
  expect(reasons(await explain(activityId, assignee))).toMatchObject({ reassigned: 'notHappened' });
  await on.act(reassignActivity, owner, { activityId, assigneeId: next.id, reason: null });
  expect(reasons(await explain(activityId, assignee))).toMatchObject({ reassigned: null, dueSoon: 'notRecipient' });
  expect(reasons(await explain(activityId, next))).toMatchObject({ reassigned: 'notRecipient', assigned: null });

  const absence = { userId: next.id, substituteId: assignee.id, fromOn: '2026-01-01', toOn: '2026-12-31', createdAt: on.now() };
  await database.db('absences').insert(absence);
  const found = await explain(activityId, assignee);
  expect(found.absences).toMatchObject([{ name: fullName(next), substituteName: fullName(assignee) }]);
  expect(reasons(found)).toMatchObject({ dueSoon: 'notDue' });
  await database.db('users').where({ id: next.id }).update({ isActive: false });
  expect(reasons(await explain(activityId, next))).toMatchObject({ dueSoon: 'inactive' });
});

it('finds a person by number, email or full name, and says when none or several are meant', async () => {
  const { owner, assignee } = await given(database.db).parties();
  const activityId = await assigned(assignee, owner);
  const twin = { firstName: 'Ana', lastName: 'Núñez' };
  const [ana] = [await given(database.db).person(twin), await given(database.db).person(twin)];
  const ask = (person: string) => on.act(explainNotifications, owner, { activityId, person });
  expect(await ask(ana.email.toUpperCase())).toMatchObject({ person: { id: ana.id } });
  expect(await ask(fullName(assignee).toLowerCase())).toMatchObject({ person: { id: assignee.id } });
  expect(await ask('ana nunez')).toBe('several');
  expect(await ask('Nadie')).toBe('nobody');
  expect(await refusalOf(on.act(explainNotifications, owner, { activityId: 999_999, person: ana.email }))).toMatchObject({
    code: 'activity.unknown',
  });
});

it('says until when a person rests: the company’s hours, their own, an absence', async () => {
  const { owner, assignee } = await given(database.db).parties();
  const activityId = await assigned(assignee, owner);
  const restsUntil = async () => (await explain(activityId, assignee)).restsUntil?.toISOString() ?? null;
  on.setClock('2026-11-20T18:00:00Z');
  expect(await restsUntil()).toBeNull();
  on.setClock('2026-11-22T18:00:00Z');
  expect(await restsUntil()).toBe('2026-11-23T13:00:00.000Z');
  await database.db('users').where({ id: assignee.id }).update({ workTime: 'tue 09:00-10:00' });
  expect(await restsUntil()).toBe('2026-11-24T15:00:00.000Z');
  const absence = { userId: assignee.id, substituteId: owner.id, fromOn: '2026-11-20', toOn: '2026-11-25', createdAt: on.now() };
  await database.db('absences').insert(absence);
  expect(await restsUntil()).toBe('2026-12-01T15:00:00.000Z');
});

it('knows that a series brings work and stops', async () => {
  const { owner, assignee } = await given(database.db).parties();
  const { id } = await given(database.db).activity({ owner, assignee, repeats: 'day' });
  const happened = async () => {
    await database.db('outbox').delete();
    return [reasons(await explain(id, assignee)).assigned, reasons(await explain(id, owner)).seriesStopped];
  };
  expect(await happened()).toEqual(['notHappened', 'notHappened']);
  const row = { activityId: id, channel: 'system', at: new Date(), toStatus: 'not_started' };
  await database.db('activityHistory').insert([
    { ...row, act: 'repeat', fromStatus: null },
    { ...row, act: 'stopSeries', fromStatus: 'not_started' },
  ]);
  expect(await happened()).toEqual(['withdrawn', 'withdrawn']);
});
