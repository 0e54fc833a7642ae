import { createPrivateKey } from 'node:crypto';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { loginModes, secondFactorRules } from '@bitacora/core/domain/account/account';
import { isExposed } from '@bitacora/core/domain/admin/health';
import { differ, type Env, needs, readValues, type Setting, type ValuesByName } from '@bitacora/core/settings/environment';
import {
  address,
  byteSize,
  chatContradictions,
  chatNames,
  choice,
  convert,
  either,
  email,
  hasChat,
  host,
  hostNames,
  password,
  plain,
  positive,
  secret,
  sender,
  smtpAddress,
  text,
  timeZone,
  website,
  whole,
  workDays,
  workHours,
} from '@bitacora/core/settings/kinds';
import { validate as isValidCron } from 'node-cron';
import {
  defaultLoginLabel,
  defaultSender,
  settingContradictions as problems,
  serverSettingKinds as texts,
} from '../messages/setting-problems.ts';
import { readBucketAddress } from './bucket-address.ts';
import { type MailOAuth, mailProviders, smtpUrls } from './mail-provider.ts';

/** Five fields only, because node-cron alone also takes seconds and nicknames. */
const cron = text((value) => value.trim().split(/\s+/).length === 5 && isValidCron(value), texts.cron);

const AGE_IDENTITY = /^AGE-SECRET-KEY-1[0-9A-Z]{58}$/m;
/** A key file also has lines of comments. */
const ageIdentity = convert(
  text((value) => AGE_IDENTITY.test(value), texts.ageIdentity),
  (value) => (AGE_IDENTITY.exec(value) as RegExpExecArray)[0],
);

const PROCESSES_MAX = 10;
/** More processes would seldom help, because PostgreSQL uses the same processors. */
const AUTO_MAX = 8;
const processCount = convert(
  text(
    (value) => value === 'auto' || (/^\d+$/.test(value) && Number(value) >= 1 && Number(value) <= PROCESSES_MAX),
    texts.processCount(PROCESSES_MAX),
  ),
  (value) => (value === 'auto' ? Math.min(availableParallelism(), AUTO_MAX) : Number(value)),
);

/** All processes together open at most this many connections, to leave the rest of PostgreSQL's usual hundred to others. */
const CONNECTIONS_OF_ALL = 60;
const CONNECTIONS_MAX = 10;
/** A process needs at least this many, because three reports and two exports at a time then leave one to everything else. */
const CONNECTIONS_MIN = 6;

export const names = {
  NODE_ENV: { kind: plain, byDefault: 'development' },
  PORT: { kind: whole(0, 65_535), byDefault: '3000' },
  HOST: { kind: host, byDefault: '127.0.0.1' },
  PUBLIC_URL: { kind: website },
  PROXY_HOPS: { kind: whole(0, 10), byDefault: '0' },
  API_PROCESSES: { kind: processCount, byDefault: '1' },
  DRAIN_SECONDS: { kind: whole(0, 60), byDefault: '0' },
  DATA_DIR: { kind: plain, byDefault: './data' },
  DATABASE_URL: { kind: address('postgres', 'postgresql'), isSecret: true },
  DATABASE_OWNER_URL: { kind: address('postgres', 'postgresql'), isSecret: true },
  DATABASE_DIRECT_URL: { kind: address('postgres', 'postgresql'), isSecret: true },
  DATABASE_REPORTS_URL: { kind: address('postgres', 'postgresql'), isSecret: true },
  DATABASE_PREPARED: { kind: either('on', 'off') },
  SLOW_QUERY_MS: { kind: whole(0, 600_000), byDefault: '1000' },
  STORAGE_URL: { kind: address('s3'), isSecret: true },
  BACKUP_KEY: { kind: ageIdentity, isSecret: true },
  DRILL_DATABASE_URL: { kind: address('postgres', 'postgresql'), isSecret: true },
  MIN_FREE_SPACE: { kind: byteSize, byDefault: '1 GiB' },
  SMTP_URL: { kind: smtpAddress, isSecret: true },
  SMTP_TLS: { kind: either('required', 'off'), byDefault: 'required' },
  MAIL_FROM: { kind: sender, endsInAddress: true },
  REPLY_TO: { kind: sender, endsInAddress: true },
  MAIL_OAUTH: { kind: choice(...mailProviders) },
  MAIL_OAUTH_TENANT: { kind: text((value) => /^[\w.-]+$/.test(value), texts.tenant) },
  MAIL_OAUTH_CLIENT_ID: { kind: plain },
  MAIL_OAUTH_CLIENT_SECRET: { kind: plain, isSecret: true },
  MAIL_OAUTH_USER: { kind: email },
  MAIL_OAUTH_TOKEN_URL: { kind: address('https', 'http') },
  SEAL_WITNESS: { kind: email },
  WEBHOOK_ALLOWED_HOSTS: { kind: hostNames, byDefault: '' },
  TSA_URL: { kind: address('http', 'https'), isSecret: true },
  BUSINESS_TZ: { kind: timeZone, byDefault: 'America/Mexico_City' },
  WORK_DAYS: { kind: workDays, byDefault: 'mon-sat' },
  WORK_HOURS: { kind: workHours, byDefault: '07:00-20:00' },
  REMINDER_CRON: { kind: cron, byDefault: '0 8 * * *' },
  SCHEDULER: { kind: either('on', 'off'), byDefault: 'on' },
  DEMO: { kind: either('true', 'false') },
  ADMIN_EMAIL: { kind: email },
  ADMIN_PASSWORD: { kind: password, isSecret: true },
  SESSION_SECRET: { kind: secret, isSecret: true },
  SESSION_SECRET_PREVIOUS: { kind: secret, isSecret: true },
  RATE_LIMIT_FACTOR: { kind: positive, byDefault: '1' },
  HIDE_UNKNOWN_EMAIL: { kind: either('true', 'false'), byDefault: 'false' },
  CONTACT_URL: { kind: address('mailto', 'http', 'https') },
  PRIVACY_NOTICE: { kind: plain },
  METRICS_TOKEN: { kind: secret, isSecret: true },
  OIDC_ISSUER: { kind: address('https', 'http') },
  OIDC_CLIENT_ID: { kind: plain },
  OIDC_CLIENT_SECRET: { kind: plain, isSecret: true },
  OIDC_LABEL: { kind: plain, byDefault: defaultLoginLabel },
  OIDC_TRUST_EMAIL: { kind: either('true', 'false'), byDefault: 'false' },
  LOGIN: { kind: choice(...loginModes) },
  REQUIRE_SECOND_FACTOR: { kind: choice(...secondFactorRules), byDefault: 'off' },
  ...chatNames,
} as const satisfies Record<string, Setting>;

