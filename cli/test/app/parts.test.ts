import { openStatuses } from '@bitacora/core/domain/activities/activity';
import { activityFields, activityReports } from '@bitacora/core/messages/activities/activity-fields';
import { markLabels, statusLabels } from '@bitacora/core/messages/activities/labels';
import { describe, expect, it } from 'vitest';
import { screenColumns } from '../../src/activity-layout.ts';
import { fitColumns, fitTitle } from '../../src/output/fit-columns.ts';
import { findFirstRow } from '../../src/screens/ui/inputs.tsx';
import { wrap } from '../../src/screens/ui/scrolled-text.tsx';
import { readPresses } from '../../src/screens/ui/terminal.tsx';

const noKey = {} as Parameters<typeof readPresses>[1];

describe('what a terminal sends at once', () => {
  it('is taken key by key', () => {
    expect(readPresses('né\r\u0015\u0003', noKey).map(({ name }) => name)).toEqual(['n', 'é', 'enter', 'ctrl+u', 'ctrl+c']);
  });

  it('types nothing with a control character, and one letter with a composed one', () => {
    expect(readPresses('\u0000e\u0301', noKey).map(({ text }) => text)).toEqual(['', 'e\u0301']);
  });
});

describe('the columns of a table', () => {
  const column = (title: string, width: number, more = {}) => ({ title, width, of: () => '', ...more });
  const columns = [
    column('folio', 5),
    column('tema', 10, { grows: true }),
    column('fecha', 9, { rank: 1 }),
    column('dueño', 10, { rank: 2 }),
  ];
  const titles = (room: number) => fitColumns(columns, room).map(({ title, width }) => `${title} ${width}`);

  it('fill the room there is', () => {
    expect(titles(50)).toEqual(['folio 5', 'tema 23', 'fecha 9', 'dueño 10']);
  });
  it('let the text be read first, a third of the line at least', () => {
    for (const room of [80, 100, 120, 140]) {
      const [, text] = fitColumns([...columns, column('más', 30, { rank: 9 }), column('otra', 40, { rank: 10 })], room);
      expect(text?.width).toBeGreaterThanOrEqual(Math.floor(room * 0.34));
    }
  });
  it('have room for every status that may have a mark, with it', () => {
    const open = openStatuses.filter((status) => status !== 'completed').map((status) => statusLabels[status]);
    const words = open.flatMap((status) => Object.values(markLabels).map((mark) => `${status} · ${mark}`));
    expect(Math.max(...words.map(({ length }) => length))).toBeLessThanOrEqual(activityFields.status.width.terminal);
  });
  it('give way in their order, and never the ones that have to stay', () => {
    expect(titles(30)).toEqual(['folio 5', 'tema 14', 'fecha 9']);
    expect(titles(10)).toEqual(['folio 5', 'tema 10']);
  });
});

it.each([activityReports.pending, activityReports.finished])('cuts no heading of a report where the window is wide', ({ fields }) => {
  for (const column of fitColumns(screenColumns(fields, 'America/Mexico_City'), 198))
    expect(fitTitle(column).length, column.title).toBeLessThanOrEqual(column.width);
});

it('keeps the chosen row among those shown', () => {
  expect(findFirstRow(0, 0, 100, 10)).toBe(0);
  expect(findFirstRow(10, 0, 100, 10)).toBe(1);
  expect(findFirstRow(5, 8, 100, 10)).toBe(5);
  expect(findFirstRow(99, 0, 100, 10)).toBe(90);
  expect(findFirstRow(2, 90, 3, 10)).toBe(0);
});

it('breaks text between words, and a word that is too long anywhere', () => {
  expect(wrap('uno dos tres', 7)).toEqual(['uno dos', 'tres']);
  expect(wrap('abcdefghij k', 4)).toEqual(['abcd', 'efgh', 'ij k']);
  expect(wrap('', 4)).toEqual(['']);
});
