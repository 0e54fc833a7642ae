import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { connect, type Database } from '@bitacora/core/server';
import { remindDeadlines } from '@bitacora/core/use-cases/notifications/scheduled-notifications';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { day, given, NOW, PASSWORD } from '../../../../core/test/factories.ts';
import { stage } from '../../../../core/test/stage.ts';
import { administer } from '../../../src/commands/administer.ts';
import { cleanUp } from '../../../src/jobs/clean-up.ts';
import { sealHistory } from '../../../src/jobs/seal-history.ts';
import { readSettings } from '../../../src/settings/settings.ts';
import { migrateOnStart } from '../../../src/startup/open-database.ts';
import { fileStore } from '../../../src/storage/image-store.ts';
import { mailJob } from '../../mail-job.ts';
import { aJpeg, aPng } from '../../pictures.ts';
import { type ThreeRoles, threeRoles } from '../../roles/three-roles.ts';
import { type RunningApp, runningApp } from '../../running-app.ts';
import { peopleSheet, uploaded } from '../../sheets/upload.ts';
import { sheetOf } from '../../sheets/workbooks.ts';
import { silentLog } from '../../silent-log.ts';

const BOT = 'the service token of the tests, long enough';
const DENIED = { code: '42501' };
let roles: ThreeRoles;
let app: RunningApp;
let db: Database;
let reader: Database;
let folder: string;
beforeAll(async () => {
  roles = await threeRoles();
  folder = await mkdtemp(path.join(os.tmpdir(), 'bitacora-roles-test-'));
  db = connect(roles.appUrl);
  reader = connect(roles.backupUrl);
  expect((await migrateOnStart(db, roles.ownerUrl, () => {})).length).toBeGreaterThan(0);
  expect(await admin(roles.ownerUrl, 'roles', '--backup', roles.names.backup)).toEqual({
    exit: 0,
    output: expect.stringContaining('lee todo'),
  });
  app = await runningApp({ database: { db, wipe: roles.wipe, close: async () => {} }, rateLimitFactor: 1_000, botToken: BOT });
}, 120_000);
beforeEach(() => app.wipe());
afterAll(async () => {
  for (const each of [db, reader]) await each?.destroy();
  await roles?.close();
  await rm(folder, { recursive: true, force: true });
});

/** `npm run admin -- …` with that address as DATABASE_URL. */
async function admin(url: string, ...typed: string[]) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const settings = () => readSettings({ DATABASE_URL: url, DATA_DIR: folder });
  const place = (name: string) => path.join(folder, name);
  const exit = await administer(typed, {
    stdin: Readable.from([]),
    stdout,
    stderr,
    now: () => NOW,
    settings,
    env: {},
    fileNames: [],
    place,
  });
  return { exit, output: `${stdout.read() ?? ''}${stderr.read() ?? ''}` };
}

it('may not create extensions, not even the owner of the tables, and searches without them', async () => {
  const owner = connect(roles.ownerUrl, { poolSize: 1 });
  try {
    for (const name of ['pg_trgm', 'unaccent']) await expect(owner.raw(`create extension ${name}`)).rejects.toMatchObject(DENIED);
    expect(await owner('pg_extension').pluck('extname')).toEqual(['plpgsql']);
  } finally {
    await owner.destroy();
  }
  const make = given(db);
  const boss = await make.manager({ email: 'gerente@demo.mx' });
  const { id } = await make.activity({
    owner: boss,
    description: 'Cambiar el switch',
    status: 'in_progress',
    topic: await make.topic({ name: 'Redes' }),
  });
  const manager = app.visitor();
  await manager.client.logIn({ email: 'gerente@demo.mx', password: PASSWORD });
  await manager.client.commentActivity({ activityId: id, body: 'Llegó la refacción' });
  expect((await manager.client.searchActivities({ text: 'refaccion REDES cambi' })).hits).toMatchObject([
    { id, found: { where: expect.any(String) } },
  ]);
});

