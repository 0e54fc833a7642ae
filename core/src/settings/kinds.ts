import * as z from 'zod/mini';
import { isAcceptablePassword } from '../domain/account/account.ts';
import { isMailAddress } from '../domain/mail-address.ts';
import { readWorkDays, readWorkHours, type WorkTime } from '../domain/work-time.ts';
import { settingKinds as texts } from '../messages/start-problems.ts';
import { differ, needs, type ValuesByName } from './environment.ts';

/** How the text of one variable becomes a value. The message completes «NOMBRE …». */
export const text = (isRight: (value: string) => boolean, message: string) => z.string().check(z.refine(isRight, message));

/** Accepts what the kind of text does, and makes a value of it. */
export const convert = <Value>(kind: ReturnType<typeof text>, valueFrom: (text: string) => Value) => z.pipe(kind, z.transform(valueFrom));

export const plain = z.string();

export const whole = (min: number, max: number) =>
  convert(
    text((value) => /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max, texts.whole(min, max)),
    Number,
  );

export const positive = convert(
  text((value) => /^\d+(\.\d+)?$/.test(value) && Number(value) > 0, texts.positive),
  Number,
);

const UNITS: Record<string, number> = {
  KB: 1_000,
  MB: 1_000 ** 2,
  GB: 1_000 ** 3,
  TB: 1_000 ** 4,
  KiB: 1_024,
  MiB: 1_024 ** 2,
  GiB: 1_024 ** 3,
  TiB: 1_024 ** 4,
};
/** Null where it is not an amount with a unit. */
function parseBytes(value: string): number | null {
  if (value.trim() === '0') return 0;
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?) ?([A-Za-z]+)$/.exec(value.trim()) ?? [];
  const factor = UNITS[unit];
  return factor ? Math.round(Number(amount) * factor) : null;
}

/** An amount of bytes with its unit; 0 needs none. */
export const byteSize = convert(
  text((value) => parseBytes(value) !== null, texts.byteSize),
  (value) => parseBytes(value) as number,
);

/** One of two words; the first means true. */
export const either = (yes: string, no: string) =>
  convert(
    text((value) => value === yes || value === no, texts.oneOf([yes, no])),
    (value) => value === yes,
  );

export const choice = <const Word extends string>(...words: readonly Word[]) =>
  convert(
    text((value) => (words as readonly string[]).includes(value), texts.oneOf(words)),
    (value) => value as Word,
  );

export const address = (...schemes: string[]) =>
  text((value) => {
    const url = URL.parse(value);
    return url !== null && schemes.includes(url.protocol.slice(0, -1));
  }, texts.address(schemes));

/** A login in it may hold signs that end the part of an address where it stands. */
export const smtpAddress = text((value) => ['smtp:', 'smtps:'].includes(URL.parse(value)?.protocol ?? ''), texts.smtpAddress);

export const website = convert(address('http', 'https'), (value) => value.replace(/\/+$/, ''));

export const secret = text((value) => Buffer.byteLength(value) >= 32, texts.secret);

export const email = text(isMailAddress, texts.email);

export const password = text((value) => isAcceptablePassword('first', value), texts.password);

/** An address, or a name and an address. A relay of the company may take a sender whose domain has no dot. */
export const sender = text((value) => {
  const [, address = value] = /^[^\r\n<>]*<([^<>]*)>$/.exec(value) ?? [];
  return isMailAddress(address) || isMailAddress(`${address}.local`);
}, texts.sender);

function splitNames(value: string): string[] {
  const names = value.split(',').map((name) => name.trim().toLowerCase());
  return names.filter((name) => name !== '');
}

export const host = text((value) => /^[\w.:-]+$/.test(value), texts.host);

/** Names or addresses of other machines, between commas; none is fine. */
export const hostNames = convert(
  text((value) => splitNames(value).every((name) => /^[\w.:-]+$/.test(name)), texts.hostNames),
  splitNames,
);

export const workDays = convert(
  text((value) => readWorkDays(value) !== null, texts.workDays),
  (value) => readWorkDays(value) as number[],
);

