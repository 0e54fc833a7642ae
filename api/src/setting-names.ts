import {
  address,
  cron,
  either,
  email,
  host,
  password,
  plain,
  positive,
  secret,
  sender,
  timeZone,
  website,
  whole,
} from './setting-kinds.ts';

/**
 * Every variable Bitácora reads. Without `byDefault` it is unset by default. `isSecret` ones are never repeated in a message, and
 * may come from a file named by `NOMBRE_FILE`.
 */
export const names = {
  NODE_ENV: { kind: plain, byDefault: 'development' },
  PORT: { kind: whole(0, 65_535), byDefault: '3000' },
  HOST: { kind: host, byDefault: '127.0.0.1' },
  PUBLIC_URL: { kind: website },
  PROXY_HOPS: { kind: whole(0, 10), byDefault: '0' },
  DATA_DIR: { kind: plain, byDefault: './data' },
  DATABASE_URL: { kind: address('postgres', 'postgresql'), isSecret: true },
  STORAGE_URL: { kind: address('s3'), isSecret: true },
  SMTP_URL: { kind: address('smtp', 'smtps'), isSecret: true },
  MAIL_FROM: { kind: sender },
  BUSINESS_TZ: { kind: timeZone, byDefault: 'America/Mexico_City' },
  REMINDER_CRON: { kind: cron, byDefault: '0 8 * * *' },
  SCHEDULER: { kind: either('on', 'off'), byDefault: 'on' },
  DEMO: { kind: either('true', 'false') },
  ADMIN_EMAIL: { kind: email },
  ADMIN_PASSWORD: { kind: password, isSecret: true },
  SESSION_SECRET: { kind: secret, isSecret: true },
  RATE_LIMIT_FACTOR: { kind: positive, byDefault: '1' },
  HIDE_UNKNOWN_EMAIL: { kind: either('true', 'false'), byDefault: 'false' },
  CONTACT_URL: { kind: address('mailto', 'http', 'https'), byDefault: 'mailto:soporte@localhost' },
  BOT_PORT: { kind: whole(0, 65_535), byDefault: '3001' },
  BOT_TOKEN: { kind: secret, isSecret: true },
  SLACK_BOT_TOKEN: { kind: plain, isSecret: true },
  SLACK_SIGNING_SECRET: { kind: plain, isSecret: true },
  SLACK_APP_TOKEN: { kind: plain, isSecret: true },
  TEAMS_CLIENT_ID: { kind: plain },
  TEAMS_CLIENT_SECRET: { kind: plain, isSecret: true },
  TEAMS_TENANT_ID: { kind: plain },
  SLACK_API_URL: { kind: address('http', 'https') },
  TEAMS_OPENID_METADATA_URL: { kind: address('http', 'https') },
  TEAMS_TOKEN_ISSUER: { kind: address('http', 'https') },
  TEAMS_SERVICE_URL: { kind: address('http', 'https') },
  TEAMS_LOGIN_URL: { kind: address('http', 'https') },
} as const satisfies Record<string, { kind: { safeParse(value: unknown): unknown }; byDefault?: string; isSecret?: true }>;

export type SettingName = keyof typeof names;

type Read<Name extends SettingName> = (typeof names)[Name]['kind'] extends { _zod: { output: infer Value } } ? Value : never;

/** A value for each name; `undefined` only where there is no default. */
export type Values = {
  [Name in SettingName]: (typeof names)[Name] extends { byDefault: string } ? Read<Name> : Read<Name> | undefined;
};
