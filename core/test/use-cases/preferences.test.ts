import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { chosenKinds, notificationKinds } from '../../src/domain/notifications/notification.ts';
import { choosePreferences, listPreferences } from '../../src/use-cases/notifications/preferences.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { given } from '../factories.ts';
import { refusalOf, type Stage, stage, together } from '../stage.ts';

let database: TestDatabase;
let on: Stage;
beforeAll(async () => {
  database = await testDatabase();
  on = stage(database.db);
});
beforeEach(() => database.wipe());
afterAll(() => database.close());

/** Without the summary, which is for privileged people. */
const usual = chosenKinds.filter((kind) => kind !== 'weekly').map((kind) => ({ kind, byEmail: true, byChat: false, byPush: false }));

it('a person who chose nothing is notified of everything by email', async () => {
  expect(await on.act(listPreferences, await given(database.db).person(), {})).toEqual(usual);
  expect(await database.db('announcementPreferences')).toEqual([]);
});

it('the figures of the week are off until a privileged person switches them on, and for nobody else', async () => {
  const [boss, worker] = [await given(database.db).manager(), await given(database.db).person()];
  expect((await on.act(listPreferences, boss, {})).at(-1)).toEqual({ kind: 'weekly', byEmail: false, byChat: false, byPush: false });
  const choice = { preferences: [{ kind: 'weekly' as const, byEmail: true, byChat: false, byPush: false }] };
  await on.act(choosePreferences, boss, choice);
  expect((await on.act(listPreferences, boss, {})).at(-1)).toEqual(choice.preferences[0]);
  expect(await refusalOf(on.act(choosePreferences, worker, choice))).toEqual({ code: 'admin.forbidden', act: 'readGlobalReports' });
});

it('everything is a matter of choice but invitations, password resets, minutes and what concerns the safety of the account or the server', () => {
  const unchosen = notificationKinds.filter((kind) => !(chosenKinds as readonly string[]).includes(kind));
  expect(unchosen).toEqual([
    'invitation',
    'passwordReset',
    'chatLinked',
    'emailConfirmation',
    'emailChangeRequested',
    'emailChangeCanceled',
    'emailChanged',
    'secondFactorChanged',
    'accountChanged',
    'spaceLow',
    'mailStopped',
    'webhookDisabled',
    'minute',
  ]);
});

it('any of email, chat and push: what is named changes, the rest stays, and nobody else is touched', async () => {
  const [ana, beto] = [await given(database.db).person(), await given(database.db).person()];
  await on.act(choosePreferences, ana, {
    preferences: [
      { kind: 'overdue', byEmail: true, byChat: true, byPush: true },
      { kind: 'verified', byEmail: false, byChat: false },
    ],
  });
  // An earlier client does not name push.
  await on.act(choosePreferences, ana, { preferences: [{ kind: 'overdue', byEmail: false, byChat: true }] });
  expect(
    (await on.act(listPreferences, ana, {})).filter((preference, n) => preference.byEmail !== usual[n]?.byEmail || preference.byChat),
  ).toEqual([
    { kind: 'verified', byEmail: false, byChat: false, byPush: false },
    { kind: 'overdue', byEmail: false, byChat: true, byPush: true },
  ]);
  expect(await on.act(listPreferences, beto, {})).toEqual(usual);
});

it('of many who choose at once, in any order, the last one stands whole', async () => {
  const ana = await given(database.db).person();
  const all = (byEmail: boolean) => usual.map(({ kind }) => ({ kind, byEmail, byChat: !byEmail, byPush: !byEmail }));
  const choices = Array.from({ length: 8 }, (_, n) => (n % 2 ? all(true) : all(false).reverse()));
  const { refused } = await together(choices.map((preferences) => on.act(choosePreferences, ana, { preferences })));
  expect(refused).toEqual([]);
  expect([all(true), all(false)]).toContainEqual(await on.act(listPreferences, ana, {}));
});
