import type { IRichTextBlock, ITextRun } from '@microsoft/teams.cards';

const CONTROL = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;
const graphemes = new Intl.Segmenter('es-MX', { granularity: 'grapheme' });

const bytesOf = (text: string) => Buffer.byteLength(text);

/** At most `most` bytes of UTF-8; it does not split a character. */
function clipped(text: string, most: number): string {
  if (bytesOf(text) <= most) return text;
  let result = '';
  let left = most - bytesOf('…');
  for (const { segment } of graphemes.segment(text)) {
    left -= bytesOf(segment);
    if (left < 0) break;
    result += segment;
  }
  return `${result}…`;
}

/**
 * Literal text. Adaptive Cards compute only `{{DATE(…)}}` in plain text, so an invisible joiner goes between two opening braces.
 */
export function plain(text: string, most: number): string {
  const line = text
    .slice(0, most)
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .split('\n')
    .map((part) => part.replace(CONTROL, ''))
    .join('\n');
  return clipped(line.replace(/\{(?=\{)/g, '{\u2060'), most);
}

export type TextStyle = Partial<Pick<ITextRun, 'weight' | 'size' | 'color' | 'isSubtle' | 'selectAction'>>;

/** A run of text, never a `TextBlock`, because a run does not interpret markdown, links or mentions. */
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