it('a role that owns nothing does all of the daily work', async () => {
  const make = given(db);
  const boss = await make.manager({ email: 'gerente@demo.mx' });
  const worker = await make.person({ email: 'empleado@demo.mx' });
  const topic = await make.topic();
  const [manager, employee] = [app.visitor(), app.visitor()];
  await manager.client.logIn({ email: 'gerente@demo.mx', password: PASSWORD });
  await employee.client.logIn({ email: 'empleado@demo.mx', password: PASSWORD });
  const { id: activityId } = await manager.client.assignActivity({
    topicId: topic.id,
    assigneeId: worker.id,
    description: 'Cambiar el switch',
    priority: 'critical',
    dueOn: day('2026-11-21'),
    repeats: 'week',
    images: [new File([await aPng()], 'plano.png')],
  });
  await employee.client.startActivity({ activityId });
  await employee.client.commentActivity({ activityId, body: 'Ya está' });
  await employee.client.addEvidence({ activityId, images: [new File([await aJpeg()], 'instalado.jpg')] });
  const { core } = stage(db);
  const reminderCall = { useCase: remindDeadlines, actor: null, channel: 'system', input: { dueAt: NOW }, effect: 'writes' } as const;
  expect((await core.perform(reminderCall)).result).toMatchObject({ count: expect.any(Number) });
  await employee.client.completeActivity({ activityId, resolution: 'Instalado' });
  await manager.client.validateActivity({ activityId, comment: null, verdict: 'Verified' });
  expect((await uploaded(manager, await sheetOf(peopleSheet(3)))).status).toBe(200);
  await app.visitor().client.requestPasswordReset({ email: worker.email });
  const job = mailJob(core);
  await job.deliver();
  expect(job.mails.length).toBeGreaterThan(3);

  const identity = { service: 'slack', workspace: 'T1', chat_user_id: 'U1', conversation: 'D1' };
  const bot = (call: string, body: object) =>
    app.visitor().call('POST', call, { body, csrf: false, headers: { Authorization: `Bearer ${BOT}` } });
  await db('chatLinks').insert({
    userId: boss.id,
    service: 'slack',
    workspace: 'T1',
    chatUserId: 'U1',
    conversation: 'D1',
    displayName: 'a',
    linkedAt: NOW,
  });
  expect((await bot('/api/bot/exchange', identity)).status).toBe(200);
  expect((await bot('/api/bot/claim_work', { services: ['slack'] })).status).toBe(200);
  await employee.client.changePassword({ currentPassword: PASSWORD, password: 'otra clave', confirmation: 'otra clave' });
  expect(await sealHistory(core, silentLog)).toBeGreaterThan(3);
  await cleanUp(core, await fileStore(path.join(folder, 'images')), silentLog);
  expect((await app.visitor().call('GET', '/readyz')).status).toBe(200);
  expect(await db('activities').select('status').orderBy('id')).toMatchObject([{ status: 'verified' }, { status: 'not_started' }]);
});

it('doctor reports a role that owns what it works with, and of no other', async () => {
  const owner = connect(roles.ownerUrl);
  const shared = { wipe: roles.wipe, close: async () => {} };
  for (const [on, ownsTables] of [
    [db, false],
    [owner, true],
  ] as const) {
    const one = await runningApp({ database: { ...shared, db: on }, wantsRoles: true });
    expect(await (await one.as(await given(db).manager())).client.readDiagnosis()).toMatchObject({ ownsTables });
    await one.close();
  }
  await owner.destroy();
});

describe('the role that works', () => {
  const rewriting = ['activity_history', 'admin_history', 'history_seals'].flatMap((table) => [
    `update ${table} set id = default`,
    `delete from ${table}`,
    `truncate ${table}`,
    `alter table ${table} disable trigger all`,
    `drop trigger ${table}_append_only on ${table}`,
    `drop table ${table}`,
  ]);
  it.each([
    ...rewriting,
    'truncate activities cascade',
    `create or replace function refuse_change_of_history() returns trigger language plpgsql as 'begin return null; end'`,
    'set session_replication_role = replica',
    'create table anything (x integer)',
    'alter table users add column x integer',
    `update knex_migrations set name = 'x'`,
    'delete from knex_migrations',
  ])('may not: %s', async (statement) => {
    await expect(db.raw(statement)).rejects.toMatchObject(DENIED);
  });

  it('writes no row under a number that its sequence did not issue, and sealing continues', async () => {
    const { id: activityId } = await given(db).activity();
    const entries = {
      activity_history: `(id, activity_id, act, channel, at, to_status) overriding system value values (?, ${activityId}, 'comment', 'web', now(), 'not_started')`,
      admin_history: `(id, act, subject_kind, channel) overriding system value values (?, 'topic.register', 'topic', 'web')`,
      history_baselines: `(id, kind, through_id, facts) overriding system value values (?, 'witness', 0, '{}')`,
    };
    for (const [table, entry] of Object.entries(entries))
      for (const id of ['9223372036854775807', '9000000000000000', '0'])
        await expect(db.raw(`insert into ${table} ${entry}`, [id]), `${table} ${id}`).rejects.toThrow(`did not issue number ${id}`);
    await db('adminHistory').insert({ act: 'topic.register', subjectKind: 'topic', channel: 'web' });
    expect(await sealHistory(stage(db).core, silentLog)).toBeGreaterThan(0);
  });

  it('starts where nothing is missing, and says who may where something is', async () => {
    expect(await migrateOnStart(db, undefined, () => {})).toEqual([]);
    expect(await admin(roles.appUrl, 'migrate')).toEqual({ exit: 1, output: expect.stringContaining('no es dueño de las tablas') });
    const owner = connect(roles.ownerUrl, { poolSize: 1 });
    const migration = await owner('knexMigrations').orderBy('id', 'desc').first();
    await owner('knexMigrations').where({ id: migration.id }).delete();
    await expect(migrateOnStart(db, undefined, () => {})).rejects.toThrow('Define DATABASE_OWNER_URL');
    await owner('knexMigrations').insert(migration);
    await owner.destroy();
  });

  it('reports why it cannot start where it was given nothing, or where who should be the owner is not', async () => {
    const owner = connect(roles.ownerUrl, { poolSize: 1 });
    await owner.raw(`revoke select on knex_migrations from "${roles.names.app.replaceAll('"', '""')}"`);
    await expect(migrateOnStart(db, undefined, () => {})).rejects.toThrow(`«${roles.names.app}», no puede leer las tablas`);
    await expect(migrateOnStart(db, roles.backupUrl, () => {})).rejects.toThrow('Este rol no es dueño de las tablas');
    const { rows } = await owner.raw('select from pg_default_acl where defaclrole = ?::regrole', [roles.names.backup]);
    expect(rows).toEqual([]);
    expect(await migrateOnStart(db, roles.ownerUrl, () => {})).toEqual([]);
    await owner.destroy();
  });
});

