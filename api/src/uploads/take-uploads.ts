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

/** Sorts a call's files and hashes them as they were received. Refuses a wrong number of them, and those that were altered after their capture. */
export async function checkUploads(
  files: readonly UploadedFile[],
  { field, min, max, tooFew, tooMany }: Uploads,
  capturedDigests?: readonly string[],
): Promise<{ ordered: UploadedFile[]; digests: string[] }> {
  const ordered = sortFiles(files, field);
  if (ordered.length < min) throw invalidOnWire(field, tooFew);
  if (ordered.length > max) throw invalidOnWire(field, tooMany);
  if (capturedDigests && capturedDigests.length !== ordered.length)
    throw new Refused({ code: 'image.digestsMissing', field: 'capturedDigests' });
  const digests: string[] = [];
  for (const [at, file] of ordered.entries()) {
    const digest = await hashStream(createReadStream(file.path));
    if (capturedDigests && capturedDigests[at] !== digest) throw new Refused({ code: 'image.altered', field });
    digests.push(digest);
  }
  return { ordered, digests };
}

/** Decodes and stores a call's images or documents. The caller must remove them with `dropUploads` if the call then fails. */
export async function storeUploads(
  ordered: readonly UploadedFile[],
  { field, maxSide = Number.POSITIVE_INFINITY }: Uploads,
  store: ImageStore,
  capturedDigests?: readonly string[],
): Promise<EvidenceFile[]> {
  const stored: EvidenceFile[] = [];
  const { prepareImage } = await import('./prepare-image.ts');
  const { prepareDocument } = await import('./prepare-document.ts');
  const prepare = (file: UploadedFile) =>
    field === 'documents' ? prepareDocument({ ...file, field }) : limitDecoding(() => prepareImage({ ...file, field }, maxSide));
  try {
    for (const [at, file] of ordered.entries()) {
      const capturedSha256 = capturedDigests?.[at];
      const { file: prepared, bytes, thumbnail } = await prepare(file);
      stored.push(capturedSha256 ? { ...prepared, capturedSha256 } : prepared);
      await store.put(prepared.id, bytes);
      await store.put(thumbnailName(prepared.id), thumbnail);
    }
    return stored;
  } catch (error) {
    await dropUploads(uploadIds(stored), store);
    throw error;
  }
}

export const uploadIds = (files: readonly EvidenceFile[]) => files.map(({ id }) => id);

export async function dropUploads(ids: readonly string[], store: ImageStore): Promise<void> {
  await Promise.all(ids.flatMap((id) => [store.remove(id), store.remove(thumbnailName(id))]));
}
