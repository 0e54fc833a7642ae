import * as z from 'zod/mini';
import { countRows, type LeftOutRows, type ReadActivities } from '../../domain/activities/activity-import.ts';
import {
  findNameOrder,
  type IdentifiedRow,
  type IdentityColumn,
  type ImportedPerson,
  identities,
  type SheetColumn,
  type SheetRow,
  splitName,
  type WrongCell,
} from '../../domain/people/user-import.ts';
import { Refused } from '../../domain/refusal.ts';
import { normalise, plainName } from '../../domain/text.ts';
import { alsoCalled, goneWords, orElseCalled } from '../../messages/people/people-headings.ts';
import { importTexts, templateTexts } from '../../messages/people/user-import.ts';
import { userTexts } from '../../messages/people/users.ts';
import type { Grid } from '../activities/activity-sheet/cells.ts';
import { findTables, type SheetTable } from '../activities/activity-sheet/find-tables.ts';
import { fieldErrors } from '../wire-names.ts';
import { findColumn, findPersonColumn, headingKey, readOrder } from './person-headings.ts';
import { wireNames } from './person-wire-names.ts';
import { importedUser } from './user-endpoints.ts';

type Field = keyof ImportedPerson['person'];
export interface ReadSheet {
  people: ImportedPerson[];
  identified: IdentifiedRow[];
  wrong: WrongCell[];
  leftOut: LeftOutRows[];
  /** The headings of the file for the columns that must differ from person to person. */
  headings: Record<IdentityColumn | 'manager' | 'position', string>;
  source: { rows: SheetRow[]; headingRow: number; headings: string[] };
}

const FILE = 'file';
export const importFields = Object.keys(wireNames) as Field[];
/** 'Nivel' is the position where the file has none. */
export const optionalFields: readonly Field[] = ['alias', 'phone', 'manager', 'level'];

type SkippedRow = ReadActivities['skipped'][number];
interface PeopleTable extends SheetTable {
  columns: { at: number; heading: string; column: SheetColumn }[];
  missing: Field[];
  doubled: Field[];
}

const SECTION_DEPARTMENT = /^(?:departamento|depto|dpto|department|área)\b[\s.:-]*(?=\S)/iu;

function chooseColumns(table: SheetTable): PeopleTable {
  const known = table.columns.flatMap(({ at, heading }) => {
    const texts = table.rows.flatMap(({ cells }) => cells[at]?.text ?? []);
    const isName = texts.length > 0 && texts.every((text) => /\p{L}.*\s.*\p{L}|,/u.test(text));
    const match = findColumn(heading);
    // 'Empleado' heads numbers as well.
    const isNumber = headingKey(heading) === 'empleado' && !isName;
    return match
      ? [{ at, heading: plainName(heading), isName, ...match, ...(isNumber && { column: 'employeeNumber' as const, rank: 9 }) }]
      : [];
  });
  const isLastNameMissing = !known.some(({ column }) => column === 'lastName' || column === 'fullName');
  const named = known.map((each) =>
    isLastNameMissing && each.isName && each.column === 'firstName' ? { ...each, column: 'fullName' as const } : each,
  );
  const columns = named.filter(({ column, rank }) => !named.some((other) => other.column === column && other.rank < rank));
  const has = (column: SheetColumn) => columns.some((each) => each.column === column);
  const isNamed = has('fullName');
  const hasSections = table.rows.some(({ section }) => SECTION_DEPARTMENT.test(section));
  const isElsewhere = (field: Field) =>
    (isNamed && (field === 'firstName' || field === 'lastName')) || (field === 'department' && hasSections);
  const missing = importFields.filter((field) => !has(field) && !optionalFields.includes(field) && !isElsewhere(field));
  return {
    ...table,
    columns,
    missing,
    doubled: importFields.filter((field) => columns.filter(({ column }) => column === field).length > 1),
  };
}

const describeColumn = (field: Field): string =>
  importTexts.missingColumn(userTexts.fields[field], [...alsoCalled[field].slice(0, 2), ...(orElseCalled[field] ?? []).slice(0, 1)]);

/** Finds the list of people: the first that has the most of what it needs. Refuses a file in which it lacks a column, or has one twice. */
function findPeople(grids: readonly Grid[]): { grid: Grid; table: PeopleTable; others: SkippedRow[] } {
  const lists = grids.flatMap((grid) =>
    findTables(grid, () => null, findPersonColumn).map((table) => ({ grid, table: chooseColumns(table) })),
  );
  const [best] = lists.toSorted((a, b) => a.table.missing.length - b.table.missing.length);
  if (!best && grids.every(({ rows }) => rows.every(({ cells }) => cells.every((cell) => !cell))))
    throw new Refused({ code: 'import.empty', field: FILE });
  const { missing, doubled } = best?.table ?? { missing: importFields.filter((field) => !optionalFields.includes(field)), doubled: [] };
  if (!best || missing.length + doubled.length > 0) {
    const titles = doubled.map((field) => userTexts.fields[field]);
    throw new Refused({
      code: 'import.headings',
      field: FILE,
      missing: missing.map(describeColumn),
      doubled: titles,
      sheet: best?.grid.sheet ?? '',
    });
  }
  const others = lists.filter(({ table }) => table !== best.table && table.missing.length === 0).map(({ table }) => table);
  return {
    ...best,
    others: others.map(({ sheet, headingRow, rows }) => ({ sheet, row: headingRow, reason: 'omittedSheet', rows: rows.length })),
  };
}

