import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';

const WOFF_HEAD = 44;
const WOFF_ENTRY = 20;
const SFNT_HEAD = 12;
const SFNT_ENTRY = 16;

/** Unpacks a font (WOFF 1.0) once, because the PDF library would unpack a table for each letter that it draws. */
function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(SFNT_HEAD + SFNT_ENTRY * count);
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  const parts = [head];
  let offset = head.length;
  for (let index = 0; index < count; index++) {
    const from = WOFF_HEAD + WOFF_ENTRY * index;
    const to = SFNT_HEAD + SFNT_ENTRY * index;
    const [start, packed, length] = [woff.readUInt32BE(from + 4), woff.readUInt32BE(from + 8), woff.readUInt32BE(from + 12)];
    const bytes = woff.subarray(start, start + packed);
    const padding = -length & 3;
    woff.copy(head, to, from, from + 4);
    woff.copy(head, to + 4, from + 16, from + 20);
    head.writeUInt32BE(offset, to + 8);
    head.writeUInt32BE(length, to + 12);
    parts.push(packed < length ? inflateSync(bytes) : Buffer.from(bytes), Buffer.alloc(padding));
    offset += length + padding;
  }
  return Buffer.concat(parts);
}

const { resolve } = createRequire(import.meta.url);
const readFont = async (weight: 'Regular' | 'Bold'): Promise<Buffer> =>
  unpackWoff(await readFile(resolve(`roboto-fontface/fonts/roboto/Roboto-${weight}.woff`)));

let fonts: Promise<{ regular: Buffer; bold: Buffer }> | undefined;

/** Reads the fonts of records, which have the letters of European languages. */
export function loadFonts() {
  fonts ??= Promise.all([readFont('Regular'), readFont('Bold')]).then(([regular, bold]) => ({ regular, bold }));
  return fonts;
}
