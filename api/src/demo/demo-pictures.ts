import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { DOCUMENT_TYPE } from '@bitacora/core/domain/activities/activity';
import type { PictureName } from '@bitacora/core/seeds/facts';
import type { Document, EvidenceFile, Image } from '@bitacora/core/server';
import pLimit from 'p-limit';
import sharp from 'sharp';
import { type ImageStore, thumbnailName } from '../storage/image-store.ts';
import { THUMBNAIL_SIDE } from '../uploads/prepare-image.ts';
import { dropUploads, uploadIds } from '../uploads/take-uploads.ts';

/** The name that people see of each picture; its file in `pictures/` has the picture's own name and the same extension. A PDF has its first page beside it. */
const displayNames: Record<PictureName, string> = {
  aisle: 'pasillo.jpg',
  boxes: 'tarimas.jpg',
  gauge: 'manómetro.jpg',
  label: 'etiqueta.jpg',
  minutes: 'minuta firmada.pdf',
  tank: 'equipo.jpg',
  truck: 'unidad.jpg',
  barChart: 'gráfica de causas.png',
  document: 'formato firmado.png',
  floorPlan: 'croquis.png',
  screen: 'captura de pantalla.png',
  trend: 'gráfica de control.png',
};
const FOLDER = path.join(import.meta.dirname, 'pictures');
const MAX_PARALLEL = 16;

async function readPicture(
  picture: PictureName,
): Promise<{ facts: Omit<Image, 'id'> | Omit<Document, 'id'>; bytes: Buffer; thumbnail: Buffer }> {
  const name = displayNames[picture];
  const bytes = await readFile(path.join(FOLDER, `${picture}${path.extname(name)}`));
  const facts = { name, sha256: createHash('sha256').update(bytes).digest('hex'), sizeBytes: bytes.length };
  if (name.endsWith('.pdf'))
    return {
      facts: { ...facts, mediaType: DOCUMENT_TYPE, pages: 1 },
      bytes,
      thumbnail: await readFile(path.join(FOLDER, `${picture}.jpg`)),
    };
  const { width, height, format } = await sharp(bytes).metadata();
  const thumbnail = await sharp(bytes).resize({ width: THUMBNAIL_SIDE, height: THUMBNAIL_SIDE, fit: 'inside' }).toBuffer();
  const mediaType = format === 'png' ? ('image/png' as const) : ('image/jpeg' as const);
  return { facts: { ...facts, mediaType, width, height }, bytes, thumbnail };
}

/** Copies pictures into the store, each as an upload of its own; `drop` removes all copies. */
export function demoPictures(store: ImageStore) {
  const copies: EvidenceFile[] = [];
  return {
    async take(pictures: readonly PictureName[]): Promise<EvidenceFile[]> {
      const read = new Map([...new Set(pictures)].map((picture) => [picture, readPicture(picture)]));
      const limited = pLimit(MAX_PARALLEL);
      const storing = pictures.map((picture) =>
        limited(async () => {
          const { facts, bytes, thumbnail } = await (read.get(picture) as ReturnType<typeof readPicture>);
          const image = { ...facts, id: randomUUID() };
          copies.push(image);
          await Promise.all([store.put(image.id, bytes), store.put(thumbnailName(image.id), thumbnail)]);
          return image;
        }),
      );
      await Promise.allSettled(storing);
      return Promise.all(storing);
    },
    drop: () => dropUploads(uploadIds(copies), store),
  };
}
