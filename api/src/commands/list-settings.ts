import { existsSync } from 'node:fs';
import path from 'node:path';
import { isMailAddress } from '@bitacora/core/domain/mail-address';
import type { Setting } from '@bitacora/core/settings/environment';
import { exits, Stopped } from '@bitacora/core/terminal/terminal';
import { openMailer, readSmtpAccess, sendTestMail } from '../mail/mailer.ts';
import { administration as texts } from '../messages/administration.ts';
import { names } from '../settings/settings.ts';
import { type AdminCall, type AdminCommand, demandOption, text } from './command.ts';

type SettingSource = 'environment' | 'file' | 'secretFile' | 'generated' | 'default' | 'unset';

export interface ListedSetting {
  name: string;
  /** The text as it was set, masked where it is a secret. Null without a value. */
  value: string | null;
  source: SettingSource;
  file: string | null;
  document: string;
}

/** The first pattern that fits names the document. `.env.example` explains the other settings. */
const documents: readonly (readonly [RegExp, string])[] = [
  [/^(SMTP_|MAIL_|REPLY_TO$)/, 'docs/mail.md'],
  [/^(OIDC_|LOGIN$)/, 'docs/sso.md'],
  [/^WHATSAPP_/, 'docs/whatsapp.md'],
  [/^(SLACK_|BOT_PORT$)/, 'docs/slack.md'],
  [/^TEAMS_(?!TOKEN_ISSUER)/, 'docs/teams.md'],
  [/^(BACKUP_KEY|DRILL_DATABASE_URL)$/, 'docs/backup.md'],
  [/^(API_PROCESSES|DRAIN_SECONDS|DATABASE_DIRECT_URL|DATABASE_PREPARED|SCHEDULER)$/, 'docs/scaling.md'],
  [/^PRIVACY_NOTICE$/, 'docs/privacy.md'],
  [/^WEBHOOK_ALLOWED_HOSTS$/, 'docs/webhooks.md'],
  [/^REQUIRE_SECOND_FACTOR$/, 'SECURITY.md'],
  [/^(DATABASE_|STORAGE_URL|BUSINESS_TZ)/, 'docs/database.md'],
  [/^(SEAL_WITNESS|TSA_URL)/, 'docs/seals.md'],
  [/^(SESSION_SECRET|BOT_TOKEN$|METRICS_TOKEN|PROXY_HOPS|MIN_FREE_SPACE|SLOW_QUERY_MS|RATE_LIMIT_FACTOR)/, 'docs/operations.md'],
  [/^(PUBLIC_URL|NODE_ENV|ADMIN_)/, 'docs/install.md'],
];
const findDocument = (name: string) => documents.find(([pattern]) => pattern.test(name))?.[1] ?? '.env.example';

const MASK = '•••';

/** Keeps the server's name of an address, and masks any other secret as a whole. */
function maskSecret(value: string): string {
  if (!/^[a-z0-9+]+:\/\//.test(value) || !URL.canParse(value)) return MASK;
  const { protocol, username, host, pathname, search } = new URL(value);
  const user = username && `${username}:${MASK}@`;
  return `${protocol}//${user}${host}${pathname.length > 1 || search ? `/${MASK}` : ''}`;
}

/** Bitácora generates these secrets where none is set. The value is their file in the data folder. */
const GENERATED: Readonly<Record<string, string>> = { SESSION_SECRET: 'session-secret', BOT_TOKEN: 'bot-token' };

function readSource(
  name: string,
  setting: Setting,
  { env, fileNames, settings }: AdminCall,
): Pick<ListedSetting, 'value' | 'source' | 'file'> {
  const value = env[name];
  const fileName = `${name}_FILE`;
  if (setting.isSecret && env[fileName]) return { value: MASK, source: 'secretFile', file: env[fileName] };
  if (value)
    return { value: setting.isSecret ? maskSecret(value) : value, source: fileNames.includes(name) ? 'file' : 'environment', file: null };
  const generated = GENERATED[name] && !(name === 'BOT_TOKEN' && settings.databaseUrl) && path.join(settings.dataDir, GENERATED[name]);
  if (generated && existsSync(generated)) return { value: MASK, source: 'generated', file: generated };
  return { value: setting.byDefault ?? null, source: setting.byDefault === undefined ? 'unset' : 'default', file: null };
}

export const listSettings: AdminCommand = {
  options: {},
  async run(call) {
    const settings = Object.entries<Setting>(names).map(
      ([name, setting]): ListedSetting => ({ name, ...readSource(name, setting, call), document: findDocument(name) }),
    );
    const width = Math.max(...settings.map(({ name }) => name.length));
    const formatSetting = ({ name, value, source, file, document }: ListedSetting) =>
      `${name.padEnd(width)}  ${value || texts.noValue}  (${texts.sources[source](file ?? '')}; ${document})`;
    return { lines: settings.map(formatSetting), value: { settings } };
  },
};

/** Sends one mail with the settings of the product. It needs no database. */
export const testMail: AdminCommand = {
  options: { to: text },
  async run({ settings, typed, now }) {
    const to = demandOption(typed, 'to');
    if (!isMailAddress(to)) throw new Stopped(exits.usage, texts.noAddress(to), texts.seeHelp);
    const mailer = openMailer(settings, await readSmtpAccess(settings));
    const { destination, reachesPeople } = mailer;
    const refusal = await sendTestMail(mailer, to, settings, now());
    mailer.hangUp?.();
    if (refusal) throw new Stopped(exits.refused, texts.testMailRefused(destination, refusal.answer), refusal.advice);
    const lines = reachesPeople ? texts.testMailSent(destination, to, settings.mailFrom) : texts.testMailWritten(destination);
    return { lines: [lines], value: { sent: true, to, destination } };
  },
};
