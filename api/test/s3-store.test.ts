import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { expectWithin } from '../../core/test/deep.ts';
import { readBucketAddress } from '../src/settings/bucket-address.ts';
import { StoreUnavailable } from '../src/storage/image-store.ts';
import { s3Store } from '../src/storage/s3-store.ts';
import { bucket } from './bucket.ts';

const ID = '11111111-1111-4111-8111-111111111111';
const OTHER = '22222222-2222-4222-8222-222222222222';
const DAY = new Date('2026-11-20T15:00:00Z');
const HOUR = 3_600_000;
const bytes = Buffer.from('bytes');

let service: Awaited<ReturnType<typeof bucket>>;
let store: ReturnType<typeof s3Store>;
beforeEach(async () => {
  service = await bucket();
  store = storeAt(service.url);
});
afterEach(() => service.close());

function storeAt(url: string, patience?: { tryMs: number; allMs: number }) {
  const address = readBucketAddress(url);
  if (!address) throw new Error(url);
  return s3Store(address, patience);
}
const listNames = async (ageMs: number) => {
  const names: string[] = [];
  for await (const name of store.listOlderThan(ageMs)) names.push(name);
  return names;
};
const read = async (name: string) => {
  const stream = await store.open(name);
  return stream && buffer(stream);
};

/** One name a page, as Amazon answers: s3rver cannot, for want of DES in today's OpenSSL. */
function pageOf(url: string): string {
  const isFirst = !new URL(url, 'http://s3').searchParams.get('start-after')?.endsWith(ID);
  const key = isFirst ? `pruebas/images/11/${ID}` : `pruebas/images/22/${OTHER}`;
  const contents = `<Contents><Key>${key}</Key><LastModified>2026-11-20T15:00:00.000Z</LastModified></Contents>`;
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${isFirst}</IsTruncated>${contents}</ListBucketResult>`;
}

describe('an S3 store', () => {
  it('gives back what was put, and null where there is nothing', async () => {
    await store.put(ID, bytes);
    expect(await read(ID)).toEqual(bytes);
    expect(await read(OTHER)).toBeNull();
    expect(await service.keys()).toEqual([`images/11/${ID}`]);
  });

  it('forgets what is removed, also what was never there', async () => {
    await store.put(ID, bytes);
    for (const name of [ID, ID, OTHER]) await store.remove(name);
    expect(await service.keys()).toEqual([]);
  });

  it('lists what is older than asked, and never its own markers', async () => {
    await store.claims.add('una-base');
    for (const name of [ID, OTHER]) await store.put(name, bytes);
    service.age(ID, 2 * HOUR);
    expect(await listNames(HOUR)).toEqual([ID]);
    expect(await listNames(-HOUR)).toEqual([ID, OTHER]);
  });

  it('lists as many pages as there are', async () => {
    service.breaks((request, response) => Boolean(response.end(pageOf(request.url ?? ''))));
    expect(await listNames(-HOUR)).toEqual([ID, OTHER]);
  });

  it('knows which databases have claimed it', async () => {
    for (const id of ['una', 'otra', 'una']) await store.claims.add(id);
    expect((await store.claims.all()).sort()).toEqual(['otra', 'una']);
  });

  it('sets aside by day, puts back, and forgets for good', async () => {
    for (const name of [ID, OTHER]) await store.put(name, bytes);
    for (const name of [ID, OTHER, ID]) await store.quarantine.add(name, DAY);
    expect(await service.keys()).toEqual([`images-orphaned/2026-11-20/${ID}`, `images-orphaned/2026-11-20/${OTHER}`]);
    expect((await store.quarantine.names()).sort()).toEqual([ID, OTHER]);

    await store.quarantine.putBack(ID);
    expect(await read(ID)).toEqual(bytes);
    expect(await store.quarantine.forgetBefore(DAY)).toBe(0);
    expect(await store.quarantine.forgetBefore(new Date('2026-11-21T00:00:00Z'))).toBe(1);
    expect(await service.keys()).toEqual([`images/11/${ID}`]);
  });

  it('tries again when the service stumbles', async () => {
    let stumbles = 2;
    service.breaks((_, response) => stumbles-- > 0 && Boolean(response.writeHead(503).end()));
    await store.put(ID, bytes);
    expect(await read(ID)).toEqual(bytes);
  });

  it('says that it is away, in a second, when the service never answers, refuses the key, has no such bucket or is not there', async () => {
    const began = performance.now();
    store = storeAt(service.url, { tryMs: 300, allMs: 1_000 });
    service.breaks(() => true);
    await expect(store.put(ID, bytes)).rejects.toThrow(StoreUnavailable);
    await expect(store.open(ID)).rejects.toThrow(StoreUnavailable);
    service.breaks((_, response) => Boolean(response.writeHead(403).end()));
    await expect(store.remove(ID)).rejects.toThrow(StoreUnavailable);
    await expect(listNames(0)).rejects.toThrow(StoreUnavailable);
    service.works();
    await expect(storeAt(service.url.replace('//bitacora/', '//otra/')).put(ID, bytes)).rejects.toThrow(StoreUnavailable);
    await expect(storeAt('s3://bitacora?endpoint=http://127.0.0.1:9').put(ID, bytes)).rejects.toThrow(StoreUnavailable);
    expectWithin(performance.now() - began, 8_000);
    expect(await service.keys()).toEqual([]);
  });
});

describe('STORAGE_URL', () => {
  it('names bucket, prefix, endpoint and region', () => {
    const given = 's3://evidencias/planta/norte/?endpoint=https://minio.empresa.mx:9000&region=us-west-2';
    expect(readBucketAddress(given)).toEqual({
      bucket: 'evidencias',
      prefix: 'planta/norte',
      endpoint: 'https://minio.empresa.mx:9000',
      region: 'us-west-2',
    });
    expect(readBucketAddress('s3://evidencias')).toEqual({ bucket: 'evidencias', prefix: '', endpoint: undefined, region: undefined });
    expect(readBucketAddress('s3://evidencias?endpoint=http://minio')).toMatchObject({ region: 'us-east-1' });
  });

  it.each([
    's3://clave:secreto@evidencias',
    's3://evidencias?enpoint=https://minio',
    's3://evidencias?endpoint=minio:9000',
    's3://E',
    'https://evidencias',
  ])('is refused as %s', (text) => expect(readBucketAddress(text)).toBeNull());
});
