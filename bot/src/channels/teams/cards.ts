import type { ActivityParams } from '@microsoft/teams.api';
import type {
  IActionSet,
  IAdaptiveCard,
  IContainer,
  IExecuteAction,
  IImageSet,
  IOpenUrlAction,
  IRichTextBlock,
  IShowCardAction,
  ISubmitAction,
  ITextRun,
  TextColor,
} from '@microsoft/teams.cards';
import { type ActionButton, type Button, type ButtonAction, type Card, type Group, type Item, othersButtons } from '../../card.ts';
import { botTeams } from '../../messages/chats.ts';

const CONTROL = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;
const graphemes = new Intl.Segmenter('es-MX', { granularity: 'grapheme' });

/** Cuts a text at `most` bytes of UTF-8; it does not split a character. */
function clip(text: string, most: number): string {
  if (Buffer.byteLength(text) <= most) return text;
  let result = '';
  let left = most - Buffer.byteLength('…');
  for (const { segment } of graphemes.segment(text)) {
    left -= Buffer.byteLength(segment);
    if (left < 0) break;
    result += segment;
  }
  return `${result}…`;
}

/**
 * Makes a text literal. Adaptive Cards compute only `{{DATE(…)}}` in plain text, so an invisible joiner goes between two opening braces.
 */
