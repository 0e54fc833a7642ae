import { createHash, randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Activity } from '@bitacora/core/domain/activities/activity';
import { connect } from '@bitacora/core/server';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { given, NOW } from '../../../../../core/test/factories.ts';
import { everythingIn } from '../../../../../core/test/tables.ts';
import { type Manifest, sealManifest } from '../../../../src/commands/backups/backup-folder.ts';
import { admin, startAdmin } from '../../administration/admin.ts';
import { type Company, company } from '../../administration/command-company.ts';
import { dataFolder } from '../../product.ts';
import { isLinux, remove } from '../../traces.ts';

const SLOW = 180_000;
let ours: Company;
let shelf: string;
let place: string;
let activity: Activity;
let [whole, second]: string[] = [];
beforeAll(async () => {
  ours = await company();
  shelf = dataFolder();
  activity = await given(ours.db).activity();
  whole = await stored('whole');
  second = await stored('second');
  place = path.join(shelf, 'sound');
  writeFileSync(path.join(ours.dataDir, 'session-secret'), 'the first secret');
  const result = await admin(['backup', '--output', place], ours.env);
  if (result.status !== 0) throw new Error(result.err);
  // Releases before 1.2.0 wrote secrets into a backup that is not encrypted.
  mkdirSync(path.join(place, 'secrets'));
  writeFileSync(path.join(place, 'secrets/session-secret'), 'the first secret');
  appendFileSync(path.join(place, 'SHA256SUMS'), `${sha256('the first secret')}  secrets/session-secret\n`);
  place = forged(({ secrets }) => secrets.push('session-secret'));
}, SLOW);
beforeEach(() => {
  put(whole, 'whole');
  put(second, 'second');
});
afterAll(async () => {
  await ours.close();
  remove(shelf);
}, SLOW);

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');
const fileOf = (name: string) => path.join(ours.images, name.slice(0, 2), name);
const imagePath = (folder: string, name: string) => path.join(folder, 'images', name.slice(0, 2), name);
function put(name = '', text: string) {
  mkdirSync(path.dirname(fileOf(name)), { recursive: true });
  writeFileSync(fileOf(name), text);
}

/** A row of evidence, its file and its thumbnail. The files hold text, because nothing here reads an image. */
async function stored(text: string): Promise<string> {
  const id = randomUUID();
  const facts = { name: `${text}.png`, mediaType: 'image/png', sha256: sha256(text), sizeBytes: text.length, width: 1, height: 1 };
  const where = { activityId: activity.id, uploadedById: activity.ownerId, position: 0, uploadedAt: NOW };
  await ours.db('images').insert({ id, ...facts, ...where });
  put(id, text);
  put(`${id}.thumbnail`, `small ${text}`);
  return id;
}

/** Closes our own connections during the restore, because a restore refuses a database in use. */
async function restore(folder = place, ...more: string[]) {
  await ours.db.destroy();
  const ended = await admin(['restore', '--from', folder, '--replace', '--yes', ...more], ours.env);
  ours.db.initialize();
  return ended;
}
const files = () => readdirSync(ours.images, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes(path.sep));
const contents = () => Object.fromEntries(files().map((name) => [path.basename(name), readFileSync(path.join(ours.images, name), 'utf8')]));

/** A backup that somebody changed and sealed again. */
function forged(change: (manifest: Manifest, folder: string) => void): string {
  const copy = path.join(shelf, `forged-${randomUUID()}`);
  mkdirSync(copy);
  for (const name of readdirSync(place, { recursive: true, encoding: 'utf8' })) {
    const from = path.join(place, name);
    if (statSync(from).isDirectory()) mkdirSync(path.join(copy, name), { recursive: true });
  }
  for (const name of readdirSync(place, { recursive: true, encoding: 'utf8' })) {
    const from = path.join(place, name);
    if (statSync(from).isFile()) writeFileSync(path.join(copy, name), readFileSync(from));
  }
  const { seal, ...manifest } = JSON.parse(readFileSync(path.join(copy, 'manifest.json'), 'utf8'));
  change(manifest, copy);
  const sums = readFileSync(path.join(copy, 'SHA256SUMS'), 'utf8').replace(
    /^.{64} {2}(.*)$/gm,
    (_, name) => `${sha256(readFileSync(path.join(copy, name)))}  ${name}`,
  );
  writeFileSync(path.join(copy, 'SHA256SUMS'), sums);
  writeFileSync(path.join(copy, 'manifest.json'), sealManifest({ ...manifest, sums: sha256(sums) }));
  return copy;
}

