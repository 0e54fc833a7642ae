import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browser } from '../../../browser.ts';
import { aJpeg } from '../../../pictures.ts';
import { dataFolder, FIRST_PERSON, installation, launch, type Product, until, untilReady } from '../../product.ts';
import { isLinux, isRoot, kill, postmasterOf, processesOn, sql } from '../../traces.ts';

/** Volumes of their own need root and loop devices; elsewhere these tests are skipped by name. */
const canMount = isRoot && isLinux && fs.existsSync('/dev/loop-control');
const MIB = 1_024 * 1_024;
/** What SIGTERM may take, in any state. */
const END_MS = 20_000;
const CASE_MS = 180_000;

let base = '';
let data = '';
let product: Product;
let ana: ReturnType<typeof browser>;
let activityId: number;
let photo: Uint8Array<ArrayBuffer>;

/** Each is a file system of its own: the folder of data, five folders in it, and the place of the log. */
const volumes = {
  data: 64,
  'data/images': 24,
  'data/uploads': 24,
  'data/outbox': 16,
  'data/pg18': 400,
  'data/pg18/data/pg_wal': 100,
  log: 16,
};
const within = (name: string) => path.join(base, name);
const run = (command: string, ...words: string[]) => execFileSync(command, words, { stdio: 'pipe' });

beforeAll(async () => {
  if (!canMount) return;
  base = dataFolder();
  data = within('data');
  const source = await installation();
  const { uid, gid } = fs.statSync(source);
  for (const [name, mebibytes] of Object.entries(volumes)) {
    const image = within(`${name.replaceAll('/', '-')}.img`);
    fs.mkdirSync(within(name), { recursive: true });
    run('truncate', '-s', `${mebibytes}M`, image);
    run('mkfs.ext4', '-q', '-m', '0', image);
    run('mount', '-o', 'loop', image, within(name));
    fs.rmdirSync(path.join(within(name), 'lost+found'));
    fs.chownSync(within(name), uid, gid);
  }
  run('cp', '-a', `${source}/.`, data);
  fs.rmSync(source, { recursive: true });
  photo = await aJpeg(1_600, 1_200);
  await start();
  const { department } = await ana.client.readOwnData();
  const { id } = await ana.client.createTopic({ name: 'Obra', description: 'Construir', department });
  const words = { id_project: id, objective: 'Revisar la bomba', priority: 'Normal', due_date: '2099-12-31' };
  const { body } = await ana.call('POST', '/api/create_my_new_activity', { body: words });
  activityId = (body as { id: number }).id;
  await ana.client.startActivity({ activityId });
}, CASE_MS);

afterAll(async () => {
  if (!canMount) return;
  kill(product.child.pid, ...processesOn(data).map(({ pid }) => pid));
  await until(() => processesOn(data).length === 0);
  for (const name of Object.keys(volumes).toReversed()) run('umount', '-l', within(name));
  fs.rmSync(base, { recursive: true });
}, CASE_MS);

const logFile = () => path.join(within('log'), 'out.log');

/** Its log goes into a file on a volume of its own, as `npm start > file` has it. */
async function start(): Promise<void> {
  const env = { ...FIRST_PERSON, MIN_FREE_SPACE: '0', RATE_LIMIT_FACTOR: '1000', NODE_ENV: 'production' };
  product = await launch(data, env, { through: ['sh', '-c', `exec "$@" >> ${logFile()} 2>&1`, 'sh'] });
  await untilReady(product);
  ana = browser(product.url);
  await ana.client.logIn({ email: FIRST_PERSON.ADMIN_EMAIL, password: FIRST_PERSON.ADMIN_PASSWORD });
}

type Mode = 'full' | 'readOnly' | 'slow';
type Undo = () => void;