export type SettingValues = ValuesByName<typeof names>;

export type Settings = ReturnType<typeof shape>;

/** Reads all settings; `overrides` win over `env`. Throws a `StartProblem` with one sentence for every wrong variable. */
export const readSettings = (env: Env, overrides: Env = {}): Settings => shape(readValues(names, { ...env, ...overrides }, contradictions));

function contradictions(values: SettingValues): string[] {
  const wrong = needs(values, 'ADMIN_PASSWORD', ['ADMIN_EMAIL']);
  if (values.LOGIN !== 'oidc') wrong.push(...needs(values, 'ADMIN_EMAIL', ['ADMIN_PASSWORD']));
  if (values.ADMIN_EMAIL && values.DEMO) wrong.push(problems.adminOfDemo);
  if (values.STORAGE_URL && !readBucketAddress(values.STORAGE_URL)) wrong.push(problems.storageUrl);
  wrong.push(
    ...needs(values, 'DATABASE_DIRECT_URL', ['DATABASE_URL']),
    ...needs(values, 'DATABASE_REPORTS_URL', ['DATABASE_URL']),
    ...needs(values, 'DATABASE_OWNER_URL', ['DATABASE_URL']),
    ...needs(values, 'SESSION_SECRET_PREVIOUS', ['SESSION_SECRET']),
  );
  wrong.push(...differ(values, ['SESSION_SECRET', 'SESSION_SECRET_PREVIOUS']));
  wrong.push(...companyLoginContradictions(values));
  wrong.push(...mailContradictions(values), ...chatContradictions(values));

  if (!values.DATABASE_URL) return wrong;
  if (values.NODE_ENV === 'production' && !values.SESSION_SECRET) wrong.push(problems.noSessionSecret);
  return hasChat(values) ? [...wrong, ...needs(values, 'DATABASE_URL', ['BOT_TOKEN'])] : wrong;
}

const GOOGLE = 'https://accounts.google.com';

