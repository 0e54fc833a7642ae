import { findRole, findTables } from '@bitacora/core/contract/activities/activity-sheet/find-tables';
import { readDay } from '@bitacora/core/contract/activities/activity-sheet/read-days';
import { calendarDate } from '@bitacora/core/domain/calendar';
import { nameWords } from '@bitacora/core/domain/near-names';
import { expect, it } from 'vitest';

it('looks each heading of a wide list up a few times only', () => {
  const cells = Array.from({ length: 250 }, (_, at) => ({
    text: ['Actividad', 'Responsable', 'Fecha límite', 'Tema', ''][at % 5] as string,
  }));
  let calls = 0;
  const findWord = (heading: string) => {
    calls++;
    return findRole(heading);
  };
  const rows = Array.from({ length: 10 }, (_, at) => ({ row: at + 1, cells }));
  expect(findTables({ sheet: 'Hoja1', rows }, () => null, findWord)).toHaveLength(50);
  expect(calls).toBeLessThan(250 * rows.length * 6);
});

it('compares the first words of a name, and reads no day in a long text', () => {
  expect(nameWords('ana ruiz '.repeat(500)).length).toBeLessThan(20);
  const context = { today: calendarDate('2026-11-23'), zone: 'America/Mexico_City', order: 'dmy' as const };
  expect([
    readDay({ text: '15/12/2026' }, context),
    readDay({ text: `15/12/2026${' '.repeat(10)}${'mar '.repeat(100)}` }, context),
  ]).toEqual(['2026-12-15', null]);
});
