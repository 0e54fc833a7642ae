import { readFile } from 'node:fs/promises';
import { frame } from '@bitacora/core/messages/layout';
import { Router } from '@koa/router';
import type { Middleware } from 'koa';
import type { Logger } from 'pino';
import { escaped } from '../mail/html.ts';
import { PRIVACY_NOTICE_PATH } from '../mail/links.ts';
import { answerTexts } from '../messages/answers.ts';
import { answerPage } from './html-page.ts';

const LETTERS_MAX = 200_000;

/** A plain text as HTML: paragraphs between blank lines, headings after #, lists of lines that begin with a hyphen. All else is text. */
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
  if (lines.every((line) => /^[-*] /.test(line))) return `<ul>${lines.map((line) => `<li>${escaped(line.slice(2))}</li>`).join('')}</ul>`;
  const [, heading] = /^#+ +(.+)$/.exec(lines[0] ?? '') ?? [];
  const rest = heading ? lines.slice(1) : lines;
  const paragraph = rest.length > 0 ? `<p>${rest.map(escaped).join('<br>')}</p>` : '';
  return `${heading ? `<h2>${escaped(heading)}</h2>` : ''}${paragraph}`;
}

/** The privacy notice of the company, for everybody. The file is read each time, so that a new text needs no restart. */
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
