import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Core, createCore } from '@bitacora/core/server';
import { requestPasswordReset, resetPassword } from '@bitacora/core/use-cases/account/reset-password';
import { pino } from 'pino';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../core/test/database.ts';
import { deliverOutbox } from '../../src/jobs/deliver-outbox.ts';
import { fileMailer, type Mailer, smtpMailer } from '../../src/mail/mailer.ts';

const log = pino({ level: 'silent' });
const MINUTE = 60_000;
let database: TestDatabase;
let core: Core;
let now: Date;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

beforeEach(async () => {
  await database.wipe();
  now = new Date('2026-11-20T15:00:00Z');
  core = createCore({
    db: database.db,
    clock: () => now,
    zone: 'America/Mexico_City',
    secret: 'a secret only tests know, thirty-two or more',
  });
  await database.db('users').insert({
    employeeNumber: '7',
    firstName: 'Íñigo',
    lastName: 'Núñez',
    email: 'inigo@empresa.mx',
    level: '1',
    department: 'Ventas',
    position: 'Vendedor',
    createdAt: now,
    passwordHash: 'a hash',
  });
});

const ask = (email = 'inigo@empresa.mx') =>
  core.perform({
    useCase: requestPasswordReset,
    actor: null,
    channel: 'web',
    input: { email },
    effect: 'writes',
  });
const deliver = (mailer: Mailer) => deliverOutbox({ core, mailer, publicUrl: 'https://bitacora.empresa.mx', log });
const outbox = () => database.db('outbox').first();

describe('with no mail server', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'bitacora-mail-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('writes a readable letter whose token opens the reset, and writes it once', async () => {
    await ask();
    await deliver(fileMailer(folder, 'Bitácora <bitacora@empresa.mx>'));
    await deliver(fileMailer(folder, 'Bitácora <bitacora@empresa.mx>'));

    const files = await readdir(folder);
    expect(files).toHaveLength(1);
    const mail = await PostalMime.parse(await readFile(path.join(folder, files[0] as string)));
    expect(mail.to).toEqual([{ name: '', address: 'inigo@empresa.mx' }]);
    expect(mail.subject).toBe('Tu token para restablecer la contraseña de Bitácora');
    expect(mail.text).toContain('Hola, Íñigo:');
    expect(mail.html).not.toMatch(/<img|src=/);

    const token = /Token: (\S+)/.exec(mail.text as string)?.[1] as string;
    expect(mail.text).toContain(`https://bitacora.empresa.mx/#email=inigo%40empresa.mx&token=${token}`);
    const input = { email: 'INIGO@empresa.mx', token, passwordHash: 'a hash' };
    expect((await core.perform({ useCase: resetPassword, actor: null, channel: 'web', input, effect: 'writes' })).result).toBe(true);
  });

  it.skipIf(process.platform === 'win32')('closes folder and letter to the other users of the computer', async () => {
    await ask();
    const place = path.join(folder, 'outbox');
    await deliver(fileMailer(place, 'bitacora@empresa.mx'));
    const modeOf = async (name: string) => ((await stat(path.join(place, name))).mode & 0o777).toString(8);
    expect(await modeOf('.')).toBe('700');
    expect(await modeOf((await readdir(place))[0] as string)).toBe('600');
  });

  it('keeps the token out of the database', async () => {
    await ask();
    await deliver(fileMailer(folder, 'bitacora@empresa.mx'));
    const eml = await readFile(path.join(folder, (await readdir(folder))[0] as string), 'utf8');
    const token = /Token: (\S+)/.exec((await PostalMime.parse(eml)).text as string)?.[1] as string;
    const stored = JSON.stringify([await database.db('outbox'), await database.db('passwordResets')]);
    expect(stored).not.toContain(token);
  });

  it('sends nothing for a reset that was removed', async () => {
    await ask();
    await database.db('passwordResets').delete();
    await deliver(fileMailer(folder, 'bitacora@empresa.mx'));
    expect(await readdir(folder)).toEqual([]);
    expect(await database.db('outbox').whereNull('sentAt')).toEqual([]);
  });
});

describe('with a mail server', () => {
  const received: { to: string[]; raw: string }[] = [];
  let answer: { code: number; text: string } | null = null;
  let server: SMTPServer;
  let mailer: Mailer;

  beforeEach(async () => {
    received.length = 0;
    answer = null;
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: (_address, _session, done) => done(answer ? Object.assign(new Error(answer.text), { responseCode: answer.code }) : null),
      onData(stream, session, done) {
        let raw = '';
        stream.on('data', (chunk) => {
          raw += chunk;
        });
        stream.on('end', () => {
          received.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw });
          done();
        });
      },
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.server.address() as { port: number };
    mailer = smtpMailer(`smtp://127.0.0.1:${port}`, 'bitacora@empresa.mx');
  });
  afterEach(async () => {
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });

  it('hands the mail to the address in the database alone, under a Message-ID of its own', async () => {
    await ask();
    await deliver(mailer);
    expect(received).toHaveLength(1);
    expect(received[0]?.to).toEqual(['inigo@empresa.mx']);
    const { messageId } = await PostalMime.parse(received[0]?.raw as string);
    expect(messageId).toMatch(/^<[0-9a-f-]{36}@bitacora\.empresa\.mx>$/);
  });

  it('tries again after a minute, then five, when the server says not now', async () => {
    answer = { code: 451, text: 'greylisted' };
    await ask();
    await deliver(mailer);
    await deliver(mailer);
    expect(await outbox()).toMatchObject({ tries: 1, sentAt: null, nextTryAt: new Date(now.getTime() + MINUTE) });

    now = new Date(now.getTime() + MINUTE);
    await deliver(mailer);
    expect(await outbox()).toMatchObject({ tries: 2, nextTryAt: new Date(now.getTime() + 5 * MINUTE) });

    answer = null;
    now = new Date(now.getTime() + 5 * MINUTE);
    await deliver(mailer);
    expect(received).toHaveLength(1);
    expect(await outbox()).toMatchObject({ sentAt: now, lastError: null });
  });

  it('gives up and says why when the server refuses for good', async () => {
    answer = { code: 550, text: 'no such mailbox' };
    await ask();
    await deliver(mailer);
    expect(await outbox()).toMatchObject({ failedAt: now, lastError: expect.stringContaining('no such mailbox') });
    now = new Date(now.getTime() + 60 * MINUTE);
    expect(await deliver(mailer)).toBe(0);
  });

  it('is sent once by two deliverers at the same moment', async () => {
    await ask();
    await Promise.all([deliver(mailer), deliver(mailer)]);
    expect(received).toHaveLength(1);
  });

  it('takes up again what a killed deliverer had claimed, once its lease is over', async () => {
    await ask();
    await database.db('outbox').update({ claimedUntil: new Date(now.getTime() + MINUTE), tries: 1 });
    expect(await deliver(mailer)).toBe(0);
    now = new Date(now.getTime() + 2 * MINUTE);
    expect(await deliver(mailer)).toBe(1);
    expect(received).toHaveLength(1);
  });
});
