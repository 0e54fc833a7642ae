import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';

const crcTable = Array.from({ length: 256 }, (_, n) =>
  Array.from({ length: 8 }).reduce<number>((c) => (c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1), n),
);
const crc = (bytes: Buffer) => ~bytes.reduce((c, byte) => (crcTable[(c ^ byte) & 255] as number) ^ (c >>> 8), -1) >>> 0;

const SIZE = { width: 64, height: 48 };

/** A real PNG of one colour, 64 by 48. */
export const picture = (name: string, shade: number) => png(name, SIZE, (bytes) => Buffer.alloc(bytes, shade));

/** A PNG that no compression makes smaller, of about 90 kB. */
export const largePicture = (name: string) => png(name, { width: 300, height: 300 }, randomBytes);

function png(name: string, { width, height }: typeof SIZE, shadesOf: (bytes: number) => Buffer) {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const size = Buffer.alloc(4);
    const sum = Buffer.alloc(4);
    size.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc(body));
    return Buffer.concat([size, body, sum]);
  };
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const line = width + 1;
  const pixels = deflateSync(shadesOf(height * line).map((value, at) => (at % line === 0 ? 0 : value)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const buffer = Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
  return { name, mimeType: 'image/png', buffer };
}
