import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Colour, colours } from '../../src/mail/html.ts';

const tokens = readFileSync(new URL('../../../web/src/styles/tokens.css', import.meta.url), 'utf8');
const valuesOf = (name: string) =>
  [...tokens.matchAll(new RegExp(`--${name}: (#[0-9a-f]{6});`, 'gi'))].map(([, value]) => value?.toUpperCase());

/** Relative luminance of WCAG 2. */
function luminance(hex: string): number {
  const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const [r, g, b] = channels.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrast(a: string, b: string): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const pairs: { text: Colour[]; on: Colour; least: number }[] = [
  { text: ['ink', 'muted', 'accent', 'late', 'soon', 'done', 'wait', 'off'], on: 'surface', least: 4.5 },
  { text: ['ink', 'muted'], on: 'sunken', least: 4.5 },
  { text: ['accent-ink'], on: 'accent', least: 4.5 },
  { text: ['late-solid', 'soon-solid', 'done-solid', 'wait-solid', 'off-solid'], on: 'surface', least: 3 },
];

describe('the colours of a letter', () => {
  it('are those of the web', () => {
    for (const [name, [light, dark]] of Object.entries(colours)) expect([name, ...valuesOf(name)]).toEqual([name, light, dark]);
  });

  for (const [scheme, theme] of ['light', 'dark'].entries())
    it(`can be read in ${theme}`, () => {
      for (const { text, on, least } of pairs)
        for (const each of text)
          expect(contrast(colours[each][scheme as 0 | 1], colours[on][scheme as 0 | 1]), `${each} on ${on}`).toBeGreaterThanOrEqual(least);
    });
});
