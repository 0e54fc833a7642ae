import { setTimeout as delay } from 'node:timers/promises';
import { webApi } from '@slack/bolt';
import type { Logger } from 'pino';
import type { Card, CardImage } from '../../card.ts';
import { retryAfterRateLimit } from './api.ts';
import type { SlackHosts } from './settings.ts';

const MAX_FILES = 2_000;
const UPLOAD_TIMEOUT_MS = 15_000;
/** Slack refuses a block with a file that it has not processed yet. */
const CHECKS = 10;
const CHECK_MS = 300;

interface UploadContext {
  client: webApi.WebClient;
  hosts: SlackHosts;
  readImage(image: CardImage): Promise<Blob>;
  log: Pick<Logger, 'warn'>;
}

/** Slack's ids of the images of a card, by our ids. */
export type CardFiles = ReadonlyMap<string, string>;
/** Uploads what Slack does not have yet. It never throws: a card without an image is better than none. */
export type UploadImages = (card: Card) => Promise<CardFiles>;

const noFiles: CardFiles = new Map();

/** Images of cards as files of the app, which only readers of a message with them can see. */
export function createUploads({ client, hosts, readImage, log }: UploadContext): UploadImages {
  const files = new Map<string, Promise<string>>();

  async function upload(image: CardImage): Promise<string> {
    const blob = await readImage(image);
    const filename = `evidencia.${blob.type === 'image/png' ? 'png' : 'jpg'}`;
    const { upload_url: url = '', file_id: id = '' } = await retryAfterRateLimit(() =>
      client.files.getUploadURLExternal({ filename, length: blob.size, alt_text: image.alt }),
    );
    if (!id || !hosts.isOfFiles(url)) throw new Error('Slack names another address for a file.');
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

  function uploadOnce(image: CardImage): Promise<string> {
    const earlier = files.get(image.id);
    if (earlier) return earlier;
    const file = upload(image);
    files.set(image.id, file);
    file.catch(() => files.delete(image.id));
    if (files.size > MAX_FILES) files.delete(files.keys().next().value as string);
    return file;
  }

  return async ({ groups }) => {
    const images = groups.flatMap(({ items }) => items.flatMap((item) => item.images ?? []));
    if (images.length === 0) return noFiles;
    const pairs = await Promise.all(
      images.map(async (image) => {
        const file = await uploadOnce(image).catch((error: unknown) => {
          log.warn(`slack: an image was not uploaded: ${error instanceof Error ? error.message : error}`);
          return null;
        });
        return [image.id, file] as const;
      }),
    );
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
