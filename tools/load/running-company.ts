import path from 'node:path';
import { fileStore } from '../../api/src/storage/image-store.ts';
import { outsidePostgres } from '../../api/test/process/outside-postgres.ts';
import { launch, type Product, untilReady } from '../../api/test/process/product.ts';
import { generate, type Size } from '../../core/seeds/generate.ts';
import { hashOf, migrate, newSecret } from '../../core/src/core.ts';
import { asking } from './asking.ts';
import { storeEvidence } from './store-evidence.ts';

const SESSION_MS = 12 * 3_600_000;

/** Somebody at work: the headers of whoever is logged in, and those of a call that writes. */
export interface Visitor {
  id: number;
  reads: Record<string, string>;
  writes: Record<string, string>;
}

/** A company, and how many photos its first process has in its store. */
export type CompanySize = Size & { images?: number };

/**
 * The real program in a process of its own, on a durable PostgreSQL of its own that holds a company of that size. `before` is told of the
 * folder in which the processes' own folders will be; the first one's is `data`.
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
  const { ask, end } = asking(product.url);

  /** Ends every process of the company; its database goes on. */
  const stop = async () => {
    end();
    for (const { child } of started) child.kill('SIGTERM');
    await Promise.all(started.map(({ exited }) => exited));
  };

  return {
    ...postgres,
    product,
    /** Another process of the same company, with that folder for what is its own. */
    start,
    ask,

    async visitor(id: number): Promise<Visitor> {
      const secret = newSecret();
      const now = new Date();
      const row = { idHash: hashOf(secret), userId: id, createdAt: now, seenAt: now, expiresAt: new Date(now.getTime() + SESSION_MS) };
      await db('sessions').insert(row);
      const reads = { Cookie: `sid=${secret}` };
      const { csrf_token: token } = JSON.parse((await ask({ path: '/api/csrf-token', headers: reads })).body.toString());
      return { id, reads, writes: { ...reads, 'X-CSRF-Token': token, 'Content-Type': 'application/json' } };
    },

    stop,
    close: async () => {
      await stop();
      await postgres.close();
    },
  };
}

export type RunningCompany = Awaited<ReturnType<typeof runningCompany>>;
