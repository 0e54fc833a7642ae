import type { Grid, GridCell, GridRow } from '@bitacora/core/contract/activities/activity-sheet/cells';
import { readActivities } from '@bitacora/core/contract/activities/activity-sheet/read-activities';
import { countRows, type ImportMapping } from '@bitacora/core/domain/activities/activity-import';
import { calendarDate } from '@bitacora/core/domain/calendar';
import fc from 'fast-check';
import { expect, it } from 'vitest';

const people = [
  { id: 1, firstName: 'Ana', lastName: 'Ruiz', employeeNumber: 'E-1', email: 'ana@empresa.mx', alias: null, mayAssign: false },
];
const answers = { columns: {}, people: { proveedor: 'left_out' }, topics: {}, states: {}, priorities: {}, dates: {} } as const;
const mapping: ImportMapping = {
  ...{ ...answers, withoutSheets: ['Sin elegir'], dayOrder: 'dmy', takesFinished: false, cells: [], defaults: { topicId: 10 } },
  takesHidden: false,
};
const knowledge = {
  ...{ today: calendarDate('2026-11-23'), zone: 'America/Mexico_City', people, formerPeople: [], topics: [{ id: 10, name: 'Calidad' }] },
  remembered: { ...answers, people: {} },
};
const HEADINGS = ['Actividad', 'Responsable', 'Fecha límite', 'Estatus'];
const row = fc.record({
  cells: fc.oneof(
    fc.tuple(
      fc.constantFrom('Podar', 'Pintar', 'EJEMPLO: revisar los extintores del almacén. Esta fila no se importa.', ''),
      fc.constantFrom('Ana Ruiz', 'Proveedor', 'Nadie', ''),
      fc.constantFrom('25/11/2026', '31/02/2026', '', '3-nov'),
      fc.constantFrom('Pendiente', 'Terminado', 'Cancelada', 'Rarísimo', ''),
    ),
    fc.constantFrom(
      HEADINGS,
      ['Total', '', '', ''],
      ['SUCURSAL NORTE', '', '', ''],
      ['', '', '', ''],
      ['Norte', 'Norte', 'Norte', 'Norte'],
    ),
  ),
  isHidden: fc.boolean(),
  isStruck: fc.boolean(),
});
type Row = typeof row extends fc.Arbitrary<infer Value> ? Value : never;

const cellsOf = (texts: readonly string[], marks: Pick<GridCell, 'isStruck'>): (GridCell | undefined)[] =>
  texts.map((text) => (text === '' ? undefined : { text, ...marks }));
const gridOf = (sheet: string, rows: readonly Row[], beside: readonly Row[] | null): Grid => {
  const texts = [HEADINGS, ...rows.map(({ cells }) => cells)];
  const right = beside ? [HEADINGS, ...rows.map((_, at) => beside[at]?.cells ?? ['', '', '', ''])] : [];
  const all = texts.map((cells, at): GridRow => {
    const { isHidden = false, isStruck = false } = rows[at - 1] ?? {};
    const own = cellsOf(beside ? [...cells, '', ...(right[at] ?? [])] : cells, isStruck ? { isStruck } : {});
    return { row: at + 1, cells: own, ...(isHidden && { isHidden }) };
  });
  return { sheet, rows: all.filter(({ cells }) => cells.some(Boolean)) };
};
const isFilled = ({ cells }: Row) => cells.some((text) => text !== '');

it('counts every row of every list once, whatever becomes of it', () => {
  const rows = fc.array(row, { maxLength: 12 });
  fc.assert(
    fc.property(rows, fc.option(rows), rows, fc.boolean(), (some, others, loose, isStored) => {
      // Headings of one list beside work of another begin a page of both.
      const isWork = ({ cells }: Row) => cells[0] !== HEADINGS[0];
      const list = others ? some.filter(isWork) : some;
      const beside = others ? others.filter(isWork) : null;
      const unread = gridOf('Portada', [], null).rows.length + loose.length;
      const cover: Grid = {
        sheet: 'Sin elegir',
        rows: Array.from({ length: unread }, (_, at) => ({ row: at + 1, cells: [{ text: 'x' }] })),
      };
      const grids = [gridOf('Lista', list, beside), cover, { sheet: '', rows: [], cut: { rows: { count: 7, first: 9 } } }];
      const read = readActivities('lista.xlsx', grids, mapping, knowledge);
      const { rowsRead, leftOut, importedRows, unchanged, waiting, wrongRows } = countRows(
        read,
        read.rows.map((each, at) => ({ ...each, isNew: at % 2 === 0 })),
        isStored,
      );
      const inLists = list.filter(isFilled).length + (beside ?? []).slice(0, list.length).filter(isFilled).length;
      expect(rowsRead).toBe(inLists + unread + 7);
      const left = leftOut.reduce((sum, each) => sum + each.rows, 0);
      expect(importedRows + unchanged + left + waiting + wrongRows).toBe(rowsRead);
      expect([importedRows + unchanged, isStored && wrongRows]).toEqual([read.rows.length, isStored && 0]);
    }),
  );
});
