import type { Person } from '@bitacora/core/domain/people/person';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../core/test/database.ts';
import { expectWithin } from '../../core/test/deep.ts';
import { given } from '../../core/test/factories.ts';
import { stage } from '../../core/test/stage.ts';
import { everythingIn } from '../../core/test/tables.ts';
import { cleanUpImages } from '../src/jobs/clean-up.ts';
import { StoreUnavailable } from '../src/storage/image-store.ts';
import { claimedStore, claimFolder, openStore } from '../src/storage/open-store.ts';
import { bucket } from './bucket.ts';
import { aPng } from './pictures.ts';
import { type RunningApp, runningApp } from './running-app.ts';
import { silentLog } from './silent-log.ts';

const HOUR = 3_600_000;
const UPLOAD = '/api/record_evidences_activity';
let database: TestDatabase;
let service: Awaited<ReturnType<typeof bucket>>;
let one: RunningApp;
let other: RunningApp;

/** Two replicas with nothing in common but the database and the bucket. */
async function replica(): Promise<RunningApp> {
  const store = await openStore({ storageUrl: service.url, dataDir: '/nowhere' });
  return runningApp({ database: { ...database, close: async () => {} }, store });
}
beforeAll(async () => {
  database = await testDatabase();
  service = await bucket();
  [one, other] = [await replica(), await replica()];
});
beforeEach(() => database.wipe());
afterEach(() => service.works());
afterAll(async () => {
  for (const app of [one, other]) await app?.close();
  await service?.close();
  await database?.close();
});

async function setUp() {
  const person = await given(database.db).person();
  const activity = await given(database.db).ownActivity(person, { status: 'in_progress' });
  const form = new FormData();
  form.append('activity_id', String(activity.id));
  form.append('images[0]', new Blob([await aPng()], { type: 'image/png' }), 'foto.png');
  const mine = await one.as(person);
  return { person, activity, upload: () => mine.call('POST', UPLOAD, { body: form }) };
}
const imagesOf = async (app: RunningApp, person: Person, activityId: number) =>
  (await (await app.as(person)).client.listEvidence({ activityId })) as { url: string }[];

it('what one machine takes in the other serves, byte for byte', async () => {
  const { person, activity, upload } = await setUp();
  expect((await upload()).status).toBe(200);
  const [image] = await imagesOf(other, person, activity.id);
  const [there, here] = await Promise.all([other, one].map(async (app) => (await app.as(person)).call('GET', image?.url ?? '')));
  expect(there?.status).toBe(200);
  expect(there?.bytes.length).toBeGreaterThan(0);
  expect(there?.bytes).toEqual(here?.bytes);
});

it('while the store is away an upload says so, keeps nothing, and succeeds when it is back', async () => {
  const { upload } = await setUp();
  const [rows, keys] = [await everythingIn(database.db), await service.keys()];
  service.breaks((_, response) => Boolean(response.writeHead(503).end()));
  const answer = await upload();
  expect([answer.status, answer.body]).toEqual([
    503,
    {
      success: false,
      code: 'storage.away',
      error: 'Los archivos no están disponibles por el momento. Inténtalo de nuevo en unos segundos; nada se guardó a medias.',
    },
  ]);
  expect(answer.headers.get('Retry-After')).toBe('5');
  service.works();
  expect(await everythingIn(database.db)).toEqual(rows);
  expect(await service.keys()).toEqual(keys);
  expect(await one.scratched()).toEqual([]);
  expect((await upload()).status).toBe(200);
});

it('an image whose thumbnail could not be stored is taken back', async () => {
  const { upload } = await setUp();
  const [rows, keys] = [await everythingIn(database.db), await service.keys()];
  service.breaks(
    (request, response) => request.method === 'PUT' && /thumbnail/.test(request.url ?? '') && Boolean(response.writeHead(500).end()),
  );
  expect((await upload()).status).toBe(503);
  expect(await everythingIn(database.db)).toEqual(rows);
  expect(await service.keys()).toEqual(keys);
});

it('an image that cannot be read for a while is not taken for a missing one', async () => {
  const { person, activity, upload } = await setUp();
  await upload();
  const [image] = await imagesOf(one, person, activity.id);
  service.breaks((_, response) => Boolean(response.writeHead(500).end()));
  expect((await (await one.as(person)).call('GET', image?.url ?? '')).status).toBe(503);
});

