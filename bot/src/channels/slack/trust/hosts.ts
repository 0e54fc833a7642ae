import type { SlackSettings } from '../settings.ts';

const FILES = ['https://files.slack.com'];
const HOOKS = ['https://hooks.slack.com'];

export interface Hosts {
  /** Where files lie; the bot's token is sent there and nowhere else. */
  isOfFiles(url: string): boolean;
  /** Where an answer to a press or a command is sent. */
  isOfAnswers(url: string): boolean;
}

/** The only origins besides the API's that are ever called, whatever a request names. */
export function hostsOf({ apiUrl }: Pick<SlackSettings, 'apiUrl'>): Hosts {
  const among = (origins: readonly string[]) => {
    const allowed = apiUrl ? [new URL(apiUrl).origin] : origins;
    return (url: string) => URL.canParse(url) && allowed.includes(new URL(url).origin);
  };
  return { isOfFiles: among(FILES), isOfAnswers: among(HOOKS) };
}
