import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { explains } from '@bitacora/core/domain/admin/health';
import { repositoriesOn } from '@bitacora/core/server';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { hashLeaf, sealOver, treeRoot } from '../../../../core/src/secrets/secrets.ts';
import { type TestDatabase, testDatabase } from '../../../../core/test/database.ts';
import { given, NOW } from '../../../../core/test/factories.ts';
import { stage, ZONE } from '../../../../core/test/stage.ts';
import { administer } from '../../../src/commands/administer.ts';
import { sealHistory, sealIfSteady } from '../../../src/jobs/seal-history.ts';
import { createClockGuard } from '../../../src/monitoring/clock-guard.ts';
import { readSettings } from '../../../src/settings/settings.ts';

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
/** It waits as long as the product for transactions of before, which other test files may have open, and looks more often. */
const seal = () => sealHistory(stage(database.db).core, log, { waitMs: 20, patience: 500 });
async function seals() {
  const seals = [];
  for await (const one of repositoriesOn(database.db, ZONE).historySeals.all()) seals.push(one);
  return seals;
}

const verified = (...typed: string[]) => verifiedPart('seals', ...typed);
async function verifiedPart(part: string, ...typed: string[]) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const settings = () => readSettings({ DATABASE_URL: database.url, DATA_DIR: path.join('/tmp', 'nobody-s-images') });
  await administer(['verify', '--json', ...typed], {
    stdin: Readable.from([]),
    stdout,
    stderr,
    now: () => NOW,
    settings,
    env: {},
    fileNames: [],
    place: String,
  });
  const { checked } = JSON.parse(String(stdout.read())) as {
    checked: { name: string; count: number; findings: string[]; notes: string[] }[];
  };
  return checked.find(({ name }) => name === part);
}

it('a row that is still being written when later ones are there is waited for, and sealed with them', async () => {
  const slow = await database.db.transaction();
  await slow('activityHistory').insert(row('slow'));
  await database.db('activityHistory').insert(row('quick'));
  const sealing = seal();
  await pause(100);
  expect(await database.db('historySeals')).toEqual([]);
  await slow.commit();
  const rows = await sealing;
  expect(rows).toBe((await database.db('activityHistory')).length);
  expect(await seals()).toMatchObject([{ rows, isWhole: true }]);
  expect(await seal()).toBe(0);
});

