import { differ, needs, type ValuesOf } from './environment.ts';
import { address, plain, secret, whole } from './kinds.ts';

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
  SLACK_API_URL: { kind: address('http', 'https') },
  TEAMS_OPENID_METADATA_URL: { kind: address('http', 'https') },
  TEAMS_TOKEN_ISSUER: { kind: address('http', 'https') },
  TEAMS_SERVICE_URL: { kind: address('http', 'https') },
  TEAMS_LOGIN_URL: { kind: address('http', 'https') },
} as const;
export type ChatValues = ValuesOf<typeof chatNames>;

const teams = ['TEAMS_CLIENT_ID', 'TEAMS_CLIENT_SECRET', 'TEAMS_TENANT_ID'] as const;

/** What is wrong with them only together. */
export function chatContradictions(values: ChatValues): string[] {
  const first = teams.find((name) => values[name] !== undefined);
  return [
    ...(values.SLACK_APP_TOKEN === undefined ? needs(values, 'SLACK_BOT_TOKEN', ['SLACK_SIGNING_SECRET']) : []),
    ...needs(values, 'SLACK_APP_TOKEN', ['SLACK_BOT_TOKEN']),
    ...needs(values, 'SLACK_SIGNING_SECRET', ['SLACK_BOT_TOKEN']),
    ...needs(values, 'BOT_TOKEN_PREVIOUS', ['BOT_TOKEN']),
    ...differ(values, ['BOT_TOKEN', 'BOT_TOKEN_PREVIOUS']),
    ...(first ? needs(values, first, teams) : []),
  ];
}

/** Whether there is a chat to serve. */
export const hasChat = ({ SLACK_BOT_TOKEN, TEAMS_CLIENT_ID }: ChatValues): boolean => Boolean(SLACK_BOT_TOKEN || TEAMS_CLIENT_ID);
