import type { DigestContent, Link } from '@bitacora/core/messages/digest';
import { digestInHtml } from './digest-html.ts';
import { digestInText } from './digest-text.ts';

/** One letter in the two forms a mail carries; `links` are those of its footer. */
export const renderDigest = (letter: DigestContent, links: readonly Link[]): { subject: string; text: string; html: string } => ({
  subject: letter.subject,
  text: digestInText(letter, links),
  html: digestInHtml(letter, links),
});
