import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPlainText, normalise, plainName } from '../../src/domain/text.ts';

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(' ', '\t', '\u00a0', 'a', 'Á', 'ñ', '\u0301', 'İ', 'ß', 'Σ') }),
);

describe('texts are compared', () => {
  it.each([
    ['Revisión  del\tAÑO', 'revision del ano'],
    ['  café\n\ncon  leche ', 'cafe con leche'],
    ['Cafe\u0301', 'cafe'],
    ['ＲＥＤ\u00a0１', 'red 1'],
    ['', ''],
    [' \n ', ''],
  ])('%j as %j', (given, expected) => {
    expect(normalise(given)).toBe(expected);
  });

  it('in a form that is its own', () => {
    fc.assert(
      fc.property(text, (given) => {
        expect(normalise(normalise(given))).toBe(normalise(given));
      }),
      { numRuns: 1000 },
    );
  });

  it('with any blanks between and around words', () => {
    const words = fc.array(fc.string({ unit: fc.constantFrom('a', 'É', 'ñ', '9'), minLength: 1, maxLength: 6 }), { minLength: 1 });
    const blanks = fc.string({ unit: fc.constantFrom(' ', '\n', '\t', '\u00a0', '\u2003'), minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(words, blanks, (parts, blank) => {
        expect(normalise(blank + parts.join(blank) + blank)).toBe(normalise(parts.join(' ')));
      }),
    );
  });

  it('in any case, and with any composition of accents', () => {
    const spanish = fc.string({ unit: fc.constantFrom(...'abcñÑáÉíÓüÜ z0.') });
    fc.assert(
      fc.property(spanish, (given) => {
        for (const variant of [given.toUpperCase(), given.toLowerCase(), given.normalize('NFD'), given.normalize('NFC')]) {
          expect(normalise(variant)).toBe(normalise(given));
        }
      }),
    );
  });
});

describe('a name', () => {
  it.each([
    ['Ana\u202eatinA', 'AnaatinA'],
    ['\u2067Ana\u2069', 'Ana'],
    ['Mar\u200bía\ufeff', 'María'],
    ['Ana\r\nBcc: otra@demo.mx', 'Ana Bcc: otra@demo.mx'],
    ['Ana\u2028\tde la\u00a0 Cruz ', 'Ana de la Cruz'],
    ['\u200e', ''],
    ['\u3164', ''],
    ['\u2800\u115f\u1160\uffa0', ''],
    ['A\u034fna\ufe0f \u{e0041}\u{e0100}Paz', 'Ana Paz'],
  ])('%j is stored as %j', (given, stored) => {
    expect(plainName(given)).toBe(stored);
    expect(plainName(stored)).toBe(stored);
  });
});

it('a name in a form that is its own', () => {
  const hidden = fc.string({ unit: fc.constantFrom('a', ' ', '\u3164', '\u200b', '\u2800', '\udb40', '\udc01', '\u{e0001}', '\u0301') });
  fc.assert(
    fc.property(fc.oneof(text, hidden), (given) => {
      expect(plainName(plainName(given))).toBe(plainName(given));
    }),
    { numRuns: 1000 },
  );
});

describe('text that can be stored', () => {
  it.each(['', 'hola', 'línea 1\nlínea 2\r\n\tfin', '🙂 ñandú', '\u202e'])('is %j', (given) => expect(isPlainText(given)).toBe(true));
  it.each(['a\u0000b', '\ud800', 'x\udc00', '\u001b[31m', '\u0007', '\u007f', '\u000b', '\u009b', '\ufffe', '\uffff'])(
    'is not %j',
    (given) => expect(isPlainText(given)).toBe(false),
  );
});
