import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Endpoint } from '@bitacora/core/contract/endpoint';
import { Refused } from '@bitacora/core/domain/refusal';
import type { Context } from 'koa';
import { koaBody, type ScalarOrArrayFiles } from 'koa-body';

const JSON_MAX_BYTES = 100_000;
const FIELDS_MAX_BYTES = 100_000;
/** More than any call takes, so that one too many is told by its count and not by the parser. */
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

/** The parser's failures in our words; what is none of them is passed on. */
function refusalFor(error: Error & { status?: number; httpCode?: number }, uploads: Endpoint['uploads']): Error {
  const status = error.httpCode ?? error.status;
  if (status === 413) {
    return new Refused(uploads ? { code: 'image.tooLarge', field: uploads.field, maxBytes: uploads.maxBytes } : { code: 'input.tooLarge' });
  }
  return new Refused({ code: 'input.unreadable' });
}

function filesOf(files: ScalarOrArrayFiles | undefined): UploadedFile[] {
  return Object.entries(files ?? {}).flatMap(([field, given]) =>
    [given].flat().map((file) => ({ field, name: file.originalFilename ?? '', path: file.filepath, sizeBytes: file.size })),
  );
}

/**
 * Parses the body, uploads into a folder of their own under `scratch`, calls `use`, and removes the folder whatever happened.
 * Refuses content types the call does not take, and anything that is not an object.
 */
export async function withBody<Result>(
  ctx: Context,
  endpoint: Endpoint,
  scratch: string,
  use: (body: Body) => Promise<Result>,
): Promise<Result> {
  const { uploads } = endpoint;
  if (!endpoint.body || !hasBody(ctx)) return use({ fields: {}, files: [] });
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
        throw refusalFor(error, uploads);
      },
    });
    await parse(ctx, async () => {});
    const fields: unknown = ctx.request.body;
    if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) throw new Refused({ code: 'input.unreadable' });
    return await use({ fields: fields as Record<string, unknown>, files: filesOf(ctx.request.files as ScalarOrArrayFiles | undefined) });
  } finally {
    if (folder) await rm(folder, { recursive: true, force: true });
  }
}

const hasBody = (ctx: Context) => ctx.get('Transfer-Encoding') !== '' || Number(ctx.get('Content-Length') || 0) > 0;