it('a bucket that dies half way through an image is a failure in the log', async () => {
  const { person, activity, upload } = await setUp();
  await upload();
  const [image] = await imagesOf(one, person, activity.id);
  service.breaks((_, response) => {
    response.writeHead(200, { 'Content-Length': '100000' }).write('half');
    setTimeout(() => response.destroy(), 100);
    return true;
  });
  await expect((await one.as(person)).call('GET', image?.url ?? '')).rejects.toThrow();
  await expect.poll(() => one.logged.filter(({ msg, level }) => msg === 'response failed' && level === 50)).toHaveLength(1);
});

it('the state of the server waits three seconds for a bucket that never answers, and says so', async () => {
  const manager = await one.as(await given(database.db).manager());
  service.breaks(() => true);
  const began = performance.now();
  expect(await manager.client.readStatus()).toMatchObject({ storeKind: 's3', isStoreReachable: false, storeFreeBytes: null });
  expectWithin(performance.now() - began, 8_000);
});

it('what no row names is set aside after an hour and comes back when it is named; another database removes nothing', async () => {
  const { core } = stage(database.db);
  const store = await openStore({ storageUrl: service.url.replace('/pruebas', '/limpieza'), dataDir: '/nowhere' });
  const id = '11111111-1111-4111-8111-111111111111';
  await claimFolder(core, store);
  await store.put(id, Buffer.from('bytes'));
  expect(await cleanUpImages(core, store)).toMatchObject({ quarantinedCount: 0 });
  service.age(`limpieza/images/11/${id}`, 2 * HOUR);
  expect(await cleanUpImages(core, store)).toEqual({ isShared: false, putBack: 0, quarantinedCount: 1, forgotten: 0 });
  expect(await store.open(id)).toBeNull();

  const activity = await given(database.db).activity();
  await database.db('images').insert({
    id,
    activityId: activity.id,
    uploadedById: activity.ownerId,
    name: 'a.png',
    mediaType: 'image/png',
    sha256: 'x',
    sizeBytes: 5,
    width: 1,
    height: 1,
    position: 0,
    uploadedAt: core.clock(),
  });
  expect(await cleanUpImages(core, store)).toMatchObject({ putBack: 1 });
  expect(await store.open(id)).not.toBeNull();

  await store.claims.add('otra-base');
  expect(await cleanUpImages(core, store)).toMatchObject({ isShared: true });
});

it('a process that starts while the bucket is away claims it with the first image that comes after; a refusal is thrown', async () => {
  const { core } = stage(database.db);
  const bucketStore = await openStore({ storageUrl: service.url.replace('/pruebas', '/tarde'), dataDir: '/nowhere' });
  service.breaks((_, response) => Boolean(response.writeHead(403).end()));
  await expect(claimedStore(core, bucketStore, silentLog)).rejects.toThrow(StoreUnavailable);

  service.breaks((_, response) => Boolean(response.writeHead(503).end()));
  const store = await claimedStore(core, bucketStore, silentLog);
  await expect(store.put('una', Buffer.from('x'))).rejects.toThrow(StoreUnavailable);

  service.works();
  expect(await bucketStore.claims.all()).toEqual([]);
  await store.put('una', Buffer.from('x'));
  expect(await bucketStore.claims.all()).toHaveLength(1);
});

it('of two images that come at once afterwards one claims it: neither is taken for somebody else’s', async () => {
  const { core } = stage(database.db);
  const bucketStore = await openStore({ storageUrl: service.url.replace('/pruebas', '/juntas'), dataDir: '/nowhere' });
  const firstStored = Promise.withResolvers<void>();
  let looks = 0;
  const all = async () => {
    const claims = await bucketStore.claims.all();
    looks += 1;
    if (looks > 1) await firstStored.promise;
    return claims;
  };
  service.breaks((_, response) => Boolean(response.writeHead(503).end()));
  const store = await claimedStore(core, { ...bucketStore, claims: { ...bucketStore.claims, all } }, silentLog);
  service.works();
  const both = ['una', 'otra'].map((name) => store.put(name, Buffer.from('x')));
  await Promise.race(both).then(firstStored.resolve);
  await Promise.all(both);
  expect(await bucketStore.claims.all()).toHaveLength(1);
});
