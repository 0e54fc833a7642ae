import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { cutSnippet, findMarks, findMatch, parseSearchTerms, parseSearchWords } from '../../src/domain/activities/search.ts';

const word = (letters: string, folio: number | null = null) => ({ letters, folio });

it.each([
  ['#123', [word('', 123)]],
  [' # 123 ', [word('', 123)]],
  ['123', [word('123', 123)]],
  ['7', [word('', 7)]],
  ['0', null],
  ['#0', [word('#0')]],
  ['2147483648', [word('2147483648')]],
  ['1.5', [word('1.5')]],
  ['-12', [word('-12')]],
  ['ñ', null],
  [' a ', null],
  ['', null],
  ['Año  100 %', [word('ano'), word('100', 100), word('%')]],
  ['orden #123 orden', [word('orden'), word('', 123)]],
  ['ΟΔΟΣ', [word('οδοσ')]],
  [`${'x'.repeat(40)}`, [word('x'.repeat(32))]],
  ['bomba, "valvula" (¿Cuál?) «F-12».', [word('bomba'), word('valvula'), word('cual'), word('f-12')]],
  ['#123, 45.', [word('', 123), word('45', 45)]],
  ['"a"', null],
  ['",,"', [word('",,"')]],
  ['a b c d e f g h i j k l m n', Array.from('abcdefghijkl', (letter) => word(letter))],
])('%j asks for %j', (text, words) => {
  expect(parseSearchTerms(text)).toEqual(words);
});

describe('a hit', () => {
  const texts = [
    { where: 'folio', text: '12' },
    { where: 'description', text: 'Revisar la válvula' },
    { where: 'topic', text: 'Mantenimiento' },
    { where: 'owner', text: 'Ana Núñez' },
    { where: 'responsible', text: 'Válgame Dios' },
    { where: 'resolution', text: 'Cambiada' },
    { where: 'comment', text: 'Falta la válvula y la bomba' },
    { where: 'comment', text: 'La bomba llegó' },
  ] as const;
  const matchOf = (search: string) => findMatch(texts, parseSearchWords(search)).match;

  it.each([
    ['valv', 'description', [[11, 15]]],
    [
      'la revis',
      'description',
      [
        [0, 5],
        [8, 10],
      ],
    ],
    ['nunez', 'owner', [[4, 9]]],
    ['mante', 'topic', [[0, 5]]],
    ['valga', 'responsible', [[0, 5]]],
    ['cambiada valvula', 'resolution', [[0, 8]]],
    [
      'bomba valvula',
      'comment',
      [
        [9, 16],
        [22, 27],
      ],
    ],
    ['12', 'folio', [[0, 2]]],
  ])('of %j says %s', (search, where, marks) => {
    expect(matchOf(search)).toMatchObject({ where, marks });
  });

  it('is none without a word, nor for the middle of one', () => {
    expect(matchOf('xyz')).toBeNull();
    expect(matchOf('alvula')).toBeNull();
  });

  it('names the words that no text has, which only a comment that is read later can have', () => {
    expect(findMatch(texts, parseSearchWords('valv xyz 12 34')).missing).toEqual([word('xyz'), word('34', 34)]);
    expect(findMatch(texts, parseSearchWords('revisar')).missing).toEqual([]);
  });

  it('folds each text once, and the chosen one once more, however many words are looked for', () => {
    const long = Array.from({ length: 400 }, (_, n) => `ñú${n}`).join(' ');
    const many = [
      { where: 'description', text: 'Revisar' },
      { where: 'topic', text: long },
      { where: 'resolution', text: `${long} zz` },
    ] as const;
    const words = parseSearchWords('zz ñú1 ñú2 ñú3 ñú4 ñú5 ñú6 ñú7');
    const normalize = vi.spyOn(String.prototype, 'normalize');
    expect(findMatch(many, words).match).toMatchObject({ where: 'resolution' });
    const folded = normalize.mock.contexts.reduce((sum: number, text) => sum + String(text).length, 0) / 2;
    normalize.mockRestore();
    expect(folded).toBeLessThan(long.length * 4);
  });

  it('reads four thousand letters of a text, however many letters its ligatures stand for', () => {
    const normalize = vi.spyOn(String.prototype, 'normalize');
    expect(findMatch([{ where: 'description', text: '\ufdfa'.repeat(2_000) }], parseSearchWords('صلى')).match?.where).toBe('description');
    const folded = normalize.mock.contexts.reduce((sum: number, text) => sum + String(text).length, 0);
    normalize.mockRestore();
    expect(folded).toBeLessThan(60_000);
  });

  it('marks the letters of the text as it is written, with their accents and whole ligatures', () => {
    const marked = (text: string, search: string) => findMarks(text, parseSearchWords(search)).map(([from, to]) => text.slice(from, to));
    expect(marked('El cafe\u0301, el CAFÉ', 'cafe')).toEqual(['cafe\u0301', 'CAFÉ']);
    expect(marked('la oﬃcina', 'of')).toEqual(['oﬃ']);
    expect(marked('🙂niño', 'nino')).toEqual(['niño']);
  });

  it('has a snippet of at most 120 letters with the first word in its middle, and marks that fit', () => {
    const letter = fc.constantFrom('a', 'Á', ' ', '🙂', 'e\u0301', '\n', 'palabra ', '.');
    const around = fc.array(letter, { maxLength: 200 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(around, around, (before, after) => {
        const text = `${before} zorro ${after}`;
        const marks = findMarks(text, parseSearchWords('zorro'));
        const { snippet, marks: snippetMarks } = cutSnippet(text, marks);
        expect(snippet.length).toBeLessThanOrEqual(120);
        expect(snippet.isWellFormed()).toBe(true);
        expect(snippetMarks.map(([from, to]) => snippet.slice(from, to))).toEqual(['zorro']);
        const [from] = snippetMarks[0] as [number, number];
        if (before.length > 100 && after.length > 100) expect(Math.abs(from - 58)).toBeLessThan(8);
      }),
    );
  });
});
