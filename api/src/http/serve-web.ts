import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { createClientOf, type WireRequest } from '@bitacora/core/client';
import { sessionEndpoints } from '@bitacora/core/contract/account/session-endpoints';
import { sessionRequests } from '@bitacora/core/contract/exchange';
import { peopleEndpoints } from '@bitacora/core/contract/people-endpoints';
import { listPaths } from '@bitacora/core/domain/page-paths';
import { firstCalls } from '@bitacora/core/domain/reports/list-address';
import { MANUAL_PATH } from '@bitacora/core/messages/layout';
import { send } from '@koa/send';
import type { Context, Middleware } from 'koa';
import { signalOf } from './concurrency-limit.ts';

/** What the build writes where the nonce of each answer goes. */
const NONCE_PLACEHOLDER = '__CSP_NONCE__';

/** The only script outside of `assets` that fetches; its name has no hash, because browsers look there for a newer one. */
const SERVICE_WORKER = '/service-worker.js';

export interface WebFolder {
  folder: string;
  page: string;
  /** The page that answers come with. Its entry stands below the place that it draws in, and does not wait for the end. */
  answeredPage: string;
  /** By address, as `routes.tsx` of the web has it, the tags of what its screen needs first. */
  preloads: ReadonlyMap<string, string>;
  /** What the page of the login shows before its scripts are there. */
  login: string;
}

const preloadTag = (address: string): string => {
  // The session, which the page asks for in the same way; otherwise the browser would ask twice.
  if (address.startsWith('/api/')) return `<link rel="preload" as="fetch" crossorigin href="${address}">`;
  if (address.endsWith('.css')) return `<link rel="preload" as="style" crossorigin href="${address}">`;
  return `<link rel="modulepreload" crossorigin href="${address}">`;
};

const SESSION_TAG = preloadTag(sessionRequests.readSession.path);

/** The built web: a folder with index.html, preloads.json and login.html. */
export async function readWebFolder(folder: string): Promise<WebFolder> {
  const read = (name: string) => readFile(path.join(folder, name), 'utf8');
  const filesByAddress: Record<string, string[]> = JSON.parse(await read('preloads.json'));
  const tags = Object.entries(filesByAddress).map(([address, files]) => [address, files.map(preloadTag).join('')] as const);
  const page = await read('index.html');
  return { folder, page, answeredPage: withEntryAtOnce(page), preloads: new Map(tags), login: await read('login.html') };
}

/** The last part of an address may be a parameter. */
const preloadsOf = ({ preloads }: WebFolder, address: string): string =>
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

/** JSON that cannot end its script element. A browser runs no script of this type, so no policy needs to allow it. */
const answersTag = (answers: string): string =>
  `<script type="application/json" id="first-answers">${answers.replaceAll('<', '\\u003c')}</script>`;

/** The build's entry. */
const ENTRY = /<script type="module"[^>]*><\/script>/;
function withEntryAtOnce(page: string): string {
  const [entry = ''] = ENTRY.exec(page) ?? [];
  const atOnce = entry.replace(' type="module"', ' type="module" async');
  return page.replace(entry, '').replace('</body>', () => `${atOnce}</body>`);
}

/** The scripts of the page run while the server asks for what the screen shows. */
async function* withAnswers(page: string, answers: Promise<string>): AsyncGenerator<string> {
  const end = page.indexOf('</body>');
  yield page.slice(0, end);
  yield answersTag(await answers) + page.slice(end);
}

interface WebPageDependencies {
  hasSession(ctx: Context): boolean;
  /** Whether a page of another origin asks. */
  isForeign(ctx: Context): boolean;
  answersFor(ctx: Context, screen: string): Promise<string>;
}

/** What a navigation is for. Old browsers do not say it, and a service worker that forwards one says 'empty'. */
const PAGE_DESTINATIONS = ['', 'document', 'empty'];

