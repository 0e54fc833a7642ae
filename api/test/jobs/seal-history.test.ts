import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { repositoriesOn } from '@bitacora/core/server';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../core/test/database.ts';
import { given, NOW } from '../../../core/test/factories.ts';
import { stage, ZONE } from '../../../core/test/stage.ts';
import { administer } from '../../src/administration/administer.ts';
import { createClockGuard } from '../../src/jobs/clock-guard.ts';
import { sealHistory, sealIfSteady } from '../../src/jobs/seal-history.ts';
import { readSettings } from '../../src/settings.ts';

vi.setConfig({ testTimeout: 60_000 });
let database: TestDatabase;
let activityId: number;
beforeAll(async () => {
  database = await testDatabase();
});
beforeEach(async () => {
  await database.wipe();
  activityId = (await given(database.db).activity()).id;
});
afterAll(() => database.close());

const row = (note: string) => ({ activityId, act: 'comment', channel: 'web', at: NOW, toStatus: 'not_started', note });
const logged: { seal: string; rows: number }[] = [];
const warn = vi.fn();
const error = vi.fn();
const log = { warn, error, info: (facts: object) => void logged.push(facts as (typeof logged)[number]) };
const seal = () => sealHistory(stage(database.db).core, log);
async function seals() {
  const found = [];
  for await (const one of repositoriesOn(database.db, ZONE).historySeals.all()) found.push(one);
  return found;
}

async function verified(...typed: string[]) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const settings = () => readSettings({ DATABASE_URL: database.url, DATA_DIR: path.join('/tmp', 'nobody-s-images') });
  await administer(['verify', '--json', ...typed], { stdin: Readable.from([]), stdout, stderr, now: () => NOW, settings, place: String });
  const { checked } = JSON.parse(String(stdout.read())) as { checked: { name: string; count: number; findings: string[] }[] };
  return checked.find(({ name }) => name === 'seals');
}

it('a row that is still being written when later ones are there is waited for, and sealed with them', async () => {
  const slow = await database.db.transaction();
  await slow('activityHistory').insert(row('slow'));
  await database.db('activityHistory').insert(row('quick'));
  const sealing = seal();
  await pause(1_500);
  expect(await database.db('historySeals')).toEqual([]);
  await slow.commit();
  const rows = await sealing;
  expect(rows).toBe((await database.db('activityHistory')).length);
  expect(await seals()).toMatchObject([{ rows, isWhole: true }]);
  expect(await seal()).toBe(0);
});

it('a transaction that nobody ends is told of: nothing can be sealed until then', async () => {
  const forgotten = await database.db.transaction();
  await forgotten('activityHistory').insert(row('forgotten'));
  await database.db('activityHistory').insert(row('one'));
  expect(await sealHistory(stage(database.db).core, log, { patience: 1 })).toBe(0);
  expect(warn).toHaveBeenCalledExactlyOnceWith(expect.anything(), expect.stringContaining('not sealed'));
  await forgotten.rollback();
  expect(await seal()).toBe(1);
  expect(warn).toHaveBeenCalledOnce();
});

it('of two processes that seal at once each row is sealed by one', async () => {
  await database.db('activityHistory').insert(row('one'));
  const rows = (await database.db('activityHistory')).length;
  const sealed = await Promise.all([seal(), seal()]);
  expect(sealed.reduce((sum, each) => sum + each)).toBe(rows);
  expect(await seals()).toMatchObject([{ rows, isWhole: true }]);
});

it('verify names the rows of a seal that does not hold, and misses a seal that the log told of', async () => {
  await database.db('activityHistory').insert(row('one'));
  await seal();
  const told = logged.at(-1)?.seal ?? '';
  expect(await verified('--seal', told)).toMatchObject({ name: 'seals', count: 1, findings: [] });
  await database.db.raw(
    `begin; set local session_replication_role = replica; update activity_history set note = 'otra' where note = 'one'; commit`,
  );
  expect(await verified()).toMatchObject({
    findings: [expect.stringMatching(/^Los renglones 1 a \d+ del historial no son los que se sellaron/)],
  });
  // Whoever owns the tables can seal anew what they rewrote, but not take the old seal out of the log.
  await database.db.raw('begin; set local session_replication_role = replica; delete from history_seals; commit');
  await seal();
  expect(await verified()).toMatchObject({ findings: [] });
  expect(await verified('--seal', told)).toMatchObject({ findings: [expect.stringContaining(`Ningún sello es ${told}`)] });
});

