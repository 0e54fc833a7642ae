import type { Readable } from 'node:stream';
import type { FileAnswer } from '@bitacora/core/contract/endpoint';
import type { Context } from 'koa';

/** A file as the answer to a call, in the place of what the contract would encode. */
export class Download {
  readonly bytes: Readable | Buffer;
  constructor(bytes: Readable | Buffer) {
    this.bytes = bytes;
  }

  /** Names the file for every browser: plainly, and once more as RFC 5987 has it. */
  answer(ctx: Context, { name, mediaType }: FileAnswer): Readable | Buffer {
    ctx.set('Content-Disposition', `attachment; filename="${name}"; filename*=UTF-8''${encodeURIComponent(name)}`);
    ctx.type = mediaType;
    return this.bytes;
  }
}
