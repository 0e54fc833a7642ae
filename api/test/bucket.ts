import { readdirSync, utimesSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import S3rver from 's3rver';

const CONTENT = '._S3rver_object';

/** The keys that s3rver knows; the SDK takes them from the environment, as an operator gives them. */
const KEYS = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };

type Trouble = (request: http.IncomingMessage, response: http.ServerResponse) => boolean;

/** An S3 service of our own with one empty bucket, which a test may send away or make fail. */
export async function bucket({ name = 'bitacora', prefix = 'pruebas' } = {}) {
  Object.assign(process.env, KEYS);
  const directory = await mkdtemp(path.join(os.tmpdir(), 'bitacora-s3-'));
  const service = new S3rver({ directory, silent: true, configureBuckets: [{ name, configs: [] }] });
  await service.configureBuckets();
  const answer = service.callback();
  /** Answers instead of the service where it says so. */
  let trouble: Trouble = () => false;
  const server = http.createServer((request, response) => void (trouble(request, response) || answer(request, response)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const place = path.join(directory, name);

  return {
    url: `s3://${name}/${prefix}?endpoint=http://127.0.0.1:${port}`,
    /** Every object's key under the prefix but the markers, in order. */
    keys: async () =>
      (await readdir(place, { recursive: true }))
        .filter((file) => file.endsWith(CONTENT) && !file.includes('/database-'))
        .map((file) => file.slice(prefix.length + 1, -CONTENT.length))
        .sort(),
    /** As if everything of that name had been stored so long ago. */
    age(key: string, ageMs: number): void {
      const then = new Date(Date.now() - ageMs);
      const files = readdirSync(place, { recursive: true, encoding: 'utf8' }).filter((file) => file.includes(`${key}._S3rver_`));
      for (const file of files) utimesSync(path.join(place, file), then, then);
    },
    breaks: (next: Trouble) => {
      trouble = next;
    },
    works: () => {
      trouble = () => false;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(directory, { recursive: true, force: true });
    },
  };
}
