import { setTimeout as delay } from 'node:timers/promises';
import { type Logger as BoltLogger, LogLevel, webApi } from '@slack/bolt';
import type { Logger } from 'pino';
import type { Card, CardImage } from '../../card.ts';
import { createUploadOnce, persist } from '../../deliveries.ts';
import { type BotForChannels, libraryWarning, NotPosted, UNSENT } from '../../request.ts';
import type { BotIdentity } from './receiver.ts';
import type { SlackHosts, SlackSettings } from './settings.ts';

const READ_IDENTITY_AGAIN_MS = 5_000;
const MAX_RETRY_SECONDS = 30;
const ATTEMPTS = 3;

/** Logs Bolt's warnings and errors only, because its lower levels would log whole requests. */
export function libraryLog(log: Logger): BoltLogger {
  const warn = libraryWarning(log, 'slack');
  const ignore = () => {};
  return { debug: ignore, info: ignore, warn, error: warn, setLevel: ignore, getLevel: () => LogLevel.WARN, setName: ignore };
}

/** The client makes no silent retries, because a retry could post twice. */
export const clientOptions = ({ apiUrl }: Pick<SlackSettings, 'apiUrl'>, logger: BoltLogger): webApi.WebClientOptions => ({
  ...(apiUrl && { slackApiUrl: apiUrl }),
  logger,
  timeout: 10_000,
  retryConfig: { retries: 0 },
  rejectRateLimitedCalls: true,
  allowAbsoluteUrls: false,
});

export const createClient = (settings: SlackSettings, logger: BoltLogger) =>
  new webApi.WebClient(settings.botToken, clientOptions(settings, logger));

/** Repeats a call for which a person waits, after the pause that Slack asks for. */
export async function retryAfterRateLimit<T>(call: () => Promise<T>, attemptsLeft = ATTEMPTS): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const isBrief = error instanceof webApi.WebAPIRateLimitedError && error.retryAfter <= MAX_RETRY_SECONDS;
    if (!isBrief || attemptsLeft <= 1) throw error;
    await delay(error.retryAfter * 1_000);
    return retryAfterRateLimit(call, attemptsLeft - 1);
  }
}

/** Asks Slack who the bot is until it answers; null after `signal`. Throws where Slack refuses the token. */
export function awaitIdentity(
  client: webApi.WebClient,
  { log, signal }: { log: Logger; signal: AbortSignal },
): Promise<BotIdentity | null> {
  return persist(() => readIdentity(client), {
    signal,
    pauseMs: READ_IDENTITY_AGAIN_MS,
    isFinal: (error) => error instanceof TypeError || notPosted(error).isFinal,
    onFailure: (error) => log.warn(`slack: not reached yet: ${error instanceof Error ? error.message : error}`),
  });
}

async function readIdentity(client: webApi.WebClient): Promise<BotIdentity> {
  const { team_id: teamId, user_id: botUserId, bot_id: botId, app_id } = await client.auth.test();
  if (!teamId || !botUserId || !botId) throw new TypeError('SLACK_BOT_TOKEN is not the token of a bot in one workspace.');
  const appId = app_id ?? (await client.bots.info({ bot: botId })).bot?.app_id;
  if (!appId) throw new TypeError('Slack does not say of which app SLACK_BOT_TOKEN is.');
  return { teamId, appId, botId, botUserId };
}

/** Slack may have written before it answered these codes (Web API reference). */
const UNCERTAIN = new Set(['internal_error', 'fatal_error']);
const TRANSIENT = new Set(['ratelimited', 'rate_limited', 'accesslimited', 'service_unavailable', 'team_added_to_org', 'request_timeout']);
/** Slack refuses the bot's token itself. */
const TOKEN_REFUSED = new Set(['invalid_auth', 'not_authed', 'token_revoked', 'token_expired', 'account_inactive']);

const errorCode = (error: unknown) => {
  const { code, cause } = (error ?? {}) as { code?: string; cause?: { code?: string } };
  return cause?.code ?? code ?? '';
};

