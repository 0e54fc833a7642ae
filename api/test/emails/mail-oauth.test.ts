import { generateKeyPairSync, verify } from 'node:crypto';
import { PassThrough, Writable } from 'node:stream';
import { mailServerTexts } from '@bitacora/core/messages/admin/server-status';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../core/test/database.ts';
import { given, NOW } from '../../../core/test/factories.ts';
import { type Stage, stage } from '../../../core/test/stage.ts';
import { administer } from '../../src/commands/administer.ts';
import { deliverOutbox } from '../../src/jobs/deliver-outbox.ts';
import { createMailTokens } from '../../src/mail/mail-tokens.ts';
import { smtpMailer } from '../../src/mail/mailer.ts';
import { checkMailServer } from '../../src/mail/smtp-conversation.ts';
import { readSettings } from '../../src/settings/settings.ts';
import { composeKeys } from './composed-keys.ts';
import { BASIC_REFUSED, type OAuthProvider, oauthProvider } from './oauth-provider.ts';

const MAIL = { to: 'ana@empresa.mx', subject: 'Hola', text: 'Hola', messageId: '<1@empresa.mx>' };
const PEOPLE = 120;

let provider: OAuthProvider;
afterEach(() => provider.close());

const accessTo = ({ smtpUrl, microsoft }: OAuthProvider) => ({ smtpUrl, tokens: createMailTokens(microsoft) });
const mailerOf = (one: OAuthProvider) => smtpMailer(one.smtpUrl, 'bitacora@empresa.mx', { sendMs: 8_000, ...accessTo(one) });

describe('Microsoft 365', () => {
  it('gets a token for the application, in the body, and keeps it for all connections', async () => {
    provider = await oauthProvider();
    const mailer = mailerOf(provider);
    await Promise.all(Array.from({ length: 4 }, () => mailer.send(MAIL)));
    mailer.hangUp?.();
    await mailer.send(MAIL);
    mailer.hangUp?.();
    expect(provider.recipients).toHaveLength(5);
    expect(provider.requests.map((body) => Object.fromEntries(body))).toEqual([
      {
        grant_type: 'client_credentials',
        scope: 'https://outlook.office365.com/.default',
        client_id: 'b1',
        client_secret: 'canario-del-secreto',
      },
    ]);
  });

  it('gets another before it expires, and when the mail server takes the one before no longer', async () => {
    provider = await oauthProvider({ tokenLife: 0 });
    const mailer = mailerOf(provider);
    await mailer.send(MAIL);
    mailer.hangUp?.();
    await mailer.send(MAIL);
    expect(provider.requests).toHaveLength(2);
    await provider.close();

    provider = await oauthProvider();
    const later = mailerOf(provider);
    await later.send(MAIL);
    later.hangUp?.();
    provider.voidToken();
    await later.send(MAIL);
    later.hangUp?.();
    expect([provider.requests.length, provider.recipients.length]).toEqual([2, 2]);
  });

  it('says what is the matter, in whose words', async () => {
    provider = await oauthProvider();
    const { smtpUrl } = provider;
    const check = () => checkMailServer(accessTo(provider));
    expect(await check()).toBeNull();
    const password = `smtp://ana:secreto@${provider.host}`;
    expect(await checkMailServer({ smtpUrl: password })).toEqual({ problem: 'passwords', answer: `550 ${BASIC_REFUSED}` });
    provider.refusesMailbox = true;
    expect(await check()).toEqual({ problem: 'mailbox', answer: '535 5.7.3 Authentication unsuccessful' });
    provider.isRevoked = true;
    expect(await check()).toEqual({
      problem: 'tokenRefused',
      answer: "AADSTS7000222: The provided client secret keys for app 'b1' are expired.",
    });
    provider.isAway = true;
    expect(await check()).toEqual({ problem: 'tokenAway', answer: null });
    const nowhere = createMailTokens({ ...provider.microsoft, tokenUrl: 'http://127.0.0.1:9/token' });
    expect(await checkMailServer({ smtpUrl, tokens: nowhere })).toEqual({ problem: 'tokenAway', answer: null });
  });
});