it('the history of the administration is sealed in the same chain, and a change of it is found', async () => {
  await database.db('activityHistory').insert(row('one'));
  await database
    .db('adminHistory')
    .insert({ act: 'person.update', subjectKind: 'user', subjectId: '7', before: '{"email":"a@b.mx"}', channel: 'web' });
  await seal();
  expect((await seals()).map(({ id, source, isWhole }) => [id, source, isWhole])).toEqual([
    [1, 'activity_history', true],
    [2, 'admin_history', true],
  ]);
  for (const change of [
    `act = 'person.activate'`,
    `before = '{"email":"c@d.mx"}'`,
    `address = '10.0.0.1'`,
    `at = at - interval '1 day'`,
    'actor_id = 3',
  ]) {
    const trx = await database.db.transaction();
    await trx.raw(`set local session_replication_role = replica; update admin_history set ${change}`);
    const whole: boolean[] = [];
    for await (const { isWhole } of repositoriesOn(trx, ZONE).historySeals.all()) whole.push(isWhole);
    await trx.rollback();
    expect([change, whole]).toEqual([change, [true, false]]);
  }
});

it('the number and the time of a seal are under it', async () => {
  await database.db('activityHistory').insert(row('one'));
  await seal();
  for (const change of [`sealed_at = sealed_at - interval '1 day'`, 'id = id + 1', 'rows = rows + 1', 'form = 1']) {
    const trx = await database.db.transaction();
    await trx.raw(
      `set local session_replication_role = replica; alter table history_seals alter id set generated by default; update history_seals set ${change}`,
    );
    const whole: boolean[] = [];
    for await (const { isWhole } of repositoriesOn(trx, ZONE).historySeals.all()) whole.push(isWhole);
    await trx.rollback();
    expect([change, whole]).toEqual([change, [false]]);
  }
});

const adminEntry = { act: 'topic.register', subjectKind: 'topic', channel: 'web' };
const asOwner = (statement: string) => database.db.raw(`begin; set local session_replication_role = replica; ${statement}; commit`);

it('a table that cannot be sealed does not keep the others and the witness from their turn', async () => {
  await database.db('activityHistory').insert(row('one'));
  await database.db('adminHistory').insert(adminEntry);
  await asOwner(`insert into activity_history (id, activity_id, act, channel, at, to_status) overriding system value
    select 9223372036854775807, activity_id, act, channel, at, to_status from activity_history where note = 'one'`);
  const onSealed = vi.fn(async () => {});
  // The baseline cannot be made either.
  await expect(sealIfSteady({ core: stage(database.db).core, log, onSealed })).rejects.toThrow('Sealing failed');
  expect(error).toHaveBeenCalledWith(expect.objectContaining({ source: 'activity_history' }), expect.stringContaining('not sealed'));
  const sources = (await seals()).map(({ source }) => source);
  expect(sources).toContain('admin_history');
  expect(sources).not.toContain('activity_history');
  expect(onSealed).toHaveBeenCalledOnce();
});

it('sealing waits while the clock is in doubt', async () => {
  await database.db('adminHistory').insert(adminEntry);
  let wrongMs = 2 * 3_600_000;
  const clock = () => new Date(Date.now() + wrongMs);
  const clockGuard = createClockGuard({ clock, databaseNow: async () => new Date(), log, agreeMs: 0, acceptMs: 0 });
  const sealing = { core: stage(database.db).core, log, clockGuard, onSealed: async () => {} };
  await sealIfSteady(sealing);
  expect(await seals()).toEqual([]);
  wrongMs = 0;
  // The first look is where the clock is compared anew.
  for (let look = 0; look < 2; look++) await sealIfSteady(sealing);
  expect((await seals()).map(({ source }) => source)).toContain('admin_history');
});

it('a row that has no seal an hour later is a finding, and a recent one a note', async () => {
  await database.db('adminHistory').insert(adminEntry);
  expect(await verified()).toMatchObject({ findings: [], notes: ['1 renglón todavía no tiene sello.'] });
  await asOwner(`update admin_history set at = at - interval '61 minutes'`);
  expect(await verified()).toMatchObject({ findings: [expect.stringMatching(/^1 renglón lleva más de una hora sin sello/)], notes: [] });
});

it('a seal with a number that cannot be reached does not stop sealing', async () => {
  await database.db('adminHistory').insert(adminEntry);
  await seal();
  await asOwner(`insert into history_seals (id, form, source, through_id, rows, seal, sealed_at) overriding system value
    select 2147483647, 2, source, through_id + 1000, 1, sha256('x'), now() from history_seals`);
  await database.db('adminHistory').insert(adminEntry);
  expect(await seal()).toBe(1);
  expect((await seals()).map(({ id, isWhole }) => [id, isWhole])).toEqual([
    [1, true],
    [2, true],
    [2_147_483_647, false],
  ]);
});
