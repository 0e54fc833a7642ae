import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { DOCUMENT_MAX_PAGES, DOCUMENT_TYPE } from '@bitacora/core/domain/activities/activity';
import { Refused } from '@bitacora/core/domain/refusal';
import type { Document } from '@bitacora/core/server';
import sharp from 'sharp';
import { displayName, JPEG, type StoredUpload } from './prepare-image.ts';
import { readPdf } from './read-pdf.ts';

/** The longer side of the picture of the first page, in pixels: a title can be read. */
const PICTURE_SIDE = 640;
/** Some programs write a mark of Unicode or empty lines first. */
const SIGNATURE = /^(?:\xef\xbb\xbf)?\s*%PDF-/;
/** Readers look for the end mark in this many last bytes. Files of two formats at once have more after it. */
const TAIL_BYTES = 1_024;
const HEAD_BYTES = 64;

const BLANK_PAGE = { width: 495, height: PICTURE_SIDE, channels: 3, background: '#ffffff' } as const;

/** Refuses what is no PDF, holds more than pages, is too long, or needs too much memory or time. The bytes are kept as they came. */
export async function prepareDocument(file: { path: string; name: string; field: string }): Promise<StoredUpload<Document>> {
  const { field, path } = file;
  const bytes = await readFile(path);
  if (!SIGNATURE.test(bytes.toString('latin1', 0, HEAD_BYTES))) throw new Refused({ code: 'document.wrongType', field });
  if (!bytes.includes('%%EOF', -TAIL_BYTES)) throw new Refused({ code: 'document.unreadable', field });

  const read = await readPdf(path, PICTURE_SIDE);
  if ('holds' in read) throw new Refused({ code: 'document.hostile', field, holds: read.holds });
  if ('problem' in read) throw new Refused({ code: `document.${read.problem}`, field });
  const { pages, picture } = read;
  if (pages > DOCUMENT_MAX_PAGES) throw new Refused({ code: 'document.tooManyPages', field, maxPages: DOCUMENT_MAX_PAGES });

  const page = picture ? sharp(picture).flatten({ background: '#ffffff' }) : sharp({ create: BLANK_PAGE });
  const facts = { id: randomUUID(), name: displayName(file.name, 'documento.pdf'), sizeBytes: bytes.length, pages };
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { file: { ...facts, mediaType: DOCUMENT_TYPE, sha256 }, bytes, thumbnail: await page.jpeg(JPEG).toBuffer() };
}
