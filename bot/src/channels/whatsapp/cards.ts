import { withoutControls } from '@bitacora/core/domain/text';
import { asWritten, clipped, onOneLine } from '@bitacora/core/messages/phrases';
import { type ActionButton, type Button, type Card, type CardImage, type Item, othersButtons } from '../../card.ts';
import { botCards } from '../../messages/bot.ts';
import { botSlack, botWhatsapp } from '../../messages/chats.ts';
import type { OutgoingMessage } from './api.ts';
import type { ButtonPayload, Buttons } from './buttons.ts';

/** WhatsApp's limits (Cloud API reference); it refuses a whole message that exceeds one. */
export const limits = {
  text: 4_096,
  body: 1_024,
  caption: 1_024,
  buttons: 3,
  buttonTitle: 20,
  buttonId: 256,
  rows: 10,
  rowTitle: 24,
  rowText: 72,
  rowId: 200,
} as const;
/** A card shows this number of images; its link has the others. */
const MAX_IMAGES = 3;
/** These rows of a list are for the card itself, where its items would fill all of them. */
const CARD_ROWS = 3;

/** WhatsApp has no escape, so these stand for its signs. An underscore inside a word formats nothing, and is part of many names. */
const LOOKALIKES: Record<string, string> = { '*': '∗', _: 'ˍ', '~': '∼', '`': 'ˋ', '>': '›' };