/** A file is full where it lies on a full disk. */
function fill(folder: string): Undo {
  if (!fs.statSync(folder).isDirectory()) {
    const elsewhere = path.join(within('log'), path.basename(folder));
    fs.writeFileSync(elsewhere, '');
    fs.chmodSync(elsewhere, 0o666);
    const undo = fill(within('log'));
    run('mount', '--bind', elsewhere, folder);
    return () => {
      run('umount', '-l', folder);
      undo();
    };
  }
  const filler = path.join(folder, 'relleno');
  const file = fs.openSync(filler, 'w');
  for (const bytes of [MIB, 4_096, 1]) {
    try {
      for (;;) fs.writeSync(file, Buffer.alloc(bytes));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
  fs.closeSync(file);
  return () => fs.rmSync(filler);
}

/**
 * What is open stays writable, as after `mount -o remount,ro` of a disk: the kernel refuses what is opened from then on. The mount is
 * read-only before it is put there, because a place in use cannot become so.
 */
function makeReadOnly(place: string): Undo {
  const copy = fs.statSync(place).isDirectory() ? fs.mkdtempSync(within('copy-')) : path.join(fs.mkdtempSync(within('copy-')), 'file');
  if (copy.endsWith('/file')) fs.writeFileSync(copy, '');
  run('mount', '--rbind', place, copy);
  run('mount', '-o', 'remount,bind,ro', copy);
  run('mount', '--rbind', copy, place);
  return () => {
    for (const mounted of [place, copy]) run('umount', '-R', '-l', mounted);
  };
}

/** Every write waits for most of a second. */
function makeSlow(folder: string): Undo {
  const [stop, stopped] = [within('stop'), within('stopped')];
  const lines = 'until [ -e "$2" ]; do fsfreeze -f "$1"; sleep 0.7; fsfreeze -u "$1"; sleep 0.1; done; touch "$3"';
  spawn('sh', ['-c', lines, 'sh', folder, stop, stopped], { stdio: 'ignore' });
  return () => {
    fs.writeFileSync(stop, '');
    run('sh', '-c', 'until [ -e "$1" ]; do sleep 0.1; done', 'sh', stopped);
    for (const file of [stop, stopped]) fs.rmSync(file);
  };
}

const modes: Record<Mode, (place: string) => Undo> = { full: fill, readOnly: makeReadOnly, slow: makeSlow };

async function comment(): Promise<number> {
  const { status } = await ana.call('POST', '/api/record_comments_activity', {
    body: { activitie_id: activityId, comment: 'Quedó bien.' },
  });
  return status;
}
async function addEvidence(): Promise<number> {
  const body = new FormData();
  body.set('activity_id', String(activityId));
  body.set('images[0]', new Blob([photo]), 'foto.jpg');
  const answer = await ana.call('POST', '/api/record_evidences_activity', { body });
  if (answer.status === 507) expect((answer.body as { error: string }).error).toMatch(/^El servidor no puede guardar archivos/);
  return answer.status;
}
/** Reading needs no place to write. */
const read = async () => (await ana.call('GET', '/api/get_my_activities')).status;

async function manyRequests(): Promise<number> {
  const statuses = new Set<number>();
  for (let n = 0; n < 2_500; n++) {
    const answer = await fetch(`${product.url}/healthz`);
    statuses.add(answer.status);
    await answer.arrayBuffer();
  }
  return statuses.size === 1 ? ([...statuses][0] as number) : 0;
}

const mails = () => fs.readdirSync(within('data/outbox')).filter((name) => name.endsWith('.eml')).length;
async function askForMail(): Promise<number> {
  return (await ana.call('POST', '/api/password-reset-request', { body: { email: FIRST_PERSON.ADMIN_EMAIL } })).status;
}

/** PostgreSQL takes a new segment of its log of writes, for which it needs a file. */
async function commentInNewSegment(): Promise<number> {
  await sql(data, 'select pg_switch_wal()').catch(() => {});
  return comment();
}
async function commentOnNewConnections(): Promise<number> {
  await sql(data, 'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()').catch(() => {});
  return comment();
}
/** The guardian starts another PostgreSQL, which opens its log. */
async function commentAfterRestart(): Promise<number> {
  const first = postmasterOf(data);
  kill(first);
  await until(() => ![0, first].includes(postmasterOf(data)));
  await untilReady(product);
  return comment();
}

interface Case {
  place: string;
  mode: Mode;
  act: () => Promise<number>;
  /** What the act must answer in the end, while the place is so. Before that it may answer that it cannot. */
  answers: number[];
  readsOn?: boolean;
  /** Whether all is well again, beyond an act that succeeds. */
  isHealed?: () => boolean | Promise<boolean>;
}
let mailsBefore = 0;
const heartbeat = () => fs.statSync(path.join(data, 'bitacora.heartbeat')).mtimeMs;
let beatBefore = 0;

const cases: Case[] = [
  ...['data/images', 'data/uploads'].flatMap((place): Case[] => [
    { place, mode: 'full', act: addEvidence, answers: [507] },
    { place, mode: 'readOnly', act: addEvidence, answers: [507] },
    { place, mode: 'slow', act: addEvidence, answers: [200] },
  ]),
  ...(['full', 'readOnly', 'slow'] as const).flatMap((mode): Case[] => [
    { place: 'data/outbox', mode, act: askForMail, answers: [200], isHealed: () => mails() > mailsBefore },
    // The heartbeat and `clock.json` are there.
    { place: 'data', mode, act: comment, answers: [200], isHealed: () => heartbeat() > beatBefore },
  ]),
  {
    place: 'log',
    mode: 'full',
    act: manyRequests,
    answers: [200],
    isHealed: () => fs.readFileSync(logFile(), 'utf8').includes('log lines dropped'),
  },
  { place: 'log', mode: 'slow', act: comment, answers: [200] },
  { place: 'data/pg18/postgres.log', mode: 'full', act: commentAfterRestart, answers: [200] },
  { place: 'data/pg18/postgres.log', mode: 'readOnly', act: commentAfterRestart, answers: [200] },
  { place: 'data/pg18', mode: 'slow', act: comment, answers: [200] },
  { place: 'data/pg18/data/base', mode: 'readOnly', act: commentOnNewConnections, answers: [507], readsOn: false },
  { place: 'data/pg18/data/pg_wal', mode: 'full', act: commentInNewSegment, answers: [503, 507], readsOn: false },
  { place: 'data/pg18/data/pg_wal', mode: 'readOnly', act: commentInNewSegment, answers: [503, 507], readsOn: false },
  { place: 'data/pg18/data/pg_wal', mode: 'slow', act: comment, answers: [200] },
];

describe.runIf(canMount)('each writable place', () => {
  it.each(cases)(
    '$place, $mode: it answers, heals by itself and ends in time',
    async ({ place, mode, act, answers, readsOn = true, isHealed }) => {
      const statuses = new Set<number>();
      mailsBefore = mails();
      let undo = modes[mode](within(place));
      try {
        await until(async () => {
          const status = await act();
          statuses.add(status);
          return answers.includes(status);
        });
        expect([...statuses].filter((status) => ![200, 503, 507].includes(status))).toEqual([]);
        if (readsOn) expect(await read()).toBe(200);
      } finally {
        undo();
      }
      beatBefore = heartbeat();
      await until(async () => (await act()) === 200 && (isHealed ? await isHealed() : true));

      undo = modes[mode](within(place));
      try {
        await act();
        const askedAt = performance.now();
        product.child.kill('SIGTERM');
        await product.exited;
        expect(performance.now() - askedAt).toBeLessThan(END_MS);
      } finally {
        undo();
      }
      await until(() => processesOn(data).length === 0);
      await start();
    },
    CASE_MS,
  );

  it(
    'it starts on a folder of data without room, and keeps no memory of the clock there',
    async () => {
      product.child.kill('SIGTERM');
      await product.exited;
      await until(() => processesOn(data).length === 0);
      fs.rmSync(path.join(data, 'clock.json'), { force: true });
      const undo = fill(data);
      try {
        await start();
        expect(await comment()).toBe(200);
        await pause(3_000);
        expect(fs.existsSync(path.join(data, 'clock.json'))).toBe(false);
      } finally {
        undo();
      }
    },
    CASE_MS,
  );
});
