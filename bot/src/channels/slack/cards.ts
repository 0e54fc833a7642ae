import type { types } from '@slack/bolt';
import * as z from 'zod/mini';
import type { Button, Card, Group, Item, Press, PressButton } from '../../card.ts';
import { botCards } from '../../messages/cards.ts';
import { botSlack } from '../../messages/slack.ts';
import { clip, escaped, limits, linkTo, mrkdwn, oneLine, plain } from './text.ts';
import type { CardFiles } from './uploads.ts';

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

/** A message that shows a card. `sentence` is the result of what the person just did. */
export const cardMessage = (card: Card, { sentence, files }: { sentence?: string | undefined; files?: CardFiles } = {}) => ({
  text: cardText(card),
  blocks: cardBlocks(card, { sentence, files, most: limits.messageBlocks }),
  unfurl_links: false,
  unfurl_media: false,
});

/** The text of the notification, and of clients that draw no blocks. */
const cardText = ({ title, intro }: Card) => clip(escaped([title, intro].filter(Boolean).join('. '), limits.text), limits.text);

interface CardBlockOptions {
  sentence?: string | undefined;
  /** An image without a file is left out. */
  files?: CardFiles | undefined;
  most: number;
}

/** A card in at most `most` blocks; its end counts the items that did not fit. */
export function cardBlocks(card: Card, { sentence, files = new Map(), most }: CardBlockOptions): types.KnownBlock[] {
  const head: types.KnownBlock[] = [{ type: 'header', text: plain(oneLine(card.title), limits.header) }];
  if (sentence) head.push(section(sentence));
  if (card.intro) head.push(section(card.intro));
  const footOf = (left: number) => [
    ...(card.note ? [smallPrint(card.note)] : []),
    ...buttonRows([...(card.buttons ?? []), ...othersOf(card, left)], 'foot').slice(0, FOOT_ROWS),
  ];

  const entries = card.groups.flatMap((group, place) => groupBlocks(group, place, files));
  const blocks = [...head];
  const footLength = footOf(entries.length).length;
  let left = entries.length;
  for (const entry of entries) {
    if (blocks.length + entry.length + footLength >= most) break;
    blocks.push(...entry);
    left -= 1;
  }
  if (left && !card.others) blocks.push(smallPrint(botCards.left(left)));
  return withActivityIds([...blocks, ...footOf(left)], card.activityIds);
}

/** The last button, for what the card leaves out and what did not fit. */
function othersOf({ others }: Card, left: number): PressButton[] {
  const count = (others?.count ?? 0) + left;
  return others && count > 0 ? [{ label: botCards.others(count), press: others.press }] : [];
}

export const section = (text: string): types.KnownBlock => ({ type: 'section', text: mrkdwn(escaped(text, limits.text)) });
const smallPrint = (text: string): types.KnownBlock => ({ type: 'context', elements: [mrkdwn(escaped(text, limits.text))] });

function groupBlocks({ heading, items, empty }: Group, place: number, files: CardFiles): types.KnownBlock[][] {
  const head: types.KnownBlock[] = [{ type: 'divider' }];
  if (heading) head.push({ type: 'section', text: mrkdwn(`*${escaped(oneLine(heading), 300) || botCards.activitiesTitle}*`) });
  if (!items.length) return [[...head, section(empty ?? '')]];
  return items.map((item, index) => [...(index ? [] : head), ...itemBlocks(item, `${place}-${index}`, files)]);
}

function itemBlocks(item: Item, place: string, files: CardFiles): types.KnownBlock[] {
  const { columns, lines } = placedFacts(item);
  const text = mrkdwn([itemHeading(item), ...lines].join('\n'));
  const fields = columns.length > 0 ? { fields: columns.map((column) => mrkdwn(column)) } : {};
  return [{ type: 'section', text, ...fields }, ...imageBlocks(item, files), ...buttonRows(item.buttons, place)];
}

