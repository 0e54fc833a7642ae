import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { connect, createCore, type Database, repositoriesOn } from '@bitacora/core/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { planWitnesses, sealHistory, type Witnessing, witnessSeals } from '../../../../src/jobs/seal-history.ts';
import { admin } from '../../administration/admin.ts';
import { type Company, company } from '../../administration/command-company.ts';

const SLOW = 240_000;
const ZONE = 'America/Mexico_City';
const DAY_MS = 24 * 3_600_000;
const log = { info: () => {}, warn: () => {}, error: () => {} };

let ours: Company;
const connections: Database[] = [];
const mails: { text: string; messageId?: string | undefined }[] = [];
let isMailAway = false;

beforeAll(async () => {
  ours = await company();
  await ours.db.raw(`create schema past; create function past.clock_timestamp() returns timestamptz language sql volatile as
    $$ select pg_catalog.clock_timestamp() - current_setting('past.days')::integer * interval '1 day' $$`);
}, SLOW);
afterAll(async () => {
  for (const db of connections) await db.destroy();
  await ours.close();
}, SLOW);

/** The product as it was so many days ago, database clock included. */
function daysAgo(days: number): Witnessing {
  const url = new URL(ours.url);
  url.searchParams.set('options', `-c search_path=past,public,pg_catalog -c past.days=${days}`);
  const db = connect(String(url), { poolSize: 2 });
  connections.push(db);
  const core = createCore({ db, clock: () => new Date(Date.now() - days * DAY_MS), zone: ZONE, secret: 's'.repeat(32) });
  const mailer = {
    async send(mail: (typeof mails)[number]) {
      if (isMailAway) throw new Error('away');
      mails.push(mail);
    },
  } as unknown as Witnessing['mailer'];
  return { core, mailer, log, sealWitness: 'notaria@otra.mx', tsaUrl: undefined, publicUrl: 'https://bitacora.empresa.mx' };
}
const addAndSeal = async (there: Witnessing) => {
  await there.core.db('adminHistory').insert({ act: 'topic.register', subjectKind: 'topic', channel: 'web' });
  await sealHistory(there.core, log);
};
async function live(days: number): Promise<void> {
  const there = daysAgo(days);
  await addAndSeal(there);
  await planWitnesses(there);
  await witnessSeals(there);
}
const dayOf = async (days: number): Promise<string> =>
  (await ours.db.raw(`select ((now() - ? * interval '1 day') at time zone ?)::date::text as day`, [days, ZONE])).rows[0].day;
async function witnessed(...typed: string[]) {
  const { status, out, err } = await admin(['verify', '--json', ...typed], ours.env);
  if (!out) throw new Error(err);
  const { checked } = JSON.parse(out) as { checked: { name: string; findings: string[]; notes: string[] }[] };
  const checkNamed = (name: string) => checked.find((one) => one.name === name) as (typeof checked)[number];
  return { status, seals: checkNamed('seals').findings, findings: checkNamed('witnesses').findings, notes: checkNamed('witnesses').notes };
}
const numbersOf = (messages: typeof mails) => messages.map(({ text }) => Number(/bitacora-seal 1 \S+ (\d+)/.exec(text)?.[1]));

it(
  'days without a witness after a long outage are a note once a later one covers them',
  async () => {
    await live(20);
    isMailAway = true;
    for (let days = 19; days >= 10; days--) await live(days);
    const missing = await Promise.all([19, 18, 17].map(dayOf));
    expect((await witnessed()).findings.slice(0, 3)).toEqual(missing.map((day) => `Falta el correo al testigo del ${day}.`));
    expect((await witnessed()).findings).toHaveLength(10);
    isMailAway = false;
    mails.length = 0;
    await live(9);
    expect(mails).toHaveLength(8);
    const { status, findings, notes } = await witnessed();
    expect([status, findings]).toEqual([0, []]);
    const by = await dayOf(16);
    expect(notes.filter((note) => note.includes('lo cubre'))).toEqual(
      missing.map((day) => `El correo al testigo del ${day} no salió; el del ${by} lo cubre.`),
    );
  },
  SLOW,
);