export const workHours = convert(
  text((value) => readWorkHours(value) !== null, texts.workHours),
  (value) => readWorkHours(value) as Omit<WorkTime, 'days'>,
);

/** By name: PostgreSQL reads the sign of an offset the other way round. */
export const timeZone = text((value) => {
  try {
    return /^[A-Za-z]/.test(value) && Boolean(new Intl.DateTimeFormat('es-MX', { timeZone: value }));
  } catch {
    return false;
  }
}, texts.timeZone);

/**
 * What the bot needs of the environment, and what the API asks of it at the start. Without BOT_TOKEN the bot beside an embedded database
 * reads the one that is kept: `keptSecret(dataDir, 'bot-token')`.
 */
export const chatNames = {
  BOT_PORT: { kind: whole(0, 65_535), byDefault: '3001' },
  BOT_TOKEN: { kind: secret, isSecret: true },
  BOT_TOKEN_PREVIOUS: { kind: secret, isSecret: true },
  SLACK_BOT_TOKEN: { kind: plain, isSecret: true },
  SLACK_SIGNING_SECRET: { kind: plain, isSecret: true },
  SLACK_APP_TOKEN: { kind: plain, isSecret: true },
  TEAMS_CLIENT_ID: { kind: plain },
  TEAMS_CLIENT_SECRET: { kind: plain, isSecret: true },
  TEAMS_TENANT_ID: { kind: plain },
  WHATSAPP_PHONE_ID: { kind: plain },
  WHATSAPP_TOKEN: { kind: plain, isSecret: true },
  WHATSAPP_APP_SECRET: { kind: plain, isSecret: true },
  WHATSAPP_VERIFY_TOKEN: { kind: plain, isSecret: true },
  WHATSAPP_TEMPLATE: { kind: plain },
  SLACK_API_URL: { kind: address('http', 'https') },
  TEAMS_OPENID_METADATA_URL: { kind: address('http', 'https') },
  TEAMS_TOKEN_ISSUER: { kind: address('http', 'https') },
  TEAMS_SERVICE_URL: { kind: address('http', 'https') },
  TEAMS_LOGIN_URL: { kind: address('http', 'https') },
  WHATSAPP_API_URL: { kind: address('http', 'https') },
} as const;
export type ChatValues = ValuesByName<typeof chatNames>;

/** The settings of which a chat needs all or none. */
const together = [
  ['TEAMS_CLIENT_ID', 'TEAMS_CLIENT_SECRET', 'TEAMS_TENANT_ID'],
  ['WHATSAPP_PHONE_ID', 'WHATSAPP_TOKEN', 'WHATSAPP_APP_SECRET', 'WHATSAPP_VERIFY_TOKEN', 'WHATSAPP_TEMPLATE'],
] as const;

/** What is wrong with them only together. */
export function chatContradictions(values: ChatValues): string[] {
  return [
    ...(values.SLACK_APP_TOKEN === undefined ? needs(values, 'SLACK_BOT_TOKEN', ['SLACK_SIGNING_SECRET']) : []),
    ...needs(values, 'SLACK_APP_TOKEN', ['SLACK_BOT_TOKEN']),
    ...needs(values, 'SLACK_SIGNING_SECRET', ['SLACK_BOT_TOKEN']),
    ...needs(values, 'BOT_TOKEN_PREVIOUS', ['BOT_TOKEN']),
    ...differ(values, ['BOT_TOKEN', 'BOT_TOKEN_PREVIOUS']),
    ...together.flatMap((names) => {
      const first = names.find((name) => values[name] !== undefined);
      return first ? needs(values, first, names) : [];
    }),
  ];
}

export const hasChat = ({ SLACK_BOT_TOKEN, TEAMS_CLIENT_ID, WHATSAPP_PHONE_ID }: ChatValues): boolean =>
  Boolean(SLACK_BOT_TOKEN || TEAMS_CLIENT_ID || WHATSAPP_PHONE_ID);
