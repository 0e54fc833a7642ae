import { chatNames } from '@bitacora/core/settings/chat-names';
import {
  address,
  byteSize,
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
} from '@bitacora/core/settings/kinds';
import type { Setting, ValuesOf } from '@bitacora/core/settings/read-values';
import { cron } from './setting-kinds.ts';

/** Every variable that web and API read; those of the chats are the bot's too. */
export const names = {
  NODE_ENV: { kind: plain, byDefault: 'development' },
  PORT: { kind: whole(0, 65_535), byDefault: '3000' },
  HOST: { kind: host, byDefault: '127.0.0.1' },
  PUBLIC_URL: { kind: website },
  PROXY_HOPS: { kind: whole(0, 10), byDefault: '0' },
  DRAIN_SECONDS: { kind: whole(0, 60), byDefault: '0' },
  DATA_DIR: { kind: plain, byDefault: './data' },
  DATABASE_URL: { kind: address('postgres', 'postgresql'), isSecret: true },
  DATABASE_OWNER_URL: { kind: address('postgres', 'postgresql'), isSecret: true },
  DATABASE_DIRECT_URL: { kind: address('postgres', 'postgresql'), isSecret: true },
  DATABASE_REPORTS_URL: { kind: address('postgres', 'postgresql'), isSecret: true },
  DATABASE_PREPARED: { kind: either('on', 'off') },
  SLOW_QUERY_MS: { kind: whole(0, 600_000), byDefault: '1000' },
  STORAGE_URL: { kind: address('s3'), isSecret: true },
  MIN_FREE_SPACE: { kind: byteSize, byDefault: '1 GiB' },
  SMTP_URL: { kind: address('smtp', 'smtps'), isSecret: true },
  SMTP_TLS: { kind: either('required', 'off'), byDefault: 'required' },
  MAIL_FROM: { kind: sender },
  SEAL_WITNESS: { kind: email },
  TSA_URL: { kind: address('http', 'https'), isSecret: true },
  BUSINESS_TZ: { kind: timeZone, byDefault: 'America/Mexico_City' },
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
  METRICS_TOKEN: { kind: secret, isSecret: true },
  ...chatNames,
} as const satisfies Record<string, Setting>;

export type Values = ValuesOf<typeof names>;
