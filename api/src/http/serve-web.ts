import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { send } from '@koa/send';
import type { Middleware } from 'koa';

/** What the build writes where the nonce of each answer goes. */
const NONCE_PLACEHOLDER = '__CSP_NONCE__';

/** The only script outside of `assets` that fetches; its name has no hash, because browsers look there for a newer one. */
const SERVICE_WORKER = '/service-worker.js';

export interface WebFolder {
  folder: string;
  page: string;
}

/** The built web: a folder with index.html. */
export const readWebFolder = async (folder: string): Promise<WebFolder> => ({
  folder,
  page: await readFile(path.join(folder, 'index.html'), 'utf8'),
});

/** Scripts and styles are ours alone; PrimeReact's injected styles carry the nonce (docs/reliability.md). */
const pagePolicy = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob: data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Files of the build as they are, hashed ones for a year; every other address is the page, whose router knows it. */
export const serveWeb =
  ({ folder, page }: WebFolder): Middleware =>
  async (ctx) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return;
    if (path.extname(ctx.path) && ctx.path !== '/index.html') {
      const isHashed = ctx.path.startsWith('/assets/');
      // A worker has the policy of its own file, and fetches.
      ctx.set('Content-Security-Policy', ctx.path === SERVICE_WORKER ? "default-src 'none'; connect-src 'self'" : "default-src 'none'");
      // The build lies there compressed too, and caches must not mix the forms up.
      ctx.vary('Accept-Encoding');
      await send(ctx, ctx.path, { root: folder, maxage: isHashed ? 31_536_000_000 : 0, immutable: isHashed }).catch(() => {
        ctx.status = 404;
      });
      return;
    }
    const nonce = randomBytes(16).toString('base64');
    ctx.set('Content-Security-Policy', pagePolicy(nonce));
    ctx.set('Cache-Control', 'no-store');
    ctx.type = 'html';
    ctx.body = page.replaceAll(NONCE_PLACEHOLDER, nonce);
  };