const imageBlocks = ({ images = [] }: Item, files: CardFiles): types.ImageBlock[] =>
  images.flatMap(({ id, alt }) => {
    const file = files.get(id);
    return file ? [{ type: 'image', alt_text: clip(alt, limits.text - 1_000), slack_file: { id: file } }] : [];
  });

function itemHeading({ title, url, tone }: Item): string {
  const name = escaped(oneLine(title), TITLE) || botSlack.nothing;
  const linked = url && url.length <= 500 ? linkTo(url, name) : name;
  return tone ? `${botSlack.tones[tone]} *${linked}*` : `*${linked}*`;
}

/** A longer fact takes a line, because a column is narrow. */
const COLUMN = 60;

/** As many whole facts as fit. Short facts of an activity stand in columns, in order; all others one below the other. */
function placedFacts({ facts, url }: Item): { columns: string[]; lines: string[] } {
  const columns: string[] = [];
  const lines: string[] = [];
  let length = 0;
  for (const { label, value } of facts) {
    const isColumn = url !== undefined && value.length <= COLUMN && columns.length < limits.fields;
    const name = escaped(oneLine(label), FACT);
    const fact = isColumn ? `*${name}*\n${escaped(oneLine(value), FACT)}` : escaped(oneLine(botSlack.fact(label, value)), FACT);
    length += fact.length + 1;
    if (length > FACTS) break;
    (isColumn ? columns : lines).push(fact);
  }
  return { columns, lines };
}

/** What an element does: the beginning of its `action_id`. A suffix follows, because ids in a message must differ. */
export const actions = { press: 'press', link: 'link', send: 'send', look: 'look', field: 'field', search: 'search' } as const;

/** Rows of buttons, none for no buttons, because Slack refuses an empty row. `place` makes the action ids unique in the message. */
function buttonRows(buttons: readonly Button[], place: string): types.KnownBlock[] {
  const elements = buttons
    .filter((button) => 'press' in button || button.url.length <= limits.buttonUrl)
    .map((button, index) => drawButton(button, `${place}-${index}`));
  const rows: types.KnownBlock[] = [];
  for (let from = 0; from < elements.length; from += limits.buttonsInRow)
    rows.push({ type: 'actions', elements: elements.slice(from, from + limits.buttonsInRow) });
  return rows;
}

function drawButton(button: Button, suffix: string): types.Button {
  if ('press' in button) return drawPressButton(button, `${actions.press}-${suffix}`);
  return { type: 'button', action_id: `${actions.link}-${suffix}`, text: plain(button.label, limits.buttonLabel), url: button.url };
}

function drawPressButton({ label, press, style, confirm }: PressButton, actionId: string): types.Button {
  return {
    type: 'button',
    action_id: actionId,
    text: plain(label, limits.buttonLabel),
    value: encodePress(press),
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

const pressSchema = z.catchall(z.object({ flow: z.string() }), z.union([z.string(), z.number(), z.boolean(), z.null()]));

/** The value of a button. Throws for a press that is too long for Slack; a flow makes presses of at most 1,000 characters. */
export function encodePress(press: Press): string {
  const value = JSON.stringify(press);
  if (value.length > limits.buttonValue)
    throw new Error(`The press of ${press.flow} is too long for a button: ${value.length} characters.`);
  return value;
}

/** Null for a value that no card of ours has. */
export function decodePress(value: unknown): Press | null {
  if (typeof value !== 'string') return null;
  try {
    return pressSchema.parse(JSON.parse(value)) as Press;
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

/** Reads them from the blocks of a message of ours, as Slack answers them. */
export function activityIdsIn(blocks: readonly { block_id?: string }[] = []): number[] {
  const lists = blocks.map(({ block_id }) => BLOCK_ID.exec(block_id ?? '')?.[2] ?? '');
  return lists.flatMap((list) => list.split(',').filter(Boolean).map(Number));
}
