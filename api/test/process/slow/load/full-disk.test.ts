import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { browser } from '../../../browser.ts';
import { aJpeg } from '../../../pictures.ts';
import { dataFolder, launch, type Product, until, untilReady } from '../../product.ts';
import { isLinux, isRoot, sql } from '../../traces.ts';

const MIB = 1_024 * 1_024;
const DISK_MIB = 400;
const FLOOR_MIB = 80;
/** A reading of the free space is used for so long. */
const READING_MS = 5_500;
const PATIENCE_MS = 60_000;
const AT_ONCE = 4;

const canMount = isRoot && isLinux;
const admin = { ADMIN_EMAIL: 'ana@empresa.mx', ADMIN_PASSWORD: 'segura 2026' };
let folder: string;
let product: Product;
let ana: ReturnType<typeof browser>;
let activityId: number;

beforeAll(async () => {
  if (!canMount) return;
  folder = dataFolder();
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MIB}m,mode=755`, 'tmpfs', folder]);
  product = await launch(folder, { ...admin, MIN_FREE_SPACE: `${FLOOR_MIB} MiB`, RATE_LIMIT_FACTOR: '1000' });
  await untilReady(product);
  ana = browser(product.url);
  await ana.client.logIn({ email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD });
  const { department } = await ana.client.readOwnData();
  const { id } = await ana.client.createTopic({ name: 'Obra', description: 'Construir', department });
  const words = { id_project: id, objective: 'Revisar la bomba', priority: 'Normal', due_date: '2099-12-31' };
  const { body } = await ana.call('POST', '/api/create_my_new_activity', { body: words });
  activityId = (body as { id: number }).id;
  await ana.client.startActivity({ activityId });
}, PATIENCE_MS);
afterAll(async () => {
  if (!canMount) return;
  product.child.kill('SIGTERM');
  await product.exited;
  execFileSync('umount', [folder]);
  fs.rmSync(folder, { recursive: true });
}, PATIENCE_MS);

const filler = () => path.join(folder, 'relleno');
/** Leaves so much on the disk, in MiB. */
function leave(freeMiB: number): void {
  fs.rmSync(filler(), { force: true });
  const { bavail, bsize } = fs.statfsSync(folder);
  const bytes = Math.max(0, bavail * bsize - freeMiB * MIB);
  const file = fs.openSync(filler(), 'w');
  try {
    for (let offset = 0; offset < bytes; ) offset += fs.writeSync(file, Buffer.alloc(Math.min(MIB, bytes - offset)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    fs.closeSync(file);
  }
}
const readiness = async () => {
  const answer = await fetch(`${product.url}/readyz`);
  const { status } = (await answer.json()) as { status: string };
  return `${answer.status} ${status}`;
};
let comments = 0;
async function comment() {
  const number = ++comments;
  const text = `${number} ${'Revisé la bomba y quedó bien. '.repeat(60)}`;
  const answer = await ana.call('POST', '/api/record_comments_activity', { body: { activitie_id: activityId, comment: text } });
  return { ...answer, number };
}
async function addEvidence() {
  const body = new FormData();
  body.set('activity_id', String(activityId));
  body.set('images[0]', new Blob([await aJpeg(1_600, 1_200)]), 'foto.jpg');
  return ana.call('POST', '/api/record_evidences_activity', { body });
}

it.runIf(canMount)(
  'administrators get a mail before the floor is reached',
  async () => {
    leave(2 * FLOOR_MIB - 10);
    const mailed = async () => (await sql(folder, `select from outbox where kind = 'spaceLow' and sent_at is not null`)).length;
    for (const limit = Date.now() + PATIENCE_MS; (await mailed()) === 0 && Date.now() < limit; ) await pause(500);
    expect(await mailed()).toBe(1);
    expect((await addEvidence()).status).toBe(200);
  },
  90_000,
);

it.runIf(canMount)('below the floor an upload is refused with a sentence, and everything else is still written', async () => {
  expect((await addEvidence()).status).toBe(200);
  leave(FLOOR_MIB - 10);
  await pause(READING_MS);
  const refused = await addEvidence();
  expect(refused.status).toBe(507);
  expect(refused.body).toMatchObject({ code: 'storage.low', error: expect.stringContaining('se reserva para los datos') });
  expect(fs.readdirSync(path.join(folder, 'uploads'))).toEqual([]);
  expect((await comment()).status).toBe(200);
  expect(await readiness()).toBe('200 ready');

  leave(FLOOR_MIB + 40);
  await pause(READING_MS);
  expect((await addEvidence()).status).toBe(200);
});

it.runIf(canMount)(
  'a database without space answers 507 and is not ready; nothing acknowledged is lost, and it recovers by itself',
  async () => {
    const acknowledged: number[] = [];
    leave(0);
    const statuses = new Set<number>();
    for (const limit = Date.now() + PATIENCE_MS; !statuses.has(507) && Date.now() < limit; ) {
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, comment));
      for (const { status, number, body } of answers) {
        statuses.add(status);
        if (status === 200) acknowledged.push(number);
        if (status === 507)
          expect(body).toEqual({
            success: false,
            code: 'database.full',
            error:
              'El servidor no puede guardar cambios: su disco está lleno o es de solo lectura. Avisa a tu administrador; nada se guardó a medias.',
          });
      }
    }
    statuses.delete(200);
    expect([...statuses]).toEqual([507]);
    expect(await readiness()).toBe('503 database full');
    expect((await fetch(`${product.url}/readyz`)).status).toBe(503);
    expect((await ana.call('GET', '/api/get_my_activities')).status).toBe(200);

    fs.rmSync(filler());
    await until(async () => (await readiness()) === '200 ready', product.output);
    const after = await comment();
    expect(after.status).toBe(200);
    const { body } = await ana.call('GET', `/api/call_comments_by_activity/${activityId}`);
    const numbers = (body as { comment: string }[]).map(({ comment: text }) => Number(text.split(' ')[0]));
    expect(numbers).toEqual(expect.arrayContaining([...acknowledged, after.number]));
  },
  120_000,
);
