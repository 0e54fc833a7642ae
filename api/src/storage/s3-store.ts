import type { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { BucketAddress } from '../settings/bucket-address.ts';
import { formatDay, type ImageStore, MARKER, type Quarantine, StoreUnavailable } from './image-store.ts';

const TRIES = 3;
const CONNECT_MS = 2_000;
/** The time of one try and of all tries together, in ms. */
const PATIENCE = { tryMs: 8_000, allMs: 12_000 };
/** A silence this long means that the service died half way, because slow readers make only short stops. */
const SILENCE_MS = 60_000;

/** The operations on a bucket. Every error except a missing object becomes `StoreUnavailable`. */
export interface Objects {
  put(key: string, bytes: Buffer): Promise<void>;
  get(key: string): Promise<Readable | null>;
  remove(key: string): Promise<void>;
  /** Nothing happens where another has moved it already. */
  move(from: string, to: string): Promise<void>;
  list(prefix: string): AsyncIterable<{ key: string; storedAt: Date }>;
}

/** Sends only the mandatory checksums, because many services that imitate Amazon's know no others. */
const createClient = ({ endpoint, region }: BucketAddress, tryMs: number) =>
  new S3Client({
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(region && { region }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: TRIES,
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: tryMs, socketTimeout: SILENCE_MS, throwOnRequestTimeout: true },
  });

const isMissing = (error: unknown) => ['NoSuchKey', 'NotFound'].includes((error as { name?: string }).name ?? '');
const failUnavailable = (error: unknown): never => {
  throw new StoreUnavailable(error);
};
const skipMissing = (error: unknown): null => (isMissing(error) ? null : failUnavailable(error));

function s3Objects(address: BucketAddress, { tryMs, allMs } = PATIENCE): Objects {
  const client = createClient(address, tryMs);
  const inTime = () => ({ abortSignal: AbortSignal.timeout(allMs) });
  const { bucket: Bucket } = address;
  const remove = async (Key: string) => {
    await client.send(new DeleteObjectCommand({ Bucket, Key }), inTime()).catch(skipMissing);
  };

  return {
    remove,

    async put(Key, Body) {
      await client.send(new PutObjectCommand({ Bucket, Key, Body, ContentLength: Body.length }), inTime()).catch(failUnavailable);
    },

    async get(Key) {
      const object = await client.send(new GetObjectCommand({ Bucket, Key })).catch(skipMissing);
      return (object?.Body as Readable | undefined) ?? null;
    },

    async move(from, to) {
      const CopySource = `${Bucket}/${from.split('/').map(encodeURIComponent).join('/')}`;
      if (await client.send(new CopyObjectCommand({ Bucket, Key: to, CopySource }), inTime()).catch(skipMissing)) await remove(from);
    },

    async *list(Prefix) {
      let StartAfter: string | undefined;
      do {
        const page = await client.send(new ListObjectsV2Command({ Bucket, Prefix, StartAfter }), inTime()).catch(failUnavailable);
        for (const { Key, LastModified } of page.Contents ?? []) if (Key && LastModified) yield { key: Key, storedAt: LastModified };
        StartAfter = page.IsTruncated ? page.Contents?.at(-1)?.Key : undefined;
      } while (StartAfter);
    },
  };
}

/** The keys are `<day>/<name>`, as in a folder. */
function s3Quarantine(objects: Objects, prefix: string, objectKey: (name: string) => string): Quarantine {
  async function* listQuarantined(): AsyncIterable<{ key: string; day: string; name: string }> {
    for await (const { key } of objects.list(prefix)) {
      const [day = '', name = ''] = key.slice(prefix.length).split('/');
      yield { key, day, name };
    }
  }

  return {
    add: (name, now) => objects.move(objectKey(name), `${prefix}${formatDay(now)}/${name}`),

    async names() {
      const names: string[] = [];
      for await (const { name } of listQuarantined()) names.push(name);
      return names;
    },

    async putBack(target) {
      for await (const { key, name } of listQuarantined()) if (name === target) await objects.move(key, objectKey(name));
    },

    async forgetBefore(instant) {
      let forgotten = 0;
      for await (const { key, day } of listQuarantined()) {
        if (day >= formatDay(instant)) continue;
        await objects.remove(key);
        forgotten += 1;
      }
      return forgotten;
    },
  };
}

/** The same layout as under DATA_DIR: `images/<two letters>/<name>` and `images-orphaned/<day>/<name>`, under the address's prefix. */
export function s3Store(address: BucketAddress, patience?: { tryMs: number; allMs: number }): ImageStore {
  const objects = s3Objects(address, patience);
  const top = address.prefix && `${address.prefix}/`;
  const images = `${top}images/`;
  const objectKey = (name: string) => `${images}${name.slice(0, 2)}/${name}`;

  return {
    kind: 's3',
    folder: `s3://${address.bucket}/${top}images`,
    put: (name, bytes) => objects.put(objectKey(name), bytes),
    open: (name) => objects.get(objectKey(name)),
    remove: (name) => objects.remove(objectKey(name)),
    freeBytes: async () => null,

    async *listOlderThan(ageMs) {
      for await (const { key, storedAt } of objects.list(images)) {
        const [, name] = key.slice(images.length).split('/');
        if (name && Date.now() - storedAt.getTime() > ageMs) yield name;
      }
    },

    claims: {
      async all() {
        const claims: string[] = [];
        for await (const { key } of objects.list(`${images}${MARKER}`)) claims.push(key.slice(images.length + MARKER.length));
        return claims;
      },
      add: (database) => objects.put(`${images}${MARKER}${database}`, Buffer.alloc(0)),
    },

    quarantine: s3Quarantine(objects, `${top}images-orphaned/`, objectKey),
  };
}