/** Files of the build as they are, hashed ones for a year; every other address is the page, whose router knows it. */
export const serveWeb =
  (web: WebFolder, { hasSession, isForeign, answersFor }: WebPageDependencies): Middleware =>
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
    // No proxy compresses what the address decides beside what belongs to the person (BREACH).
    ctx.set('Cache-Control', 'no-store, no-transform');
    ctx.type = 'html';
    // A person with a session is led on from the login, and would see it flash.
    const screen = ctx.path === LOGIN_PATH && hasSession(ctx) && !ctx.search ? listPaths.home : ctx.path;
    const page = ctx.path === LOGIN_PATH && !hasSession(ctx) ? web.page.replace(ROOT, () => ROOT + web.login) : web.page;
    const preloads = preloadsOf(web, screen);
    const opensPage = ctx.method === 'GET' && !isForeign(ctx) && PAGE_DESTINATIONS.includes(ctx.get('Sec-Fetch-Dest'));
    const comesWithAnswers = opensPage && hasSession(ctx) && preloads.includes(SESSION_TAG);
    // The browser fetches the screen's files, and without a session its answer, while it reads the first ones.
    const tags = comesWithAnswers ? preloads.replace(SESSION_TAG, '') : preloads;
    const whole = (comesWithAnswers ? web.answeredPage : page)
      .replace('</head>', () => `${tags}</head>`)
      .replaceAll(NONCE_PLACEHOLDER, nonce);
    // A proxy would hold the beginning back until the answers are there.
    if (comesWithAnswers) ctx.set('X-Accel-Buffering', 'no');
    ctx.body = comesWithAnswers ? Readable.from(withAnswers(whole, answersFor(ctx, screen))) : whole;
  };

/** A page waits no longer for the answers that come with it; it then asks for them itself. */
const PATIENCE_MS = 150;
/** Characters of these answers. They are sent without compression, because the address of the page decides what is in them (BREACH). */
const ANSWERS_MAX_LENGTH = 40_000;

type Handle = (request: IncomingMessage, response: ServerResponse) => unknown;

/** A request with the cookie, the language and the network of a page's request. The server handles it as if the page had sent it. */
function callFor(page: IncomingMessage, { method, path, body }: WireRequest, socket: Socket): IncomingMessage {
  const bytes = Buffer.from(body === undefined ? '' : JSON.stringify(body));
  const content = bytes.length > 0 && { 'content-type': 'application/json', 'content-length': String(bytes.length) };
  const headers = { ...page.headers, accept: 'application/json', 'accept-encoding': 'identity', ...content };
  const request = { method, url: path, headers, socket, httpVersion: page.httpVersion, complete: true };
  return Object.assign(Readable.from([bytes]), request) as unknown as IncomingMessage;
}

/** The status of an answer, and its body where that is one text. */
function answerTo(request: IncomingMessage, handle: Handle): Promise<{ status: number; text: string }> {
  return new Promise((resolve) => {
    const response = new ServerResponse(request);
    response.end = (body?: unknown) => {
      resolve({ status: response.statusCode, text: String(body ?? '') });
      return response;
    };
    void handle(request, response);
  });
}

/**
 * The answers to the session and to the first calls of a list, as the JSON of a list. Each call passes authentication, lanes, limits and log like any
 * other. What is refused, late or long is left out.
 */
export async function firstAnswers({ req, URL }: Context, screen: string, handle: Handle, patienceMs = PATIENCE_MS): Promise<string> {
  const answers: string[] = [];
  let length = 0;
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: req.socket.remoteAddress });
  const client = createClientOf({ ...sessionEndpoints, ...peopleEndpoints }, async (request) => {
    const { status, text } = await answerTo(callFor(req, request, socket), handle);
    const body = JSON.parse(text);
    const answer = `{"path":${JSON.stringify(request.path)},"body":${JSON.stringify(request.body ?? null)},"answer":${text}}`;
    if (status === 200 && length + answer.length <= ANSWERS_MAX_LENGTH) {
      answers.push(answer);
      length += answer.length;
    }
    return { status, body };
  });
  const ask = async () => {
    const { user, isSecondFactorDue } = await client.readSession();
    if (!user || isSecondFactorDue) return;
    await Promise.allSettled(firstCalls(screen, URL.searchParams, user).map(([name, input]) => client[name](input as never)));
  };
  const end = pause(patienceMs, undefined, { signal: signalOf(req.socket), ref: false });
  await Promise.race([ask(), end]).catch(() => {});
  // What is late is cancelled.
  socket.destroy();
  return `[${answers.join()}]`;
}
