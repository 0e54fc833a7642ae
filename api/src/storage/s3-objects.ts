import type { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { BucketAddress } from './bucket-address.ts';
import { StoreUnavailable } from './image-store.ts';

const TRIES = 3;
const CONNECT_MS = 2_000;
/** How long one try may take, and all of them together. */
const PATIENCE = { tryMs: 8_000, allMs: 12_000 };
/** An image that is read stops for that long only when the service has died half way; slow readers make short stops. */
const SILENCE_MS = 60_000;

/** The operations on a bucket. Every error except a missing object becomes `StoreUnavailable`. */
export interface Objects {
  put(key: string, bytes: Buffer): Promise<void>;
  /** Null where there is nothing of that name. */
  get(key: string): Promise<Readable | null>;
  remove(key: string): Promise<void>;
  /** Nothing happens where another has moved it already. */
  move(from: string, to: string): Promise<void>;
  list(prefix: string): AsyncIterable<{ key: string; storedAt: Date }>;
}

/** Of the services that imitate Amazon's, many know no checksums but the ones that a request must have. */
const clientOf = ({ endpoint, region }: BucketAddress, tryMs: number) =>
  new S3Client({
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(region && { region }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: TRIES,
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: tryMs, socketTimeout: SILENCE_MS, throwOnRequestTimeout: true },
  });

const isMissing = (error: unknown) => ['NoSuchKey', 'NotFound'].includes((error as { name?: string }).name ?? '');
const away = (error: unknown): never => {
  throw new StoreUnavailable(error);
};
const skipMissing = (error: unknown): null => (isMissing(error) ? null : away(error));

export function s3Objects(address: BucketAddress, { tryMs, allMs } = PATIENCE): Objects {
  const client = clientOf(address, tryMs);
  const inTime = () => ({ abortSignal: AbortSignal.timeout(allMs) });
  const { bucket: Bucket } = address;
  const remove = async (Key: string) => {
    await client.send(new DeleteObjectCommand({ Bucket, Key }), inTime()).catch(skipMissing);
  };

  return {
    remove,

    async put(Key, Body) {
      await client.send(new PutObjectCommand({ Bucket, Key, Body, ContentLength: Body.length }), inTime()).catch(away);
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
        const page = await client.send(new ListObjectsV2Command({ Bucket, Prefix, StartAfter }), inTime()).catch(away);
        for (const { Key, LastModified } of page.Contents ?? []) if (Key && LastModified) yield { key: Key, storedAt: LastModified };
        StartAfter = page.IsTruncated ? page.Contents?.at(-1)?.Key : undefined;
      } while (StartAfter);
    },
  };
}
