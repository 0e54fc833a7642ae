import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sessionRequests } from '@bitacora/core/contract/exchange';
import { listPaths } from '@bitacora/core/domain/page-paths';
import { MANUAL_PATH } from '@bitacora/core/messages/layout';
import { send } from '@koa/send';
import type { Context, Middleware } from 'koa';

/** What the build writes where the nonce of each answer goes. */
const NONCE_PLACEHOLDER = '__CSP_NONCE__';

/** The only script outside of `assets` that fetches; its name has no hash, because browsers look there for a newer one. */
const SERVICE_WORKER = '/service-worker.js';

export interface WebFolder {
  folder: string;
  page: string;
  /** By address, as `routes.tsx` of the web has it, the tags of what its screen needs first. */
  preloads: ReadonlyMap<string, string>;
  /** What the page of the login shows before its scripts are there. */
  login: string;
}

const preloadTag = (address: string): string =>
  address.endsWith('.css')
    ? `<link rel="preload" as="style" crossorigin href="${address}">`
    : `<link rel="modulepreload" crossorigin href="${address}">`;

/** Every page asks for the session, in this way; otherwise the browser would ask twice. */
const SESSION_TAG = `<link rel="preload" as="fetch" crossorigin href="${sessionRequests.readSession.path}">`;

/** The built web: a folder with index.html, preloads.json and login.html. */
export async function readWebFolder(folder: string): Promise<WebFolder> {
  const read = (name: string) => readFile(path.join(folder, name), 'utf8');
  const filesByAddress: Record<string, string[]> = JSON.parse(await read('preloads.json'));
  const tags = Object.entries(filesByAddress).map(([address, files]) => [address, files.map(preloadTag).join('')] as const);
  return { folder, page: await read('index.html'), preloads: new Map(tags), login: await read('login.html') };
}

/** The last part of an address may be a parameter. */
const findPreloads = ({ preloads }: WebFolder, address: string): string =>
  preloads.get(address) ?? preloads.get(address.replace(/[^/]+$/, ':id')) ?? '';

const LOGIN_PATH = '/';
/** Where the build's page is drawn. */
const ROOT = '<div id="root">';

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

/** Its file would come without its policy, and with a slash behind it the page would know no such screen. */
const MANUAL_ALIASES = [`${MANUAL_PATH}.html`, `${MANUAL_PATH}/`];

/** The manual needs nothing but our own files. */
const MANUAL_POLICY = [
  "default-src 'none'",
  ...['script', 'style', 'img', 'font'].map((kind) => `${kind}-src 'self'`),
  ...['form-action', 'base-uri', 'frame-ancestors'].map((kind) => `${kind} 'none'`),
].join('; ');

/** Files of the build as they are, hashed ones for a year; every other address is the page, whose router knows it. */
export const serveWeb =
  (web: WebFolder, hasSession: (ctx: Context) => boolean): Middleware =>
  async (ctx) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return;
    if (ctx.path === MANUAL_PATH) {
      ctx.set('Content-Security-Policy', MANUAL_POLICY);
      ctx.vary('Accept-Encoding');
      await send(ctx, `${MANUAL_PATH}.html`, { root: web.folder });
      return;
    }
    if (MANUAL_ALIASES.includes(ctx.path)) {
      ctx.redirect(MANUAL_PATH);
      ctx.status = 301;
      return;
    }
    if (path.extname(ctx.path) && ctx.path !== '/index.html') {
      const isHashed = ctx.path.startsWith('/assets/');
      // A worker has the policy of its own file, and fetches.
      ctx.set('Content-Security-Policy', ctx.path === SERVICE_WORKER ? "default-src 'none'; connect-src 'self'" : "default-src 'none'");
      // The build lies there compressed too, and caches must not mix the forms up.
      ctx.vary('Accept-Encoding');
      await send(ctx, ctx.path, { root: web.folder, maxage: isHashed ? 31_536_000_000 : 0, immutable: isHashed }).catch(() => {
        ctx.status = 404;
      });
      return;
    }
    const nonce = randomBytes(16).toString('base64');
    ctx.set('Content-Security-Policy', pagePolicy(nonce));
    ctx.set('Cache-Control', 'no-store');
    ctx.type = 'html';
    // A person with a session is led on from the login, and would see it flash.
    const screen = ctx.path === LOGIN_PATH && hasSession(ctx) && !ctx.search ? listPaths.home : ctx.path;
    const page = ctx.path === LOGIN_PATH && !hasSession(ctx) ? web.page.replace(ROOT, () => ROOT + web.login) : web.page;
    // The browser fetches the session and the screen's files while it reads the first ones.
    const tags = SESSION_TAG + findPreloads(web, screen);
    ctx.body = page.replace('</head>', () => `${tags}</head>`).replaceAll(NONCE_PLACEHOLDER, nonce);
  };
