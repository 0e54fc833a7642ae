import type { Logger } from 'pino';
import type { CardImage } from '../../card.ts';
import { RecentMap } from '../../deliveries.ts';
import type { BotForChannels } from '../../request.ts';
import type { OutgoingMessage, WhatsappApi } from './api.ts';
import { limits, literal } from './cards.ts';

const MAX_FILES = 2_000;
/** Meta keeps uploaded media for 30 days. */
const KEEP_MS = 29 * 24 * 3_600_000;

interface ImagesContext extends Pick<BotForChannels, 'readImage'> {
  api: WhatsappApi;
  log: Pick<Logger, 'warn'>;
  now: () => number;
}

/** Draws images as messages. It uploads each once, because Meta may not reach the API. Never throws: a card without an image is better than none. */
export function createImages({ api, readImage, log, now }: ImagesContext) {
  const mediaIds = new RecentMap<string, Promise<string>>({ most: MAX_FILES, keepMs: KEEP_MS, now });

  function uploadOnce(image: CardImage): Promise<string> {
    const earlier = mediaIds.get(image.id);
    if (earlier) return earlier;
    const mediaId = readImage(image).then((file) => api.upload(file));
    mediaIds.set(image.id, mediaId);
    mediaId.catch(() => mediaIds.delete(image.id));
    return mediaId;
  }

  return async (images: readonly CardImage[]): Promise<OutgoingMessage[]> => {
    const messages = images.map(async (image): Promise<OutgoingMessage[]> => {
      try {
        return [{ type: 'image', image: { id: await uploadOnce(image), caption: literal(image.alt).slice(0, limits.caption) } }];
      } catch (error) {
        log.warn(`whatsapp: an image was not uploaded: ${error instanceof Error ? error.message : error}`);
        return [];
      }
    });
    return (await Promise.all(messages)).flat();
  };
}
export type DrawImages = ReturnType<typeof createImages>;