it('Google gets an assertion that the service account’s key signed for the mailbox', async () => {
  provider = await oauthProvider();
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const clientSecret = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
  const json = JSON.stringify({ type: 'service_account', private_key: clientSecret });
  const settings = readSettings({
    MAIL_OAUTH: 'google',
    MAIL_OAUTH_CLIENT_ID: 'bitacora@proyecto.iam.gserviceaccount.com',
    MAIL_OAUTH_CLIENT_SECRET: json,
    MAIL_OAUTH_USER: 'avisos@empresa.mx',
    MAIL_OAUTH_TOKEN_URL: provider.tokenUrl,
  });
  expect(settings).toMatchObject({ smtpUrl: 'smtp://smtp.gmail.com:587', mailFrom: 'Bitácora <avisos@empresa.mx>' });
  const tokens = settings.mailOAuth && createMailTokens(settings.mailOAuth);
  expect(await checkMailServer({ smtpUrl: provider.smtpUrl, tokens })).toBeNull();
  const [head = '', body = '', signature = ''] = String(provider.requests[0]?.get('assertion')).split('.');
  expect(verify('sha256', Buffer.from(`${head}.${body}`), publicKey, Buffer.from(signature, 'base64url'))).toBe(true);
  expect(JSON.parse(Buffer.from(body, 'base64url').toString())).toMatchObject({
    iss: 'bitacora@proyecto.iam.gserviceaccount.com',
    sub: 'avisos@empresa.mx',
    scope: 'https://mail.google.com/',
    aud: provider.tokenUrl,
  });
});

describe('the outbox', () => {
  let database: TestDatabase;
  let on: Stage;
  let errors: Record<string, unknown>[];
  const log = pino({ level: 'error' }, { write: (line) => errors.push(JSON.parse(line)) });
  beforeAll(async () => {
    database = await testDatabase();
    on = stage(database.db);
  });
  beforeEach(async () => {
    errors = [];
    await database.wipe();
    await database.db('installation').where({ key: 'mailStop' }).delete();
    on.setClock(NOW);
  });
  afterAll(() => database.close());

  const later = (minutes: number) => on.setClock(new Date(on.now().getTime() + minutes * 60_000));
  const deliver = (mailer = mailerOf(provider)) =>
    deliverOutbox({ core: on.core, mailer, log, publicUrl: 'https://empresa.mx', compose: composeKeys });
  const remind = (recipientId: number, key: string) =>
    database.db('outbox').insert({
      key,
      kind: 'overdue',
      channel: 'email',
      recipientId,
      facts: '{}',
      createdAt: on.now(),
      nextTryAt: on.now(),
      expiresAt: new Date(on.now().getTime() + 7 * 24 * 3_600_000),
    });

  it('loses and doubles nothing while tokens and connections end under it', async () => {
    provider = await oauthProvider({ mailsPerConnection: 7, mailsPerToken: 10 });
    await database.db.raw(
      `with person as (
        insert into users (employee_number, first_name, last_name, email, level, department, position, created_at)
        select n, 'Ana', 'Ruiz', 'persona' || n || '@empresa.mx', '1', 'Ventas', 'Vendedora', :now from generate_series(1, :people) n returning id
      ) insert into outbox (key, kind, recipient_id, created_at, next_try_at, expires_at)
        select 'overdue:' || id, 'overdue', id, :now, :now, :now::timestamptz + interval '7 days' from person`,
      { now: NOW, people: PEOPLE },
    );
    await deliver();
    // A token may end between its renewal and its use, and for one mail more than once.
    for (const minutes of [1, 5, 15]) {
      later(minutes);
      await deliver();
    }
    expect([provider.recipients.length, new Set(provider.recipients).size]).toEqual([PEOPLE, PEOPLE]);
    expect(await database.db('outbox').whereNull('sentAt')).toEqual([]);
    expect(provider.requests.length).toBeGreaterThan(3);
    expect(errors).toEqual([]);
  });

  it('waits while the secret is revoked, notifies every Desarrollador once, and goes out with the new one', async () => {
    provider = await oauthProvider();
    provider.isRevoked = true;
    const [one, other] = [
      await given(database.db).person({ kind: 'Desarrollador' }),
      await given(database.db).person({ kind: 'Desarrollador' }),
    ];
    const link = (number: number) => ({ userId: one.id, chatUserId: `U${number}`, conversation: `D${number}` });
    const common = { service: 'slack', workspace: 'T1', displayName: 'chat', linkedAt: NOW };
    const [, newest] = await database
      .db('chatLinks')
      .insert([1, 2].map((number) => ({ ...common, ...link(number) })))
      .returning('id');
    const { id } = await given(database.db).person();
    await remind(id, 'first');
    await deliver();
    await remind(id, 'second');
    for (const minutes of [1, 5, 15]) {
      later(minutes);
      await deliver();
    }
    const stopped = () => database.db('outbox').where({ kind: 'mailStopped' }).orderBy('id');
    expect((await stopped()).map(({ recipientId }) => recipientId)).toEqual([one.id, other.id]);
    expect(errors.map(({ msg, problem, answer }) => [msg, problem, answer])).toEqual([
      ['the mail server refuses us', 'tokenRefused', expect.stringContaining('AADSTS7000222')],
    ]);
    expect(await database.db('outbox').whereNotNull('failedAt')).toEqual([]);
    const tasks = () => database.db('chatTasks').where({ kind: 'mailStopped' }).select('chatLinkId', 'conversation');
    expect(await tasks()).toEqual([{ chatLinkId: newest?.id, conversation: 'D2' }]);
    expect(JSON.stringify([errors, await database.db('outbox')])).not.toContain('canario');

    provider.isRevoked = false;
    for (let probes = 0; probes < 3; probes++) {
      later(1);
      await deliver();
    }
    expect(await database.db('outbox').whereNull('sentAt')).toEqual([]);
    expect(provider.recipients.filter((to) => [one.email, other.email].includes(to))).toHaveLength(2);
    expect(await database.db('installation').where({ key: 'mailStop' })).toEqual([]);

    provider.isRevoked = true;
    await remind(id, 'third');
    later(1);
    await deliver();
    expect(await stopped()).toHaveLength(4);
    expect(await tasks()).toHaveLength(2);
  });

  it('gives nothing up for a server that takes no passwords', async () => {
    provider = await oauthProvider();
    const { id } = await given(database.db).person();
    await remind(id, 'first');
    await deliver(smtpMailer(`smtp://ana:secreto@${provider.host}`, 'bitacora@empresa.mx'));
    expect(await database.db('outbox').first()).toMatchObject({
      failedAt: null,
      awaitsServer: true,
      lastError: expect.stringContaining('5.7.30'),
    });
  });
});

