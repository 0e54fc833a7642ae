import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { ChosenKind } from '@bitacora/core/domain/notifications/notification';
import { Refused } from '@bitacora/core/domain/refusal';
import { frame } from '@bitacora/core/messages/layout';
import { type Core, repositoriesOn } from '@bitacora/core/server';
import { unsubscribe } from '@bitacora/core/use-cases/notifications/preferences';
import { Router } from '@koa/router';
import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';
import { type Colour, colours, escapeHtml } from '../mail/html.ts';
import { PRIVACY_NOTICE_PATH, preferencesUrl, readUnsubscribeToken, type Unsubscription } from '../mail/links.ts';
import { answerTexts, unsubscribeTexts as texts } from '../messages/answers.ts';
import { clientAddress, limitedAddress } from './client-network.ts';
import type { RateLimits } from './rate-limit.ts';

const paint = (shade: 0 | 1) => {
  const colour = (name: Colour) => colours[name][shade];
  return `body{background:${colour('ground')};color:${colour('ink')}}main{background:${colour('surface')};border-color:${colour('line')}}
.brand,a{color:${colour('accent')}}button{background:${colour('accent')};color:${colour('accent-ink')}}`;
};
const style = `:root{color-scheme:light dark}body{margin:0;padding:24px 12px;font:15px/24px Inter,'Segoe UI',Helvetica,Arial,sans-serif}
main{max-width:536px;margin:0 auto;padding:28px 32px;border:1px solid;border-radius:12px}.brand{margin:0;font-size:13px;font-weight:600;letter-spacing:.06em}
h1{margin:16px 0 8px;font-size:20px;line-height:28px}h2{margin:20px 0 4px;font-size:16px}li{overflow-wrap:anywhere}p{margin:0 0 16px}label{display:flex;gap:12px;align-items:center;min-height:44px}
input{width:20px;height:20px;flex:none;accent-color:${colours.accent[0]}}button{margin:12px 0 20px;padding:12px 20px;border:0;border-radius:8px;font:inherit;font-weight:600;cursor:pointer}
a{display:inline-block;padding:10px 0}@media (max-width:480px){body{padding:0}main{border:0;border-radius:0;padding:24px 20px}}
${paint(0)}@media (prefers-color-scheme:dark){${paint(1)}}`;