it(
  'a backup names the images that are damaged or missing, is written all the same, and does not end well',
  async () => {
    put(whole, 'whale');
    rmSync(fileOf(second ?? ''));
    const folder = path.join(shelf, 'unsound');
    const ended = await admin(['backup', '--output', folder, '--json'], ours.env);
    expect(ended.status).toBe(1);
    expect(ended.err).toContain(`El archivo ${whole} está dañado`);
    expect(ended.err).toContain(`Falta el archivo ${second}`);
    expect(JSON.parse(ended.out)).toMatchObject({ folder, altered: [whole], missing: [second] });
    expect(readFileSync(imagePath(folder, whole ?? ''), 'utf8')).toBe('whale');
    expect(JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8'))).toMatchObject({ altered: [whole], missing: [second] });

    put(whole, 'whole');
    put(second, 'second');
    const restored = await restore(folder);
    expect(restored.status).toBe(0);
    expect(restored.err).toContain(`${whole}`);
    expect(restored.err).toContain(`${second}`);
    expect(contents()).toMatchObject({ [whole ?? '']: 'whole', [second ?? '']: 'second' });
  },
  SLOW,
);

it(
  'a restore puts a sound image in the place of a damaged one, and keeps what was there under another name',
  async () => {
    put(whole, 'whale');
    const ended = await restore();
    expect(ended.status).toBe(0);
    expect(ended.err).toContain(`${whole}.anterior`);
    expect(contents()).toMatchObject({ [whole ?? '']: 'whole', [`${whole}.anterior`]: 'whale' });
    rmSync(fileOf(`${whole}.anterior`));
  },
  SLOW,
);

it(
  'a restore that fails leaves rows, images and secrets as they were, whatever it had put already',
  async () => {
    rmSync(fileOf(second ?? ''));
    put(whole, 'whale');
    await ours.db('activities').update({ description: 'Escrito después' });
    writeFileSync(path.join(ours.dataDir, 'session-secret'), 'the second secret');
    const before = [await everythingIn(ours.db), contents()];
    const topics = (folder: string) => path.join(folder, 'tables/topics.copy.gz');
    const backups = {
      'la versión más nueva': [forged(({ schema }) => schema.push('9999_from_the_future')), 'versión más nueva'],
      'otra suma': [forged(({ tables }) => Object.assign(tables.at(-1) as object, { sha256: sha256('other rows') })), 'no quedó como'],
      'filas de menos': [
        forged((_, folder) => writeFileSync(topics(folder), gzipSync(gunzipSync(readFileSync(topics(folder))).subarray(0, 10)))),
        '',
      ],
      cortado: [forged((_, folder) => writeFileSync(topics(folder), readFileSync(topics(folder)).subarray(0, 30))), ''],
    };
    for (const [fault, [folder = '', sentence = '']] of Object.entries(backups)) {
      const { status, err } = await restore(folder);
      expect({ fault, status, err }).toEqual({ fault, status: 1, err: expect.stringContaining(sentence) });
      expect([fault, await everythingIn(ours.db), contents()]).toEqual([fault, ...before]);
      expect(readFileSync(path.join(ours.dataDir, 'session-secret'), 'utf8')).toBe('the second secret');
    }
  },
  SLOW,
);

it(
  'what cannot be done once the rows are in is named, and the rest is done',
  async () => {
    const secret = path.join(ours.dataDir, 'session-secret');
    rmSync(secret);
    mkdirSync(path.join(secret, 'in-the-way'), { recursive: true });
    const ended = await restore();
    rmSync(secret, { recursive: true });
    expect(ended).toMatchObject({ status: 1, out: expect.stringContaining('Se restauró todo') });
    expect(ended.err).toContain('secrets/');
    expect((await ours.db('activities').first('description'))?.description).not.toBe('Escrito después');
    expect(await restore()).toMatchObject({ status: 0 });
    expect(readFileSync(secret, 'utf8')).toBe('the first secret');
    if (isLinux) expect(statSync(secret).mode & 0o777).toBe(0o600);
    expect(readdirSync(ours.dataDir).filter((name) => name.startsWith('session-secret'))).toEqual(['session-secret']);
  },
  SLOW,
);

it(
  'a backup and a restore, or two restores, do not meet; a Bitácora that starts meanwhile waits for the rows',
  async () => {
    const stranger = connect(ours.url, { poolSize: 2 });
    await ours.db.destroy();
    try {
      // A lock on this table blocks the last step of a restore, and every backup.
      const holding = await stranger.transaction();
      await holding.raw(`set application_name = 'somebody else'; lock table topics in row exclusive mode`);
      const first = startAdmin(['restore', '--from', place, '--replace', '--yes'], ours.env);
      await stranger.raw(`set application_name = 'somebody else'`);
      const isWaiting = async () => (await stranger.raw(`select from pg_locks where not granted`)).rows.length > 0;
      for (let n = 0; !(await isWaiting()) && first.child.exitCode === null; n++) {
        expect(n).toBeLessThan(1_000);
        await pause(20);
      }
      const meanwhile = 'Hay otro respaldo o restauración en marcha';
      const elsewhere = path.join(shelf, 'meanwhile');
      expect(await admin(['restore', '--from', place, '--replace', '--yes'], ours.env)).toMatchObject({
        status: 1,
        err: expect.stringContaining(meanwhile),
      });
      expect(await admin(['backup', '--output', elsewhere], ours.env)).toMatchObject({
        status: 1,
        err: expect.stringContaining(meanwhile),
      });
      expect(existsSync(elsewhere)).toBe(false);

      const starting = startAdmin(['migrate'], ours.env);
      await pause(1_500);
      expect(starting.child.exitCode).toBeNull();
      await holding.commit();
      expect(await first.ended).toMatchObject({ status: 0 });
      expect(await starting.ended).toMatchObject({ status: 0 });
    } finally {
      await stranger.destroy();
      ours.db.initialize();
    }
  },
  SLOW,
);