/** Makes a person's text literal: no bold, no quotation, no direction of its own. */
export const literal = (text: string): string =>
  withoutControls(asWritten(text)).replace(/[*~`]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|^>/gmu, (sign) => LOOKALIKES[sign] ?? sign);

export const bold = (text: string): string => `*${literal(onOneLine(text)) || botSlack.nothing}*`;

/** Titles of buttons and rows have no formatting. WhatsApp counts UTF-16 units, so a text of pictures is cut again. */
function title(text: string, most: number): string {
  const short = clipped(withoutControls(text), most) || botSlack.nothing;
  return short.length <= most ? short : `${short.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** A person chooses one of these in a message. */
export interface Choice {
  label: string;
  detail?: string | undefined;
  payload: ButtonPayload;
}
interface Link {
  label: string;
  url: string;
}

const textMessage = (body: string): OutgoingMessage => ({ type: 'text', text: { body, preview_url: false } });
const interactive = (type: string, body: string, action: object): OutgoingMessage => ({
  type: 'interactive',
  interactive: { type, body: { text: body }, action },
});

/** Splits a text at its lines into parts of at most `most` UTF-16 units; a character has two at most. */
function splitText(text: string, most: number): string[] {
  const parts: string[] = [''];
  for (const line of text.split('\n').flatMap((whole) => whole.match(new RegExp(`[^]{1,${most / 2}}`, 'gu')) ?? [''])) {
    const last = parts.length - 1;
    if (`${parts[last]}\n${line}`.length <= most) parts[last] = `${parts[last]}\n${line}`;
    else parts.push(line);
  }
  return parts.map((part) => part.trim()).filter(Boolean);
}

export const drawSentence = (sentence: string): OutgoingMessage[] => splitText(literal(sentence), limits.text).map(textMessage);

/**
 * Draws a text with its choices as buttons or as a list, and its links. A text that is too long for a message with choices goes before it.
 * `body` is literal already.
 */
export function drawMessages(body: string, choices: readonly Choice[], links: readonly Link[], { encode }: Buttons): OutgoingMessage[] {
  const [link, ...otherLinks] = links;
  if (link && otherLinks.length === 0 && choices.length === 0 && body.length <= limits.body) {
    const parameters = { display_text: title(link.label, limits.buttonTitle), url: link.url };
    return [interactive('cta_url', body, { name: 'cta_url', parameters })];
  }
  const text = [body, ...links.map(({ label, url }) => `${literal(label)}: ${url}`)].join('\n');
  if (choices.length > 0 && text.length <= limits.body) return [drawChoices(text, choices, encode)];
  const head = splitText(text, limits.text).map(textMessage);
  return choices.length > 0 ? [...head, drawChoices(botWhatsapp.choose, choices, encode)] : head;
}

function drawChoices(body: string, choices: readonly Choice[], encode: Buttons['encode']): OutgoingMessage {
  const areButtons =
    choices.length <= limits.buttons &&
    choices.every(({ label, detail }) => label.length <= limits.buttonTitle && !detail) &&
    new Set(choices.map(({ label }) => label)).size === choices.length;
  if (areButtons) {
    const buttons = choices.map(({ label, payload }) => ({
      type: 'reply',
      reply: { id: encode(payload, limits.buttonId), title: title(label, limits.buttonTitle) },
    }));
    return interactive('button', body, { buttons });
  }
  const rows = choices.slice(0, limits.rows).map(({ label, detail, payload }) => {
    const description = detail ?? (label.length > limits.rowTitle ? label : '');
    return {
      id: encode(payload, limits.rowId),
      title: title(label, limits.rowTitle),
      ...(description ? { description: title(description, limits.rowText) } : {}),
    };
  });
  return interactive('list', body, { button: botWhatsapp.options, sections: [{ title: botWhatsapp.options, rows }] });
}

const isAction = (button: Button): button is ActionButton => 'press' in button;
const asChoice = ({ label, press, confirm }: ActionButton, detail?: string): Choice => ({
  label,
  detail,
  payload: { press, ...(confirm ? { question: confirm } : {}) },
});

/** In a list an activity is one row, which opens it. An item that cannot be opened has a row for each of its buttons. */
function itemChoices({ title: itemTitle, facts, buttons }: Item): Choice[] {
  const actions = buttons.filter(isAction);
  const opening = actions.findLast(({ press }) => press.flow === 'view');
  if (opening) return [{ ...asChoice(opening, facts.map(({ value }) => value).join(' · ')), label: itemTitle }];
  return actions.map((button) => asChoice(button, itemTitle));
}

function itemText({ title: itemTitle, tone, facts }: Item, isAlone: boolean): string {
  const mark = tone ? `${botSlack.tones[tone]} ` : '';
  const lines = facts.map(({ label, value }) =>
    isAlone ? `*${literal(label)}:* ${literal(value)}` : botSlack.fact(literal(label), literal(value)),
  );
  return [`${mark}${bold(itemTitle)}`, isAlone ? lines.join('\n') : lines.join(' · ')].filter(Boolean).join('\n');
}

/**
 * Draws a card, whose images go before it in messages of their own. `sentence` is the result of what the person just did. Items that find
 * no row are behind the last choice.
 */
export function drawCard(card: Card, buttons: Buttons, sentence?: string): { messages: OutgoingMessage[]; images: readonly CardImage[] } {
  const items = card.groups.flatMap((group) => group.items);
  const isAlone = items.length === 1;
  const [links, actions] = [(card.buttons ?? []).filter((button) => !isAction(button)), (card.buttons ?? []).filter(isAction)];
  // WhatsApp cannot change a message, so a button that only draws the same card again is of no use.
  const ownActions = actions.filter(({ press }) => JSON.stringify(press) !== JSON.stringify(card.press));

  const room = limits.rows - Math.min(ownActions.length, CARD_ROWS) - (card.others ? 1 : 0);
  const itemRows: Choice[] = [];
  const visible = new Set<Item>();
  for (const item of items) {
    const rows = isAlone ? item.buttons.filter(isAction).map((button) => asChoice(button)) : itemChoices(item);
    if (itemRows.length + rows.length > room && !isAlone) break;
    itemRows.push(...rows);
    visible.add(item);
  }
  const left = items.length - visible.size;
  const last = othersButtons(card, left).map((button) => asChoice(button));
  const own = ownActions.map((button) => asChoice(button)).slice(0, Math.max(CARD_ROWS, limits.rows - itemRows.length - last.length));
  const allChoices = [...itemRows.slice(0, limits.rows - own.length - last.length), ...own, ...last];
  // WhatsApp refuses two choices that are the same.
  const choices = [...new Map(allChoices.map((choice) => [JSON.stringify(choice.payload), choice])).values()];

  const images = isAlone ? (items[0]?.images ?? []) : [];
  const groups = card.groups.map(({ heading, items: groupItems, empty }) =>
    [
      ...(heading && groupItems.some((item) => visible.has(item)) ? [bold(heading)] : []),
      ...groupItems.filter((item) => visible.has(item)).map((item) => itemText(item, isAlone)),
      ...(groupItems.length === 0 && empty ? [literal(empty)] : []),
    ].join('\n\n'),
  );
  const notes = [
    ...(images.length > MAX_IMAGES ? [botWhatsapp.imagesLeft(images.length - MAX_IMAGES)] : []),
    ...(left > 0 && last.length === 0 ? [botCards.left(left)] : []),
    ...(card.note ? [card.note] : []),
  ];
  const head = [...(sentence ? [literal(sentence)] : []), bold(card.title), literal(card.intro ?? '')];
  const body = [...head, ...groups, ...notes.map(literal)].filter(Boolean).join('\n\n');
  const itemLinks = items.filter((item) => visible.has(item)).flatMap((item) => item.buttons.filter((button) => !isAction(button)));
  const allLinks = [...itemLinks, ...links] as Link[];
  const distinct = [...new Map(allLinks.map((link) => [link.url, link])).values()];
  return { messages: drawMessages(body, choices, distinct, buttons), images: images.slice(0, MAX_IMAGES) };
}