/** Classifies the failure of a writing call: whether Slack may have written, and whether a retry can help. */
export function notPosted(error: unknown): NotPosted {
  const { message } = error instanceof Error ? error : new Error(String(error));
  if (error instanceof webApi.WebAPIRateLimitedError) return new NotPosted(message, { isCertain: true, isFinal: false });
  if (error instanceof webApi.WebAPIPlatformError) {
    const { error: code } = error.data;
    const isFinal = !UNCERTAIN.has(code) && !TRANSIENT.has(code);
    return new NotPosted(code, { isCertain: !UNCERTAIN.has(code), isFinal, isOurs: TOKEN_REFUSED.has(code) });
  }
  if (error instanceof webApi.WebAPIHTTPError) return new NotPosted(message, { isCertain: error.statusCode < 500, isFinal: false });
  if (error instanceof webApi.WebAPIRequestError)
    return new NotPosted(message, { isCertain: UNSENT.has(errorCode(error.original)), isFinal: false });
  return new NotPosted(message, { isCertain: false, isFinal: false });
}

const MAX_FILES = 2_000;
const UPLOAD_TIMEOUT_MS = 15_000;
/** Slack refuses a block with a file that it has not processed yet. */
const CHECKS = 10;
const CHECK_MS = 300;

interface UploadContext extends Pick<BotForChannels, 'readImage'> {
  client: webApi.WebClient;
  hosts: SlackHosts;
  log: Pick<Logger, 'warn'>;
}

/** Slack's ids of images, by our ids. */
export type CardFiles = ReadonlyMap<string, string>;
/** Uploads what Slack does not have yet. It never throws: a card without an image is better than none. */
export type UploadImages = (card: Card) => Promise<CardFiles>;

const noFiles: CardFiles = new Map();

/** Uploads images of cards as files of the app, because only readers of a message with them can see such files. */
export function createUploads({ client, hosts, readImage, log }: UploadContext): UploadImages {
  async function upload(image: CardImage): Promise<string> {
    const blob = await readImage(image);
    const filename = `evidencia.${blob.type === 'image/png' ? 'png' : 'jpg'}`;
    const { upload_url: url = '', file_id: id = '' } = await retryAfterRateLimit(() =>
      client.files.getUploadURLExternal({ filename, length: blob.size, alt_text: image.alt }),
    );
    if (!id || !hosts.isFile(url)) throw new Error('Slack names another address for a file.');
    const response = await fetch(url, {
      method: 'POST',
      body: blob,
      redirect: 'error',
      signal: AbortSignal.timeout(UPLOAD_TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`Slack does not take a file: ${response.status}.`);
    await retryAfterRateLimit(() => client.files.completeUploadExternal({ files: [{ id, title: image.alt }] }));
    await waitUntilProcessed(client, id);
    return id;
  }

  const uploadOnce = createUploadOnce(upload, (message) => log.warn(`slack: ${message}`), { most: MAX_FILES });

  return async ({ groups }) => {
    const images = groups.flatMap(({ items }) => items.flatMap((item) => item.images ?? []));
    if (images.length === 0) return noFiles;
    const pairs = await Promise.all(images.map(async (image) => [image.id, await uploadOnce(image)] as const));
    return new Map(pairs.filter((pair): pair is readonly [string, string] => pair[1] !== null));
  };
}

async function waitUntilProcessed(client: webApi.WebClient, id: string): Promise<void> {
  for (let check = 1; check <= CHECKS; check += 1) {
    const { file } = await client.files.info({ file: id });
    if (file?.mimetype) return;
    await delay(CHECK_MS);
  }
  throw new Error('Slack has not processed a file in time.');
}

/** Sends a message with images; without them where Slack refuses its blocks, because a file may have been deleted there. */
export async function sendWithImages<Sent>(files: CardFiles, send: (files: CardFiles) => Promise<Sent>): Promise<Sent> {
  try {
    return await send(files);
  } catch (error) {
    const isRefused = error instanceof webApi.WebAPIPlatformError && error.data.error === 'invalid_blocks';
    if (!isRefused || files.size === 0) throw error;
    return send(noFiles);
  }
}
