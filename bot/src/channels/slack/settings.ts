/** The `SLACK_*` variables (docs/operations.md). */
export interface SlackSettings {
  botToken: string;
  /** HTTP mode needs it. */
  signingSecret?: string;
  /** Enables Socket Mode; the HTTP endpoint is then off. */
  appToken?: string;
  /** Only a test double has one. Files and response URLs must then have its origin. */
  apiUrl?: string;
  /** The web's address: the bot unfurls only its links. */
  publicUrl: string;
}

export const EVENTS_PATH = '/slack/events';

const FILE_ORIGINS = ['https://files.slack.com'];
const RESPONSE_ORIGINS = ['https://hooks.slack.com'];

export interface SlackHosts {
  /** Besides the API, the bot sends its token only there. */
  isFile(url: string): boolean;
  /** Accepts the `response_url` of an action or a command. */
  isResponse(url: string): boolean;
}

/** The only origins besides the API's that the bot calls, because a request can name any address. */
export function slackHosts({ apiUrl }: Pick<SlackSettings, 'apiUrl'>): SlackHosts {
  const isAmong = (origins: readonly string[]) => {
    const allowed = apiUrl ? [new URL(apiUrl).origin] : origins;
    return (url: string) => URL.canParse(url) && allowed.includes(new URL(url).origin);
  };
  return { isFile: isAmong(FILE_ORIGINS), isResponse: isAmong(RESPONSE_ORIGINS) };
}
