import { expect } from 'vitest';
import { listIndexedWords, type SearchedText, type SearchWord } from '../../src/domain/activities/search.ts';

const first = ['Folio', 'Creado por', 'Fecha de registro'];
const work = ['Tema', 'Departamento', 'Actividad', 'Responsable', 'Fecha de entrega', 'Extensión de fecha'];

/** The columns of the first version, for the tests of web, workbook and terminal. It shares nothing with what it judges. */
const firstHeadings = {
  pending: [...first, ...work, 'Días restantes / retraso', 'Prioridad', 'Estado'],
  finishedWorkbook: [...first, ...work, 'Dias requeridos', 'Fecha de finalizacion', 'Prioridad', 'Estado'],
};
/** Expects them all in their order; columns that came later may stand between. */
export const expectFirstHeadings = (headings: readonly unknown[] | undefined, report: keyof typeof firstHeadings) => {
  const expected: readonly unknown[] = firstHeadings[report];
  expect(headings?.filter((heading) => expected.includes(heading))).toEqual(expected);
};

/** All words of an activity's texts, as `haveWords` reads them. */
export const textsToSearch = (texts: readonly SearchedText[]): string =>
  texts.flatMap(({ where, text }) => (where === 'folio' ? [`\n#${text}\n`] : listIndexedWords(text).map((word) => `\n${word}`))).join('');
/** Whether every word begins one of theirs, or is their folio. */
export const haveWords = (text: string, words: readonly SearchWord[]): boolean =>
  words.every(({ letters, folio }) => (letters && text.includes(`\n${letters}`)) || (folio !== null && text.includes(`\n#${folio}\n`)));
