import { existsSync, readdirSync } from 'node:fs';
import http from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deep, expectWithin } from '../../../core/test/deep.ts';
import { given } from '../../../core/test/factories.ts';
import { everythingIn } from '../../../core/test/tables.ts';
import { cleanedImages, hostileNames, refusedImages } from '../hostile-images.ts';
import { aPng } from '../pictures.ts';
import { type RunningApp, runningApp } from '../running-app.ts';

const LONGEST_MS = 2_000;
const GROWTH_MAX = 250 * 2 ** 20;
let app: RunningApp;
/** Made before memory is measured: some take more to make than to refuse. */
const corpus = new Map<string, Uint8Array<ArrayBuffer>>();
const bytesOf = (title: string) => corpus.get(title) as Uint8Array<ArrayBuffer>;
let baseline = 0;
let highest = 0;
let sampling: NodeJS.Timeout;
beforeAll(async () => {
  app = await runningApp({ rateLimitFactor: 1_000 });
  for (const { title, bytes } of [...refusedImages, ...cleanedImages]) corpus.set(title, await bytes());
  baseline = process.memoryUsage.rss();
  sampling = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage.rss());
  }, 20);
});
beforeEach(() => app.wipe());
afterAll(async () => {
  clearInterval(sampling);
  await app.close();
});

async function setUp() {
  const person = await given(app.db).person();
  const activity = await given(app.db).ownActivity(person, { status: 'in_progress' });
  const topic = await given(app.db).topic();
  return { person, mine: await app.as(person), activity, topic };
}
type SetUp = Awaited<ReturnType<typeof setUp>>;

/** The three calls that take images, and where each then shows them. */
const calls = {
  evidence: {
    path: '/api/record_evidences_activity',
    field: 'images[0]',
    maxBytes: 10_000_000,
    fields: ({ activity }: SetUp) => ({ activity_id: activity.id }),
    addressesOf: async (): Promise<string[]> => shownImages(),
  },
  creation: {
    path: '/api/create_my_new_activity',
    field: 'images[0]',
    maxBytes: 10_000_000,
    fields: ({ topic }: SetUp) => ({ id_project: topic.id, objective: 'Con imagen', priority: 'Normal', due_date: '2026-12-01' }),
    addressesOf: async (): Promise<string[]> => shownImages(),
  },
  photo: {
    path: '/api/update_profile_image',
    field: 'image',
    maxBytes: 5_000_000,
    fields: () => ({}),
    addressesOf: async ({ person }: SetUp): Promise<string[]> => [`/api/profile_image/${person.employeeNumber}`],
  },
};
type Call = (typeof calls)[keyof typeof calls];
async function shownImages(): Promise<string[]> {
  const images = await app.db('images').select('id');
  return images.flatMap(({ id }) => [`/api/images/${id}`, `/api/images/${id}/thumbnail`]);
}

/** So that what is encoded once more is other bytes. */
const withTail = (png: Uint8Array) => new Uint8Array(Buffer.concat([png, Buffer.from('cola ajena')]));

type File = { field: string; bytes: Uint8Array<ArrayBuffer>; name?: string; type?: string };
async function upload(on: SetUp, call: Call, files: File[]) {
  const form = new FormData();
  for (const [name, value] of Object.entries(call.fields(on))) form.append(name, String(value));
  for (const { field, bytes, name = 'a.png', type = 'image/png' } of files) form.append(field, new Blob([bytes], { type }), name);
  const began = performance.now();
  const answer = await on.mine.call('POST', call.path, { body: form });
  expectWithin(performance.now() - began, LONGEST_MS);
  return answer;
}

/** It was refused so, and neither rows nor files came of it. */
async function expectRefused(call: Call, files: File[], status: number | number[], code: string) {
  const on = await setUp();
  const rows = await everythingIn(app.db);
  const answer = await upload(on, call, files);
  expect([status].flat()).toContain(answer.status);
  expect(answer.body).toMatchObject({ success: false, code });
  expect(await everythingIn(app.db)).toEqual(rows);
  expect([await app.stored(), await app.scratched()]).toEqual([[], []]);
}

