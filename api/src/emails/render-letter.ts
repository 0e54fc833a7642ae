import type { Letter, Link } from '@bitacora/core/messages/emails-letter';
import { letterInHtml } from './letter-html.ts';
import { letterInText } from './letter-text.ts';

/** One letter in the two forms a mail carries; `links` are those of its footer. */
export const renderLetter = (letter: Letter, links: readonly Link[]): { subject: string; text: string; html: string } => ({
  subject: letter.subject,
  text: letterInText(letter, links),
  html: letterInHtml(letter, links),
});
