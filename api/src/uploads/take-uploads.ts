import { createReadStream } from 'node:fs';
import type { Uploads } from '@bitacora/core/contract/endpoint';
import { invalidOnWire, Refused } from '@bitacora/core/domain/refusal';
import { validation } from '@bitacora/core/messages/validation';
import type { EvidenceFile } from '@bitacora/core/server';
import pLimit from 'p-limit';
import type { UploadedFile } from '../http/read-body.ts';
import { hashStream } from '../storage/files.ts';
import { type ImageStore, thumbnailName } from '../storage/image-store.ts';

/** Decoding takes up to 200 MB an image, so two run at a time in a process. */
const limitDecoding = pLimit(2);

/** Sorts files by the number in their field name: `images[0]`, `images[]` or `images`. Refuses a file of any other field. */
function sortFiles(files: readonly UploadedFile[], field: string): UploadedFile[] {
  const shape = new RegExp(`^${field}(\\[\\d{0,2}\\])?$`);
  const stranger = files.find((file) => !shape.test(file.field));
  if (stranger) throw invalidOnWire(stranger.field.slice(0, 100), validation.unexpectedFile);
  const readNumber = (file: UploadedFile) => Number(/\[(\d+)\]/.exec(file.field)?.[1] ?? 0);
  return [...files].sort((a, b) => readNumber(a) - readNumber(b));
}

export interface TakenUploads {
  stored: EvidenceFile[];
  /** The SHA-256 of each file as it was received, in the same order. */
  digests: string[];
}

/** Checks and stores a call's images or documents. The caller must remove them with `dropUploads` if the call then fails. */
export async function takeUploads(
  files: readonly UploadedFile[],
  uploads: Uploads,
  store: ImageStore,
  capturedDigests?: readonly string[],
): Promise<TakenUploads> {
  const { field, min, max, maxSide = Number.POSITIVE_INFINITY, tooFew, tooMany } = uploads;
  const ordered = sortFiles(files, field);
  if (ordered.length < min) throw invalidOnWire(field, tooFew);
  if (ordered.length > max) throw invalidOnWire(field, tooMany);
  if (capturedDigests && capturedDigests.length !== ordered.length)
    throw new Refused({ code: 'image.digestsMissing', field: 'capturedDigests' });
  const stored: EvidenceFile[] = [];
  const digests: string[] = [];
  const { prepareImage } = await import('./prepare-image.ts');
  const { prepareDocument } = await import('./prepare-document.ts');
  const prepare = (file: UploadedFile) =>
    field === 'documents' ? prepareDocument({ ...file, field }) : limitDecoding(() => prepareImage({ ...file, field }, maxSide));
  try {
    for (const [at, file] of ordered.entries()) {
      const capturedSha256 = capturedDigests?.[at];
      const digest = await hashStream(createReadStream(file.path));
      if (capturedSha256 !== undefined && capturedSha256 !== digest) throw new Refused({ code: 'image.altered', field });
      digests.push(digest);
      const { file: prepared, bytes, thumbnail } = await prepare(file);
      stored.push(capturedSha256 ? { ...prepared, capturedSha256 } : prepared);
      await store.put(prepared.id, bytes);
      await store.put(thumbnailName(prepared.id), thumbnail);
    }
    return { stored, digests };
  } catch (error) {
    await dropUploads(uploadIds(stored), store);
    throw error;
  }
}

export const uploadIds = (files: readonly EvidenceFile[]) => files.map(({ id }) => id);

export async function dropUploads(ids: readonly string[], store: ImageStore): Promise<void> {
  await Promise.all(ids.flatMap((id) => [store.remove(id), store.remove(thumbnailName(id))]));
}
