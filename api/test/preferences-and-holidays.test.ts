import { calendarDate } from '@bitacora/core/domain/calendar';
import { chosenKinds, isSummaryKind } from '@bitacora/core/domain/notifications/notification';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { given } from '../../core/test/factories.ts';
import { everythingIn } from '../../core/test/tables.ts';
import { browser } from './browser.ts';
import { type RunningApp, runningApp } from './running-app.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await runningApp();
});
beforeEach(() => app.wipe());
afterAll(() => app.close());

const make = () => given(app.db);

describe('preferences', () => {
  const NO_KIND = `Elige una de estas opciones: ${chosenKinds.join(', ')}.`;
  const good = { kind: 'overdue', email: true, chat: false };

  it.each([
    [{}, { preferences: 'Este campo es obligatorio.' }],
    [{ preferences: [] }, { preferences: 'Este campo es obligatorio.' }],
    [{ preferences: good }, { preferences: 'Este campo lleva una lista de valores.' }],
    [{ preferences: ['overdue'] }, { 'preferences.0': 'Este valor no es válido.' }],
    [{ preferences: [good, good] }, { preferences: 'Cada aviso va una sola vez.' }],
    [{ preferences: [good, { ...good, kind: 'invitation' }] }, { 'preferences.1.kind': NO_KIND }],
    [{ preferences: [{ ...good, kind: 'dueYesterday' }] }, { 'preferences.0.kind': NO_KIND }],
    [{ preferences: [{ ...good, email: 'SI' }] }, { 'preferences.0.email': 'Este campo lleva true o false.' }],
    [{ preferences: [{ kind: 'weekly', email: true, chat: true }] }, { preferences: 'El resumen semanal solo llega por correo.' }],
    [{ preferences: [{ kind: 'overdue', email: true }] }, { 'preferences.0.chat': 'Este campo es obligatorio.' }],
  ])('that cannot be taken say which is wrong, and change nothing: %j', async (body, fields) => {
    const mine = await app.as(await make().person());
    const before = await everythingIn(app.db);
    expect(await mine.call('POST', '/api/update_preferences', { body })).toMatchObject({ status: 400, body: { fields } });
    expect(await everythingIn(app.db)).toEqual(before);
  });

  it('of the figures of the week are for privileged people', async () => {
    const [boss, mine] = [await app.as(await make().manager()), await app.as(await make().person())];
    const weekly = { preferences: [{ kind: 'weekly' as const, byEmail: true, byChat: false, byPush: false }] };
    await boss.client.choosePreferences(weekly);
    expect(await boss.client.listPreferences()).toContainEqual(weekly.preferences[0]);
    await expect(mine.client.choosePreferences(weekly)).rejects.toMatchObject({ status: 403 });
    expect((await mine.client.listPreferences()).map(({ kind }) => kind)).not.toContain('weekly');
  });

  it('are a matter of course for a personal token: they give no authority', async () => {
    const mine = await app.as(await make().person());
    const { secret } = await mine.client.createToken({ name: 'Terminal', scope: 'write', expiresOn: calendarDate('2026-12-31') });
    const terminal = browser(app.origin);
    terminal.extra.Authorization = `Bearer ${secret}`;
    await terminal.client.choosePreferences({ preferences: [{ kind: 'assigned', byEmail: false, byChat: true }] });
    expect(await mine.client.listPreferences()).toEqual(
      chosenKinds
        .filter((kind) => !isSummaryKind(kind))
        .map((kind) => ({ kind, byEmail: kind !== 'assigned', byChat: kind === 'assigned', byPush: false })),
    );
  });
});

describe('days of rest', () => {
  it('are seen by everybody and changed by who administers', async () => {
    const [boss, mine] = [await app.as(await make().manager()), await app.as(await make().person())];
    const christmas = { day: calendarDate('2026-12-25'), name: 'Navidad' };
    await boss.client.saveHoliday(christmas);
    expect(await mine.client.listHolidays()).toEqual([christmas]);
    await expect(mine.client.removeHoliday({ day: christmas.day })).rejects.toMatchObject({ status: 403 });
    await expect(mine.client.saveHoliday(christmas)).rejects.toMatchObject({ status: 403 });
    await boss.client.removeHoliday({ day: christmas.day });
    await expect(boss.client.removeHoliday({ day: christmas.day })).rejects.toMatchObject({
      status: 404,
      message: 'Ese día no está entre los inhábiles.',
    });
    expect(await mine.client.listHolidays()).toEqual([]);
  });

  it.each([
    ['POST', '/api/save_holiday', { day: '2026-02-29', name: 'x' }, { day: 'Escribe una fecha válida con la forma AAAA-MM-DD.' }],
    ['POST', '/api/save_holiday', { day: '2026-12-25', name: ' ' }, { name: 'Este campo es obligatorio.' }],
    ['DELETE', '/api/delete_holiday/25-12-2026', undefined, { day: 'Escribe una fecha válida con la forma AAAA-MM-DD.' }],
  ])('%s %s %j is refused', async (method, path, body, fields) => {
    const boss = await app.as(await make().manager());
    expect(await boss.call(method, path, { body })).toMatchObject({ status: 400, body: { fields } });
  });

  it('are shown to the person who sets a deadline on one', async () => {
    const mine = await app.as(await make().person());
    const { id: topicId } = await make().topic();
    await app.db('holidays').insert({ day: '2026-12-25', name: 'Navidad' });
    const promise = { topicId, description: 'Inventario', priority: 'normal', repeats: null } as const;
    const onChristmas = await mine.client.registerOwnActivity({ ...promise, dueOn: calendarDate('2026-12-25') });
    expect(onChristmas.notice).toBe('El viernes 25 de diciembre es inhábil: Navidad.');
    const before = await mine.client.registerOwnActivity({ ...promise, description: 'Otro', dueOn: calendarDate('2026-12-24') });
    expect(before.notice).toBeUndefined();
    const extended = await mine.client.extendDeadline({
      activityId: before.id,
      extendedTo: calendarDate('2026-12-25'),
      reason: 'Piezas',
    });
    expect(extended.notice).toBe('El viernes 25 de diciembre es inhábil: Navidad.');
  });
});

it('the series of an activity is reported in the words of the wire', async () => {
  const ana = await make().person();
  const { id } = await make().ownActivity(ana, { repeats: 'month', dueOn: calendarDate('2027-01-31') });
  expect((await (await app.as(ana)).call('GET', `/api/get_activity_series/${id}`)).body).toEqual({
    success: true,
    occurrences: [
      { id, occurrence: 0, due_date: '2027-01-31', status_project: 'Not started', id_user_owner: ana.id, id_user_assigned: ana.id },
    ],
    next_due_date: '2027-02-28',
  });
});