/**
 * Reads people from the list in a workbook, each by the rules of `create_user`, with the boss named in a cell. Rows that say that somebody left,
 * and hidden and struck ones, are left out.
 */
export function readUserSheet(grids: readonly Grid[]): ReadSheet {
  const { grid, table, others } = findPeople(grids);
  const headingOf = new Map<SheetColumn, string>(table.columns.map(({ column, heading }) => [column, heading]));
  const nameHeading = table.columns.find(({ column }) => column === 'fullName')?.heading ?? '';
  const isSplit = !(headingOf.has('firstName') && headingOf.has('lastName'));
  const rows = table.rows.map(({ row, cells, section, ...state }) => {
    const readAll = (column: SheetColumn) =>
      table.columns.flatMap((each) => (each.column === column ? [plainName(cells[each.at]?.text ?? '')] : []));
    const read = (...columns: SheetColumn[]) => plainName(columns.map((column) => readAll(column)[0] ?? '').join(' '));
    return { row, section, state, isStruck: cells.every((cell) => !cell || cell.isStruck), read, readAll };
  });
  const order = readOrder(nameHeading) ?? findNameOrder(rows.map(({ read }) => ({ name: read('fullName'), taxId: read('taxId') })));

  const people: ImportedPerson[] = [];
  const identified: IdentifiedRow[] = [];
  const wrong: WrongCell[] = [];
  const skipped: SkippedRow[] = [...others, ...table.skipped.map((row) => ({ sheet: table.sheet, ...row }))];
  for (const { row, section, state, isStruck, read, readAll } of rows) {
    const isGone =
      readAll('standing').some((text) => goneWords.includes(normalise(text))) || /^(?!.*(1899|1900|9999)).*[1-9]/.test(read('leftOn'));
    const isExample = normalise(read('employeeNumber')) === normalise(templateTexts.example);
    const reason = isExample ? 'example' : state.isHidden ? 'hiddenRow' : isStruck ? 'struck' : isGone ? 'leftOut' : null;
    if (reason) skipped.push({ sheet: table.sheet, row, reason });
    if (reason || table.columns.every(({ column }) => read(column) === '')) continue;
    const name = isSplit
      ? splitName(read('fullName'), order)
      : { firstName: read('firstName', 'secondName'), lastName: read('lastName', 'secondLastName') };
    const texts: Partial<Record<Field, string>> = {
      ...Object.fromEntries(importFields.flatMap((field) => (headingOf.has(field) ? [[field, read(field)]] : []))),
      ...(headingOf.has('department') ? {} : { department: section.replace(SECTION_DEPARTMENT, '') }),
      ...(headingOf.has('level') ? {} : { level: read('position') }),
      ...name,
    };
    const values = Object.fromEntries(Object.entries(texts).map(([field, text]) => [wireNames[field as Field], text]));
    const result = z.safeDecode(importedUser, values as never);
    const errors = result.success ? {} : fieldErrors(result.error);
    if (result.success) people.push({ row, person: result.data });
    if (!name) wrong.push({ row, column: nameHeading, value: read('fullName'), error: importTexts.nameOrder });
    wrong.push(...listWrongCells(row, headingOf, texts, errors));
    identified.push({ row, ...readIdentity(texts, errors) });
  }
  if (identified.length === 0) throw new Refused({ code: 'import.empty', field: FILE });
  return {
    people,
    identified,
    wrong,
    leftOut: countRows(
      { skipped, cut: grid.cut?.rows ? [{ sheet: grid.sheet, rows: grid.cut.rows }] : [], waiting: [], wrong: [] },
      [],
      true,
    ).leftOut,
    headings: {
      employeeNumber: headingOf.get('employeeNumber') ?? '',
      email: headingOf.get('email') ?? '',
      manager: headingOf.get('manager') ?? '',
      position: headingOf.get('position') ?? '',
    },
    source: {
      rows: grid.rows.map(({ row, cells }) => ({ row, cells: Array.from(cells, (cell) => cell?.text ?? '') })),
      headingRow: table.headingRow,
      headings: Array.from(grid.rows.find(({ row }) => row === table.headingRow)?.cells ?? [], (cell) => plainName(cell?.text ?? '')),
    },
  };
}

const readIdentity = (texts: Partial<Record<Field, string>>, errors: Record<string, string>): Omit<IdentifiedRow, 'row'> =>
  Object.fromEntries(
    Object.entries(texts).filter(
      ([field, text]) => (field in identities || (field === 'manager' && text !== '')) && !(wireNames[field as Field] in errors),
    ),
  );

const listWrongCells = (
  row: number,
  headings: ReadonlyMap<SheetColumn, string>,
  texts: Partial<Record<Field, string>>,
  errors: Record<string, string>,
): WrongCell[] =>
  [...headings].flatMap(([column, heading]) => {
    const error = errors[wireNames[column as Field]];
    return error === undefined ? [] : [{ row, column: heading, value: texts[column as Field] ?? '', error }];
  });