/** Answers a page that does not belong to the web app. It loads no script and nothing from other servers. `title` and `body` are HTML. */
function answerPage(ctx: Context, status: number, title: string, body: string): void {
  const nonce = randomBytes(16).toString('base64');
  ctx.set(
    'Content-Security-Policy',
    `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  );
  ctx.set('Cache-Control', 'no-store');
  ctx.status = status;
  ctx.type = 'html';
  ctx.body = `<!doctype html>
<html lang="es-MX"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
<title>${title}</title><style nonce="${nonce}">${style}</style></head>
<body><main><p class="brand">BITÁCORA</p><h1>${title}</h1>
${body}</main></body></html>
`;
}

const LETTERS_MAX = 200_000;

/** Converts a plain text to HTML: blank lines separate paragraphs, # begins a heading, hyphens begin the items of a list. All else is escaped. */
function noticeHtml(text: string): string {
  const blocks = text
    .slice(0, LETTERS_MAX)
    .replace(/^\ufeff/, '')
    .split(/\r?\n\s*\n/);
  return blocks.map((block) => blockHtml(block.trim())).join('');
}

function blockHtml(block: string): string {
  if (block === '') return '';
  const lines = block.split(/\r?\n/);
  if (lines.every((line) => /^[-*] /.test(line)))
    return `<ul>${lines.map((line) => `<li>${escapeHtml(line.slice(2))}</li>`).join('')}</ul>`;
  const [, heading] = /^#+ +(.+)$/.exec(lines[0] ?? '') ?? [];
  const rest = heading ? lines.slice(1) : lines;
  const paragraph = rest.length > 0 ? `<p>${rest.map(escapeHtml).join('<br>')}</p>` : '';
  return `${heading ? `<h2>${escapeHtml(heading)}</h2>` : ''}${paragraph}`;
}

/** Serves the company's privacy notice without a login. The file is read at each request, so that a new text needs no restart. */
export function privacyNotice(file: string | undefined, log: Logger): Middleware {
  const routes = new Router({ sensitive: true, strict: true });
  routes.get(PRIVACY_NOTICE_PATH, async (ctx) => {
    ctx.state.endpoint = 'privacyNotice';
    const text = file
      ? await readFile(file, 'utf8').catch((error: unknown) => {
          log.warn({ err: error }, 'PRIVACY_NOTICE cannot be read');
          return '';
        })
      : '';
    answerPage(
      ctx,
      200,
      frame.privacyNotice,
      `${noticeHtml(text) || `<p>${answerTexts.noPrivacyNotice}</p>`}<p><a href="/">${frame.toBitacora}</a></p>`,
    );
  });
  return routes.routes() as Middleware;
}

const FORM_MAX = 10_000;

interface UnsubscribeDependencies {
  core: Core;
  limits: RateLimits;
  publicUrl: string;
}

/**
 * Serves the unsubscribe link of mails, without a login. GET only asks, because mail scanners open every link. POST unsubscribes: a mail
 * program sends it after one click (RFC 8058), and so does the form of the page.
 */
export function unsubscribeRoutes({ core, limits, publicUrl }: UnsubscribeDependencies): Middleware {
  const { installation } = repositoriesOn(core.db, core.zone);
  const links = `<p><a href="${escapeHtml(preferencesUrl(publicUrl))}">${texts.preferences}</a></p>`;

  async function readSubscription(ctx: Context): Promise<Unsubscription | null> {
    ctx.state.endpoint = 'unsubscribe';
    const subscription = readUnsubscribeToken(String(ctx.params.token), await installation.unsubscribeKey());
    if (subscription && subscription.kinds.length > 0) return subscription;
    await limits.spend('unsubscribeGuesses', limitedAddress(ctx.ip));
    answerPage(ctx, 404, texts.unknownTitle, `<p>${texts.unknown}</p>${links}`);
    return null;
  }
  const ask = (ctx: Context, { kinds }: Unsubscription, status = 200) =>
    answerPage(ctx, status, texts.title, `<p>${status === 200 ? texts.lead : texts.none}</p>${renderForm(kinds)}${links}`);

  const routes = new Router({ sensitive: true, strict: true });
  routes.get('/unsubscribe/:token', async (ctx) => {
    const subscription = await readSubscription(ctx);
    if (subscription) ask(ctx, subscription);
  });
  routes.post('/unsubscribe/:token', async (ctx) => {
    const subscription = await readSubscription(ctx);
    if (!subscription) return;
    const form = await readForm(ctx);
    // A mail program sends no choice of kinds, so all kinds of the link are switched off.
    const kinds = form.has('form') ? subscription.kinds.filter((kind) => form.getAll('kind').includes(kind)) : subscription.kinds;
    if (kinds.length === 0) return ask(ctx, subscription, 400);
    const input = { personId: subscription.personId, kinds };
    const by = { actor: null, channel: 'web', address: clientAddress(ctx), effect: 'writes' } as const;
    await core.perform({ ...by, useCase: unsubscribe, input });
    answerPage(
      ctx,
      200,
      texts.doneTitle,
      `<ul>${kinds.map((kind) => `<li>${texts.kinds[kind]}</li>`).join('')}</ul><p>${texts.done}</p>${links}`,
    );
  });
  return routes.routes() as Middleware;
}

/** Reads the body of a form. A mail program may also send multipart, which holds nothing that the address does not hold. */
async function readForm(ctx: Context): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of ctx.req) {
    text += chunk;
    if (text.length > FORM_MAX) throw new Refused({ code: 'input.tooLarge' });
  }
  return new URLSearchParams(ctx.is('application/x-www-form-urlencoded') ? text : '');
}

const renderForm = (kinds: readonly ChosenKind[]) => `<form method="post"><input type="hidden" name="form" value="1">
${kinds.map((kind) => `<label><input type="checkbox" name="kind" value="${kind}" checked> ${texts.kinds[kind]}</label>`).join('\n')}
<button>${texts.submit}</button></form>`;
