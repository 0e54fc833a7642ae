import type { types } from '@slack/bolt';
import type { Item } from '../../../card.ts';
import { botSlack } from '../../../messages/slack.ts';
import { buttonRows } from './buttons.ts';
import { escaped, linkTo, mrkdwn, oneLine } from './text.ts';

const TITLE = 500;
const FACT = 500;
const FACTS = 1_800;

/** As many whole facts as there is room for: those of an activity in one line, those of a list of words or figures one below the other. */
function factLines({ facts, url }: Item): string {
  const between = url ? ' · ' : '\n';
  const written: string[] = [];
  for (const { label, value } of facts) {
    const fact = escaped(oneLine(botSlack.fact(label, value)), FACT);
    if ([...written, fact].join(between).length > FACTS) break;
    written.push(fact);
  }
  return written.join(between);
}

function heading({ title, url, tone }: Item): string {
  const name = escaped(oneLine(title), TITLE) || botSlack.nothing;
  const linked = url && url.length <= 500 ? linkTo(url, name) : name;
  return tone ? `${botSlack.tones[tone]} *${linked}*` : `*${linked}*`;
}

export function itemBlocks(item: Item, place: string): types.KnownBlock[] {
  const lines = [heading(item), factLines(item)].filter(Boolean);
  return [{ type: 'section', text: mrkdwn(lines.join('\n')) }, ...buttonRows(item.buttons, place)];
}
