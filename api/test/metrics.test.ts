import fs from 'node:fs';
import { repositoriesOn } from '@bitacora/core/server';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { hashPassword } from '../../core/src/secrets/password-hash.ts';
import { type TestDatabase, testDatabase } from '../../core/test/database.ts';
import { given } from '../../core/test/factories.ts';
import { createMetrics, type MetricsDependencies } from '../src/http/metrics.ts';
import { measureJob } from '../src/monitoring/run-jobs.ts';

const HOUR = 3_600_000;
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(() => database.wipe());

const ago = (hours: number) => new Date(Date.now() - hours * HOUR);
async function addNotification(key: string, at: Date, more: object = { tries: 0 }): Promise<void> {
  const { id: recipientId } = await given(database.db).person();
  await repositoriesOn(database.db, zone).outbox.add({ key, kind: 'assigned', recipientId }, at);
  await database.db('outbox').where({ key }).update(more);
}
const zone = 'America/Mexico_City';
const metricsText = (more: Partial<MetricsDependencies> = {}) =>
  createMetrics({ db: database.db, zone, hub: { count: () => 0 }, databaseState: async () => 'ready', ...more }).text();
/** Reads until the figure is there, because one that the database gives late is left out. */
async function gauge(name: string): Promise<number> {
  const line = await vi.waitUntil(async () => (await metricsText()).split('\n').find((text) => text.startsWith(`${name} `)), 30_000);
  return Number(line.split(' ')[1]);
}

it('what waits for an email is counted, what waits for a chat apart, and what was sent is not', async () => {
  await addNotification('a', ago(0));
  await addNotification('b', ago(0));
  await addNotification('sent', ago(0), { sentAt: ago(0) });
  await addNotification('chat', ago(0), { channel: 'chat' });
  expect(await gauge('bitacora_outbox_waiting')).toBe(2);
  expect(await gauge('bitacora_chat_outbox_waiting')).toBe(1);
});

it('the oldest that is due or was tried in vain says how late the mail is; what waits for the morning is not late', async () => {
  expect(await gauge('bitacora_outbox_oldest_seconds')).toBe(0);
  await addNotification('for the morning', ago(9), { nextTryAt: ago(-3) });
  expect(await gauge('bitacora_outbox_oldest_seconds')).toBe(0);
  await addNotification('due', ago(1));
  expect(await gauge('bitacora_outbox_oldest_seconds')).toBeCloseTo(3_600, -2);
  await addNotification('tried', ago(2), { tries: 3, nextTryAt: ago(-1) });
  expect(await gauge('bitacora_outbox_oldest_seconds')).toBeCloseTo(7_200, -2);
});

it('how long chat and push are due counts from the moment that they were, also if they were tried; until then it is zero', async () => {
  await addNotification('chat of the morning', ago(9), { channel: 'chat', nextTryAt: ago(-3) });
  await addNotification('push', ago(9), { channel: 'push', firstDueAt: ago(1), nextTryAt: ago(-1), tries: 2 });
  expect(await gauge('bitacora_chat_outbox_oldest_seconds')).toBe(0);
  expect(await gauge('bitacora_push_outbox_oldest_seconds')).toBeCloseTo(3_600, -2);
});

it('a password that nobody hashes in time is counted', async () => {
  const [, refused] = [await gauge('bitacora_password_queue'), await gauge('bitacora_passwords_refused_total')];
  expect(await Promise.allSettled(Array.from({ length: 60 }, () => hashPassword('clave 1')))).toContainEqual(
    expect.objectContaining({ status: 'rejected' }),
  );
  expect(await gauge('bitacora_passwords_refused_total')).toBeGreaterThan(refused);
});

it('what reached nobody is counted, what was overtaken is not', async () => {
  await addNotification('a', ago(0), { failedAt: ago(0), failure: 'refused' });
  await addNotification('b', ago(0), { failedAt: ago(0), failure: 'overtaken' });
  expect(await gauge('bitacora_outbox_failed')).toBe(1);
});

it('the last sweep is the last one until now, whichever process made it; zero before the first', async () => {
  expect(await gauge('bitacora_last_reminders_timestamp_seconds')).toBe(0);
  const latest = ago(1);
  for (const sweptAt of [ago(25), latest, ago(-1_000)]) await database.db('sweeps').insert({ dueAt: sweptAt, sweptAt, announcedCount: 3 });
  expect(await gauge('bitacora_last_reminders_timestamp_seconds')).toBe(latest.getTime() / 1000);
});

it('how long a job took, and whether it failed', async () => {
  expect(await measureJob('tidy', async () => 7)).toBe(7);
  const failing = measureJob('tidy', async () => {
    throw new Error('away');
  });
  await expect(failing).rejects.toThrow('away');
  const text = await metricsText();
  for (const outcome of ['done', 'failed']) expect(text).toContain(`bitacora_job_seconds_count{job="tidy",outcome="${outcome}"} 1`);
});

it('the last backup counts from its record; zero before the first', async () => {
  expect(await gauge('bitacora_last_backup_timestamp_seconds')).toBe(0);
  const madeAt = ago(5);
  await repositoriesOn(database.db, zone).installation.noteBackup(madeAt);
  expect(await gauge('bitacora_last_backup_timestamp_seconds')).toBe(madeAt.getTime() / 1_000);
});

it('free space is given for each disk that is known, beside the limit of uploads', async () => {
  const text = await metricsText({ diskSpace: { minFreeBytes: 7, free: async () => ({ store: 12, database: null }) } });
  expect(text).toContain('bitacora_free_bytes{disk="store"} 12\n');
  expect(text).not.toContain('disk="database"');
  expect(text).toContain('bitacora_free_bytes_floor 7\n');
  expect(text).toContain('bitacora_log_lines_dropped_total 0\n');
});

it('without its database a process still gives its own figures, and none that it does not know', async () => {
  const text = await metricsText({ databaseState: async () => 'database away' });
  expect(text).toContain('bitacora_database_up 0\n');
  expect(text).not.toMatch(/^bitacora_outbox_waiting/m);
  expect(text).toMatch(/^bitacora_live_streams 0$/m);
  expect(text).toMatch(/^bitacora_build_info\{version="1\.\d+\.\d+",node="v\d+/m);
});

const deploy = new URL('../../deploy/monitoring/', import.meta.url);
it.each(['alerts.yml', 'dashboard.json'])('every figure that %s asks for exists', async (file) => {
  const text = await metricsText();
  const used = new Set(fs.readFileSync(new URL(file, deploy), 'utf8').match(/\bbitacora_[a-z_]+/g));
  expect(used.size).toBeGreaterThan(5);
  const missing = [...used].filter((name) => !text.includes(`# HELP ${name.replace(/_(count|bucket|sum)$/, '')} `));
  expect(missing).toEqual([]);
});

it('a database that hangs keeps nobody from the other figures', async () => {
  const text = await metricsText({ databaseState: () => new Promise(() => {}) });
  expect(text).toContain('bitacora_database_up 0');
  expect(text).not.toMatch(/^bitacora_outbox_waiting \d/m);
});

it('a slow count of devices and failed notifications hides nothing of what waits', async () => {
  await addNotification('waits', ago(0));
  const lock = await database.db.transaction();
  await lock.raw('lock table push_subscriptions in access exclusive mode');
  const text = await metricsText().finally(() => lock.rollback());
  expect(text).toMatch(/^bitacora_outbox_waiting 1$/m);
  expect(text).not.toMatch(/^bitacora_outbox_failed \d/m);
});
