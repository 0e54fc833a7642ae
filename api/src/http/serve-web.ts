import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { MANUAL_PATH } from '@bitacora/core/messages/layout';
import { withoutEnding } from '@bitacora/core/processes/shutdown';
import { send } from '@koa/send';
import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';
import { ClientGone, type Slot } from './concurrency-limit.ts';
import { findRefusal } from './error-handler.ts';
import { type AnswerCall, answerCallsOf } from './page-calls.ts';

/** The build writes this text where each answer puts its nonce. */
const NONCE_PLACEHOLDER = '__CSP_NONCE__';

/** The only script outside of `assets` that fetches; its name has no hash, because browsers look there for a newer one. */
const SERVICE_WORKER = '/service-worker.js';

export interface WebFolder {
  folder: string;
  page: string;
  /** Maps an address, as in `routes.tsx` of the web, to the tags of the files that its screen needs first. */
  preloads: ReadonlyMap<string, string>;
  /** Draws what the page at an address shows before its scripts are there (`draw-page.tsx` of the web). */
  drawPage: (address: string, reader: PageReader) => Promise<DrawnPage>;
}
interface PageReader {
  session: object;
  width: number;
  ask: AnswerCall;
}
interface DrawnPage {
  /** Differs from the requested path where the web redirects that person. */
  path: string;
  /** The element of the head; empty where nothing was drawn. */
  title: string;
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

/** In px, where the browser does not say: a phone's, or a desk's. */
const USUAL_WIDTHS = [390, 1280] as const;

/** Reads the width of the window, which `theme.js` of the web keeps in a cookie. */
function readWindowWidth(ctx: Context): number {
  const [phone, desk] = USUAL_WIDTHS;
  return Number(ctx.cookies.get('window_width')) || (/Mobi/.test(ctx.get('User-Agent')) ? phone : desk);
}

interface WebDependencies {
  web: WebFolder;
  readSession: (ctx: Context) => Promise<object>;
  handle: RequestListener;
  log: Pick<Logger, 'warn' | 'debug'>;
}

/** Serves the files of the build; browsers keep hashed ones for a year. Every other address gets the page, whose router knows the address. */
export const serveWeb =
  ({ web, readSession, handle, log }: WebDependencies): Middleware =>
  async (ctx) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return;
    // Programs such as assistants ask here for documents that we do not have, and could not read the page instead.
    if (ctx.path.startsWith('/.well-known/')) return;
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
    const emptyPage = { path: ctx.path, title: '', head: '', html: '' };
    // Another site must choose neither what the server reads nor, as it sends no session, that the login appears.
    const isOwnSite = ['', 'none', 'same-origin'].includes(ctx.get('Sec-Fetch-Site'));
    const draw = async () => {
      const session = await readSession(ctx);
      const { slot } = ctx.state as { slot: Slot };
      // Errors that nobody catches in a call end the process, as ever.
      const answerCall = AsyncLocalStorage.bind(answerCallsOf(ctx.req, handle));
      const ask: AnswerCall = async (call) => (isOwnSite ? slot.untilSent(answerCall(call)) : null);
      return withoutEnding(() => web.drawPage(ctx.url, { session, width: readWindowWidth(ctx), ask }));
    };
    const drawn =
      ctx.path === OFFLINE_PAGE
        ? emptyPage
        : await draw().catch((error: unknown) => {
            const level = findRefusal(error) || error instanceof ClientGone ? 'debug' : 'warn';
            log[level]({ err: error }, 'page not drawn');
            return emptyPage;
          });
    const { path: screen, title, head, html } = isOwnSite || drawn.path === ctx.path ? drawn : emptyPage;
    const nonce = randomBytes(16).toString('base64');
    ctx.set('Content-Security-Policy', pagePolicy(nonce));
    ctx.set('Cache-Control', 'no-store');
    ctx.type = 'html';
    ctx.body = web.page
      .replace(/<title>.*<\/title>/, (usual) => title || usual)
      .replaceAll(NONCE_PLACEHOLDER, nonce)
      // The first script reads what the head holds. What people wrote there stays as it is.
      .replace('<script', () => `${head.replace(NONCE_PLACEHOLDER, nonce)}<script`)
      .replace('</head>', () => `${findPreloads(web, screen)}</head>`)
      // The page takes no input yet, because the scripts draw it anew and the input would be lost.
      .replace(ROOT, () => `<div id="root" inert>${html}`);
  };
