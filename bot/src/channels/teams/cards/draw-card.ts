import type { IAdaptiveCard, IContainer, IOpenUrlAction, TextColor } from '@microsoft/teams.cards';
import type { Card, Group, Item } from '../../../card.ts';
import { botTeams } from '../../../messages/teams.ts';
import { drawButtons, type Place } from './draw-button.ts';
import { lines, run } from './text.ts';

/** Teams refuses messages of over 28 kB; the rest is left for what surrounds the card. */
const CARD_BYTES = 25_000;
const TITLE_BYTES = 400;
const INTRO_BYTES = 1_500;
const NOTE_BYTES = 600;
const FACT_BYTES = 400;
const LABEL_BYTES = 80;

const marks = { overdue: ['▲', 'Attention'], soon: ['◆', 'Warning'], calm: ['●', 'Accent'], done: ['✓', 'Good'] } as const;
type Block = NonNullable<IAdaptiveCard['body']>[number];

const opens = (url: string): IOpenUrlAction => ({ type: 'Action.OpenUrl', url });

function headline({ title, url, tone }: Item) {
  const [mark, color]: readonly [string, TextColor] = tone ? marks[tone] : ['', 'Default'];
  const look = { weight: 'Bolder' as const, ...(url ? { selectAction: opens(url), color: 'Accent' as const } : {}) };
  return lines([...(mark ? [run(`${mark} `, 8, { color, weight: 'Bolder' })] : []), run(title, TITLE_BYTES, look)]);
}

function drawItem(item: Item, card: Card, place: Place): IContainer {
  const facts = item.facts.map(({ label, value }) =>
    lines([run(`${label}: `, LABEL_BYTES, { isSubtle: true }), run(value, FACT_BYTES)], 'None'),
  );
  return {
    type: 'Container',
    separator: true,
    spacing: 'Medium',
    items: [headline(item), ...facts, ...drawButtons(item.buttons, card.press, place)],
  };
}

const subtle = (text: string, most: number): Block => lines([run(text, most, { isSubtle: true })]);

function drawGroup({ heading, items, empty }: Group, card: Card, place: Place): Block[] {
  const above: Block[] = heading ? [lines([run(heading, TITLE_BYTES, { weight: 'Bolder', size: 'Medium' })], 'Large')] : [];
  if (items.length === 0) return empty ? [...above, subtle(empty, INTRO_BYTES)] : above;
  return [...above, ...items.map((item) => drawItem(item, card, place))];
}

/** As much of the middle as there is room for, in order; what is left out is said. */
function fitted(top: Block[], middle: readonly Block[], bottom: Block[]): Block[] {
  const bytes = (blocks: readonly Block[]) => Buffer.byteLength(JSON.stringify(blocks));
  const more = subtle(botTeams.more, LABEL_BYTES);
  let left = CARD_BYTES - bytes([...top, ...bottom, more]);
  const kept = middle.findIndex((block) => {
    left -= bytes([block]);
    return left < 0;
  });
  return kept < 0 ? [...top, ...middle, ...bottom] : [...top, ...middle.slice(0, kept), more, ...bottom];
}

export const cardOf = (body: Block[]): IAdaptiveCard => ({
  type: 'AdaptiveCard',
  $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
  version: '1.5',
  msteams: { width: 'full' },
  body,
});

/** At most `CARD_BYTES` as UTF-8, whatever people wrote. `sentence` stands above everything: what the press has done. */
export function drawCard(card: Card, { sentence, place = 'chat' }: { sentence?: string | undefined; place?: Place } = {}): IAdaptiveCard {
  const top: Block[] = [
    ...(sentence ? [lines([run(sentence, INTRO_BYTES, { color: 'Accent', weight: 'Bolder' })])] : []),
    lines([run(card.title, TITLE_BYTES, { weight: 'Bolder', size: 'Large' })]),
    ...(card.intro ? [lines([run(card.intro, INTRO_BYTES)])] : []),
  ];
  const bottom = [...(card.note ? [subtle(card.note, NOTE_BYTES)] : []), ...drawButtons(card.buttons ?? [], card.press, place)];
  return cardOf(
    fitted(
      top,
      card.groups.flatMap((group) => drawGroup(group, card, place)),
      bottom,
    ),
  );
}

/** A sentence that stands alone. */
export const drawSentence = (sentence: string): IAdaptiveCard => cardOf([lines([run(sentence, INTRO_BYTES)])]);
