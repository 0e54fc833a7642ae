import type { types } from '@slack/bolt';
import {
  type ActionButton,
  type Button,
  type ButtonAction,
  buttonActionSchema,
  type Card,
  type Group,
  type Item,
  othersButtons,
} from '../../card.ts';
import { botCards } from '../../messages/bot.ts';
import { botSlack } from '../../messages/chats.ts';
import type { CardFiles } from './api.ts';

/** Slack's limits (Block Kit reference); it refuses a whole message, modal or home that exceeds one. */
export const limits = {
  messageBlocks: 50,
  header: 150,
  text: 3_000,
  fieldsInSection: 10,
  buttonLabel: 75,
  buttonValue: 2_000,
  buttonUrl: 3_000,
  buttonsInRow: 25,
  confirmTitle: 100,
  confirmText: 300,
  blockId: 255,
  modalTitle: 24,
  modalButton: 24,
  label: 2_000,
  hint: 2_000,
  input: 3_000,
  options: 100,
  boxes: 10,
  optionLabel: 75,
  optionValue: 150,
} as const;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Cuts a text at `most` UTF-16 units, as Slack counts them; it does not split a character. */
export function clip(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Escapes Slack's control characters, so that a text cannot mention or link. The result has at most `most` units; it does not split an entity. */
export function escapeText(text: string, most: number): string {
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

/** `text` is escaped already. It is verbatim, so that Slack does not link addresses and names that people typed. */
export const mrkdwn = (text: string): types.MrkdwnElement => ({ type: 'mrkdwn', text: nonEmpty(text), verbatim: true });

const WORDS: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };

/** Removes Slack's marks from what a person typed: a link becomes its address, a mention its name where Slack says it. */
export const typedText = (text: string): string =>
  text
    .replace(/<([^<>|]+)(?:\|([^<>]*))?>/g, (_, target: string, label?: string) =>
      /^[@#!]/.test(target) ? (label ? `${target[0]}${label.replace(/^[@#]/, '')}` : target) : target,
    )
    .replace(/&(?:amp|lt|gt);/g, (entity) => WORDS[entity] ?? entity)
    .trim();

export const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Writes `<url|label>` for an address of ours, with the characters encoded that would end the address. */
const linkTo = (url: string, label: string) => `<${url.replace(/[<>|&]/g, encodeURIComponent)}|${label}>`;

const TITLE = 500;
const FACT = 500;
const FACTS = 1_800;
const FOOT_ROWS = 10;
/** A block's id holds 255 characters: 20 activity ids of ten digits fit beside its index. */
const IDS_PER_BLOCK = 20;
const BLOCK_ID = /^(\d+):([\d,]*)$/;

export interface SlackMessage {
  text: string;
  blocks: types.KnownBlock[];
}

/** Draws the message of a card. `sentence` is the result of what the person just did. */
export const cardMessage = (card: Card, { sentence, files }: { sentence?: string | undefined; files?: CardFiles } = {}) => ({
  text: cardText(card),
  blocks: cardBlocks(card, { sentence, files, most: limits.messageBlocks }),
  unfurl_links: false,
  unfurl_media: false,
});

/** Slack shows it as the notification, and in clients that draw no blocks. */
const cardText = ({ title, intro }: Card) => clip(escapeText([title, intro].filter(Boolean).join('. '), limits.text), limits.text);

interface CardBlockOptions {
  sentence?: string | undefined;
  /** An image without a file is left out. */
  files?: CardFiles | undefined;
  most: number;
}

/** Draws a card in at most `most` blocks; its end counts the items that did not fit. */
export function cardBlocks(card: Card, { sentence, files = new Map(), most }: CardBlockOptions): types.KnownBlock[] {
  const head: types.KnownBlock[] = [{ type: 'header', text: plain(oneLine(card.title), limits.header) }];
  if (sentence) head.push(section(sentence));
  if (card.intro) head.push(section(card.intro));
  const drawFoot = (left: number) => [
    ...(card.note ? [smallPrint(card.note)] : []),
    ...buttonRows([...(card.buttons ?? []), ...othersButtons(card, left)], 'foot').slice(0, FOOT_ROWS),
  ];

  const entries = card.groups.flatMap((group, index) => groupBlocks(group, index, files));
  const blocks = [...head];
  const footLength = drawFoot(entries.length).length;
  let left = entries.length;
  for (const entry of entries) {
    if (blocks.length + entry.length + footLength >= most) break;
    blocks.push(...entry);
    left -= 1;
  }
  if (left && !card.others) blocks.push(smallPrint(botCards.left(left)));
  return withActivityIds([...blocks, ...drawFoot(left)], card.activityIds);
}

export const section = (text: string): types.KnownBlock => ({ type: 'section', text: mrkdwn(escapeText(text, limits.text)) });
const smallPrint = (text: string): types.KnownBlock => ({ type: 'context', elements: [mrkdwn(escapeText(text, limits.text))] });

function groupBlocks({ heading, items, empty }: Group, groupIndex: number, files: CardFiles): types.KnownBlock[][] {
  const head: types.KnownBlock[] = [{ type: 'divider' }];
  if (heading) head.push({ type: 'section', text: mrkdwn(`*${escapeText(oneLine(heading), 300) || botCards.activitiesTitle}*`) });
  if (!items.length) return [[...head, section(empty ?? '')]];
  return items.map((item, index) => [...(index ? [] : head), ...itemBlocks(item, `${groupIndex}-${index}`, files)]);
}

function itemBlocks(item: Item, itemKey: string, files: CardFiles): types.KnownBlock[] {
  const { columns, lines } = placeFacts(item);
  const text = mrkdwn([itemHeading(item), ...lines].join('\n'));
  const fields = columns.length > 0 ? { fields: columns.map((column) => mrkdwn(column)) } : {};
  return [{ type: 'section', text, ...fields }, ...imageBlocks(item, files), ...buttonRows(item.buttons, itemKey)];
}

const imageBlocks = ({ images = [] }: Item, files: CardFiles): types.ImageBlock[] =>
  images.flatMap(({ id, alt }) => {
    const file = files.get(id);
    return file ? [{ type: 'image', alt_text: clip(alt, limits.text - 1_000), slack_file: { id: file } }] : [];
  });

function itemHeading({ title, url, tone }: Item): string {
  const name = escapeText(oneLine(title), TITLE) || botSlack.nothing;
  const heading = url && url.length <= 500 ? linkTo(url, name) : name;
  return tone ? `${botSlack.tones[tone]} *${heading}*` : `*${heading}*`;
}

/** A longer fact gets a line, because a column is narrow. */
const COLUMN = 60;

/** Takes as many whole facts as fit. Short facts of an activity stand in columns, in order; all others have a line each. */
function placeFacts({ facts, url }: Item): { columns: string[]; lines: string[] } {
  const columns: string[] = [];
  const lines: string[] = [];
  let length = 0;
  for (const { label, value } of facts) {
    const isColumn = url !== undefined && value.length <= COLUMN && columns.length < limits.fieldsInSection;
    const name = escapeText(oneLine(label), FACT);
    const fact = isColumn ? `*${name}*\n${escapeText(oneLine(value), FACT)}` : escapeText(oneLine(botSlack.fact(label, value)), FACT);
    length += fact.length + 1;
    if (length > FACTS) break;
    (isColumn ? columns : lines).push(fact);
  }
  return { columns, lines };
}

/** An `action_id` begins with one of these. A suffix follows, because ids in a message must differ. */
export const actions = { press: 'press', link: 'link', send: 'send', look: 'look', field: 'field', search: 'search' } as const;

/** Draws no row without buttons, because Slack refuses an empty row. `rowKey` makes the action ids unique in the message. */
function buttonRows(buttons: readonly Button[], rowKey: string): types.KnownBlock[] {
  const elements = buttons
    .filter((button) => 'press' in button || button.url.length <= limits.buttonUrl)
    .map((button, index) => drawButton(button, `${rowKey}-${index}`));
  const rows: types.KnownBlock[] = [];
  for (let from = 0; from < elements.length; from += limits.buttonsInRow)
    rows.push({ type: 'actions', elements: elements.slice(from, from + limits.buttonsInRow) });
  return rows;
}

function drawButton(button: Button, suffix: string): types.Button {
  if ('press' in button) return drawActionButton(button, `${actions.press}-${suffix}`);
  return { type: 'button', action_id: `${actions.link}-${suffix}`, text: plain(button.label, limits.buttonLabel), url: button.url };
}

function drawActionButton({ label, press, style, confirm }: ActionButton, actionId: string): types.Button {
  return {
    type: 'button',
    action_id: actionId,
    text: plain(label, limits.buttonLabel),
    value: encodeButtonAction(press),
    ...(style && { style }),
    ...(confirm && { confirm: confirmation(confirm) }),
  };
}

const confirmation = (text: string): types.ConfirmationDialog => ({
  title: plain(botSlack.confirmTitle, limits.confirmTitle),
  text: plain(text, limits.confirmText),
  confirm: plain(botSlack.yes, 30),
  deny: plain(botSlack.no, 30),
});

/** Throws for a press that is too long for Slack; a flow makes presses of at most 1,000 characters. */
export function encodeButtonAction(press: ButtonAction): string {
  const value = JSON.stringify(press);
  if (value.length > limits.buttonValue)
    throw new Error(`The press of ${press.flow} is too long for a button: ${value.length} characters.`);
  return value;
}

/** Null for a value that no card of ours has. */
export function decodeButtonAction(value: unknown): ButtonAction | null {
  if (typeof value !== 'string') return null;
  try {
    return buttonActionSchema.parse(JSON.parse(value)) as ButtonAction;
  } catch {
    return null;
  }
}

/**
 * Writes the ids of the card's activities into the ids of the blocks. The metadata cannot hold them, because it
 * holds the mark of an uncertain post, and Slack replaces it whole.
 */
function withActivityIds(blocks: readonly types.KnownBlock[], activityIds: readonly number[]): types.KnownBlock[] {
  return blocks.map((block, index) => ({
    ...block,
    block_id: `${index}:${activityIds.slice(index * IDS_PER_BLOCK, (index + 1) * IDS_PER_BLOCK).join(',')}`,
  }));
}

/** Reads the ids of activities from the blocks of a message of ours, as Slack answers them. */
export function readActivityIds(blocks: readonly { block_id?: string }[] = []): number[] {
  const lists = blocks.map(({ block_id }) => BLOCK_ID.exec(block_id ?? '')?.[2] ?? '');
  return lists.flatMap((list) => list.split(',').filter(Boolean).map(Number));
}
