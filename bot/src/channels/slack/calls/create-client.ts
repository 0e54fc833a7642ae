import { type Logger, webApi } from '@slack/bolt';
import type { SlackSettings } from '../settings.ts';

/** As Slack is called everywhere: no silent repetition, which could post twice, and ten seconds at most. */
export const clientOptions = ({ apiUrl }: Pick<SlackSettings, 'apiUrl'>, logger: Logger): webApi.WebClientOptions => ({
  ...(apiUrl && { slackApiUrl: apiUrl }),
  logger,
  timeout: 10_000,
  retryConfig: { retries: 0 },
  rejectRateLimitedCalls: true,
  allowAbsoluteUrls: false,
});

export const createClient = (settings: SlackSettings, logger: Logger) =>
  new webApi.WebClient(settings.botToken, clientOptions(settings, logger));
