import type { types } from '@slack/bolt';
import { botSlack } from '../../../messages/slack.ts';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** At most so many UTF-16 units, as Slack counts; a character is never cut in two. */
export function clip(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Slack's own characters as entities, so that nobody's text mentions or links; at most so many units once escaped, and no entity is cut. */
export function escaped(text: string, most: number): string {
  let written = '';
  for (const character of text) {
    const next = ENTITIES[character] ?? character;
    if (written.length + next.length >= most) return `${written}…`;
    written += next;
  }
  return written;
}

/** Slack refuses a text of nothing. */
const filled = (text: string) => (text.trim() ? text : botSlack.nothing);

export const plain = (text: string, most: number): types.PlainTextElement => ({
  type: 'plain_text',
  text: clip(filled(text), most),
  emoji: false,
});

/** `text` is escaped already. Verbatim: an address or a name that somebody typed stays text. */
export const mrkdwn = (text: string): types.MrkdwnElement => ({ type: 'mrkdwn', text: filled(text), verbatim: true });

export const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** `<url|label>`; the address is ours, and what would end it early is encoded. */
export const linkTo = (url: string, label: string) => `<${url.replace(/[<>|&]/g, encodeURIComponent)}|${label}>`;
