import { repositoriesOn } from '@bitacora/core/server';
import { openFirstRun } from '@bitacora/core/use-cases/account/create-administrator';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../core/test/database.ts';
import { given } from '../../../core/test/factories.ts';
import { stage } from '../../../core/test/stage.ts';
import { type RunningApp, runningApp } from '../running-app.ts';

let database: TestDatabase;
let app: RunningApp;
let code: string;
const openDoor = async () => (await stage(database.db).anyone(openFirstRun, {})) as string;
beforeEach(async () => {
  database ??= await testDatabase();
  await database.wipe();
  await app?.close();
  app = await runningApp({ database: { ...database, close: async () => {} } });
  code = await openDoor();
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const ana = { firstName: 'Ana', lastName: 'Luna', email: 'ana@empresa.mx', password: `Xq7'"$\\{}<&>~\`|#%;:?=^@ñ` };
const register = (typed: string, visitor = app.visitor()) => visitor.client.createFirstAdministrator({ ...ana, code: typed });

it('an empty database says so, and who has the code becomes its first administrator, who can log in', async () => {
  const visitor = app.visitor();
  expect(await visitor.client.readSession()).toMatchObject({ user: null, needsFirstRun: true });
  await register(` ${code.toLowerCase().replaceAll('-', ' ')}`, visitor);
  await visitor.client.logIn(ana);
  expect(await visitor.client.readSession()).toMatchObject({ needsFirstRun: false, user: { name: 'Ana Luna', kind: 'Desarrollador' } });
  expect(await database.db('admin_history').select('act').orderBy('id')).toEqual([
    { act: 'person.register' },
    { act: 'person.gainPrivilege' },
    { act: 'session.logIn' },
  ]);
});

it('the code is gone once it was used, also the ones of other processes', async () => {
  const another = await openDoor();
  await register(code);
  for (const used of [code, another]) await expect(register(used)).rejects.toMatchObject({ status: 404 });
  expect(await database.db('installation').where({ key: 'firstRunCodes' })).toEqual([]);
});

it('nobody comes in without the code, or where somebody is registered', async () => {
  await expect(register('AAAAA-AAAAA-AAAAA-AAAAA')).rejects.toMatchObject({
    status: 400,
    fields: { code: expect.stringContaining('código') },
  });
  expect(await database.db('users')).toEqual([]);
  await given(database.db).person();
  await expect(register(code)).rejects.toMatchObject({ status: 404 });
  expect(await app.visitor().client.readSession()).toMatchObject({ needsFirstRun: false });
});

it('of two at once one is registered', async () => {
  const both = await Promise.allSettled([register(code), register(code)]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await database.db('users')).toHaveLength(1);
});

it('wrong codes are limited, but not the right one with a weak password', async () => {
  const weak = () => app.visitor().client.createFirstAdministrator({ ...ana, password: 'corta', code });
  for (let n = 0; n < 3; n += 1) await expect(weak()).rejects.toMatchObject({ status: 400 });
  expect(await database.db('rate_limits').where('key', 'like', '%irst%')).toEqual([]);
  const statuses = new Set<number>();
  for (let n = 0; n < 102; n += 1) await register('AAAAA').catch(({ status }) => statuses.add(status));
  expect([...statuses]).toEqual([400, 429]);
  await expect(register(code)).rejects.toMatchObject({ status: 429 });
});

it('where somebody is registered, a call answers without the lock of the first start and spends no allowance', async () => {
  await given(database.db).person();
  await database.db.transaction(async (trx) => {
    await repositoriesOn(trx, 'America/Mexico_City').installation.lockFirstStart();
    for (let n = 0; n < 2; n += 1) await expect(register('AAAAA')).rejects.toMatchObject({ status: 404 });
  });
  expect(await database.db('rate_limits')).toEqual([]);
});

it('a stranger who comes before the code is stored does not close the first run', async () => {
  await database.db('installation').where({ key: 'firstRunCodes' }).del();
  expect(await app.visitor().client.readSession()).toMatchObject({ needsFirstRun: true });
  await register(await openDoor());
  expect(await database.db('users')).toHaveLength(1);
});

it('the first steps are read from what is there', async () => {
  const first = await given(database.db).manager();
  const { client } = await app.as(first);
  const nothing = { hasPeople: false, hasTopic: false, hasActivity: false, hasMailServer: false, hasBackup: false };
  expect(await client.readFirstSteps()).toMatchObject(nothing);
  const other = await given(database.db).person();
  await given(database.db).ownActivity(other);
  expect(await client.readFirstSteps()).toMatchObject({ ...nothing, hasPeople: true, hasTopic: true, hasActivity: true });
});

it('where passwords are off it asks for none, and otherwise for one', async () => {
  const { password, ...person } = ana;
  await expect(app.visitor().client.createFirstAdministrator({ ...person, code })).rejects.toMatchObject({
    fields: { password: expect.any(String) },
  });
  const company = await runningApp({ allowsPasswords: false, database: { ...database, close: async () => {} } });
  await company.visitor().client.createFirstAdministrator({ ...person, code });
  expect(await database.db('users').select('email', 'kind', 'password_hash')).toEqual([
    { email: ana.email, kind: 'Desarrollador', passwordHash: null },
  ]);
  await company.close();
});
