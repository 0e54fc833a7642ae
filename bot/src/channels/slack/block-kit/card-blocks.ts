import type { types } from '@slack/bolt';
import type { Card, Group } from '../../../card.ts';
import { botCards } from '../../../messages/cards.ts';
import { buttonRows } from './buttons.ts';
import { itemBlocks } from './item-blocks.ts';
import { limits } from './limits.ts';
import { nameActivities } from './shown-activities.ts';
import { clip, escaped, mrkdwn, oneLine, plain } from './text.ts';

const section = (text: string): types.KnownBlock => ({ type: 'section', text: mrkdwn(escaped(text, limits.text)) });
const smallPrint = (text: string): types.KnownBlock => ({ type: 'context', elements: [mrkdwn(escaped(text, limits.text))] });

function groupBlocks({ heading, items, empty }: Group, place: number): types.KnownBlock[][] {
  const head: types.KnownBlock[] = [{ type: 'divider' }];
  if (heading) head.push({ type: 'section', text: mrkdwn(`*${escaped(oneLine(heading), 300) || botCards.activitiesTitle}*`) });
  if (!items.length) return [[...head, section(empty ?? '')]];
  return items.map((item, index) => [...(index ? [] : head), ...itemBlocks(item, `${place}-${index}`)]);
}

/** A card in at most `most` blocks: items that find no room are counted in a line instead. `sentence` is what was just done. */
export function cardBlocks(card: Card, { sentence, most }: { sentence?: string; most: number }): types.KnownBlock[] {
  const head: types.KnownBlock[] = [{ type: 'header', text: plain(oneLine(card.title), limits.header) }];
  if (sentence) head.push(section(sentence));
  if (card.intro) head.push(section(card.intro));
  const foot = [...(card.note ? [smallPrint(card.note)] : []), ...buttonRows(card.buttons ?? [], 'foot').slice(0, 10)];

  const entries = card.groups.flatMap(groupBlocks);
  const drawn = [...head];
  let left = entries.length;
  for (const entry of entries) {
    if (drawn.length + entry.length + foot.length >= most) break;
    drawn.push(...entry);
    left -= 1;
  }
  if (left) drawn.push(smallPrint(botCards.left(left)));
  return nameActivities([...drawn, ...foot], card.activityIds);
}

/** What a notification and a reader that draws no blocks say. */
export const inWords = ({ title, intro }: Card) => clip(escaped([title, intro].filter(Boolean).join('. '), limits.text), limits.text);
