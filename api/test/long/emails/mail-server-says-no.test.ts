import { type Core, createCore } from '@bitacora/core/server';
import { requestPasswordReset } from '@bitacora/core/use-cases/account/reset-password';
import { pino } from 'pino';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../core/test/database.ts';
import { deliverOutbox } from '../../../src/jobs/deliver-outbox.ts';
import { smtpMailer } from '../../../src/mail/mailer.ts';

const log = pino({ level: 'error' }, { write: (line) => errors.push(JSON.parse(line)) });
let errors: Record<string, unknown>[] = [];
const now = new Date('2026-11-20T15:00:00Z');
const MINUTE = 60_000;
let database: TestDatabase;
let core: Core;
let server: SMTPServer | null = null;

beforeAll(async () => {
  database = await testDatabase();
  core = createCore({
    db: database.db,
    clock: () => now,
    zone: 'America/Mexico_City',
    secret: 'a secret only tests know, thirty-two or more',
  });
});
afterAll(() => database.close());
beforeEach(async () => {
  errors = [];
  await database.wipe();
  await database.db('users').insert({
    employeeNumber: '7',
    firstName: 'Ana',
    lastName: 'Ruiz',
    email: 'ana@empresa.mx',
    level: '1',
    department: 'Ventas',
    position: 'Vendedor',
    createdAt: now,
  });
});
afterEach(async () => {
  await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
  server = null;
});

/** Tries once against a server with these answers; what the outbox then says of the mail. */
async function sendTo(options: SMTPServerOptions, { login = '', sendMs = 10_000, kind = 'passwordReset' } = {}) {
  const smtp = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'], ...options });
  server = smtp;
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  const { port } = smtp.server.address() as { port: number };
  const mailer = smtpMailer(`smtp://${login}127.0.0.1:${port}`, 'bitacora@empresa.mx', { sendMs });
  await core.perform({
    useCase: requestPasswordReset,
    actor: null,
    channel: 'web',
    input: { email: 'ana@empresa.mx' },
    effect: 'writes',
  });
  await database.db('outbox').update({ kind });
  await deliverOutbox({ core, mailer, publicUrl: 'https://bitacora.empresa.mx', log });
  return database.db('outbox').first();
}
const no = (responseCode: number) => Object.assign(new Error('the reason why'), { responseCode });
const again = { sentAt: null, failedAt: null, nextTryAt: new Date(now.getTime() + MINUTE), lastError: expect.any(String) };

describe('is tried again later where the installation is to blame', () => {
  it('a password that is no longer the right one', async () => {
    const options = { allowInsecureAuth: true, onAuth: (_auth, _session, done) => done(no(535)) } satisfies SMTPServerOptions;
    expect(await sendTo(options, { login: 'bitacora:old@' })).toMatchObject({ ...again, lastError: expect.stringContaining('535') });
  });

  it('a server that wants a login', async () => {
    expect(await sendTo({ onRcptTo: (_address, _session, done) => done(no(530)) })).toMatchObject(again);
  });

  it.each(['5.7.1 relaying denied', '5.7.606 your address is on a list'])('a server that lets us send nothing: %s', async (why) => {
    const denied = Object.assign(new Error(why), { responseCode: 550 });
    expect(await sendTo({ onRcptTo: (_address, _session, done) => done(denied) })).toMatchObject(again);
  });

  it.each([
    ['5.7.30 Basic authentication is not supported for Client Submission.', 550],
    ['5.2.252 SendAsDenied; bitacora@empresa.mx not allowed to send as otra@empresa.mx', 554],
    ['5.7.57 Client not authenticated to send mail.', 530],
  ])('a server that says so only after the contents: %s', async (why, responseCode) => {
    const onData: SMTPServerOptions['onData'] = (stream, _session, done) =>
      stream.resume().on('end', () => done(Object.assign(new Error(why), { responseCode })));
    expect(await sendTo({ onData })).toMatchObject({ ...again, awaitsServer: true, lastError: expect.stringContaining(why) });
  });

  it('a sender that the server does not take', async () => {
    expect(await sendTo({ onMailFrom: (_address, _session, done) => done(no(553)) })).toMatchObject(again);
  });

  it('a server that greets nobody', async () => {
    expect(await sendTo({ onConnect: (_session, done) => done(no(554)) })).toMatchObject({
      ...again,
      lastError: expect.stringContaining('554'),
    });
  });
});

it('waits for no server longer than its lease allows', async () => {
  expect(await sendTo({ onRcptTo: () => {} }, { sendMs: 200 })).toMatchObject({ ...again, claimedUntil: null });
});

describe('is given up', () => {
  it('where there is no such mailbox, and the log says so as an error', async () => {
    const row = await sendTo({ onRcptTo: (_address, _session, done) => done(no(550)) });
    expect(row).toMatchObject({ failedAt: now });
    expect(errors).toMatchObject([{ msg: 'digest given up', letter: row.letter, failure: 'refused' }]);
  });

  it('where its contents are refused', async () => {
    const onData: SMTPServerOptions['onData'] = (stream, _session, done) => stream.resume().on('end', () => done(no(554)));
    expect(await sendTo({ onData })).toMatchObject({ failedAt: now, lastError: expect.stringContaining('the reason why') });
  });
});

describe('without an answer to its contents', () => {
  const hangs: SMTPServerOptions['onData'] = (stream) => stream.resume();
  const inTenMinutes = new Date(now.getTime() + 10 * MINUTE);

  it('an invitation waits ten minutes: it may have arrived', async () => {
    const row = await sendTo({ onData: hangs }, { sendMs: 500, kind: 'invitation' });
    expect(row).toMatchObject({ ...again, nextTryAt: inTenMinutes, uncertainTries: 1 });
  });

  it('a password reset is given up as unknown, and its person asks again', async () => {
    expect(await sendTo({ onData: hangs }, { sendMs: 500 })).toMatchObject({ failedAt: now, failure: 'unknown' });
  });

  it('a server that hangs up before the contents has certainly not got them', async () => {
    const hangsUp: SMTPServerOptions['onRcptTo'] = () => {
      for (const { _socket } of (server as unknown as { connections: Set<{ _socket: { destroy(): void } }> }).connections)
        _socket.destroy();
    };
    expect(await sendTo({ onRcptTo: hangsUp })).toMatchObject({ ...again, uncertainTries: 0 });
  });
});