describe('the role that backs up', () => {
  it('reads every table and writes none', async () => {
    const { rows } = await reader.raw(
      `select quote_ident(relname) as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    );
    expect(rows.length).toBeGreaterThan(25);
    for (const { name } of rows) {
      await reader.raw(`select count(*) from ${name}`);
      await expect(reader.raw(`delete from ${name}`), name).rejects.toMatchObject(DENIED);
      await expect(reader.raw(`insert into ${name} default values`), name).rejects.toMatchObject(DENIED);
    }
  });
});

it('a table of a later release is granted when the owner makes it, and grants that were lost come back with the next start', async () => {
  const owner = connect(roles.ownerUrl, { poolSize: 1 });
  await owner.raw(`create table later (x integer); revoke update on users from "${roles.names.app.replaceAll('"', '""')}"`);
  await expect(db.raw('update users set alias = null')).rejects.toMatchObject(DENIED);
  expect(await migrateOnStart(db, roles.ownerUrl, () => {})).toEqual([]);
  await db.raw('insert into later values (1); update later set x = 2; update users set alias = null; delete from later');
  expect((await reader('later')).length).toBe(0);
  await owner.raw('drop table later');
  await owner.destroy();
});

it('what others keep beside our tables, such as an extension, is not ours to give', async () => {
  await roles.asSuperuser((superuser) => superuser.raw('create table theirs (id integer generated always as identity)'));
  expect(await migrateOnStart(db, roles.ownerUrl, () => {})).toEqual([]);
  await expect(db.raw('select from theirs')).rejects.toMatchObject(DENIED);
  await roles.asSuperuser((superuser) => superuser.raw('drop table theirs'));
});

it('says what stands in the way of giving roles', async () => {
  expect(await admin(roles.ownerUrl, 'roles', '--app', 'nadie')).toEqual({ exit: 1, output: expect.stringContaining('«nadie» no existe') });
  expect(await admin(roles.ownerUrl, 'roles', '--app', roles.names.owner)).toEqual({
    exit: 1,
    output: expect.stringContaining('elige otro'),
  });
  expect(await admin(roles.appUrl, 'roles', '--backup', roles.names.backup)).toEqual({
    exit: 1,
    output: expect.stringContaining('no es dueño'),
  });
  const twice = await admin(roles.ownerUrl, 'roles', '--app', roles.names.app, '--backup', roles.names.app);
  expect(twice).toEqual({ exit: 1, output: expect.stringContaining('no puede ser los dos') });
  await db('users').update({ alias: null });
  expect(await admin(roles.ownerUrl, 'roles')).toMatchObject({ exit: 2 });
});

it('makes a backup that the owner puts back, after which both roles have what they had', async () => {
  const { id } = await given(db).person();
  expect(await admin(roles.backupUrl, 'backup', '--output', 'respaldo')).toMatchObject({ exit: 0 });
  expect(await db('installation').where({ key: 'backupAt' }).first('value')).toBeTruthy();
  await db('users').where({ id }).update({ firstName: 'Otra' });
  await app.close(); // nobody works during a restore
  for (const each of [db, reader]) await each.destroy();
  const noOwner = await admin(roles.appUrl, 'restore', '--from', 'respaldo', '--replace', '--yes');
  expect(noOwner).toEqual({ exit: 1, output: expect.stringContaining('no es dueño de las tablas') });
  const restored = await admin(roles.ownerUrl, 'restore', '--from', 'respaldo', '--replace', '--yes');
  for (const each of [db, reader]) each.initialize();
  expect(restored).toMatchObject({ exit: 0 });
  expect(await db('users').where({ id }).first('firstName')).not.toMatchObject({ firstName: 'Otra' });
  await given(db).activity();
  await expect(db.raw('delete from activity_history')).rejects.toMatchObject(DENIED);
  expect(await admin(roles.backupUrl, 'backup', '--output', 'otro')).toMatchObject({ exit: 0 });
});
