import fs from 'node:fs';
import path from 'node:path';
import { StartProblem } from '@bitacora/core/embedded-postgres/start-problem';
import { readBucketAddress } from './images/bucket-address.ts';
import { names, type SettingName, type Values } from './setting-names.ts';

export type Settings = ReturnType<typeof shape>;

type Env = Record<string, string | undefined>;

/**
 * The settings, once and for all: `overrides` win over `env`. Opens nothing but the files named by `*_FILE`. Throws a
 * `StartProblem` with one sentence for every wrong name.
 */
export function readSettings(env: Env, overrides: Env = {}): Settings {
  const wrong: string[] = [];
  const given = { ...env, ...overrides };
  const entries = Object.keys(names).map((name) => [name, readOne(name as SettingName, given, wrong)]);
  const values = Object.fromEntries(entries) as Values;
  if (!wrong.length) wrong.push(...contradictions(values));
  if (wrong.length) throw new StartProblem(`Revisa la configuración:\n${wrong.map((sentence) => `  - ${sentence}`).join('\n')}`);
  return shape(values);
}

function readOne(name: SettingName, env: Env, wrong: string[]): unknown {
  const { kind, byDefault, isSecret }: { kind: (typeof names)[SettingName]['kind']; byDefault?: string; isSecret?: true } = names[name];
  const text = (isSecret && fromFile(name, env, wrong)) || env[name] || byDefault; // empty means unset, as in a compose file
  if (text === undefined) return undefined;
  const { success, data, error } = kind.safeParse(text);
  if (success) return data;
  wrong.push(`${name} ${error.issues[0]?.message}${isSecret ? '' : `; dice «${text}»`}.`);
}

function fromFile(name: SettingName, env: Env, wrong: string[]): string | undefined {
  const file = env[`${name}_FILE`];
  if (!file) return undefined;
  if (env[name]) wrong.push(`${name} y ${name}_FILE dicen lo mismo dos veces: deja solo uno.`);
  try {
    return fs.readFileSync(file, 'utf8').trim();
  } catch {
    wrong.push(`${name}_FILE nombra un archivo que no se puede leer: «${file}».`);
    return undefined;
  }
}

/** What is wrong only together. */
function contradictions(values: Values): string[] {
  const wrong: string[] = [];
  const needs = (name: SettingName, others: SettingName[]) => {
    const missing = others.filter((other) => values[other] === undefined);
    if (values[name] !== undefined && missing.length) wrong.push(`${name} necesita también ${missing.join(' y ')}.`);
  };
  needs('ADMIN_EMAIL', ['ADMIN_PASSWORD']);
  needs('ADMIN_PASSWORD', ['ADMIN_EMAIL']);
  if (values.ADMIN_EMAIL && values.DEMO)
    wrong.push('ADMIN_EMAIL es para una empresa de verdad y DEMO=true carga la de demostración: quita uno de los dos.');
  if (values.STORAGE_URL && !readBucketAddress(values.STORAGE_URL))
    wrong.push(
      'STORAGE_URL debe ser como s3://cubeta/prefijo?endpoint=https://…&region=…, sin las claves: esas van en AWS_ACCESS_KEY_ID y AWS_SECRET_ACCESS_KEY.',
    );
  needs('SMTP_URL', ['MAIL_FROM']);
  if (values.SLACK_APP_TOKEN === undefined) needs('SLACK_BOT_TOKEN', ['SLACK_SIGNING_SECRET']);
  needs('SLACK_APP_TOKEN', ['SLACK_BOT_TOKEN']);
  needs('SLACK_SIGNING_SECRET', ['SLACK_BOT_TOKEN']);
  const teams = ['TEAMS_CLIENT_ID', 'TEAMS_CLIENT_SECRET', 'TEAMS_TENANT_ID'] as const;
  const first = teams.find((name) => values[name] !== undefined);
  if (first) needs(first, [...teams]);

  if (!values.DATABASE_URL) return wrong;
  if (values.NODE_ENV === 'production' && !values.SESSION_SECRET) wrong.push('SESSION_SECRET hace falta en producción con DATABASE_URL.');
  if (first || values.SLACK_BOT_TOKEN) needs('DATABASE_URL', ['BOT_TOKEN']);
  return wrong;
}

function shape(values: Values) {
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`;
  return Object.freeze({
    isProduction: values.NODE_ENV === 'production',
    port: values.PORT,
    host: values.HOST,
    publicUrl,
    /** Secure cookies and HSTS. */
    isHttps: publicUrl.startsWith('https:'),
    /** How many proxies of ours stand in front; the caller's address is what the outermost of them saw. */
    proxyHops: values.PROXY_HOPS,
    dataDir: path.resolve(values.DATA_DIR),
    /** Unset: the embedded PostgreSQL. */
    databaseUrl: values.DATABASE_URL,
    /** Unset: a folder under `dataDir`. */
    storageUrl: values.STORAGE_URL,
    /** Unset: `.eml` files under `dataDir`. */
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM ?? 'Bitácora <bitacora@localhost>',
    businessTimeZone: values.BUSINESS_TZ,
    reminderCron: values.REMINDER_CRON,
    hasScheduler: values.SCHEDULER,
    /** Unset means yes, but only for the embedded database and where no administrator of a real company is named. */
    wantsDemo: values.DEMO ?? !(values.DATABASE_URL || values.ADMIN_EMAIL),
    admin: values.ADMIN_EMAIL && values.ADMIN_PASSWORD ? { email: values.ADMIN_EMAIL, password: values.ADMIN_PASSWORD } : undefined,
    /** Unset: generated into `dataDir`. */
    sessionSecret: values.SESSION_SECRET,
    rateLimitFactor: values.RATE_LIMIT_FACTOR,
    hidesUnknownEmail: values.HIDE_UNKNOWN_EMAIL,
    contactUrl: values.CONTACT_URL,
    bot: { port: values.BOT_PORT, token: values.BOT_TOKEN },
    slack: {
      botToken: values.SLACK_BOT_TOKEN,
      signingSecret: values.SLACK_SIGNING_SECRET,
      appToken: values.SLACK_APP_TOKEN,
      apiUrl: values.SLACK_API_URL,
    },
    teams: {
      clientId: values.TEAMS_CLIENT_ID,
      clientSecret: values.TEAMS_CLIENT_SECRET,
      tenantId: values.TEAMS_TENANT_ID,
      openIdMetadataUrl: values.TEAMS_OPENID_METADATA_URL,
      tokenIssuer: values.TEAMS_TOKEN_ISSUER,
      serviceUrl: values.TEAMS_SERVICE_URL,
      loginUrl: values.TEAMS_LOGIN_URL,
    },
  });
}
