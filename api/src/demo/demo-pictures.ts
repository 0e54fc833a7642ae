import { createHash, randomUUID } from 'node:crypto';
import { diceOf } from '@bitacora/core/seeds/dice';
import { type PictureName, pictureNames } from '@bitacora/core/seeds/facts/piece';
import type { Image } from '@bitacora/core/server';
import pLimit from 'p-limit';
import sharp from 'sharp';
import type { ImageStore } from '../storage/image-store.ts';
import { THUMBNAIL_SIDE } from '../uploads/prepare-image.ts';
import { dropUploads, thumbnailName } from '../uploads/take-uploads.ts';
import { type Canvas, createCanvas } from './canvas.ts';
import { paintBarChart, paintDocument, paintFloorPlan, paintScreen, paintTrend } from './paint-diagrams.ts';
import { paintAisle, paintBoxes, paintGauge, paintLabel, paintTank, paintTruck } from './paint-photos.ts';

type Painting = [fileName: string, width: number, height: number, paint: (canvas: Canvas, dice: ReturnType<typeof diceOf>) => void];

const paintings: Record<PictureName, Painting> = {
  aisle: ['pasillo.jpg', 1024, 768, paintAisle],
  boxes: ['tarimas.jpg', 800, 600, paintBoxes],
  gauge: ['manómetro.jpg', 600, 600, paintGauge],
  label: ['etiqueta.jpg', 480, 320, paintLabel],
  tank: ['equipo.jpg', 600, 800, paintTank],
  truck: ['unidad.jpg', 960, 600, paintTruck],
  barChart: ['gráfica de causas.png', 900, 560, paintBarChart],
  document: ['formato firmado.png', 640, 840, paintDocument],
  floorPlan: ['croquis.png', 960, 640, paintFloorPlan],
  screen: ['captura de pantalla.png', 1024, 640, paintScreen],
  trend: ['gráfica de control.png', 900, 560, paintTrend],
};

/** So many different pictures of the same thing. */
const VARIANTS = 2;
const AT_ONCE = 16;

interface Drawn {
  facts: Omit<Image, 'id'>;
  bytes: Buffer;
  thumbnail: Buffer;
}

/** A small picture, the same one for the same name and variant. */
async function drawPicture(picture: PictureName, variant: number): Promise<Drawn> {
  const [name, width, height, paint] = paintings[picture];
  const canvas = createCanvas(width, height);
  paint(canvas, diceOf(pictureNames.indexOf(picture) * VARIANTS + variant));
  const mediaType = name.endsWith('.png') ? 'image/png' : 'image/jpeg';
  const pixels = sharp(await canvas.finished().raw().toBuffer(), { raw: { width, height, channels: 3 } });
  const encode = (image: typeof pixels) => (mediaType === 'image/png' ? image.png() : image.jpeg({ quality: 84 })).toBuffer();
  const bytes = await encode(pixels.clone());
  const thumbnail = await encode(pixels.clone().resize({ width: THUMBNAIL_SIDE, height: THUMBNAIL_SIDE, fit: 'inside' }));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { facts: { name, mediaType, sha256, sizeBytes: bytes.length, width, height }, bytes, thumbnail };
}

/** Draws pictures into the store, as uploads would be kept there; `drop` removes all that were taken. */
export function demoPictures(store: ImageStore) {
  const taken: Image[] = [];
  return {
    async take(pictures: readonly PictureName[]): Promise<Image[]> {
      const drawn = new Map<string, Promise<Drawn>>();
      const limited = pLimit(AT_ONCE);
      const storing = pictures.map((picture, index) =>
        limited(async () => {
          const variant = index % VARIANTS;
          const key = `${picture} ${variant}`;
          const drawing = drawn.get(key) ?? drawPicture(picture, variant);
          drawn.set(key, drawing);
          const { facts, bytes, thumbnail } = await drawing;
          const image = { ...facts, id: randomUUID() };
          taken.push(image);
          await Promise.all([store.put(image.id, bytes), store.put(thumbnailName(image.id), thumbnail)]);
          return image;
        }),
      );
      await Promise.allSettled(storing);
      return Promise.all(storing);
    },
    drop: () => dropUploads(taken, store),
  };
}
