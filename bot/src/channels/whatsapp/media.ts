import type { CardImage } from '../../card.ts';
import { createUploadOnce } from '../../deliveries.ts';
import type { OutgoingMessage, WhatsappApi } from './api.ts';
import { limits, literal } from './cards.ts';

const MAX_FILES = 2_000;
/** Meta keeps uploaded media for 30 days. */
const KEEP_MS = 29 * 24 * 3_600_000;

type ReadImage = (image: CardImage) => Promise<Blob>;

/** Draws images as messages. It uploads them, because Meta may not reach the API. */
export function createImages(api: WhatsappApi, readImage: ReadImage, warn: (message: string) => void) {
  const uploadOnce = createUploadOnce(async (image) => api.upload(await readImage(image)), warn, { most: MAX_FILES, keepMs: KEEP_MS });
  return async (images: readonly CardImage[]): Promise<OutgoingMessage[]> => {
    const ids = await Promise.all(images.map(uploadOnce));
    return images.flatMap(({ alt }, at) =>
      ids[at] ? [{ type: 'image', image: { id: ids[at], caption: literal(alt).slice(0, limits.caption) } }] : [],
    );
  };
}
export type DrawImages = ReturnType<typeof createImages>;