/** It was taken, and what is shown of it is an image of ours and no byte sequence of theirs. */
async function expectCleaned(call: Call, files: File[], gone?: string) {
  const on = await setUp();
  const answer = await upload(on, call, files);
  expect([answer.status, answer.body]).toEqual([200, expect.objectContaining({ success: true })]);
  const given = files.map(({ bytes }) => Buffer.from(bytes));
  const addresses = await call.addressesOf(on);
  expect(addresses.length).toBeGreaterThan(0);
  for (const address of addresses) {
    const { bytes, headers, status } = await on.mine.call('GET', address);
    expect(status).toBe(200);
    expect(['89504e47', 'ffd8ffe0', 'ffd8ffdb']).toContain(bytes.subarray(0, 4).toString('hex'));
    expect(headers.get('Content-Type')).toBe(bytes[0] === 0x89 ? 'image/png' : 'image/jpeg');
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(given.some((input) => input.equals(bytes))).toBe(false);
    if (gone) expect(bytes.includes(gone)).toBe(false);
  }
  const names = await app.stored();
  expect(names.filter((name) => !/^[0-9a-f-]{36}(\.thumbnail)?$/.test(name))).toEqual([]);
  expect(await app.scratched()).toEqual([]);
  return on;
}

describe.each(Object.entries(calls))('%s', (_, call) => {
  it.each(refusedImages)('refuses $title', async ({ title, name, type, code }) => {
    await expectRefused(call, [{ field: call.field, bytes: bytesOf(title), name, type }], [400, 413, 415], code);
  });

  it('refuses I19 one byte too many', async () => {
    const bytes = new Uint8Array(call.maxBytes + 1);
    bytes.set(await aPng());
    await expectRefused(call, [{ field: call.field, bytes }], 413, 'image.tooLarge');
  });

  it('refuses I20 more images than it takes, and I21 a field that takes none', async () => {
    const bytes = await aPng();
    const name = call.field.replace(/\[0\]$/, '');
    await expectRefused(
      call,
      [0, 1, 2, 3, 4].map((n) => ({ field: `${name}[${n}]`, bytes })),
      400,
      'input.invalid',
    );
    for (const field of ['foto', `${name}[0][x]`, `${name}[100]`, '../images[0]', '__proto__', 'constructor', ''])
      await expectRefused(call, [{ field, bytes }], 400, field === '' || field === '__proto__' ? expect.any(String) : 'input.invalid');
  });

  it.each(cleanedImages)('takes $title, cleaned', async ({ title, gone }) => {
    await expectCleaned(call, [{ field: call.field, bytes: bytesOf(title) }], gone);
  });

  it.each(hostileNames)('keeps I28 %j under a name of our own', async (name) => {
    const on = await expectCleaned(call, [{ field: call.field, bytes: withTail(await aPng()), name }], 'cola ajena');
    const images = await app.db('images').select('name');
    for (const row of images) expect(row.name).toMatch(/^[^/\\\p{Cc}\p{Cf}]{1,120}$/u);
    for (const address of await call.addressesOf(on)) {
      const { headers } = await on.mine.call('GET', address);
      expect(headers.get('Content-Disposition')).toMatch(/^inline; filename="(evidencia|foto)\.png"$/);
      expect(headers.get('X-Evil')).toBeNull();
    }
  });
});

it('uploads whose sender hangs up leave no open file and nothing in the folders', async () => {
  const on = await setUp();
  const token = await on.mine.csrfToken();
  const form = new FormData();
  form.append('activity_id', String(on.activity.id));
  form.append('images[0]', new Blob([new Uint8Array(300_000)]), 'a.png');
  const request = new Response(form);
  const [type, body] = [request.headers.get('Content-Type') as string, Buffer.from(await request.arrayBuffer())];
  const rows = await everythingIn(app.db);
  const before = openFiles();
  const hangUp = () =>
    new Promise<void>((resolve) => {
      const headers = {
        'Content-Type': type,
        'Content-Length': body.length,
        Cookie: `sid=${on.mine.cookies.get('sid')}`,
        'X-CSRF-Token': token,
      };
      const sending = http.request(`${app.origin}${calls.evidence.path}`, { method: 'POST', headers });
      sending.on('error', () => {});
      sending.on('close', () => resolve());
      sending.write(body.subarray(0, 100_000 + Math.floor(body.length / 3)), () => setTimeout(() => sending.destroy(), 10));
    });
  for (let n = 0; n < deep(200, 20); n += 10) await Promise.all(Array.from({ length: 10 }, hangUp));
  await expect.poll(() => app.scratched()).toEqual([]);
  await expect.poll(() => openFiles() - before).toBeLessThanOrEqual(5);
  expect(await everythingIn(app.db)).toEqual(rows);
  expect(await app.stored()).toEqual([]);
});

/** Counts those of this process; 0 where the system has no `/proc`. */
const openFiles = () => (existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd').length : 0);

it('the sum took at most 250 MiB', () => {
  console.log(`Hostile uploads: ${Math.round((highest - baseline) / 2 ** 20)} MiB at most.`);
  expect(highest - baseline).toBeLessThan(GROWTH_MAX);
});
