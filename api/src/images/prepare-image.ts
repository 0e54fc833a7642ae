import { createHash, randomUUID } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { Refused } from '@bitacora/core/domain/refusal';
import type { Image } from '@bitacora/core/server';
import sharp from 'sharp';
import { plainPng } from './plain-png.ts';

const MAX_MEGAPIXELS = 40;
/** In lists; the longer side, in pixels. */
export const THUMBNAIL_SIDE = 320;

// No other decoder may ever see what people upload.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng'] });
sharp.concurrency(1);
sharp.cache(false);

/** An image fit to be kept: decoded, turned upright, without metadata, re-encoded. */
export interface PreparedImage {
  image: Image;
  bytes: Buffer;
  thumbnail: Buffer;
}

const signatures = { jpeg: Buffer.from([0xff, 0xd8, 0xff]), png: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) };

/** What the first bytes say; a name or a declared type says nothing. */
async function formatOf(file: string): Promise<'jpeg' | 'png' | null> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(8), 0, 8, 0);
    const head = buffer.subarray(0, bytesRead);
    return (['jpeg', 'png'] as const).find((format) => head.subarray(0, signatures[format].length).equals(signatures[format])) ?? null;
  } finally {
    await handle.close();
  }
}

/** A name for people to read: no folders, no control or direction marks, 120 letters at most. */
function displayName(given: string): string {
  const base = given.split(/[/\\]/).at(-1) ?? '';
  return (
    base
      .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
      .trim()
      .slice(0, 120) || 'imagen'
  );
}

/** Refuses what is no PNG or JPEG, is damaged, or has too many pixels; `field` is the form's, for the answer. The longer side is cut down to `maxSide`. */
export async function prepareImage(file: { path: string; name: string; field: string }, maxSide: number): Promise<PreparedImage> {
  const { field } = file;
  const format = await formatOf(file.path);
  if (!format) throw new Refused({ code: 'image.wrongType', field });

  const input = { limitInputPixels: MAX_MEGAPIXELS * 1_000_000, failOn: 'error' as const, pages: 1 };
  try {
    const source = format === 'png' ? plainPng(await readFile(file.path)) : file.path;
    if (!source) throw new Refused({ code: 'image.unreadable', field });
    const { width, height } = await sharp(source, { ...input, limitInputPixels: false }).metadata();
    if (width * height > input.limitInputPixels) throw new Refused({ code: 'image.tooManyPixels', field, maxMegapixels: MAX_MEGAPIXELS });

    const upright = sharp(source, input).autoOrient().toColourspace('srgb');
    const encode = (side: number) => {
      const sized = upright.clone().resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
      return format === 'jpeg' ? sized.jpeg({ quality: 84 }) : sized.png();
    };
    const { data: bytes, info } = await encode(maxSide).toBuffer({ resolveWithObject: true });
    const thumbnail = await encode(THUMBNAIL_SIDE).toBuffer();
    const facts = { name: displayName(file.name), mediaType: `image/${format}` as const, sizeBytes: bytes.length };
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return { image: { id: randomUUID(), ...facts, sha256, width: info.width, height: info.height }, bytes, thumbnail };
  } catch (error) {
    throw error instanceof Refused ? error : new Refused({ code: 'image.unreadable', field });
  }
}
