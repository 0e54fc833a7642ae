import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { aJpeg, aPng, aTelephonePhoto } from './pictures.ts';

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

/** A PNG of 8-bit colour (or of one bit a pixel) around these compressed pixels. */
function pngOf(width: number, height: number, pixels = deflateSync(Buffer.alloc(10)), bits: 1 | 8 = 8): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bits, bits === 1 ? 0 : 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

/** A hundred bytes that ask a decoder for gigabytes. */
export const PNG_OF_A_BILLION_PIXELS = new Uint8Array(pngOf(50_000, 50_000));

type Bytes = Uint8Array<ArrayBuffer>;
const text = (words: string): Bytes => new Uint8Array(Buffer.from(words, 'latin1'));
const joined = (...parts: Uint8Array[]): Bytes => new Uint8Array(Buffer.concat(parts));

/** A good PNG with one more chunk behind its header. */
const withChunk = (png: Uint8Array, type: string, content: Buffer) => joined(png.subarray(0, 33), chunk(type, content), png.subarray(33));

function badChecksum(png: Bytes): Bytes {
  const bytes = new Uint8Array(png);
  const at = Buffer.from(bytes).indexOf('IDAT') + 6;
  bytes[at] = (bytes[at] as number) ^ 0xff;
  return bytes;
}
const flat14k = () => new Uint8Array(pngOf(14_000, 14_000, deflateSync(Buffer.alloc((14_000 / 8 + 1) * 14_000)), 1));
function manyFrames(png: Bytes): Bytes {
  const control = Buffer.alloc(8);
  control.writeUInt32BE(1_000, 0);
  return withChunk(png, 'acTL', control);
}
const swollenText = (png: Bytes) =>
  withChunk(png, 'zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(20_000_000, 'polyglot'))]));
/** Less than a megabyte that a decoder unpacks to eight hundred: each chunk by itself is within its limits. */
function manyTexts(png: Bytes): Bytes {
  const one = Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(7_900_000, 'polyglot'))]);
  return joined(png.subarray(0, 33), ...Array.from({ length: 100 }, () => chunk('zTXt', one)), png.subarray(33));
}
const svg = (inside: string) => text(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${inside}</svg>`);
const colour = sharp({ create: { width: 24, height: 16, channels: 3, background: '#3a7' } });

interface Hostile {
  title: string;
  bytes: () => Promise<Bytes> | Bytes;
  name?: string;
  type?: string;
}

/** What no upload may take, with the code of its refusal. */
export const refusedImages: (Hostile & { code: string })[] = [
  { title: 'I1 an SVG called .png', bytes: () => svg('<rect width="9" height="9"/>'), code: 'image.wrongType' },
  {
    title: 'I2 an SVG with a script',
    bytes: () => svg('<script>alert(1)</script>'),
    name: 'a.svg',
    type: 'image/svg+xml',
    code: 'image.wrongType',
  },
  {
    title: 'I3 an SVG that asks for a file',
    bytes: () =>
      text('<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><text>&x;</text></svg>'),
    code: 'image.wrongType',
  },
  {
    title: 'I4 a page called .jpg',
    bytes: () => text('<html><script>1</script></html>'),
    name: 'a.jpg',
    type: 'image/jpeg',
    code: 'image.wrongType',
  },
  {
    title: 'I5 a page that begins like a JPEG',
    bytes: () => joined(new Uint8Array([0xff, 0xd8, 0xff, 0xe0]), text('<html><script>1</script></html>')),
    code: 'image.unreadable',
  },
  { title: 'I6 a GIF', bytes: async () => new Uint8Array(await colour.clone().gif().toBuffer()), code: 'image.wrongType' },
  { title: 'I7 a WebP', bytes: async () => new Uint8Array(await colour.clone().webp().toBuffer()), code: 'image.wrongType' },
  { title: 'I8 an AVIF', bytes: async () => new Uint8Array(await colour.clone().avif({ effort: 0 }).toBuffer()), code: 'image.wrongType' },
  { title: 'I9 a TIFF', bytes: async () => new Uint8Array(await colour.clone().tiff().toBuffer()), code: 'image.wrongType' },
  { title: 'I10 a BMP', bytes: () => joined(text('BM'), new Uint8Array(64)), code: 'image.wrongType' },
  { title: 'I11 a PDF', bytes: () => text('%PDF-1.7\n1 0 obj\n<<>>\nendobj'), code: 'image.wrongType' },
  { title: 'I12 PostScript', bytes: () => text('%!PS-Adobe-3.0 EPSF-3.0\n(%pipe%id) (w) file'), code: 'image.wrongType' },
  { title: 'I13 an icon', bytes: async () => joined(new Uint8Array([0, 0, 1, 0, 1, 0]), await aPng()), code: 'image.wrongType' },
  { title: 'I14 2,500 million pixels in a hundred bytes', bytes: () => PNG_OF_A_BILLION_PIXELS, code: 'image.tooManyPixels' },
  { title: 'I15 14,000 by 14,000 of one colour', bytes: flat14k, code: 'image.tooManyPixels' },
  { title: 'I16 half a JPEG', bytes: async () => (await aJpeg(400, 300)).slice(0, 700), code: 'image.unreadable' },
  { title: 'I17 a PNG with a wrong checksum', bytes: async () => badChecksum(await aPng(400, 300)), code: 'image.unreadable' },
  { title: 'I18 nothing', bytes: () => new Uint8Array(), code: 'image.wrongType' },
  { title: 'I22 noise called image/png', bytes: () => new Uint8Array(2_000).map((_, n) => (n * 7_919) % 251), code: 'image.wrongType' },
];

/** What is taken, but only re-encoded, without `gone` (I23–I27). */
export const cleanedImages: (Hostile & { gone: string })[] = [
  { title: 'I23 a PNG that claims a thousand frames', bytes: async () => manyFrames(await aPng()), gone: 'acTL' },
  { title: 'I24 a PNG with 20 MB of text in it', bytes: async () => swollenText(await aPng()), gone: 'zTXt' },
  { title: 'I24 a PNG with 100 texts of 8 MB in it', bytes: async () => manyTexts(await aPng()), gone: 'zTXt' },
  {
    title: 'I25 a JPEG that is a page and a ZIP too',
    bytes: async () => joined(await aJpeg(), text('<script>polyglot</script>PK\u0003\u0004')),
    gone: 'polyglot',
  },
  { title: 'I26 a photo that tells the place', bytes: aTelephonePhoto, gone: 'TELEFONO-SECRETO' },
  {
    title: 'I27 a JPEG in printer’s colours',
    bytes: async () => new Uint8Array(await colour.clone().toColourspace('cmyk').jpeg().toBuffer()),
    gone: 'Adobe',
  },
  {
    title: 'I27 a PNG of 16 bits',
    bytes: async () => new Uint8Array(await colour.clone().toColourspace('rgb16').png().toBuffer()),
    gone: 'polyglot',
  },
];

/** Names that are more than a name (I28). */
export const hostileNames = [
  '../../../etc/passwd',
  '..\\..\\windows\\a.png',
  'a.png%00.html',
  `${'n'.repeat(8_000)}.png`,
  'factura\u202egnp.exe',
  'a.png.exe.html',
  'a%0d%0aX-Evil: 1.png',
  '<img src=x onerror=alert(1)>.png',
];
