import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { keptSecret } from '@bitacora/core/settings/environment';
import { afterAll, describe, expect, it } from 'vitest';
import { type ListedSetting, listSettings } from '../src/commands/list-settings.ts';
import { banner, startTexts } from '../src/messages/start.ts';
import { names, readSettings } from '../src/settings/settings.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bitacora-settings-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

const LONG = 'secreto de treinta y dos letras.';
const OUTSIDE = { DATABASE_URL: 'postgres://db/bitacora' };

const MICROSOFT = {
  MAIL_OAUTH: 'microsoft',
  MAIL_OAUTH_CLIENT_ID: 'b1',
  MAIL_OAUTH_CLIENT_SECRET: 'x',
  MAIL_OAUTH_USER: 'avisos@empresa.mx',
};

function refusal(env: Record<string, string>): string {
  try {
    readSettings(env);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('accepted');
}

describe('settings', () => {
  it('need nothing at all', () => {
    const settings = readSettings({});
    expect(settings).toMatchObject({ port: 3000, host: '127.0.0.1', publicUrl: 'http://localhost:3000', wantsDemo: true, isHttps: false });
    expect(settings.dataDir).toBe(path.resolve('data'));
    expect(Object.isFrozen(settings)).toBe(true);
  });

  it.each([
    ['PORT', '70000'],
    ['PORT', 'tres mil'],
    ['HOST', 'http://x'],
    ['PUBLIC_URL', 'bitacora.mx'],
    ['DATABASE_URL', 'mysql://x'],
    ['STORAGE_URL', 'ftp://x'],
    ['MIN_FREE_SPACE', '1'],
    ['MIN_FREE_SPACE', '1 giga'],
    ['MIN_FREE_SPACE', '-1 GB'],
    ['SMTP_URL', 'correo.mx'],
    ['MAIL_FROM', 'nadie'],
    ['BUSINESS_TZ', 'America/Macondo'],
    ['WORK_DAYS', 'lun-vie'],
    ['WORK_HOURS', '20:00-07:00'],
    ['REMINDER_CRON', 'cada día'],
    ['REMINDER_CRON', '0 8 * *'],
    ['REMINDER_CRON', '0 0 8 * * *'],
    ['REMINDER_CRON', '@daily'],
    ['REMINDER_CRON', '0 25 * * *'],
    ['REMINDER_CRON', '0 8 30 2 *'],
    ['API_PROCESSES', '0'],
    ['API_PROCESSES', 'todos'],
    ['SCHEDULER', 'sí'],
    ['DATABASE_PREPARED', 'true'],
    ['DEMO', '1'],
    ['ADMIN_EMAIL', 'ana'],
    ['ADMIN_PASSWORD', 'corta'],
    ['SESSION_SECRET', 'corto'],
    ['SESSION_SECRET_PREVIOUS', 'corto'],
    ['RATE_LIMIT_FACTOR', '0'],
    ['HIDE_UNKNOWN_EMAIL', 'off'],
    ['CONTACT_URL', 'soporte'],
    ['SMTP_TLS', 'on'],
    ['REPLY_TO', 'nadie'],
    ['MAIL_OAUTH', 'yahoo'],
    ['MAIL_OAUTH_TENANT', 'mi empresa'],
    ['METRICS_TOKEN', 'corto'],
    ['BOT_PORT', '-1'],
    ['BOT_TOKEN', 'corto'],
    ['BOT_TOKEN_PREVIOUS', 'corto'],
    ['TEAMS_LOGIN_URL', 'x'],
  ])('%s does not accept «%s»', (name, value) => {
    expect(refusal({ [name]: value })).toContain(`- ${name} `);
  });

  it('names every wrong one at once, and repeats no secret', () => {
    const message = refusal({ PORT: 'x', BUSINESS_TZ: 'x', SESSION_SECRET: 'hunter2' });
    expect(message.match(/^ {2}- /gm)).toHaveLength(3);
    expect(message).not.toContain('hunter2');
  });

  it('takes an empty variable as unset', () => {
    expect(readSettings({ PORT: '', DATABASE_URL: '' }).port).toBe(3000);
  });

  it.each([
    ['', 1_073_741_824],
    ['0', 0],
    ['500 MB', 500_000_000],
    ['1.5GiB', 1_610_612_736],
  ])('reads the size «%s» as %d bytes', (given, bytes) => {
    expect(readSettings({ MIN_FREE_SPACE: given }).minFreeBytes).toBe(bytes);
  });

  it('names statements, except behind a pooler, unless a setting says otherwise', () => {
    const pooled = { ...OUTSIDE, DATABASE_DIRECT_URL: 'postgres://db/directa' };
    expect(readSettings(OUTSIDE).isPrepared).toBe(true);
    expect(readSettings(pooled).isPrepared).toBe(false);
    expect(readSettings({ ...pooled, DATABASE_PREPARED: 'on' }).isPrepared).toBe(true);
    expect(readSettings({ DATABASE_PREPARED: 'off' }).isPrepared).toBe(false);
  });

  it('turns https on by the public address', () => {
    expect(readSettings({ PUBLIC_URL: 'https://bitacora.mx/' })).toMatchObject({ publicUrl: 'https://bitacora.mx', isHttps: true });
  });

  it('loads the demo company only on the embedded database, unless a setting says otherwise', () => {
    expect(readSettings(OUTSIDE).wantsDemo).toBe(false);
    expect(readSettings({ ...OUTSIDE, DEMO: 'true' }).wantsDemo).toBe(true);
    expect(readSettings({ DEMO: 'false' }).wantsDemo).toBe(false);
  });

  it.each([
    { NODE_ENV: 'production' },
    { PUBLIC_URL: 'https://bitacora.empresa.mx' },
    { HOST: '0.0.0.0' },
    { HOST: '192.168.1.5' },
    { HOST: '::' },
    { HOST: 'bitacora.empresa.mx' },
  ])('load no demo unasked where other machines may reach it: %j', (env) => {
    expect(readSettings(env)).toMatchObject({ wantsDemo: false, isExposed: true });
    expect(readSettings({ ...env, DEMO: 'true' })).toMatchObject({ wantsDemo: true, isExposed: true });
  });

  it.each(['127.0.0.1', '127.8.0.1', 'localhost', '::1', '::ffff:127.0.0.1'])('take %s for this machine', (HOST) => {
    expect(readSettings({ HOST })).toMatchObject({ wantsDemo: true, isExposed: false });
  });

  it('takes a named administrator for a real company, and refuses to load the demo beside them', () => {
    const admin = { ADMIN_EMAIL: 'ana@empresa.mx', ADMIN_PASSWORD: 'Xq7\'"$\\{}<&>~`|#%;:?=^@ñ' };
    expect(readSettings(admin)).toMatchObject({ wantsDemo: false, admin: { email: 'ana@empresa.mx' } });
    expect(refusal({ ...admin, DEMO: 'true' })).toContain('DEMO=true');
  });

  it('wants no password of an administrator where passwords are off', () => {
    const company = { LOGIN: 'oidc', OIDC_ISSUER: 'https://sso.empresa.mx', OIDC_CLIENT_ID: 'b', OIDC_CLIENT_SECRET: 'c' };
    expect(readSettings({ ...company, ADMIN_EMAIL: 'ana@empresa.mx' }).admin).toEqual({ email: 'ana@empresa.mx', password: undefined });
  });

  it('refuses an administrator whose address the login form would refuse', () => {
    expect(refusal({ ADMIN_EMAIL: 'admin@localhost', ADMIN_PASSWORD: 'segura 2026' })).toContain('ADMIN_EMAIL');
  });

  it('refuses a store that this version cannot use rather than ignoring it', () => {
    expect(refusal({ STORAGE_URL: 's3://clave:secreto@bucket' })).toContain('STORAGE_URL debe ser como s3://');
  });

  it('refuses a time zone given as an offset, whose sign PostgreSQL reads the other way round', () => {
    expect(refusal({ BUSINESS_TZ: '-06:00' })).toContain('BUSINESS_TZ');
  });

  it('wants a session secret with an outside database in production', () => {
    expect(refusal({ ...OUTSIDE, NODE_ENV: 'production' })).toContain('SESSION_SECRET');
    expect(readSettings({ ...OUTSIDE, NODE_ENV: 'production', SESSION_SECRET: LONG }).sessionSecret).toBe(LONG);
  });

  it.each([
    [{ ADMIN_EMAIL: 'ana@x.mx' }, 'ADMIN_PASSWORD'],
    [{ SMTP_URL: 'smtp://x' }, 'MAIL_FROM'],
    [{ SLACK_BOT_TOKEN: 'x' }, 'SLACK_SIGNING_SECRET'],
    [{ MAIL_OAUTH: 'google' }, 'MAIL_OAUTH_CLIENT_ID y MAIL_OAUTH_CLIENT_SECRET y MAIL_OAUTH_USER'],
    [{ MAIL_OAUTH_USER: 'avisos@empresa.mx' }, 'MAIL_OAUTH'],
    [MICROSOFT, 'MAIL_OAUTH_TENANT'],
    [{ TEAMS_TENANT_ID: 'x' }, 'TEAMS_CLIENT_ID y TEAMS_CLIENT_SECRET'],
    [{ WHATSAPP_TOKEN: 'x', WHATSAPP_PHONE_ID: '1' }, 'WHATSAPP_APP_SECRET y WHATSAPP_VERIFY_TOKEN y WHATSAPP_TEMPLATE'],
    [{ ...OUTSIDE, SLACK_BOT_TOKEN: 'x', SLACK_APP_TOKEN: 'x' }, 'BOT_TOKEN'],
  ])('%o also needs %s', (env, missing) => {
    expect(refusal(env)).toContain(`necesita también ${missing}`);
  });

  it('send mail with the company’s mailbox, and refuse what would not work with it', () => {
    const env = { ...MICROSOFT, MAIL_OAUTH_TENANT: 'empresa.onmicrosoft.com' };
    expect(readSettings(env)).toMatchObject({ smtpUrl: 'smtp://smtp.office365.com:587', mailFrom: 'Bitácora <avisos@empresa.mx>' });
    expect(readSettings({ ...env, SMTP_URL: 'smtp://relevo.mx', MAIL_FROM: 'a@b.mx' })).toMatchObject({
      smtpUrl: 'smtp://relevo.mx',
      mailFrom: 'a@b.mx',
    });
    expect(refusal({ ...env, SMTP_URL: 'smtp://ana:x@relevo.mx' })).toContain('SMTP_URL va sin usuario ni contraseña');
    expect(refusal({ ...env, SMTP_TLS: 'off' })).toContain('SMTP_TLS=off no va con MAIL_OAUTH');
    expect(refusal({ ...env, MAIL_OAUTH_TOKEN_URL: 'http://token.mx' })).toContain('MAIL_OAUTH_TOKEN_URL debe empezar con https:');
    expect(refusal({ ...env, MAIL_OAUTH: 'google' })).toContain('MAIL_OAUTH_CLIENT_SECRET debe ser la llave privada');
  });

  it('takes the secret of before beside the one of now, and not the same for both', () => {
    const before = LONG.toUpperCase();
    const both = { SESSION_SECRET: LONG, SESSION_SECRET_PREVIOUS: before };
    expect(readSettings(both)).toMatchObject({ sessionSecret: LONG, previousSessionSecret: before });
    expect(readSettings({ BOT_TOKEN: LONG, BOT_TOKEN_PREVIOUS: before })).toMatchObject({ botToken: LONG, previousBotToken: before });
    expect(refusal({ SESSION_SECRET: LONG, SESSION_SECRET_PREVIOUS: LONG })).toContain('deben ser distintos');
    expect(refusal({ BOT_TOKEN: LONG, BOT_TOKEN_PREVIOUS: LONG })).toContain('deben ser distintos');
    expect(refusal({ SESSION_SECRET_PREVIOUS: LONG })).toContain('SESSION_SECRET_PREVIOUS necesita también SESSION_SECRET');
    expect(refusal({ BOT_TOKEN_PREVIOUS: LONG })).toContain('BOT_TOKEN_PREVIOUS necesita también BOT_TOKEN');
  });

  it('reads a secret from a file', () => {
    const file = path.join(folder, 'secret');
    fs.writeFileSync(file, `${LONG}\n`);
    expect(readSettings({ SESSION_SECRET_FILE: file }).sessionSecret).toBe(LONG);
    expect(refusal({ SESSION_SECRET_FILE: file, SESSION_SECRET: LONG })).toContain('SESSION_SECRET_FILE');
    expect(refusal({ SESSION_SECRET_FILE: `${file}-no` })).toContain('SESSION_SECRET_FILE');
  });
});

it('refuses a comment behind any value, because systemd would make it part of that, and takes the sign in a name before an address', () => {
  const others = Object.keys(names).filter((name) => !['MAIL_FROM', 'REPLY_TO'].includes(name));
  for (const name of others) expect(refusal({ [name]: 'value # why' })).toMatch(`${name} no puede llevar «# »`);
  expect(refusal({ OIDC_LABEL: 'Entrar # as people know it' })).toMatch(
    /dice «Entrar # as people know it».*línea aparte;.*quita el espacio/,
  );
  expect(refusal({ OIDC_LABEL: '# as people know it' })).toMatch('OIDC_LABEL');
  expect(readSettings({ DATA_DIR: '/srv/Planta #1' }).dataDir).toBe('/srv/Planta #1');
  expect(refusal({ SESSION_SECRET: `${LONG} # x` })).not.toMatch(LONG);
  expect(refusal({ MAIL_FROM: 'bitacora@empresa.mx # who sends' })).toMatch(/MAIL_FROM debe ser un correo/);
  expect(readSettings({ MAIL_FROM: 'Planta # 3 <bitacora@empresa.mx>' }).mailFrom).toBe('Planta # 3 <bitacora@empresa.mx>');
  const file = path.join(folder, 'commented-secret');
  fs.writeFileSync(file, `${LONG} # x`);
  expect(readSettings({ SESSION_SECRET_FILE: file }).sessionSecret).toBe(`${LONG} # x`);
});

it('keeps a generated secret for its owner alone', () => {
  const first = keptSecret(folder, 'session-secret');
  expect(first.length).toBeGreaterThanOrEqual(32);
  expect(keptSecret(folder, 'session-secret')).toBe(first);
  expect(fs.statSync(path.join(folder, 'session-secret')).mode & 0o777).toBe(0o600);
});

it('.env.example lists every setting with its default', () => {
  const lines = fs.readFileSync(new URL('../../.env.example', import.meta.url), 'utf8').matchAll(/^#?([A-Z_]+)=(.*)$/gm);
  const exampleSettings = Object.fromEntries([...lines].map(([, name, value]) => [name, value]));
  const expected = Object.entries(names).map(([name, setting]) => [name, 'byDefault' in setting ? setting.byDefault : '']);
  expect(exampleSettings).toEqual(Object.fromEntries(expected));
});

describe('npm run admin -- settings', () => {
  const list = async (env: Record<string, string>, fileNames: readonly string[] = []) => {
    const call = {
      settings: readSettings(env),
      env,
      fileNames,
      typed: {},
      words: [],
      now: () => new Date(),
      place: String,
      report: () => {},
    };
    const { value } = await listSettings.run({ ...call, stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() });
    return new Map((value as { settings: ListedSetting[] }).settings.map((setting) => [setting.name, setting]));
  };

  it('lists every setting, each with a document that names it', async () => {
    const settings = await list({});
    expect([...settings.keys()]).toEqual(Object.keys(names));
    for (const { name, document } of settings.values())
      expect([name, document, fs.readFileSync(new URL(`../../${document}`, import.meta.url), 'utf8')]).toEqual([
        ...[name, document],
        expect.stringMatching(new RegExp(`\\b${name}(_FILE)?\\b`)),
      ]);
  });

  it('says where each value comes from, and shows no secret', async () => {
    const secret = path.join(folder, 'smtp');
    fs.writeFileSync(secret, 'smtps://avisos:canario@mail.empresa.mx:465/?token=canario');
    fs.writeFileSync(path.join(folder, 'session-secret'), 'canario');
    const env = {
      PORT: '80',
      HOST: '::1',
      DATA_DIR: folder,
      SMTP_URL_FILE: secret,
      MAIL_FROM: 'a@b.mx',
      TSA_URL: 'https://tsa.mx/canario',
    };
    const settings = await list({ ...env, METRICS_TOKEN: `canario ${LONG}` }, ['HOST']);
    expect(settings.get('PORT')).toMatchObject({ value: '80', source: 'environment' });
    expect(settings.get('HOST')).toMatchObject({ value: '::1', source: 'file' });
    expect(settings.get('SMTP_URL')).toMatchObject({ value: '•••', source: 'secretFile', file: secret, document: 'docs/mail.md' });
    expect(settings.get('TSA_URL')).toMatchObject({ value: 'https://tsa.mx/•••' });
    expect(settings.get('SESSION_SECRET')).toMatchObject({ value: '•••', source: 'generated', file: path.join(folder, 'session-secret') });
    expect(settings.get('PROXY_HOPS')).toMatchObject({ value: '0', source: 'default' });
    expect(settings.get('BOT_TOKEN')).toMatchObject({ value: null, source: 'unset' });
    expect(JSON.stringify([...settings])).not.toContain('canario');
  });
});

describe('the login of a company', () => {
  const ISSUER = 'https://sso.empresa.mx';
  const client = { OIDC_CLIENT_ID: 'bitacora', OIDC_CLIENT_SECRET: 'secreto' };
  const whole = { OIDC_ISSUER: ISSUER, ...client };

  it.each<[wrong: Record<string, string>, sentence: string]>([
    [{ LOGIN: 'oidc' }, 'LOGIN=oidc necesita también OIDC_ISSUER'],
    [{ LOGIN: 'both' }, 'LOGIN=both necesita también OIDC_ISSUER'],
    [{ ...whole, LOGIN: 'sso' }, 'LOGIN'],
    [{ OIDC_ISSUER: ISSUER }, 'OIDC_ISSUER necesita también OIDC_CLIENT_ID'],
    [{ OIDC_ISSUER: ISSUER, OIDC_CLIENT_ID: 'bitacora' }, 'OIDC_ISSUER necesita también OIDC_CLIENT_SECRET'],
    [client, 'OIDC_CLIENT_ID necesita también OIDC_ISSUER'],
    [{ ...whole, OIDC_ISSUER: 'http://sso.empresa.mx' }, 'OIDC_ISSUER debe empezar con https'],
    [{ ...whole, OIDC_ISSUER: 'sso.empresa.mx' }, 'OIDC_ISSUER'],
    [{ ...whole, OIDC_ISSUER: 'https://login.microsoftonline.com/common/v2.0' }, 'debe nombrar a tu inquilino de Microsoft'],
    [{ ...whole, OIDC_ISSUER: 'https://login.microsoftonline.com/organizations/v2.0' }, 'debe nombrar a tu inquilino de Microsoft'],
    [{ ...whole, OIDC_ISSUER: 'https://accounts.google.com', OIDC_TRUST_EMAIL: 'true' }, 'OIDC_TRUST_EMAIL=true no va con Google'],
  ])('stops the start with %j', (wrong, sentence) => {
    expect(refusal(wrong)).toContain(sentence);
    expect(refusal(wrong)).not.toContain('secreto');
  });

  it('is on with passwords beside it, alone, or off for now', () => {
    expect(readSettings(whole)).toMatchObject({ companyLogin: { issuer: ISSUER }, allowsPasswords: true });
    expect(readSettings({ ...whole, LOGIN: 'oidc' })).toMatchObject({ companyLogin: { issuer: ISSUER }, allowsPasswords: false });
    expect(readSettings({ ...whole, LOGIN: 'password' })).toMatchObject({ companyLogin: undefined, allowsPasswords: true });
    expect(readSettings({ ...whole, OIDC_ISSUER: 'http://127.0.0.1:9000' }).companyLogin?.issuer).toBe('http://127.0.0.1:9000');
  });

  it('is what the start names where passwords are off, and no password', () => {
    const saidWith = (env: Record<string, string>) => {
      const settings = readSettings({ ...whole, ...env });
      return [banner(settings, true), startTexts.firstRun(settings, 'CODIGO')].map((text) => /contraseña|ADMIN_PASSWORD/.test(text));
    };
    expect(saidWith({})).toEqual([true, true]);
    expect(saidWith({ LOGIN: 'oidc' })).toEqual([false, false]);
    expect(banner(readSettings({ ...whole, LOGIN: 'oidc' }), true)).toContain('Entra con la cuenta de la empresa como:');
  });
});
