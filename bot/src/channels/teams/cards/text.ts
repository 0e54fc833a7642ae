import type { IRichTextBlock, ITextRun } from '@microsoft/teams.cards';

const CONTROL = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;
const letters = new Intl.Segmenter('es-MX', { granularity: 'grapheme' });

const bytesOf = (text: string) => Buffer.byteLength(text);

/** At most `most` bytes as UTF-8, cut between two letters. */
function clipped(text: string, most: number): string {
  if (bytesOf(text) <= most) return text;
  let kept = '';
  let left = most - bytesOf('…');
  for (const { segment } of letters.segment(text)) {
    left -= bytesOf(segment);
    if (left < 0) break;
    kept += segment;
  }
  return `${kept}…`;
}

/**
 * What somebody wrote, for a place that shows it as it stands. The one thing every place of a card computes is `{{DATE(…)}}`: its
 * braces, however many stand in a row, are parted by a joiner that nobody sees.
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

export type Look = Partial<Pick<ITextRun, 'weight' | 'size' | 'color' | 'isSubtle' | 'selectAction'>>;

/** A run of text, never a `TextBlock`: markdown, links and mentions mean nothing in it. */
export const run = (text: string, most: number, look: Look = {}): ITextRun => ({ type: 'TextRun', text: plain(text, most), ...look });

export const lines = (inlines: ITextRun[], spacing: IRichTextBlock['spacing'] = 'Small'): IRichTextBlock => ({
  type: 'RichTextBlock',
  inlines,
  spacing,
});
