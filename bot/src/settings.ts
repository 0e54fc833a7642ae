import path from 'node:path';
import { type Env, keptSecret, readValues, type ValuesByName } from '@bitacora/core/settings/environment';
import { chatContradictions, chatNames, hasChat, host, plain, secret, website, whole } from '@bitacora/core/settings/kinds';
import type { SlackSettings } from './channels/slack/settings.ts';
import type { TeamsSettings } from './channels/teams/settings.ts';
import type { WhatsappSettings } from './channels/whatsapp/settings.ts';
import { bot } from './messages/bot.ts';

/** The product's own names are here too, because `npm start` runs both with one environment. */
const names = {
  ...chatNames,
  PORT: { kind: whole(0, 65_535), byDefault: '3000' },
  HOST: { kind: host, byDefault: '127.0.0.1' },
  PUBLIC_URL: { kind: website },
  DATA_DIR: { kind: plain, byDefault: './data' },
  DATABASE_URL: { kind: plain, isSecret: true },
  BITACORA_URL: { kind: website },
  METRICS_TOKEN: { kind: secret, isSecret: true },
} as const;
type BotValues = ValuesByName<typeof names>;

export interface BotSettings {
  host: string;
  port: number;
  /** The API as the bot reaches it. */
  apiUrl: string;
  publicUrl: string;
  token: string;
  /** The token before the last change, for an API that does not know the new one yet. */
  previousToken?: string | undefined;
  /** Its holders read `/metrics` from anywhere; without it only this machine does. */
  metricsToken?: string | undefined;
  slack: SlackSettings | null;
  teams: TeamsSettings | null;
  whatsapp: WhatsappSettings | null;
}

/** Only an API with an embedded database keeps the token where the bot finds it. */
const findsToken = ({ BITACORA_URL, DATABASE_URL }: BotValues) => !BITACORA_URL && !DATABASE_URL;

function contradictions(values: BotValues): string[] {
  return [
    ...chatContradictions(values),
    ...(hasChat(values) ? [] : [bot.needsChat]),
    ...(values.BOT_TOKEN || findsToken(values) ? [] : [bot.needsToken]),
  ];
}

/** A server on all addresses is reached at this machine's own. A URL has IPv6 in brackets. */
function reachable(name: string): string {
  if (name === '0.0.0.0' || name === '::') return '127.0.0.1';
  return name.includes(':') ? `[${name}]` : name;
}

function readSlackSettings(values: BotValues, publicUrl: string): SlackSettings | null {
  const { SLACK_BOT_TOKEN: botToken, SLACK_SIGNING_SECRET: signingSecret, SLACK_APP_TOKEN: appToken, SLACK_API_URL: apiUrl } = values;
  return botToken ? { botToken, signingSecret, appToken, apiUrl, publicUrl } : null;
}

function readTeamsSettings(values: BotValues, publicUrl: string): TeamsSettings | null {
  const { TEAMS_CLIENT_ID: clientId, TEAMS_CLIENT_SECRET: clientSecret, TEAMS_TENANT_ID: tenantId } = values;
  if (!clientId || !clientSecret || !tenantId) return null;
  return {
    clientId,
    clientSecret,
    tenantId,
    publicUrl,
    openidMetadataUrl: values.TEAMS_OPENID_METADATA_URL,
    tokenIssuer: values.TEAMS_TOKEN_ISSUER,
    serviceUrl: values.TEAMS_SERVICE_URL,
    loginUrl: values.TEAMS_LOGIN_URL,
  };
}

function readWhatsappSettings(values: BotValues, publicUrl: string): WhatsappSettings | null {
  const { WHATSAPP_PHONE_ID: phoneId, WHATSAPP_TOKEN: token, WHATSAPP_APP_SECRET: appSecret, WHATSAPP_VERIFY_TOKEN: verifyToken } = values;
  const { WHATSAPP_TEMPLATE: template, WHATSAPP_API_URL: apiUrl } = values;
  if (!phoneId || !token || !appSecret || !verifyToken || !template) return null;
  return { phoneId, token, appSecret, verifyToken, template, apiUrl, publicUrl };
}

/** Throws a `StartProblem` with a sentence for every wrong name (operations.md). */
export function readSettings(env: Env): BotSettings {
  const values = readValues(names, env, contradictions);
  const apiUrl = values.BITACORA_URL ?? `http://${reachable(values.HOST)}:${values.PORT}`;
  const publicUrl = values.PUBLIC_URL ?? values.BITACORA_URL ?? `http://localhost:${values.PORT}`;
  return Object.freeze({
    host: values.HOST,
    port: values.BOT_PORT,
    apiUrl,
    publicUrl,
    token: values.BOT_TOKEN ?? keptSecret(path.resolve(values.DATA_DIR), 'bot-token'),
    previousToken: values.BOT_TOKEN_PREVIOUS,
    metricsToken: values.METRICS_TOKEN,
    slack: readSlackSettings(values, publicUrl),
    teams: readTeamsSettings(values, publicUrl),
    whatsapp: readWhatsappSettings(values, publicUrl),
  });
}
