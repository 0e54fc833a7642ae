import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { historySealsOn } from '../../../../core/src/persistence/admin/history-seals.ts';
import { given } from '../../../../core/test/factories.ts';
import type { ImageStore } from '../../../src/storage/image-store.ts';
import { aJpeg } from '../../pictures.ts';
import { type RunningApp, runningApp } from '../../running-app.ts';

vi.setConfig({ testTimeout: 900_000, hookTimeout: 300_000 });
const ACTIVITIES = 1_000;
const PHOTOS = 4;
const PHOTO_BYTES = 400_000;
/** Grown heap and buffers together, in MB. */
const MOST_MB = 400;

let app: RunningApp;
const photo = randomBytes(PHOTO_BYTES);
beforeAll(async () => {
  const thumbnail = Buffer.from(await aJpeg());
  const open = async (name: string) => Readable.from(name.endsWith('.thumbnail') ? [thumbnail] : [photo]);
  app = await runningApp({ rateLimitFactor: 1_000, store: { open } as unknown as ImageStore });
});
afterAll(() => app.close());

it(`an expedient of ${ACTIVITIES} activities with ${PHOTOS} photos each takes no more memory than a short one`, async () => {
  const { db } = app;
  const owner = await given(db).manager();
  const person = await given(db).person();
  const verifiedAt = new Date('2026-11-19T18:00:00Z');
  const sha256 = createHash('sha256').update(photo).digest('hex');
  const first = await given(db).activity({
    owner,
    assignee: person,
    status: 'verified',
    verifiedAt,
    closedAt: verifiedAt,
    resolution: 'Listo.',
  });
  const { id: _, ...copied } = await db('activities').where({ id: first.id }).first();
  const columns = (
    await db.raw(
      `select column_name from information_schema.columns where table_name = 'activities' and is_generated = 'NEVER' and column_name <> 'id'`,
    )
  ).rows
    .map((row: Record<string, string>) => Object.values(row)[0])
    .join(', ');
  expect(copied.status).toBe('verified');
  await db.raw(`insert into activities (${columns}) select ${columns} from activities, generate_series(2, ${ACTIVITIES}) where id = ?`, [
    first.id,
  ]);
  const ids: number[] = await db('activities').pluck('id');
  const images = ids.flatMap((activityId) =>
    Array.from({ length: PHOTOS }, (_, position) => ({
      ...{ id: randomUUID(), activityId, uploadedById: person.id, name: `foto ${position}.jpg`, mediaType: 'image/jpeg', sha256 },
      ...{ sizeBytes: PHOTO_BYTES, width: 800, height: 600, uploadedAt: verifiedAt, position },
    })),
  );
  for (let start = 0; start < images.length; start += 500) await db('images').insert(images.slice(start, start + 500));
  await db.raw(
    `insert into activity_history (activity_id, act, channel, at, from_status, to_status, note, facts)
     select id, 'comment', 'web', now(), 'in_progress', 'in_progress', 'nota ' || n, '{}' from activities, generate_series(1, 8) n`,
  );
  while (await historySealsOn(db).add('activity_history', Number.MAX_SAFE_INTEGER));

  const owners = await app.as(owner);
  const cookie = `sid=${owners.cookies.get('sid')}`;
  const csrf = await owners.csrfToken();
  const measure = async (search: string) => {
    const began = performance.now();
    const headers = { cookie, 'X-CSRF-Token': csrf, 'content-type': 'application/json' };
    const response = await fetch(`${app.origin}/api/create_expedient`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ nameProjects: [search].filter(Boolean) }),
    });
    let bytes = 0;
    let most = 0;
    const before = process.memoryUsage();
    const used = ({ heapUsed, external }: NodeJS.MemoryUsage) => (heapUsed + external) / 1e6;
    let sinceGc = 0;
    for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      sinceGc += chunk.length;
      if (sinceGc < 20e6) continue;
      sinceGc = 0;
      globalThis.gc?.();
      most = Math.max(most, used(process.memoryUsage()) - used(before));
    }
    return {
      megabytes: Math.round(bytes / 1e6),
      most: Math.round(most),
      seconds: Math.round((performance.now() - began) / 1_000),
      rss: Math.round(process.memoryUsage.rss() / 1e6),
    };
  };
  const measured = await measure('');
  console.log(measured);
  expect(measured.megabytes).toBeGreaterThan((ACTIVITIES * PHOTOS * PHOTO_BYTES) / 1e6);
  expect(measured.most).toBeLessThan(MOST_MB);
});
