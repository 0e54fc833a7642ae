import { crc32, deflateSync } from 'node:zlib';

type Colour = readonly [red: number, green: number, blue: number];
type IconLine = readonly [x1: number, y1: number, x2: number, y2: number];

const petrol: Colour = [0x0e, 0x5a, 0x6b];
const spine: Colour = [0x63, 0xbf, 0xd1];
const white: Colour = [0xff, 0xff, 0xff];

/** The product's own sign (web/public/icon.svg), on a square of 32. */
const margin: IconLine = [10, 7, 10, 25];
const entries: readonly IconLine[] = [
  [15, 11, 23, 11],
  [15, 16, 23, 16],
  [15, 21, 20, 21],
];
const STROKE = 2.5;
const SAMPLES = 4;

function distance([x1, y1, x2, y2]: IconLine, x: number, y: number): number {
  const along = Math.min(1, Math.max(0, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / ((x2 - x1) ** 2 + (y2 - y1) ** 2)));
  return Math.hypot(x - x1 - along * (x2 - x1), y - y1 - along * (y2 - y1));
}
const isOn = (line: IconLine, x: number, y: number) => distance(line, x, y) <= STROKE / 2;

/** The colour at a point, null where nothing is drawn. */
type Picture = (x: number, y: number) => Colour | null;

/** Microsoft rounds the corners by itself: the ground fills the square. */
const coloured: Picture = (x, y) => (isOn(margin, x, y) ? spine : entries.some((line) => isOn(line, x, y)) ? white : petrol);
const outlined: Picture = (x, y) => ([margin, ...entries].some((line) => isOn(line, x, y)) ? white : null);

/** Red, green, blue and opacity of a pixel, the mean of what lies in it. */
function pixel(picture: Picture, size: number, column: number, row: number): number[] {
  const seen: Colour[] = [];
  for (let at = 0; at < SAMPLES ** 2; at++) {
    const x = column + ((at % SAMPLES) + 0.5) / SAMPLES;
    const y = row + (Math.floor(at / SAMPLES) + 0.5) / SAMPLES;
    const colour = picture((x * 32) / size, (y * 32) / size);
    if (colour) seen.push(colour);
  }
  const mean = (channel: 0 | 1 | 2) => Math.round(seen.reduce((sum, colour) => sum + colour[channel], 0) / Math.max(1, seen.length));
  return [mean(0), mean(1), mean(2), Math.round((255 * seen.length) / SAMPLES ** 2)];
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

function png(picture: Picture, size: number): Buffer {
  const rows = Array.from({ length: size }, (_, row) => [
    0,
    ...Array.from({ length: size }, (_, column) => pixel(picture, size, column, row)).flat(),
  ]);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, 6], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.from(rows.flat()))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** In the sizes that Teams asks for; the small one white on nothing. */
export const colourIcon = (): Buffer => png(coloured, 192);
export const outlineIcon = (): Buffer => png(outlined, 32);