describe('npm run admin -- send-test-mail', () => {
  const run = async (env: Record<string, string>, to = 'ana@empresa.mx') => {
    const output = { out: '', err: '' };
    const into = (name: keyof typeof output) =>
      new Writable({
        write: (text, _encoding, done) => {
          output[name] += text;
          done();
        },
      });
    const around = {
      stdin: new PassThrough(),
      stdout: into('out'),
      stderr: into('err'),
      now: () => NOW,
      place: String,
      env,
      fileNames: [],
    };
    const status = await administer(['send-test-mail', '--to', to], { ...around, settings: () => readSettings(env) });
    return { status, ...output };
  };
  const oauth = ({ tokenUrl, smtpUrl }: OAuthProvider) => ({
    MAIL_OAUTH: 'microsoft',
    MAIL_OAUTH_TENANT: 'empresa',
    MAIL_OAUTH_CLIENT_ID: 'b1',
    MAIL_OAUTH_CLIENT_SECRET: 'canario',
    MAIL_OAUTH_USER: 'bitacora@empresa.mx',
    MAIL_OAUTH_TOKEN_URL: tokenUrl,
    SMTP_URL: smtpUrl,
  });

  it('says that the server took it, or its words and what to do, and never a secret', async () => {
    provider = await oauthProvider();
    expect(await run(oauth(provider))).toEqual({
      status: 0,
      out: expect.stringContaining('recibió el correo para ana@empresa.mx'),
      err: '',
    });
    expect(provider.recipients).toEqual(['ana@empresa.mx']);
    expect(provider.sources[0]).toMatch(/^Auto-Submitted: auto-generated\r?$/m);

    const password = await run({ SMTP_URL: `smtp://ana:canario@${provider.host}`, MAIL_FROM: 'bitacora@empresa.mx' });
    expect(password).toMatchObject({ status: 1, err: expect.stringContaining(`550 ${BASIC_REFUSED}`) });
    expect(password.err).toContain(mailServerTexts.passwords);

    provider.isRevoked = true;
    const revoked = await run(oauth(provider));
    expect(revoked).toMatchObject({ status: 1, err: expect.stringContaining('AADSTS7000222') });
    expect(revoked.err).toContain(mailServerTexts.tokenRefused);
    expect(JSON.stringify([password, revoked])).not.toContain('canario');
    expect(await run(oauth(provider), 'ana@empresa.mx, otro@empresa.mx')).toMatchObject({ status: 2 });
  });
});
