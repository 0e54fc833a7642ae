import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Refused } from '@bitacora/core/domain/refusal';
import { Router } from '@koa/router';
import type { Middleware } from 'koa';

const NAME = 'bitacora.mjs';

export interface TerminalFile {
  content: Buffer;
  sha256: string;
}

export async function readTerminalFile(file: string): Promise<TerminalFile | null> {
  const content = await readFile(file).catch(() => null);
  return content && { content, sha256: createHash('sha256').update(content).digest('hex') };
}

/** Serves the terminal app of this version at `/cli/bitacora.mjs` without a login, and its SHA-256 in the format of `sha256sum --check`. */
export function serveTerminal(file: TerminalFile | null): Middleware {
  const routes = new Router({ sensitive: true, strict: true, prefix: '/cli' });
  routes.use((ctx, next) => {
    if (!file) throw new Refused({ code: 'route.unknown' });
    ctx.set('Content-Security-Policy', "default-src 'none'");
    ctx.set('Cache-Control', 'no-cache');
    return next();
  });
  routes.get(`/${NAME}`, (ctx) => {
    ctx.attachment(NAME);
    ctx.type = 'text/javascript';
    ctx.body = file?.content;
  });
  routes.get(`/${NAME}.sha256`, (ctx) => {
    ctx.type = 'text/plain';
    ctx.body = `${file?.sha256}  ${NAME}\n`;
  });
  return routes.routes() as Middleware;
}
