import type { types } from '@slack/bolt';
import { botSlack } from '../../messages/slack.ts';

/** Slack's limits (Block Kit reference); it refuses a whole message, modal or home that exceeds one. */
export const limits = {
  messageBlocks: 50,
  homeBlocks: 100,
  modalBlocks: 100,
  header: 150,
  text: 3_000,
  /** Of one section. */
  fields: 10,
  buttonLabel: 75,
  buttonValue: 2_000,
  buttonUrl: 3_000,
  buttonsInRow: 25,
  confirmTitle: 100,
  confirmText: 300,
  blockId: 255,
  modalTitle: 24,
  modalButton: 24,
  metadata: 3_000,
  label: 2_000,
  hint: 2_000,
  input: 3_000,
  options: 100,
  boxes: 10,
  optionLabel: 75,
  optionValue: 150,
} as const;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** At most `most` UTF-16 units, as Slack counts them; it does not split a character. */
export function clip(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Escapes Slack's control characters, so that a text cannot mention or link. At most `most` units once escaped; it does not split an entity. */
export function escaped(text: string, most: number): string {
  let result = '';
  for (const character of text) {
    const next = ENTITIES[character] ?? character;
    if (result.length + next.length >= most) return `${result}…`;
    result += next;
  }
  return result;
}

/** Slack refuses an empty text. */
const nonEmpty = (text: string) => (text.trim() ? text : botSlack.nothing);

export const plain = (text: string, most: number): types.PlainTextElement => ({
  type: 'plain_text',
  text: clip(nonEmpty(text), most),
  emoji: false,
});

/** `text` is escaped already. Verbatim, so that Slack does not link addresses and names that people typed. */
export const mrkdwn = (text: string): types.MrkdwnElement => ({ type: 'mrkdwn', text: nonEmpty(text), verbatim: true });

const WORDS: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };

/** What a person typed, without Slack's marks: a link is its address, a mention its name where Slack says it. */
export const typedText = (text: string): string =>
  text
    .replace(/<([^<>|]+)(?:\|([^<>]*))?>/g, (_, target: string, label?: string) =>
      /^[@#!]/.test(target) ? (label ? `${target[0]}${label.replace(/^[@#]/, '')}` : target) : target,
    )
    .replace(/&(?:amp|lt|gt);/g, (entity) => WORDS[entity] ?? entity)
    .trim();

export const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** `<url|label>` for an address of ours; it encodes the characters that would end the address. */
export const linkTo = (url: string, label: string) => `<${url.replace(/[<>|&]/g, encodeURIComponent)}|${label}>`;
