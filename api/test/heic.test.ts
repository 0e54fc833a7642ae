import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { decodeHeic } from '../src/uploads/decode-heic.ts';
import { prepareImage } from '../src/uploads/prepare-image.ts';
import { aHeic, aHugeHeic, aLargeHeic, aTurnedHeic } from './heic.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'bitacora-heic-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function prepare(file: Buffer, maxSide = 2_560) {
  const place = path.join(folder, 'upload');
  await writeFile(place, file);
  return prepareImage({ path: place, name: 'IMG_0001.HEIC', field: 'images' }, maxSide);
}

async function readColours(jpeg: Buffer, points: readonly (readonly [number, number])[]) {
  const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true });
  return points.map(([x, y]) => {
    const [red = 0, green = 0] = data.subarray((y * info.width + x) * info.channels);
    return red > 180 && green < 60 ? 'red' : green > 200 ? 'white' : `${red} ${green}`;
  });
}

it('turns a photo of an iPhone into a JPEG with its name, its picture and a thumbnail', async () => {
  const { file: image, bytes, thumbnail } = await prepare(aHeic());
  expect(image).toMatchObject({ name: 'IMG_0001.jpg', mediaType: 'image/jpeg', width: 64, height: 48, sizeBytes: bytes.length });
  const points = [
    [8, 24],
    [56, 24],
  ] as const;
  expect(await readColours(bytes, points)).toEqual(['red', 'white']);
  expect(await readColours(thumbnail, points)).toEqual(['red', 'white']);
  expect((await prepare(aHeic(), 32)).file).toMatchObject({ width: 32, height: 24 });
});

it('turns it upright', async () => {
  const { file: image, bytes } = await prepare(aTurnedHeic());
  expect(image).toMatchObject({ width: 48, height: 64 });
  expect(
    await readColours(bytes, [
      [24, 8],
      [24, 56],
    ]),
  ).toEqual(['white', 'red']);
});

const brand = (name: string) => Buffer.concat([aHeic().subarray(0, 8), Buffer.from(name), Buffer.alloc(40)]);

it.each([
  ['claims too many pixels', aHugeHeic(60_000), 'image.tooManyPixels'],
  ['claims more than 40 megapixels', aHugeHeic(6_400), 'image.tooManyPixels'],
  ['claims pixels that it does not have', aHugeHeic(5_000), 'image.unreadable'],
  ['ends in its pixels', aHeic().subarray(0, 900), 'image.unreadable'],
  ['ends in its description', aHeic().subarray(0, 300), 'image.unreadable'],
  ['is only a beginning', aHeic().subarray(0, 32), 'image.unreadable'],
  ['has other pixels than it says', Buffer.concat([aHeic().subarray(0, 800), Buffer.alloc(171, 0xa5)]), 'image.unreadable'],
  ['is AVIF', brand('avif'), 'image.wrongType'],
  ['is a film', brand('isom'), 'image.wrongType'],
])('refuses a file that %s', async (_, file, code) => {
  await expect(prepare(file)).rejects.toMatchObject({ refusal: { code } });
});

it('ends a decoding that asks for more memory than it may have, and decodes the next', async () => {
  const place = path.join(folder, 'large');
  await writeFile(place, aLargeHeic());
  const pixels = 2_048 * 1_536;
  expect(await decodeHeic(place, pixels, 17 * 1024 * 1024)).toEqual({ problem: 'unreadable' });
  expect(await decodeHeic(place, pixels)).toMatchObject({ width: 2_048, height: 1_536 });
  expect(await decodeHeic(place, pixels - 1)).toEqual({ problem: 'tooManyPixels' });
});
