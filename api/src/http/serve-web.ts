import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { MANUAL_PATH } from '@bitacora/core/messages/layout';
import { send } from '@koa/send';
import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';

/** The build writes this text where each answer puts its nonce. */
const NONCE_PLACEHOLDER = '__CSP_NONCE__';

/** The only script outside of `assets` that fetches; its name has no hash, because browsers look there for a newer one. */
const SERVICE_WORKER = '/service-worker.js';

export interface WebFolder {
  folder: string;
  page: string;
  /** Maps an address, as in `routes.tsx` of the web, to the tags of the files that its screen needs first. */
  preloads: ReadonlyMap<string, string>;
  /** Draws what the page at an address shows before its scripts are there, for an answer to the call for the session (`draw-page.tsx` of the web). */
  drawPage: (address: string, session: object) => Promise<DrawnPage>;
}
interface DrawnPage {
  /** Differs from the requested path where the web redirects that person. */
  path: string;
  head: string;
  html: string;
}

const preloadTag = (address: string): string =>
  address.endsWith('.css')
    ? `<link rel="stylesheet" crossorigin href="${address}">`
    : `<link rel="modulepreload" crossorigin href="${address}">`;

/** Reads the built web from a folder with index.html, preloads.json and server/draw-page.js. */
export async function readWebFolder(folder: string): Promise<WebFolder> {
  const read = (name: string) => readFile(path.join(folder, name), 'utf8');
  const filesByAddress: Record<string, string[]> = JSON.parse(await read('preloads.json'));
  const tags = Object.entries(filesByAddress).map(([address, files]) => [address, files.map(preloadTag).join('')] as const);
  const { drawPage } = await import(pathToFileURL(path.join(folder, 'server/draw-page.js')).href);
  return { folder, page: await read('index.html'), preloads: new Map(tags), drawPage };
}

/** Finds the tags of an address. Its last part may be a parameter. */
const findPreloads = ({ preloads }: WebFolder, address: string): string =>
  preloads.get(address) ?? preloads.get(address.replace(/[^/]+$/, ':id')) ?? '';

/** Devices cache this page for offline use, so it names nobody. */
const OFFLINE_PAGE = '/index.html';
/** The element of the page in which the web is drawn. */
const ROOT = '<div id="root">';

/** Allows only our own scripts and styles. PrimeReact's injected styles carry the nonce (docs/reliability.md). */
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

/** These addresses redirect to the manual. Its file alone would lack its policy, and the web knows no screen for the address with a slash. */
const MANUAL_ALIASES = [`${MANUAL_PATH}.html`, `${MANUAL_PATH}/`];

/** The manual needs nothing but our own files. */
const MANUAL_POLICY = [
  "default-src 'none'",
  ...['script', 'style', 'img', 'font'].map((kind) => `${kind}-src 'self'`),
  ...['form-action', 'base-uri', 'frame-ancestors'].map((kind) => `${kind} 'none'`),
].join('; ');

/** Serves the files of the build; browsers keep hashed ones for a year. Every other address gets the page, whose router knows the address. */
export const serveWeb =
  (web: WebFolder, readSession: (ctx: Context) => Promise<object>, log: Pick<Logger, 'warn'>): Middleware =>
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
    if (path.extname(ctx.path) && ctx.path !== OFFLINE_PAGE) {
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
    const emptyPage = { path: ctx.path, head: '', html: '' };
    const draw = async () => web.drawPage(ctx.url, await readSession(ctx));
    const drawn =
      ctx.path === OFFLINE_PAGE
        ? emptyPage
        : await draw().catch((error: unknown) => {
            log.warn({ err: error }, 'page not drawn');
            return emptyPage;
          });
    // A link on another site sends no session, so the login would appear before a person who has one.
    const isKnown = drawn.path === ctx.path || ['', 'none', 'same-origin'].includes(ctx.get('Sec-Fetch-Site'));
    const { path: screen, head, html } = isKnown ? drawn : emptyPage;
    const nonce = randomBytes(16).toString('base64');
    ctx.set('Content-Security-Policy', pagePolicy(nonce));
    ctx.set('Cache-Control', 'no-store');
    ctx.type = 'html';
    ctx.body = web.page
      // The first script asks what the head names.
      .replace('<script', () => `${head}<script`)
      .replace('</head>', () => `${findPreloads(web, screen)}</head>`)
      .replaceAll(NONCE_PLACEHOLDER, nonce)
      // The page takes no input yet, because the scripts draw it anew and the input would be lost.
      .replace(ROOT, () => `<div id="root" inert>${html}`);
  };
