import { DEVELOPER } from '@bitacora/core/domain/people/person';
import { pino } from 'pino';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../core/test/database.ts';
import { given } from '../../core/test/factories.ts';
import { stage } from '../../core/test/stage.ts';
import { deliverOutbox } from '../src/jobs/deliver-outbox.ts';
import type { Mail } from '../src/mail/mailer.ts';
import { type RunningApp, runningApp } from './running-app.ts';

let database: TestDatabase;
let app: RunningApp | undefined;
beforeEach(async () => {
  database ??= await testDatabase();
  await database.wipe();
});
afterAll(async () => {
  await app?.close();
});

const register = async (email: string, createdAt: string, more: object = {}) => {
  const person = await given(database.db).person({ email, kind: DEVELOPER });
  await database
    .db('users')
    .where({ id: person.id })
    .update({ createdAt: new Date(createdAt), ...more });
  return person;
};
const contactIn = async (one: RunningApp) => (await one.visitor().client.readSession()).contactUrl;

it('is the first active administrator where CONTACT_URL is unset, in pages and mails', async () => {
  app = await runningApp({ database, contactUrl: undefined });
  expect(await contactIn(app)).toBe('');
  await given(database.db).manager({ email: 'gerente@empresa.mx' });
  await register('primera@empresa.mx', '2026-01-01', { isActive: false });
  const second = await register('segunda@empresa.mx', '2026-02-01');
  await register('tercera@empresa.mx', '2026-03-01');
  expect(await contactIn(app)).toBe('mailto:segunda@empresa.mx');

  const { core, now } = stage(database.db);
  await database.db('outbox').insert({
    key: 'linked',
    kind: 'chatLinked',
    recipientId: second.id,
    expiresAt: new Date(now().getTime() + 86_400_000),
    facts: { service: 'slack', displayName: 'Ana', linkedAt: now() },
    createdAt: now(),
    nextTryAt: now(),
  });
  const mails: Mail[] = [];
  const mailer = { destination: 'here', reachesPeople: false, send: async (mail: Mail) => void mails.push(mail) };
  await deliverOutbox({ core, mailer, publicUrl: 'https://empresa.mx', log: pino({ level: 'silent' }) });
  expect(mails.map(({ text, html }) => [text, html].every((one) => one?.includes('mailto:segunda@empresa.mx')))).toEqual([true]);
});

it('is kept from strangers where HIDE_UNKNOWN_EMAIL keeps accounts from them', async () => {
  const ana = await register('ana@empresa.mx', '2026-01-01');
  const hiding = await runningApp({ database: { ...database, close: async () => {} }, contactUrl: undefined, hidesUnknownEmail: true });
  try {
    expect(await contactIn(hiding)).toBe('');
    expect((await (await hiding.as(ana)).client.readSession()).contactUrl).toBe('mailto:ana@empresa.mx');
  } finally {
    await hiding.close();
  }
});

it('security.txt names CONTACT_URL and expires within a year; without CONTACT_URL there is none', async () => {
  const withContact = await runningApp({ database, contactUrl: 'mailto:seguridad@empresa.mx' });
  const read = (one: RunningApp) => fetch(`${one.origin}/.well-known/security.txt`);
  const text = await (await read(withContact)).text();
  await withContact.close();
  expect(text).toContain('Contact: mailto:seguridad@empresa.mx\n');
  const expiresAt = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '');
  const { now } = stage(database.db);
  expect(expiresAt).toBeGreaterThan(now().getTime());
  expect(expiresAt).toBeLessThan(now().getTime() + 365 * 86_400_000);

  const without = await runningApp({ database, contactUrl: undefined });
  expect((await read(without)).status).toBe(404);
  await without.close();
});