function companyLoginContradictions(values: SettingValues): string[] {
  const { OIDC_ISSUER: issuer, LOGIN: login, OIDC_TRUST_EMAIL: trustsEmail } = values;
  const wrong = [
    ...needs(values, 'OIDC_ISSUER', ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']),
    ...needs(values, 'OIDC_CLIENT_ID', ['OIDC_ISSUER']),
    ...needs(values, 'OIDC_CLIENT_SECRET', ['OIDC_ISSUER']),
  ];
  if (!issuer) return login && login !== 'password' ? [...wrong, problems.loginNeedsIssuer(login)] : wrong;
  const { protocol, hostname, pathname } = new URL(issuer);
  if (protocol === 'http:' && !isLoopbackName(hostname)) wrong.push(problems.needsHttps('OIDC_ISSUER'));
  if (hostname === 'login.microsoftonline.com' && /^\/(common|organizations|consumers)\b/.test(pathname)) wrong.push(problems.sharedIssuer);
  if (trustsEmail && issuer.replace(/\/$/, '') === GOOGLE) wrong.push(problems.trustedGoogle);
  return wrong;
}

function mailContradictions(values: SettingValues): string[] {
  const { MAIL_OAUTH: provider, SMTP_URL: smtpUrl, MAIL_OAUTH_CLIENT_SECRET: secret, MAIL_OAUTH_TOKEN_URL: tokenUrl } = values;
  const names = ['TENANT', 'CLIENT_ID', 'CLIENT_SECRET', 'USER', 'TOKEN_URL'] as const;
  if (!provider)
    return [...needs(values, 'SMTP_URL', ['MAIL_FROM']), ...names.flatMap((name) => needs(values, `MAIL_OAUTH_${name}`, ['MAIL_OAUTH']))];
  const wrong = needs(values, 'MAIL_OAUTH', ['MAIL_OAUTH_CLIENT_ID', 'MAIL_OAUTH_CLIENT_SECRET', 'MAIL_OAUTH_USER']);
  if (provider === 'microsoft') wrong.push(...needs(values, 'MAIL_OAUTH', ['MAIL_OAUTH_TENANT']));
  if (provider === 'google' && secret && !isPrivateKey(readPrivateKey(secret))) wrong.push(problems.noPrivateKey);
  const { username, password } = new URL(smtpUrl ?? smtpUrls[provider]);
  if (username || password) wrong.push(problems.smtpLogin);
  if (!values.SMTP_TLS) wrong.push(problems.plainOAuth);
  const { protocol, hostname } = new URL(tokenUrl ?? 'https://empresa.mx');
  if (protocol === 'http:' && !isLoopbackName(hostname)) wrong.push(problems.needsHttps('MAIL_OAUTH_TOKEN_URL'));
  return wrong;
}

/** Returns the key itself or the key of Google's JSON file. In an environment variable a line break is often written as a backslash and an n. */
function readPrivateKey(secret: string): string {
  try {
    return String(JSON.parse(secret).private_key);
  } catch {
    return secret.replaceAll('\\n', '\n');
  }
}

function isPrivateKey(key: string): boolean {
  try {
    return createPrivateKey(key).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}

/** Returns undefined where it is not set. The mail server then gets the login of SMTP_URL, if any. */
function readMailOAuth(values: SettingValues): MailOAuth | undefined {
  const { MAIL_OAUTH: provider, MAIL_OAUTH_CLIENT_ID: clientId, MAIL_OAUTH_CLIENT_SECRET: secret, MAIL_OAUTH_USER: user } = values;
  if (!provider || !clientId || !secret || !user) return undefined;
  const clientSecret = provider === 'google' ? readPrivateKey(secret) : secret;
  return { provider, tenant: values.MAIL_OAUTH_TENANT, clientId, clientSecret, user, tokenUrl: values.MAIL_OAUTH_TOKEN_URL };
}

const isLoopbackName = (hostname: string) => hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');

/** Returns undefined where it is not set. Nobody then logs in with an account of the company. */
const readCompanyLogin = ({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, ...values }: SettingValues) =>
  issuer && clientId && clientSecret && values.LOGIN !== 'password'
    ? { issuer, clientId, clientSecret, label: values.OIDC_LABEL, trustsEmail: values.OIDC_TRUST_EMAIL }
    : undefined;

function shape(values: SettingValues) {
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`;
  const exposure = { isProduction: values.NODE_ENV === 'production', isHttps: publicUrl.startsWith('https:'), host: values.HOST };
  return Object.freeze({
    isProduction: exposure.isProduction,
    port: values.PORT,
    host: values.HOST,
    publicUrl,
    /** With HTTPS, cookies are secure and HSTS is sent. */
    isHttps: exposure.isHttps,
    /** True where people on other machines can reach the server. */
    isExposed: isExposed(exposure),
    /** The number of our own proxies in front of the server. The caller's address is the one that the outermost of them saw. */
    proxyHops: values.PROXY_HOPS,
    /** The number of processes that serve. With several, one more process opens the database and runs the jobs. */
    processes: values.API_PROCESSES,
    poolSize: Math.max(CONNECTIONS_MIN, Math.min(CONNECTIONS_MAX, Math.floor(CONNECTIONS_OF_ALL / values.API_PROCESSES))),
    /** The server still serves for this time after it reports that it is shutting down. */
    drainSeconds: values.DRAIN_SECONDS,
    dataDir: path.resolve(values.DATA_DIR),
    /** Unset: the embedded PostgreSQL. */
    databaseUrl: values.DATABASE_URL,
    /** The role that owns the tables, for migrations and restores. Unset: the one of `databaseUrl`. */
    databaseOwnerUrl: values.DATABASE_OWNER_URL,
    /** The address of the server itself, where `databaseUrl` is a pooler's, because LISTEN needs it. Unset: `databaseUrl`. */
    databaseDirectUrl: values.DATABASE_DIRECT_URL,
    /** A hot standby from which large reports are read. Unset: there is none. */
    databaseReportsUrl: values.DATABASE_REPORTS_URL,
    /** Says whether statements are prepared. Unset, they are, except with `databaseDirectUrl`, because a pooler may lend connections by the transaction. */
    isPrepared: values.DATABASE_PREPARED ?? !values.DATABASE_DIRECT_URL,
    /** Statements that take at least this long are logged, in ms. 0 logs none. */
    slowQueryMs: values.SLOW_QUERY_MS,
    /** Unset: a folder under `dataDir`. */
    storageUrl: values.STORAGE_URL,
    /** The age identity of backups. Unset: they are not encrypted. */
    backupKey: values.BACKUP_KEY,
    /** An empty database for restore drills. Unset: an embedded PostgreSQL that is started for it. */
    drillDatabaseUrl: values.DRILL_DATABASE_URL,
    /** Uploads are refused when fewer bytes are free, so that the database can still write. */
    minFreeBytes: values.MIN_FREE_SPACE,
    /** Unset: `.eml` files under `dataDir`. */
    smtpUrl: values.SMTP_URL ?? (values.MAIL_OAUTH && smtpUrls[values.MAIL_OAUTH]),
    /** Unset: the login of `smtpUrl`, if any. */
    mailOAuth: readMailOAuth(values),
    /** The address that gets answers to mails. Unset: nobody reads them. */
    replyTo: values.REPLY_TO,
    /** SMTP_TLS=off: passwords and links of mails may go unencrypted. */
    allowsPlainMail: !values.SMTP_TLS,
    mailFrom: values.MAIL_FROM ?? defaultSender(values.MAIL_OAUTH_USER),
    /** An address outside the company that gets the day's seal by mail. Unset: nobody gets it. */
    sealWitness: values.SEAL_WITNESS,
    /** A time stamp authority (RFC 3161) for the day's seal. Unset: none. */
    tsaUrl: values.TSA_URL,
    /** Hosts of the company's own network that may receive webhooks. */
    webhookHosts: values.WEBHOOK_ALLOWED_HOSTS,
    businessTimeZone: values.BUSINESS_TZ,
    workTime: { days: values.WORK_DAYS, ...values.WORK_HOURS },
    reminderCron: values.REMINDER_CRON,
    hasScheduler: values.SCHEDULER,
    /** Unset: true only with the embedded database, on a server that only this machine can reach, and without ADMIN_EMAIL. */
    wantsDemo: values.DEMO ?? !(values.DATABASE_URL || values.ADMIN_EMAIL || isExposed(exposure)),
    admin: values.ADMIN_EMAIL ? { email: values.ADMIN_EMAIL, password: values.ADMIN_PASSWORD } : undefined,
    /** Unset: generated into `dataDir`. */
    sessionSecret: values.SESSION_SECRET,
    /** The previous secret during a change. Its signatures stay valid. */
    previousSessionSecret: values.SESSION_SECRET_PREVIOUS,
    rateLimitFactor: values.RATE_LIMIT_FACTOR,
    hidesUnknownEmail: values.HIDE_UNKNOWN_EMAIL,
    /** Unset: the first administrator's address. */
    contactUrl: values.CONTACT_URL,
    privacyNotice: values.PRIVACY_NOTICE,
    /** The token that opens `/metrics` from anywhere. Unset: only this machine and a Desarrollador can read it. */
    metricsToken: values.METRICS_TOKEN,
    /** The company's identity provider. Unset: people log in with passwords alone. */
    companyLogin: readCompanyLogin(values),
    /** False with LOGIN=oidc. A Desarrollador may then still use a password for a day after a command on the server. */
    allowsPasswords: values.LOGIN !== 'oidc',
    /** The people who must have a second factor to log in with a password. */
    secondFactorRule: values.REQUIRE_SECOND_FACTOR,
    /** Unset: generated into `dataDir` beside the embedded database; with another database the bot is off. */
    botToken: values.BOT_TOKEN,
    previousBotToken: values.BOT_TOKEN_PREVIOUS,
    /** True where BOT_TOKEN or a chat is set. A generated token alone does not count, because it may have no bot. */
    hasBot: values.BOT_TOKEN !== undefined || hasChat(values),
  });
}