it('a transaction that nobody ends is reported: nothing can be sealed until then', async () => {
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

it('verify names the rows of a seal that does not hold, and misses a seal that the log names', async () => {
  await database.db('activityHistory').insert(row('one'));
  await seal();
  const printedSeal = logged.at(-1)?.seal ?? '';
  expect(await verified('--seal', printedSeal)).toMatchObject({ name: 'seals', count: 1, findings: [] });
  await database.db.raw(
    `begin; set local session_replication_role = replica; update activity_history set note = 'otra' where note = 'one'; commit`,
  );
  expect(await verified()).toMatchObject({
    findings: [expect.stringMatching(/^Los renglones 1 a \d+ del historial no son los que se sellaron/)],
  });
  // The owner of the tables can seal the changed rows again, but cannot remove the old seal from the log.
  await database.db.raw('begin; set local session_replication_role = replica; delete from history_seals; commit');
  await seal();
  expect(await verified()).toMatchObject({ findings: [] });
  expect(await verified('--seal', printedSeal)).toMatchObject({ findings: [expect.stringContaining(`Ningún sello es ${printedSeal}`)] });
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
  for (const change of [
    `sealed_at = sealed_at - interval '1 day'`,
    'id = id + 1',
    'rows = rows + 1',
    'form = 1, after_id = null, root = null',
    'form = 2, after_id = null, root = null',
    'form = 3, root = null',
    `root = sha256('x')`,
    'after_id = -1',
  ]) {
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

it('a row without a seal is a note with its age while nobody seals, and a finding once sealing left it out for an hour', async () => {
  await database.db('adminHistory').insert(adminEntry);
  const { historySeals } = repositoriesOn(database.db, ZONE);
  await historySeals.noteRun();
  await asOwner(`update admin_history set at = at - interval '59 minutes'`);
  const [{ at }] = await database.db('adminHistory');
  const note = `1 renglón todavía no tiene sello (desde ${at.toISOString()}): Bitácora los sella mientras está en marcha.`;
  expect(await verified()).toMatchObject({ findings: [], notes: [note] });
  // A product that was stopped since.
  const shift = `update admin_history set at = at - interval '30 days'; update installation set value = to_jsonb((value #>> '{}')::timestamptz - interval '30 days')`;
  await asOwner(shift);
  expect(await verified()).toMatchObject({ findings: [], notes: [expect.stringContaining('1 renglón todavía no tiene sello')] });
  await historySeals.noteRun();
  expect(await verified()).toMatchObject({ findings: [expect.stringMatching(/^1 renglón lleva más de una hora sin sello/)], notes: [] });
});

it('a row that was left out while another table was sealed later is a finding also without a note of the turn', async () => {
  await database.db('activityHistory').insert(row('one'));
  await asOwner(`update activity_history set recorded_at = recorded_at - interval '61 minutes'`);
  await database.db('adminHistory').insert(adminEntry);
  expect((await verified())?.findings).toEqual([]);
  const { historySeals } = repositoriesOn(database.db, ZONE);
  await historySeals.add('admin_history', Number.MAX_SAFE_INTEGER);
  expect((await verified())?.findings).toEqual([
    expect.stringMatching(/^\d+ renglones llevan más de una hora|^1 renglón lleva más de una hora/),
  ]);
});

it('each turn of sealing is noted, also one that fails', async () => {
  await asOwner(`insert into activity_history (id, activity_id, act, channel, at, to_status) overriding system value
    values (9223372036854775807, ${activityId}, 'comment', 'web', now(), 'not_started')`);
  await expect(sealIfSteady({ core: stage(database.db).core, log, onSealed: async () => {} })).rejects.toThrow('Sealing failed');
  expect(await database.db('installation').where({ key: 'sealingAt' })).toHaveLength(1);
});

/** A seal that no trigger looked at, of any digest. */
const plant = async (
  throughId: string,
  more: { digest?: string; rows?: number; afterId?: string; form?: number; at?: string; root?: string } = {},
) => {
  // Seals are read to the millisecond: a row of the same one would look newer than its seal.
  await pause(2);
  const { form = 4 } = more;
  await asOwner(`insert into history_seals (id, form, root, source, after_id, through_id, rows, seal, sealed_at) overriding system value
    select coalesce(max(id), 0) + 1, ${form}, ${form === 4 ? (more.root ?? `sha256('x')`) : 'null'}, 'admin_history', ${more.afterId ?? 0}, ${throughId}, ${more.rows ?? 1},
      ${more.digest ?? `sha256('x')`}, ${more.at ? `'${more.at}Z'` : 'clock_timestamp()'} from history_seals`);
};
const newestRow = async () => (await database.db('adminHistory').max('id as id').first())?.id as number;
const addRows = (count: number) =>
  database.db.raw(
    `insert into admin_history (act, subject_kind, channel) select 'topic.register', 'topic', 'web' from generate_series(1, ?::int)`,
    [count],
  );
const sealedRows = async () => (await seals()).filter(({ isWhole }) => isWhole).map(({ afterId, throughId }) => [afterId, throughId]);

it.each([
  ['the fourth form', 4, '0'],
  ['the third form', 3, '0'],
  ['the second form', 2, 'null'],
])(
  'a bogus seal of %s beyond the newest row hinders nothing, and is the same finding after its number is reached',
  async (_, form, afterId) => {
    await database.db('adminHistory').insert(adminEntry);
    await seal();
    const first = await newestRow();
    await plant(`${first + 20}`, { form, afterId });
    const [, { id, sealedAt }] = (await seals()) as [unknown, { id: number; sealedAt: Date }];
    const bogus = `El sello ${id} (${sealedAt.toISOString()}) no lo hizo Bitácora: nombra renglones del historial de administración, hasta el ${first + 20}, que no existían entonces. Los demás sellos no cuentan con él.`;
    expect(await verified()).toMatchObject({ findings: [bogus] });
    await addRows(1);
    expect(await seal()).toBe(1);
    await addRows(19);
    expect(await newestRow()).toBe(first + 20);
    expect(await seal()).toBe(19);
    await addRows(5);
    expect(await seal()).toBe(5);
    expect(await sealedRows()).toEqual([
      [0, first],
      [first, first + 1],
      [first + 1, first + 20],
      [first + 20, first + 25],
    ]);
    expect(await verified()).toMatchObject({ findings: [bogus], notes: [] });
  },
);

it('a bogus seal whose number is reached before anything is sealed is found, and its rows are sealed', async () => {
  await database.db('adminHistory').insert(adminEntry);
  await seal();
  const first = await newestRow();
  await plant(`${first + 10}`);
  await addRows(10);
  expect(await seal()).toBe(10);
  await addRows(3);
  expect(await seal()).toBe(3);
  expect(await sealedRows()).toEqual([
    [0, first],
    [first, first + 10],
    [first + 10, first + 13],
  ]);
  expect((await verified())?.findings).toEqual([expect.stringMatching(/^El sello 2 .* no lo hizo Bitácora: .* que no existían entonces/)]);
});

it('a seal of the right range and a wrong digest is stepped over at once', async () => {
  await addRows(2);
  await plant(String(await newestRow()), { rows: 2 });
  expect(await seal()).toBe(2);
  expect(await seal()).toBe(0);
  expect((await seals()).map(({ isWhole }) => isWhole)).toEqual([false, true]);
  expect((await verified())?.findings).toEqual([
    expect.stringMatching(/^Los renglones 1 a \d+ del historial de administración no son los que se sellaron/),
  ]);
});

it('a seal that leaves rows out does not hold, although its digest is right', async () => {
  await addRows(1);
  await seal();
  const first = await newestRow();
  await addRows(5);
  const [genuine] = await database.db('historySeals');
  const instant = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as ${column}`;
  const { rows: last } = await database.db.raw(
    `select id, ${instant('at')}, actor_id, actor_name, act, subject_kind, subject_id, subject, before::text as before, after::text as after,
       address, channel from admin_history where id = ?`,
    [first + 5],
  );
  const { rows: times } = await database.db.raw(`select ${instant('now')} from clock_timestamp() as now`);
  const begunAfter = async (afterId: number, rows: number) => {
    const root = treeRoot(last.map((words: object) => hashLeaf(Object.values(words)))).toString('hex');
    const words = [[2, 'admin_history', afterId, first + 5, rows, times[0].now, root]];
    await asOwner('delete from history_seals where id = 2');
    await plant(String(first + 5), {
      afterId: String(afterId),
      rows,
      root: `'\\x${root}'`,
      digest: `'\\x${sealOver(genuine.seal, words).toString('hex')}'`,
      at: times[0].now,
    });
    return (await seals()).at(-1)?.isWhole;
  };
  expect(await begunAfter(first + 4, 1)).toBe(false);
  expect(await seal()).toBe(5);
  expect((await seals()).at(-1)).toMatchObject({ id: 3, afterId: first, throughId: first + 5, isWhole: true });
  // The same digest holds where another seal ends.
  await asOwner(`delete from history_seals where id > 1; update history_seals set through_id = ${first + 4} where id = 1`);
  expect(await begunAfter(first + 4, 1)).toBe(true);
});

it('the trigger takes a seal only from where another ends', async () => {
  await addRows(4);
  const last = await newestRow();
  const insert = (afterId: number, rows: number) =>
    database.db.raw(
      `insert into history_seals (form, source, after_id, through_id, rows, seal, sealed_at) values (3, 'admin_history', ?, ?, ?, sha256('x'), clock_timestamp())`,
      [afterId, last, rows],
    );
  await expect(insert(last - 1, 1)).rejects.toThrow(`no seal of admin_history ends at ${last - 1}`);
  await expect(insert(0, 3)).rejects.toThrow('no 3 rows');
  await insert(0, 4);
});

it('a row that is slipped in behind a seal with an old date is a finding, and stays one', async () => {
  await addRows(2);
  await asOwner(
    'alter table admin_history alter id set generated by default; update admin_history set id = id + 1 where id = (select max(id) from admin_history)',
  );
  await database.db.raw(`select nextval(pg_get_serial_sequence('admin_history', 'id'))`);
  await seal();
  await asOwner(`insert into admin_history (id, at, act, subject_kind, channel) overriding system value
    select max(id) - 1, now() - interval '9 days', 'topic.register', 'topic', 'web' from admin_history`);
  const findings = [expect.stringMatching(/^Los renglones 1 a \d+ del historial de administración no son los que se sellaron/)];
  expect((await verified())?.findings).toEqual(expect.arrayContaining(findings));
  await addRows(1);
  await seal();
  expect((await verified())?.findings).toEqual(findings);
});

describe('a jump of the clock of server and database', () => {
  const minutes = (count: number) => new Date(Date.now() + count * 60_000);
  /** As the database would have recorded it. */
  const recordedAt = (note: string, at: Date) =>
    asOwner(`update activity_history set at = '${at.toISOString()}', recorded_at = '${at.toISOString()}' where note = '${note}'`);
  const dates = async () => {
    const { findings = [], notes = [] } = (await verifiedPart('history')) ?? {};
    return {
      findings: findings.filter((one) => one.includes('fuera del tiempo')),
      notes: notes.filter((one) => one.includes('el reloj cambió')),
    };
  };
  const DAY_MIN = 24 * 60;

  it('is a note for the rows within it, once it was recorded', async () => {
    await database.db('activityHistory').insert(row('before'));
    await recordedAt('before', minutes(0));
    await seal();
    for (const note of ['ahead', 'ahead too', 'elsewhere']) await database.db('activityHistory').insert(row(note));
    await recordedAt('ahead', minutes(20 * DAY_MIN));
    await recordedAt('ahead too', minutes(20 * DAY_MIN + 1));
    await recordedAt('elsewhere', minutes(-3 * DAY_MIN));
    const { historyBaselines } = repositoriesOn(database.db, ZONE);
    await historyBaselines.noteJump({ spans: [{ from: minutes(20 * DAY_MIN - 5), to: minutes(20 * DAY_MIN + 5) }] });
    await seal();
    expect(await dates()).toEqual({
      findings: [expect.stringMatching(/está fuera del tiempo de su sello/)],
      notes: [
        expect.stringMatching(/^2 renglones del .* están fuera del tiempo de su sello: el reloj cambió entonces, y Bitácora lo anotó\.$/),
      ],
    });
    expect((await verified())?.findings).toEqual([]);
    // The note is sealed: nobody moves it to another time.
    await asOwner(`update history_baselines set facts = '{"spans": []}' where kind = 'clock'`);
    expect((await verified())?.findings).toEqual([expect.stringContaining('de la línea de base no son los que se sellaron')]);
    expect((await dates()).findings).toHaveLength(3);
  });

  it('explains no row that was sealed before it or long after', async () => {
    const jump = { at: minutes(0), spans: [{ from: minutes(-60), to: minutes(60) }] };
    const within = { recordedAt: minutes(10), sealedAt: minutes(1) };
    expect(explains(jump, within)).toBe(true);
    expect(explains(jump, { ...within, sealedAt: minutes(-1) })).toBe(false);
    expect(explains(jump, { ...within, sealedAt: minutes(2 * DAY_MIN) })).toBe(false);
    expect(explains(jump, { ...within, sealedAt: null })).toBe(false);
    expect(explains(jump, { ...within, recordedAt: minutes(61) })).toBe(false);
  });
});

it('a seal with a number that cannot be reached does not stop sealing', async () => {
  await database.db('adminHistory').insert(adminEntry);
  await seal();
  await asOwner(`insert into history_seals (id, form, root, source, after_id, through_id, rows, seal, sealed_at) overriding system value
    select 2147483647, 4, root, source, 0, through_id + 1000, 1, sha256('x'), now() from history_seals`);
  await database.db('adminHistory').insert(adminEntry);
  expect(await seal()).toBe(1);
  expect((await seals()).map(({ id, isWhole }) => [id, isWhole])).toEqual([
    [1, true],
    [2, true],
    [2_147_483_647, false],
  ]);
});

it('rows of an earlier version that are sealed once more are not out of time, and those that a seal came before are', async () => {
  for (const note of ['one', 'two']) {
    await database.db('activityHistory').insert(row(note));
    await seal();
  }
  await asOwner(`update activity_history set at = recorded_at - interval '2 days', recorded_at = recorded_at - interval '2 days';
    update history_seals set form = 3, root = null, sealed_at = sealed_at - interval '2 days';
    update activity_history set at = at - interval '2 days', recorded_at = recorded_at - interval '2 days' where note = 'one';
    update history_seals set sealed_at = sealed_at - interval '2 days' where id = 1`);
  await seal();
  expect(await database.db('historySeals').pluck('form')).toEqual([3, 3, 4]);
  const misdated = async () =>
    (await repositoriesOn(database.db, ZONE).audit.misdated(60, Number.MAX_SAFE_INTEGER, [])).map(({ isOff }) => isOff);
  expect(await misdated()).toEqual([]);
  await database.db('activityHistory').insert(row('three'));
  await seal();
  await asOwner(
    `update activity_history set at = recorded_at - interval '1 day', recorded_at = recorded_at - interval '1 day' where note = 'three'`,
  );
  expect(await misdated()).toEqual([false]);
});
