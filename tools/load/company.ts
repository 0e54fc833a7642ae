import path from 'node:path';
import { demoPictures } from '../../api/src/demo/demo-pictures.ts';
import { fileStore, type ImageStore } from '../../api/src/storage/image-store.ts';
import { outsidePostgres } from '../../api/test/process/outside-postgres.ts';
import { launch, type Product, untilReady } from '../../api/test/process/product.ts';
import type { PictureName } from '../../core/seeds/facts.ts';
import { generate, type Size } from '../../core/seeds/generate.ts';
import { type Database, hashOf, migrate, newSecret } from '../../core/src/core.ts';
import { type HttpConnections, openConnections } from './http-connections.ts';

/** The company of the load test (docs/reliability.md). */
export const SIZE = { activities: 100_000, people: 500, topics: 200, comments: 50_000, images: 20_000 } as const;
/** It must bear this many requests a second. */
export const RATE = 60;

const SESSION_MS = 12 * 3_600_000;

/** A logged-in person, with the headers of calls that read and that write. */
export interface Visitor {
  id: number;
  reads: Record<string, string>;
  writes: Record<string, string>;
}

/** Opens a session for a person without a login. */
export async function openVisitor(db: Database, ask: HttpConnections['ask'], id: number): Promise<Visitor> {
  const secret = newSecret();
  const now = new Date();
  const times = { createdAt: now, seenAt: now, provedAt: now, expiresAt: new Date(now.getTime() + SESSION_MS) };
  await db('sessions').insert({ idHash: hashOf(secret), userId: id, ...times });
  const reads = { Cookie: `sid=${secret}` };
  const { csrf_token: token } = JSON.parse((await ask({ path: '/api/csrf-token', headers: reads })).body.toString());
  return { id, reads, writes: { ...reads, 'X-CSRF-Token': token, 'Content-Type': 'application/json' } };
}

type CompanySize = Size & { images?: number };

/**
 * Starts the real program in a process of its own, on a durable PostgreSQL of its own with a company of that size. `images` is the number of
 * photos in its store. `before` gets the parent folder of the processes' folders; the first one is `data`.
 */
export async function runningCompany(
  { images = 0, ...size }: CompanySize,
  env: Record<string, string> = {},
  program?: string[],
  before: (folder: string) => void = () => {},
) {
  const postgres = await outsidePostgres();
  const { db, folder, settings } = postgres;
  before(folder);
  await migrate(db);
  await generate(db, size, new Date());
  if (images) await storeEvidence(db, await fileStore(path.join(folder, 'data', 'images')), images);
  const started: Product[] = [];
  const start = async (name: string, port = '', more: Record<string, string> = {}): Promise<Product> => {
    const own = { ...settings, ...env, ...(port && { PORT: port }), ...more };
    const product = await launch(path.join(folder, name), own, program && { program });
    started.push(product);
    await untilReady(product);
    return product;
  };
  const product = await start('data');
  const { ask, end } = openConnections(product.url);

  /** Ends every process of the company, but not its database. */
  const stop = async () => {
    end();
    for (const { child } of started) child.kill('SIGTERM');
    await Promise.all(started.map(({ exited }) => exited));
  };

  return {
    ...postgres,
    product,
    /** Starts another process of the same company, with that folder as its own. */
    start,
    ask,

    visitor: (id: number) => openVisitor(db, ask, id),
    stop,
    close: async () => {
      await stop();
      await postgres.close();
    },
  };
}

export type RunningCompany = Awaited<ReturnType<typeof runningCompany>>;

/** Stored photos have 9 to 24 kB, each with a thumbnail. */
const PHOTOS: readonly PictureName[] = ['aisle', 'boxes', 'gauge', 'label', 'tank', 'truck'];
const PER_ACTIVITY = 2;
/** Rows of one statement. */
const BATCH = 2_000;

/** Stores photos as the product does, as the evidence of the activities that were delivered last. */
async function storeEvidence(db: Database, store: ImageStore, count: number): Promise<void> {
  const images = await demoPictures(store).take(Array.from({ length: count }, (_, index) => PHOTOS[index % PHOTOS.length] as PictureName));
  const activities = await db('activities')
    .whereNotNull('closedAt')
    .orderBy('id', 'desc')
    .limit(Math.ceil(count / PER_ACTIVITY))
    .select('id', 'assigneeId', 'closedAt');
  const rows: object[] = images.map((image, index) => {
    const activity = activities[Math.floor(index / PER_ACTIVITY) % activities.length];
    const { id: activityId, assigneeId: uploadedById, closedAt: uploadedAt } = activity;
    return { ...image, activityId, uploadedById, uploadedAt, position: index % PER_ACTIVITY };
  });
  await db.batchInsert('images', rows, BATCH);
  await db.raw('analyze images');
}
