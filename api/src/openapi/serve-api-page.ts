import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Router } from '@koa/router';
import type { Context } from 'koa';
import swagger from 'swagger-ui-dist/package.json' with { type: 'json' };
import { escapeHtml } from '../mail/html.ts';
import { apiPageTexts } from '../messages/api-document.ts';
import swaggerWords from '../messages/swagger-words.json' with { type: 'json' };
import type { Json } from './other-operations.ts';

/** Allows only files of this server, and no inline script or style. Images may also come from the answer of a call. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Addresses of the library name its version, so that browsers keep its files for a year. */
const LIBRARY = `/api/docs/swagger-ui-${swagger.version}`;
const YEAR = 31_536_000;

const libraryFile = createRequire(import.meta.url).resolve;

/** Swagger UI has no translations, so the page replaces its words and the attributes that people see or hear. */
const texts = JSON.stringify({ ...swaggerWords, failed: apiPageTexts.failed });

const page = `<!doctype html>
<html lang="es-MX"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${apiPageTexts.title}</title>
<link rel="stylesheet" href="${LIBRARY}/swagger-ui.css"><link rel="stylesheet" href="/api/docs/page.css">
<script type="application/json" id="texts">${texts.replaceAll('<', '\\u003c')}</script>
<script defer src="${LIBRARY}/swagger-ui-bundle.js"></script><script type="module" src="/api/docs/page.js"></script></head>
<body><header><p class="brand">BITÁCORA</p><h1>${apiPageTexts.title}</h1><p>${apiPageTexts.lead}</p>
<ol>${apiPageTexts.steps.map((step) => `<li>${step}</li>`).join('')}</ol>
<p class="links"><a href="/api/openapi.json" download="bitacora-openapi.json">${apiPageTexts.document}</a>
<a href="/">${apiPageTexts.toBitacora}</a></p></header>
<noscript><p>${apiPageTexts.noScript}</p></noscript>
<main id="calls" aria-label="${escapeHtml(apiPageTexts.label)}"></main></body></html>
`;

const pack = promisify(gzip);

/** Serves one public file, compressed where the client accepts it. The file is read and compressed once, at the first request. */
function publicFile(type: string, read: () => Promise<Buffer>, { isVersioned = false } = {}): (ctx: Context) => Promise<void> {
  let forms: Promise<{ plain: Buffer; packed: Buffer }> | null = null;
  return async (ctx) => {
    forms ??= read()
      .then(async (plain) => ({ plain, packed: await pack(plain) }))
      .catch((error: unknown) => {
        forms = null;
        throw error;
      });
    const { plain, packed } = await forms;
    const isPacked = ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
    if (type === 'html') ctx.set('Content-Security-Policy', POLICY);
    if (isVersioned) ctx.set('Cache-Control', `max-age=${YEAR}, immutable`);
    ctx.vary('Accept-Encoding');
    if (isPacked) ctx.set('Content-Encoding', 'gzip');
    ctx.type = type;
    ctx.body = isPacked ? packed : plain;
  };
}

/**
 * Serves the page that shows the API document, without a login, like the document itself (docs/decisions/0035). `describe` is called at
 * the first request, because few people ask for it and each start would wait for it.
 */
export function serveApiPage(router: Router, describe: () => Promise<Json>): void {
  const fromText = (text: string) => async () => Buffer.from(text);
  const fromPage = (name: string) => () => readFile(path.join(import.meta.dirname, 'page', name));
  const fromLibrary = (name: string) => () => readFile(libraryFile(`swagger-ui-dist/${name}`));
  router.get(
    '/api/openapi.json',
    publicFile('json', async () => Buffer.from(JSON.stringify(await describe()))),
  );
  router.get('/api/docs', publicFile('html', fromText(page)));
  router.get('/api/docs/page.js', publicFile('js', fromPage('page.js')));
  router.get('/api/docs/page.css', publicFile('css', fromPage('page.css')));
  router.get(`${LIBRARY}/swagger-ui-bundle.js`, publicFile('js', fromLibrary('swagger-ui-bundle.js'), { isVersioned: true }));
  router.get(`${LIBRARY}/swagger-ui.css`, publicFile('css', fromLibrary('swagger-ui.css'), { isVersioned: true }));
}
