import { mkdtemp, rm, stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import type { Endpoint } from '@bitacora/core/contract/endpoint';
import { invalidOnWire, Refused } from '@bitacora/core/domain/refusal';
import { importTexts } from '@bitacora/core/messages/people/user-import';
import type { Context } from 'koa';
import { koaBody, type ScalarOrArrayFiles } from 'koa-body';
import type { Slot } from './concurrency-limit.ts';

export const JSON_MAX_BYTES = 100_000;
export const FIELDS_MAX_BYTES = 100_000;
/** The parser accepts more files than any call, so that the call refuses them with its own sentence. */
const FILES_MAX = 12;

export interface UploadedFile {
  field: string;
  name: string;
  path: string;
  sizeBytes: number;
}
export interface Body {
  fields: Record<string, unknown>;
  files: UploadedFile[];
}

/** Formidable's error codes with status 413: too many files, and fields that are too long or too many. */
const TOO_MANY_FILES = 1015;
const FIELDS_TOO_LARGE = [1006, 1007];

/** Converts an error of the parser to a refusal. An error that the caller did not cause is returned as it is. */
function refusalFor(error: Error & { status?: number; httpCode?: number; code?: unknown }, { uploads, sheet }: Endpoint): Error {
  const isOurFault = typeof error.code === 'string' && !error.code.startsWith('Z_') && !(error.httpCode ?? error.status);
  if (isOurFault) return error; // a disk error; a body that cannot be unpacked (Z_…) is the caller's fault
  if ((error.httpCode ?? error.status) !== 413) return new Refused({ code: 'input.unreadable' });
  if (sheet && error.code === TOO_MANY_FILES) return invalidOnWire(sheet.field, importTexts.oneFile);
  if (sheet && !FIELDS_TOO_LARGE.includes(error.code as number))
    return new Refused({ code: 'sheet.tooLarge', field: sheet.field, maxBytes: sheet.maxBytes });
  if (!uploads || FIELDS_TOO_LARGE.includes(error.code as number)) return new Refused({ code: 'input.tooLarge' });
  const { field, maxBytes, tooMany } = uploads;
  if (error.code === TOO_MANY_FILES) return invalidOnWire(field, tooMany);
  return new Refused({ code: field === 'documents' ? 'document.tooLarge' : 'image.tooLarge', field, maxBytes });
}

function listFiles(files: ScalarOrArrayFiles | undefined): UploadedFile[] {
  return Object.entries(files ?? {}).flatMap(([field, value]) =>
    [value].flat().map((file) => ({ field, name: file.originalFilename ?? '', path: file.filepath, sizeBytes: file.size })),
  );
}

/** Throws if a stored file is incomplete, because on a full disk the parser may finish before it learns that a write failed. */
async function demandWhole(files: readonly UploadedFile[]): Promise<void> {
  for (const { path: place, sizeBytes } of files) {
    const stored = await stat(place).catch(() => null);
    if (stored?.size !== sizeBytes) throw Object.assign(new Error('an upload was not stored whole'), { code: 'ENOSPC' });
  }
}

/**
 * Parses the body, stores uploads in a new folder under `scratch`, calls `use`, and always removes the folder.
 * Refuses content types the call does not take, and anything that is not an object.
 */
export async function withBody<Result>(
  ctx: Context,
  endpoint: Endpoint,
  scratch: string,
  use: (body: Body) => Promise<Result>,
): Promise<Result> {
  const uploads = endpoint.uploads ?? endpoint.sheet;
  if (!endpoint.body || !hasBody(ctx.req)) return use({ fields: {}, files: [] });
  const isMultipart = Boolean(uploads && ctx.is('multipart/form-data'));
  if (!isMultipart && !ctx.is('application/json')) throw new Refused({ code: 'input.wrongType' });

  const folder = isMultipart ? await mkdtemp(path.join(scratch, 'upload-')) : null;
  try {
    const parse = koaBody({
      multipart: isMultipart,
      json: !isMultipart,
      urlencoded: false,
      text: false,
      jsonLimit: JSON_MAX_BYTES,
      parsedMethods: ['POST', 'PUT', 'PATCH', 'DELETE'] as never,
      formidable: {
        uploadDir: folder ?? scratch,
        maxFiles: FILES_MAX,
        maxFileSize: uploads?.maxBytes ?? 0,
        maxTotalFileSize: (uploads?.maxBytes ?? 0) * FILES_MAX,
        maxFields: 40,
        maxFieldsSize: FIELDS_MAX_BYTES,
        allowEmptyFiles: true,
        minFileSize: 0,
      },
      onError: (error) => {
        throw refusalFor(error, endpoint);
      },
    });
    await (ctx.state.slot as Slot).untilSent(parse(ctx, async () => {}));
    const fields: unknown = ctx.request.body;
    if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) throw new Refused({ code: 'input.unreadable' });
    const files = listFiles(ctx.request.files as ScalarOrArrayFiles | undefined);
    await demandWhole(files);
    return await use({ fields: fields as Record<string, unknown>, files });
  } finally {
    // The parser may still be opening a file when it has failed already: try again until the folder is gone.
    if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
  }
}

export const hasBody = ({ headers }: IncomingMessage) => 'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0;
