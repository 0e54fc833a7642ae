import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { prepareImage } from '../src/uploads/prepare-image.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'bitacora-photographs-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function prepared(png: Buffer, name = 'Bomba 3.PNG') {
  const place = path.join(folder, 'upload');
  await writeFile(place, png);
  return prepareImage({ path: place, name, field: 'images' }, 2_560);
}

/** Soft shapes with the grain of a sensor. */
async function aPhotograph(channels: 3 | 4 = 3, opacity = 1): Promise<Buffer> {
  const [width, height] = [1_000, 750];
  const shapes = await sharp(randomBytes(160 * 120 * 3), { raw: { width: 160, height: 120, channels: 3 } })
    .blur(3)
    .resize(width, height)
    .raw()
    .toBuffer();
  const grain = randomBytes(shapes.length);
  const pixels = shapes.map((value, n) => Math.min(255, value + ((grain[n] as number) % 7)));
  const picture = sharp(pixels, { raw: { width, height, channels: 3 } });
  return (channels === 4 ? picture.ensureAlpha(opacity) : picture).png().toBuffer();
}

/** Many small letters on white, larger than the smallest PNG that is looked at. */
async function aScreenshot(): Promise<Buffer> {
  const letters = () => randomBytes(110).toString('base64');
  const lines = Array.from({ length: 110 }, (_, n) => `<text x="10" y="${14 * n + 14}">${letters()}</text>`).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1560"><rect width="100%" height="100%" fill="white"/><g font-family="monospace" font-size="13">${lines}</g></svg>`;
  // The product's own decoder takes no SVG: this one is the test's.
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
  try {
    return await sharp(Buffer.from(svg)).png({ compressionLevel: 0 }).toBuffer();
  } finally {
    sharp.block({ operation: ['VipsForeignLoadSvg'] });
  }
}

const PATIENCE_MS = 30_000;

it(
  'a photograph as PNG is kept as JPEG, with a fraction of its bytes and a name that says so',
  async () => {
    const png = await aPhotograph();
    const { file: image, bytes, thumbnail } = await prepared(png);
    expect(image).toMatchObject({ mediaType: 'image/jpeg', name: 'Bomba 3.jpg', width: 1_000, height: 750, sizeBytes: bytes.length });
    expect(bytes.length * 3).toBeLessThan(png.length);
    expect((await sharp(bytes).metadata()).format).toBe('jpeg');
    expect((await sharp(thumbnail).metadata()).format).toBe('jpeg');
  },
  PATIENCE_MS,
);

it(
  'one with an opaque alpha channel too; one with a transparent pixel stays a PNG',
  async () => {
    expect((await prepared(await aPhotograph(4))).file.mediaType).toBe('image/jpeg');
    expect((await prepared(await aPhotograph(4, 0.5))).file).toMatchObject({ mediaType: 'image/png', name: 'Bomba 3.PNG' });
  },
  PATIENCE_MS,
);

it(
  'a screenshot of text stays a PNG, every pixel of it',
  async () => {
    const png = await aScreenshot();
    const { file: image, bytes } = await prepared(png);
    expect(bytes.length).toBeGreaterThan(600_000);
    expect(image.mediaType).toBe('image/png');
    const pixels = (of: Buffer) => sharp(of).removeAlpha().raw().toBuffer();
    expect((await pixels(bytes)).equals(await pixels(png))).toBe(true);
  },
  PATIENCE_MS,
);
