import type { types } from '@slack/bolt';
import * as z from 'zod/mini';
import type { Button, Card, Group, Item, Press, PressButton } from '../../card.ts';
import { botCards } from '../../messages/cards.ts';
import { botSlack } from '../../messages/slack.ts';
import { clip, escaped, limits, linkTo, mrkdwn, oneLine, plain } from './text.ts';

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
export const cardMessage = (card: Card, sentence?: string) => ({
  text: cardText(card),
  blocks: cardBlocks(card, { sentence, most: limits.messageBlocks }),
  unfurl_links: false,
  unfurl_media: false,
});

/** The text of the notification, and of clients that draw no blocks. */
const cardText = ({ title, intro }: Card) => clip(escaped([title, intro].filter(Boolean).join('. '), limits.text), limits.text);

/** A card in at most `most` blocks; the last line counts the items that did not fit. */
export function cardBlocks(card: Card, { sentence, most }: { sentence?: string; most: number }): types.KnownBlock[] {
  const head: types.KnownBlock[] = [{ type: 'header', text: plain(oneLine(card.title), limits.header) }];
  if (sentence) head.push(section(sentence));
  if (card.intro) head.push(section(card.intro));
  const foot = [...(card.note ? [smallPrint(card.note)] : []), ...buttonRows(card.buttons ?? [], 'foot').slice(0, FOOT_ROWS)];

  const entries = card.groups.flatMap(groupBlocks);
  const blocks = [...head];
  let left = entries.length;
  for (const entry of entries) {
    if (blocks.length + entry.length + foot.length >= most) break;
    blocks.push(...entry);
    left -= 1;
  }
  if (left) blocks.push(smallPrint(botCards.left(left)));
  return withActivityIds([...blocks, ...foot], card.activityIds);
}

export const section = (text: string): types.KnownBlock => ({ type: 'section', text: mrkdwn(escaped(text, limits.text)) });
const smallPrint = (text: string): types.KnownBlock => ({ type: 'context', elements: [mrkdwn(escaped(text, limits.text))] });

function groupBlocks({ heading, items, empty }: Group, place: number): types.KnownBlock[][] {
  const head: types.KnownBlock[] = [{ type: 'divider' }];
  if (heading) head.push({ type: 'section', text: mrkdwn(`*${escaped(oneLine(heading), 300) || botCards.activitiesTitle}*`) });
  if (!items.length) return [[...head, section(empty ?? '')]];
  return items.map((item, index) => [...(index ? [] : head), ...itemBlocks(item, `${place}-${index}`)]);
}

function itemBlocks(item: Item, place: string): types.KnownBlock[] {
  const lines = [itemHeading(item), factLines(item)].filter(Boolean);
  return [{ type: 'section', text: mrkdwn(lines.join('\n')) }, ...buttonRows(item.buttons, place)];
}

function itemHeading({ title, url, tone }: Item): string {
  const name = escaped(oneLine(title), TITLE) || botSlack.nothing;
  const linked = url && url.length <= 500 ? linkTo(url, name) : name;
  return tone ? `${botSlack.tones[tone]} *${linked}*` : `*${linked}*`;
}

/** As many whole facts as fit: an activity's in one line, those of a list of words or figures one below the other. */
function factLines({ facts, url }: Item): string {
  const separator = url ? ' · ' : '\n';
  const lines: string[] = [];
  for (const { label, value } of facts) {
    const fact = escaped(oneLine(botSlack.fact(label, value)), FACT);
    if ([...lines, fact].join(separator).length > FACTS) break;
    lines.push(fact);
  }
  return lines.join(separator);
}

/** What an element does: the beginning of its `action_id`. A suffix follows, because ids in a message must differ. */
export const actions = { press: 'press', link: 'link', send: 'send', look: 'look', field: 'field' } as const;

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
