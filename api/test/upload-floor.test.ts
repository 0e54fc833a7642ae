import http from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase } from '../../core/test/database.ts';
import { given } from '../../core/test/factories.ts';
import { watchDiskSpace } from '../src/monitoring/readiness.ts';
import { aJpeg } from './pictures.ts';
import { type RunningApp, runningApp } from './running-app.ts';

const FLOOR = 1_000_000;
const FREE = FLOOR + 300_000;

let app: RunningApp;
beforeAll(async () => {
  const database = await testDatabase();
  const store = { freeBytes: async () => FREE };
  const zone = 'America/Mexico_City';
  app = await runningApp({
    database,
    diskSpace: watchDiskSpace({ db: database.db, zone, store, databaseFolder: null, minFreeBytes: FLOOR }),
  });
});
afterAll(() => app.close());

/** Announces an upload of so many bytes, sends the first part of it, and answers the status that comes before the rest. */
function begin(path: string, headers: Record<string, string>, contentLength: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = http.request(new URL(path, app.origin), {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'multipart/form-data; boundary=x', 'Content-Length': String(contentLength) },
    });
    request.on('response', (response) => {
      resolve(response.statusCode ?? 0);
      request.destroy();
    });
    request.on('error', reject);
    request.write('--x\r\nContent-Disposition: form-data; name="images[0]"; filename="a.jpg"\r\n\r\n');
  });
}

it('an upload that would use the space kept for the database is refused before its bytes are stored', async () => {
  const ana = await given(app.db).person();
  const { id } = await given(app.db).ownActivity(ana, { status: 'in_progress' });
  const browser = await app.as(ana);
  const headers = { Cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; '), 'X-CSRF-Token': await browser.csrfToken() };
  expect(await begin('/api/record_evidences_activity', headers, 9_000_000)).toBe(507);
  expect(await app.scratched()).toEqual([]);

  const body = new FormData();
  body.set('activity_id', String(id));
  body.set('images[0]', new Blob([await aJpeg(60, 60)]), 'foto.jpg');
  expect((await browser.call('POST', '/api/record_evidences_activity', { body })).status).toBe(200);
});