it(
  'a day that a process sealed and did not plan is planned by the next, once',
  async () => {
    mails.length = 0;
    await addAndSeal(daysAgo(6));
    const there = daysAgo(5);
    await addAndSeal(there);
    await Promise.all([planWitnesses(there), planWitnesses(there)]);
    await planWitnesses(there);
    expect(await witnessSeals(there)).toBe(2);
    const days = await ours.db('sealWitnesses').orderBy('day', 'desc').limit(2).pluck('day');
    expect(days).toEqual([await dayOf(5), await dayOf(6)]);
    // Each day's own last seal: the first names no row of the second.
    const [first = 0, second = 0] = numbersOf(mails);
    expect(second).toBeGreaterThan(first);
    expect(await witnessed()).toMatchObject({ status: 0, findings: [] });
  },
  SLOW,
);

it(
  'a bogus seal is no head of a witness',
  async () => {
    mails.length = 0;
    const there = daysAgo(4);
    await addAndSeal(there);
    await ours.db.raw(`begin; set local session_replication_role = replica;
      insert into history_seals (id, form, root, source, after_id, through_id, rows, seal, sealed_at) overriding system value
      select max(id) + 1, 4, sha256('x'), 'admin_history', 0, max(through_id), 1, sha256('x'), max(sealed_at) from history_seals; commit`);
    const { id: bogus } = await ours.db('historySeals').orderBy('id', 'desc').first('id');
    await planWitnesses(there);
    await witnessSeals(there);
    expect(numbersOf(mails)).toEqual([bogus - 1]);
    await ours.db.raw(`begin; set local session_replication_role = replica; delete from history_seals where id = ${bogus}; commit`);
  },
  SLOW,
);

it(
  'a backup that is older than a mail is called so, and the seals that follow it have Message-IDs of their own',
  async () => {
    mails.length = 0;
    const seals = await ours.db('historySeals').orderBy('id');
    await live(3);
    const [before] = mails;
    const [number = 0] = numbersOf(mails);
    expect(before?.messageId).toContain(`-${number}-`);
    const mail = path.join(ours.dataDir, 'mail.eml');
    writeFileSync(mail, before?.text ?? '');
    expect((await witnessed('--witness', mail)).findings).toEqual([]);
    // As in a backup from before.
    const through = seals.findLast(({ source }) => source === 'admin_history').throughId;
    await ours.db.raw(`begin; set local session_replication_role = replica; delete from history_seals where id > ${seals.at(-1).id};
      delete from admin_history where id > ${through}; delete from seal_witnesses where seal_id > ${seals.at(-1).id}; commit`);
    expect((await witnessed('--witness', mail)).findings).toEqual([
      `La base de datos es anterior al correo al testigo: falta el sello ${number}. Se restauró un respaldo más antiguo, o alguien los quitó.`,
    ]);
    await live(3);
    expect(numbersOf(mails)).toEqual([number, number]);
    expect(mails[1]?.messageId).not.toBe(before?.messageId);
    expect((await witnessed('--witness', mail)).findings).toEqual([expect.stringContaining('la cadena se rehízo después')]);
  },
  SLOW,
);

it(
  'a chain that was remade is found by the heads of before, and without them by the days of which nothing is planned',
  async () => {
    const old = await ours.db('historySeals').orderBy('id');
    await ours.db.raw(`begin; set local session_replication_role = replica; delete from history_seals;
      update admin_history set subject = 'Reescrito' where id = (select min(id) from admin_history); commit`);
    for (const { source, throughId, sealedAt } of old) {
      const { core } = daysAgo(Math.round((Date.now() - sealedAt.getTime()) / DAY_MS));
      await repositoriesOn(core.db, ZONE).historySeals.add(source, throughId);
    }
    const remade = await witnessed();
    expect(remade.seals).toEqual([]);
    expect(remade.findings.length).toBeGreaterThan(10);
    expect(remade.findings.every((finding) => /^El sello \d+ no es el que salió el|^Falta el correo/.test(finding))).toBe(true);
    await ours.db('sealWitnesses').delete();
    await live(2);
    const { status, findings } = await witnessed();
    expect(status).toBe(1);
    expect(findings).toContain(`Falta el correo al testigo del ${await dayOf(20)}.`);
    expect(findings).toContain(`Falta el correo al testigo del ${await dayOf(10)}.`);
  },
  SLOW,
);