export function plain(text: string, most: number): string {
  const line = text
    .slice(0, most)
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .split('\n')
    .map((part) => part.replace(CONTROL, ''))
    .join('\n');
  return clip(line.replace(/\{(?=\{)/g, '{\u2060'), most);
}

type TextStyle = Partial<Pick<ITextRun, 'weight' | 'size' | 'color' | 'isSubtle' | 'selectAction'>>;

/** Draws a run of text, never a `TextBlock`, because a run does not interpret markdown, links or mentions. */
export const run = (text: string, most: number, style: TextStyle = {}): ITextRun => ({
  type: 'TextRun',
  text: plain(text, most),
  ...style,
});

export const lines = (inlines: ITextRun[], spacing: IRichTextBlock['spacing'] = 'Small'): IRichTextBlock => ({
  type: 'RichTextBlock',
  inlines,
  spacing,
});

/** Teams refuses messages of over 28 kB; the rest is for the activity around the card. */
const CARD_BYTES = 25_000;
const TITLE_BYTES = 400;
const INTRO_BYTES = 1_500;
const NOTE_BYTES = 600;
const FACT_BYTES = 400;
const LABEL_BYTES = 80;
const CONFIRM_BYTES = 400;
const SUMMARY_BYTES = 200;
/** Teams hides more buttons of one row, so they go into its «…» menu. */
const VISIBLE_BUTTONS = 4;
const MAX_BUTTONS = 10;

export const ADAPTIVE = 'application/vnd.microsoft.card.adaptive';
const marks = { overdue: ['▲', 'Attention'], soon: ['◆', 'Warning'], calm: ['●', 'Accent'], done: ['✓', 'Good'] } as const;
type CardElement = NonNullable<IAdaptiveCard['body']>[number];

/** A chat's card uses `Action.Execute`; the personal tab supports `Action.Submit` only. */
export type CardSurface = 'chat' | 'tab';

/** The library's type lacks the summary, which is the text of the notification. */
type TeamsMessage = ActivityParams & { summary: string };

export const cardMessage = (card: IAdaptiveCard, summary: string): TeamsMessage => ({
  type: 'message',
  summary: plain(summary, SUMMARY_BYTES),
  attachments: [{ contentType: ADAPTIVE, content: card }],
});

export const adaptiveCard = (body: CardElement[]): IAdaptiveCard => ({
  type: 'AdaptiveCard',
  $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
  version: '1.5',
  msteams: { width: 'full' },
  body,
});

export const drawSentence = (sentence: string): IAdaptiveCard => adaptiveCard([lines([run(sentence, INTRO_BYTES)])]);

interface DrawOptions {
  /** The result of what the person just did; it stands above the title. */
  sentence?: string | undefined;
  surface?: CardSurface;
}

/** The card has at most `CARD_BYTES` of UTF-8. */
export function drawCard(card: Card, { sentence, surface = 'chat' }: DrawOptions = {}): IAdaptiveCard {
  const top: CardElement[] = [
    ...(sentence ? [lines([run(sentence, INTRO_BYTES, { color: 'Accent', weight: 'Bolder' })])] : []),
    lines([run(card.title, TITLE_BYTES, { weight: 'Bolder', size: 'Large' })]),
    ...(card.intro ? [lines([run(card.intro, INTRO_BYTES)])] : []),
  ];
  const middle = card.groups.flatMap((group) => drawGroup(group, card, surface));
  const drawBottom = (left: number): CardElement[] => [
    ...(card.note ? [subtle(card.note, NOTE_BYTES)] : []),
    ...drawButtons([...(card.buttons ?? []), ...othersButtons(card, left)], card.press, surface),
  ];
  return adaptiveCard(fit(top, middle, drawBottom));
}

/** Takes as much of the middle as there is room for, in order; a line says that there is more. */
function fit(top: CardElement[], middle: readonly CardElement[], drawBottom: (left: number) => CardElement[]): CardElement[] {
  const countBytes = (elements: readonly CardElement[]) => Buffer.byteLength(JSON.stringify(elements));
  const more = subtle(botTeams.more, LABEL_BYTES);
  const isItem = ({ type }: CardElement) => type === 'Container';
  let left = CARD_BYTES - countBytes([...top, ...drawBottom(middle.length), more]);
  const end = middle.findIndex((element) => {
    left -= countBytes([element]);
    return left < 0;
  });
  if (end < 0) return [...top, ...middle, ...drawBottom(0)];
  return [...top, ...middle.slice(0, end), more, ...drawBottom(middle.slice(end).filter(isItem).length)];
}

const subtle = (text: string, most: number): CardElement => lines([run(text, most, { isSubtle: true })]);

function drawGroup({ heading, items, empty }: Group, card: Card, surface: CardSurface): CardElement[] {
  const head: CardElement[] = heading ? [lines([run(heading, TITLE_BYTES, { weight: 'Bolder', size: 'Medium' })], 'Large')] : [];
  if (items.length === 0) return empty ? [...head, subtle(empty, INTRO_BYTES)] : head;
  return [...head, ...items.map((item) => drawItem(item, card, surface))];
}

function drawItem(item: Item, card: Card, surface: CardSurface): IContainer {
  const facts = item.facts.map(({ label, value }) =>
    lines([run(`${label}: `, LABEL_BYTES, { isSubtle: true }), run(value, FACT_BYTES)], 'None'),
  );
  return {
    type: 'Container',
    separator: true,
    spacing: 'Medium',
    items: [itemTitle(item), ...facts, ...drawImages(item), ...drawButtons(item.buttons, card.press, surface)],
  };
}

const drawImages = ({ images = [] }: Item): IImageSet[] =>
  images.length === 0
    ? []
    : [
        {
          type: 'ImageSet',
          imageSize: 'Large',
          images: images.map(({ alt, url }) => ({ type: 'Image', url, altText: plain(alt, LABEL_BYTES), msteams: { allowExpand: true } })),
        },
      ];

function itemTitle({ title, url, tone }: Item) {
  const [mark, color]: readonly [string, TextColor] = tone ? marks[tone] : ['', 'Default'];
  const selectAction: IOpenUrlAction | undefined = url ? { type: 'Action.OpenUrl', url } : undefined;
  const style = { weight: 'Bolder' as const, ...(selectAction ? { selectAction, color: 'Accent' as const } : {}) };
  return lines([...(mark ? [run(`${mark} `, 8, { color, weight: 'Bolder' })] : []), run(title, TITLE_BYTES, style)]);
}

/** Teams sends it back when a person presses a button. */
interface ButtonData {
  verb: 'press' | 'submit' | 'look';
  press: ButtonAction;
  /** Redraws the card that a form replaced. */
  back?: ButtonAction;
}

type ButtonStyle = Pick<IExecuteAction, 'style' | 'mode'>;
const buttonStyles = { primary: 'positive', danger: 'destructive' } as const;

function drawButtons(buttons: readonly Button[], back: ButtonAction | undefined, surface: CardSurface): IActionSet[] {
  if (buttons.length === 0) return [];
  const actions = buttons.slice(0, MAX_BUTTONS).map((button, index) => drawButton(button, back, surface, index < VISIBLE_BUTTONS));
  return [{ type: 'ActionSet', spacing: 'Small', actions }];
}

function drawButton(button: Button, back: ButtonAction | undefined, surface: CardSurface, isVisible: boolean) {
  const mode = isVisible ? {} : { mode: 'secondary' as const };
  if ('url' in button)
    return { type: 'Action.OpenUrl', title: plain(button.label, LABEL_BYTES), url: button.url, ...mode } satisfies IOpenUrlAction;
  const style = { ...mode, ...(button.style ? { style: buttonStyles[button.style] } : {}) };
  if (button.confirm) return confirmButton(button, back, surface, style);
  return actionButton(button.label, { verb: 'press', press: button.press, back }, surface, style);
}

/** Teams has no confirmation dialog, so the question unfolds below with a second button. */
function confirmButton(button: ActionButton, back: ButtonAction | undefined, surface: CardSurface, style: ButtonStyle): IShowCardAction {
  const { label, press, confirm = '' } = button;
  const action = actionButton(label, { verb: 'press', press, back }, surface, { style: style.style });
  return {
    type: 'Action.ShowCard',
    title: plain(label, LABEL_BYTES),
    ...style,
    card: { type: 'AdaptiveCard', version: '1.5', body: [lines([run(confirm, CONFIRM_BYTES)])], actions: [action] },
  };
}

export function actionButton(
  label: string,
  data: ButtonData,
  surface: CardSurface,
  style: ButtonStyle = {},
): IExecuteAction | ISubmitAction {
  const shared = {
    title: plain(label, LABEL_BYTES),
    data: { ...data },
    // Only the button that sends a form validates its inputs.
    associatedInputs: data.verb === 'submit' ? ('auto' as const) : ('none' as const),
    ...(style.style ? { style: style.style } : {}),
    ...(style.mode ? { mode: style.mode } : {}),
  };
  return surface === 'tab' ? { type: 'Action.Submit', ...shared } : { type: 'Action.Execute', verb: data.verb, ...shared };
}
