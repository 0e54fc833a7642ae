import { createHash, randomUUID } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { Refused } from '@bitacora/core/domain/refusal';
import type { Image } from '@bitacora/core/server';
import sharp from 'sharp';
import { decodeHeic } from './decode-heic.ts';

/** Lists the chunks that decide how a PNG looks. Chunks of text, time, animation frames and private data are dropped. */
const VISIBLE_CHUNKS = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'eXIf', 'IDAT', 'IEND']);
const MANY = new Set(['IDAT']);
const SIGNATURE_BYTES = 8;
/** Length, type and checksum around a chunk's content. */
const FRAME_BYTES = 12;

/**
 * Returns the PNG with only the chunks that its picture needs, or null where the file is truncated. The decoder unpacks every text chunk to up to 8 MB
 * and keeps it. A hundred of them, packed in under a megabyte, would fill the machine's memory.
 */
function plainPng(png: Buffer): Buffer | null {
  const parts = [png.subarray(0, SIGNATURE_BYTES)];
  const types = new Set<string>();
  for (let at = SIGNATURE_BYTES; at + FRAME_BYTES <= png.length; ) {
    const end = at + FRAME_BYTES + png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    if (end > png.length) return null;
    if (VISIBLE_CHUNKS.has(type) && (MANY.has(type) || !types.has(type))) parts.push(png.subarray(at, end));
    if (type === 'IEND') return Buffer.concat(parts);
    types.add(type);
    at = end;
  }
  return null;
}

export const MAX_MEGAPIXELS = 40;
export const THUMBNAIL_SIDE = 320;

// Only these two decoders may ever read uploads, because uploads are untrusted.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng'] });
sharp.concurrency(1);
sharp.cache(false);

/** A file fit to be kept. An image is decoded, turned upright, without metadata, and re-encoded. */
export interface StoredUpload<File = Image> {
  file: File;
  bytes: Buffer;
  thumbnail: Buffer;
}

const signatures = { jpeg: Buffer.from([0xff, 0xd8, 0xff]), png: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) };

/** An ISO media file that names a brand of HEVC images. */
const HEIC = /^.{4}ftyp(?:.{4}){0,5}?hei[cxms]/s;
const HEAD_BYTES = 32;

/** Detects the format by the first bytes, because the file's name and declared type are not reliable. Null for any other format. */
async function detectFormat(file: string): Promise<'jpeg' | 'png' | 'heic' | null> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const head = buffer.subarray(0, bytesRead);
    if (HEIC.test(head.toString('latin1'))) return 'heic';
    return (['jpeg', 'png'] as const).find((format) => head.subarray(0, signatures[format].length).equals(signatures[format])) ?? null;
  } finally {
    await handle.close();
  }
}

/** A smaller PNG is never converted to JPEG, because it is probably a screenshot or a drawing and its letters must stay sharp. */
const PHOTO_MIN_BYTES = 600_000;
/** A photograph has at most a third of its bytes as JPEG (an eighth is common); a screenshot of text has nearly as many. */
const PHOTO_GAIN = 3;
export const JPEG = { quality: 84 } as const;

/** Returns false for an image with transparency, because JPEG would lose it. */
const mayBePhotograph = async (png: Buffer): Promise<boolean> => png.length >= PHOTO_MIN_BYTES && (await sharp(png).stats()).isOpaque;

/** Returns a name to show to people: it has no folders, no control or direction marks, and at most 120 letters. */
export function displayName(fileName: string, otherwise = 'imagen'): string {
  const base = fileName.split(/[/\\]/).at(-1) ?? '';
  return (
    base
      .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
      .trim()
      .slice(0, 120) || otherwise
  );
}

/** Returns what sharp reads: a file, a PNG without surplus chunks, or the pixels of a HEIC file, which sharp does not decode. */
async function readSource(path: string, format: 'jpeg' | 'png' | 'heic', field: string) {
  if (format === 'heic') {
    const answer = await decodeHeic(path, MAX_MEGAPIXELS * 1_000_000);
    if (!('problem' in answer)) return { source: answer.pixels, raw: { width: answer.width, height: answer.height, channels: 4 as const } };
    if (answer.problem === 'tooManyPixels') throw new Refused({ code: 'image.tooManyPixels', field, maxMegapixels: MAX_MEGAPIXELS });
  }
  const source = format === 'png' ? plainPng(await readFile(path)) : format === 'jpeg' && path;
  if (!source) throw new Refused({ code: 'image.unreadable', field });
  return { source };
}

/** Refuses other formats than PNG, JPEG and HEIC, which becomes JPEG, damaged images, and too many pixels; `field` is the form's, for the answer. The longer side is cut down to `maxSide`. */
export async function prepareImage(file: { path: string; name: string; field: string }, maxSide: number): Promise<StoredUpload> {
  const { field } = file;
  const format = await detectFormat(file.path);
  if (!format) throw new Refused({ code: 'image.wrongType', field });

  try {
    const { source, ...raw } = await readSource(file.path, format, field);
    const input = { limitInputPixels: MAX_MEGAPIXELS * 1_000_000, failOn: 'error' as const, pages: 1, ...raw };
    const { width, height } = await sharp(source, { ...input, limitInputPixels: false }).metadata();
    if (width * height > input.limitInputPixels) throw new Refused({ code: 'image.tooManyPixels', field, maxMegapixels: MAX_MEGAPIXELS });

    const upright = sharp(source, input).autoOrient().toColourspace('srgb');
    const encode = (side: number, as: 'jpeg' | 'png') => {
      const sized = upright.clone().resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
      return (as === 'jpeg' ? sized.jpeg(JPEG) : sized.png()).toBuffer({ resolveWithObject: true });
    };
    const kept = format === 'png' ? format : 'jpeg';
    let encoded: { as: 'jpeg' | 'png' } & Awaited<ReturnType<typeof encode>> = { as: kept, ...(await encode(maxSide, kept)) };
    if (format === 'png' && (await mayBePhotograph(encoded.data))) {
      const jpeg = await encode(maxSide, 'jpeg');
      if (jpeg.data.length * PHOTO_GAIN < encoded.data.length) encoded = { as: 'jpeg', ...jpeg };
    }
    const { as, data: bytes, info } = encoded;
    const { data: thumbnail } = await encode(THUMBNAIL_SIDE, as);
    const name = displayName(as === format ? file.name : file.name.replace(/\.(?:png|hei[cf])$/i, '.jpg'));
    const facts = { name, mediaType: `image/${as}` as const, sizeBytes: bytes.length };
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return { file: { id: randomUUID(), ...facts, sha256, width: info.width, height: info.height }, bytes, thumbnail };
  } catch (error) {
    throw error instanceof Refused ? error : new Refused({ code: 'image.unreadable', field });
  }
}
