import type { IAdaptiveCard } from '@microsoft/teams.cards';

/** A button as it stands on a drawn card, wherever on it. */
export interface DrawnButton {
  type: string;
  title: string;
  url?: string;
  verb?: string;
  data?: Record<string, unknown>;
  card?: IAdaptiveCard;
}

function* parts(node: unknown): Generator<Record<string, unknown>> {
  if (Array.isArray(node)) for (const each of node) yield* parts(each);
  else if (typeof node === 'object' && node !== null) {
    yield node as Record<string, unknown>;
    yield* parts(Object.entries(node).flatMap(([name, value]) => (name === 'data' ? [] : [value])));
  }
}

/** Every button in reading order; one that asks first stands as the button that means it. */
export const buttonsOn = (card: IAdaptiveCard): DrawnButton[] =>
  [...parts(card)].filter((part) => /^Action\.(Execute|Submit|OpenUrl)$/.test(String(part.type)) && part.title) as never;

/** All that can be read on a card, a line each. */
export const textsOn = (card: IAdaptiveCard): string[] =>
  [...parts(card)]
    .filter(({ type }) => type === 'RichTextBlock')
    .map(({ inlines }) => (inlines as { text: string }[]).map(({ text }) => text).join(''));

export interface DrawnInput {
  type: string;
  id: string;
  label: string;
  isRequired?: boolean;
  value?: string;
}
export const inputsOn = (card: IAdaptiveCard): DrawnInput[] =>
  [...parts(card)].filter(({ type }) => String(type).startsWith('Input.')) as never;
