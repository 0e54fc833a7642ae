import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startPostgres } from '@bitacora/core/embedded-postgres/start-postgres';
import { connect, migrate } from '@bitacora/core/server';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { given } from '../../core/test/factories.ts';
import { type RunningApp, runningApp } from './running-app.ts';

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'bitacora-away-test-'));
const start = () => startPostgres({ dataDir, settings: { fsync: 'off' } });
let server: Awaited<ReturnType<typeof start>>;
let app: RunningApp;

beforeAll(async () => {
  chmodSync(dataDir, 0o755);
  server = await start();
  const db = connect(server.url);
  await migrate(db);
  app = await runningApp({ database: { db, wipe: async () => {}, close: () => db.destroy() } });
});
afterAll(async () => {
  await app?.close();
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

it('while PostgreSQL is away every call says so in the usual shape, and afterwards everything works again, logged in as before', async () => {
  const person = await given(app.db).person();
  const activity = await given(app.db).ownActivity(person);
  const mine = await app.as(person);
  const token = await mine.csrfToken();
  const printed = vi.spyOn(console, 'log'); // the log's lines are JSON, and nothing else writes between them
  const { port } = new URL(server.url);
  await server.stop();

  const away = {
    success: false,
    code: 'database.away',
    error: 'El sistema no está disponible por el momento. Inténtalo de nuevo en unos segundos.',
  };
  const start_work = { body: { activitie_id: activity.id }, csrf: false, headers: { 'X-CSRF-Token': token } };
  const answers = [
    await mine.call('GET', '/api/get_my_activities'),
    await mine.call('GET', '/api/get-session'),
    await mine.call('POST', '/api/record_start_work_activity', start_work),
    await app.visitor().call('POST', '/api/login', { body: { email: person.email, password: 'no importa' } }),
    await mine.call('GET', '/api/images/00000000-0000-4000-8000-000000000000'),
  ];
  for (const { status, body, headers } of answers) {
    expect([status, body]).toEqual([503, away]);
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
  }
  const logLine = app.logged.find(({ msg }) => msg === 'database.away');
  expect(logLine).toMatchObject({ requestId: expect.any(String), err: { message: expect.any(String) } });
  expect(printed).not.toHaveBeenCalled();
  expect((await app.visitor().call('GET', '/healthz')).status).toBe(200);
  const ready = async () => (await app.visitor().call('GET', '/readyz')).status;
  await expect.poll(ready).toBe(503); // what was read is answered for a second

  server = await startPostgres({ dataDir, settings: { fsync: 'off', port } });
  await expect.poll(ready).toBe(200);
  expect((await mine.call('POST', '/api/record_start_work_activity', start_work)).status).toBe(200);
  expect(await mine.client.listMyPending()).toMatchObject([{ id: activity.id, status: 'in_progress' }]);
});
