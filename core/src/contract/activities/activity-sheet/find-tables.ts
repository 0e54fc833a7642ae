import type { Lapse, Priority } from '../../../domain/activities/activity.ts';
import type { ColumnRole, ImportState, SkipReason } from '../../../domain/activities/activity-import.ts';
import { normalise, sheetKey } from '../../../domain/text.ts';
import { activityImportTexts } from '../../../messages/activities/activity-import.ts';
import {
  dittoMarks,
  footerWords,
  headingWords,
  lapseWords,
  priorityWords,
  stateWords,
  totalWords,
} from '../../../messages/activities/spreadsheet-words.ts';
import type { Grid, GridCell, GridRow } from './cells.ts';

export interface HeadedColumn {
  /** Counted from 0, column A. */
  at: number;
  heading: string;
}

interface RoleColumn extends HeadedColumn {
  role: ColumnRole | null;
}

export interface TableRow extends GridRow {
  /** The title between the rows above it, 'SUCURSAL NORTE'; empty where there is none. */
  section: string;
}

/** A list in a sheet: one row of headings and what stands under it. */
export interface SheetTable {
  sheet: string;
  headingRow: number;
  columns: HeadedColumn[];
  rows: TableRow[];
  skipped: { row: number; reason: SkipReason }[];
}

const headings = new Map(
  Object.entries(headingWords).flatMap(([role, words]) =>
    words.map((word, rank) => [sheetKey(word), { role: role as ColumnRole, rank, word: sheetKey(word) }] as const),
  ),
);
const MORE_WORDS = /[/(|]|\s[oyue]\s/u;
/** 'Fechas' stands merged over 'Compromiso' and 'Cierre'. */
const findKnown = (heading: string) => headings.get(sheetKey(heading).replace(/^fechas /, 'fecha '));
/** Returns what a heading says, and how surely: the first word of each list says it best. 'Responsable(s)' and 'Área o tema' are known by their beginning. */
export const findHeading = (heading: string) =>
  findKnown(heading) ?? (MORE_WORDS.test(heading) ? findKnown(heading.split(MORE_WORDS)[0] ?? '') : undefined);
export const findRole = (heading: string): ColumnRole | undefined => findHeading(heading)?.role;

const indexByWord = <T extends string>(words: Readonly<Record<T, readonly string[]>>): ReadonlyMap<string, T> =>
  new Map(
    Object.entries(words).flatMap(([meaning, texts]) =>
      (texts as readonly string[]).map((text) => [sheetKey(text), meaning as T] as const),
    ),
  );
export const states = indexByWord<ImportState>(stateWords);
export const priorities = indexByWord<Priority>(priorityWords);
export const lapsesByWord = indexByWord<Lapse | 'never'>(lapseWords);

const columnLetters = (at: number): string => (at < 26 ? '' : columnLetters(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26));
/** Names columns that have no heading or the one of another by their letters, so that each can be asked about. */
export const nameApart = (columns: readonly HeadedColumn[]): HeadedColumn[] =>
  columns.map(({ at, heading }, index) => {
    const letters = activityImportTexts.bareColumn(columnLetters(at));
    const isRepeated = columns.slice(0, index).some((earlier) => sheetKey(earlier.heading) === sheetKey(heading));
    return { at, heading: heading === '' ? letters : isRepeated ? `${heading} (${letters})` : heading };
  });
/** Letters mean something in their own file only. */
export const isNamedByLetters = (heading: string) => /\bColumna [A-Z]{1,3}\)?$/.test(heading);

const textAt = ({ cells }: GridRow, at: number) => cells[at]?.text ?? '';
const filledCells = (row: GridRow) => row.cells.flatMap((cell, at) => (cell && cell.text !== '' ? [{ at, cell }] : []));
const rowTexts = (row: GridRow) => new Set(filledCells(row).map(({ cell }) => cell.text));
const isDay = ({ text, day }: GridCell) => day !== undefined || /^\d{1,4}[/.-]\d{1,2}[/.-]\d{2,4}/.test(text);

/** Longer texts are work and not headings. */
const HEADING_MAX = 60;

type FindWord = (heading: string) => string | undefined;

/**
 * Tells whether a row is a heading: short texts of which two are known, or three where days or long texts stand beside them. 'Pendiente' is a
 * heading, and a status in other rows.
 */
function isHeading(row: GridRow, findWord: FindWord): boolean {
  const cells = filledCells(row).map(({ cell }) => cell);
  const known = cells.filter(({ text }) => text.length <= HEADING_MAX && findWord(text));
  if (known.length < 2) return false;
  const isValue = ({ text }: GridCell) => states.has(sheetKey(text)) || priorities.has(sheetKey(text));
  const countWords = (some: readonly GridCell[]) => new Set(some.map(({ text }) => findWord(text))).size;
  const sure = countWords(known.filter((cell) => !isValue(cell)));
  const isPlain = cells.every((cell) => !isDay(cell) && cell.text.length <= HEADING_MAX);
  return isPlain ? sure > 0 && countWords(known) >= 2 : sure >= 3;
}

/**
 * Tells whether a row is the second of a heading of two: it repeats what is merged downwards, and names parts of what is merged sideways.
 */
function isLowerHeading(upper: GridRow, lower: GridRow | undefined): lower is GridRow {
  if (!lower || lower.row !== upper.row + 1) return false;
  const cells = filledCells(lower);
  const repeated = cells.filter(({ at, cell }) => textAt(upper, at) === cell.text).length;
  return repeated > 0 && repeated < cells.length && cells.every(({ cell }) => !isDay(cell) && cell.text.length <= HEADING_MAX);
}

function headColumns(upper: GridRow, lower: GridRow | undefined): HeadedColumn[] {
  const width = Math.max(upper.cells.length, lower?.cells.length ?? 0);
  return Array.from({ length: width }, (_, at) => {
    const [above, below] = [textAt(upper, at), lower ? textAt(lower, at) : ''];
    return { at, heading: below === '' || above === below ? above : `${above} ${below}`.trim() };
  });
}

/** Splits lists that stand side by side: an empty column lies between them and two roles come again. */
function splitSideBySide(columns: readonly HeadedColumn[], isEmptyColumn: (at: number) => boolean, findWord: FindWord): HeadedColumn[][] {
  const tables: HeadedColumn[][] = [[]];
  const words = columns.map(({ heading }) => findWord(heading));
  let roles = new Set<string>();
  for (const [index, column] of columns.entries()) {
    const role = words[index];
    const comeAgain = [...roles].filter((earlier) => words.includes(earlier, index)).length > 1;
    if (role && roles.has(role) && comeAgain && tables.at(-1)?.some(({ at }) => at > 0 && isEmptyColumn(at))) {
      tables.push([]);
      roles = new Set();
    }
    if (role) roles.add(role);
    tables.at(-1)?.push(column);
  }
  return tables.map((table) => table.filter(({ at, heading }) => heading !== '' || !isEmptyColumn(at)));
}

/** Tells whether a row adds up others: it begins with the word of a sum, and numbers or nothing stand beside it. Numbers may name a day or a person. */
function isTotal(row: GridRow, columns: readonly RoleColumn[]): boolean {
  const cells = filledCells(row);
  const words = sheetKey(cells[0]?.cell.text ?? '');
  const isAlone = totalWords.includes(words);
  const isFact = (role: ColumnRole | null) => role?.endsWith('On') || (role === 'assignee' && !isAlone);
  const facts = new Set(columns.flatMap(({ at, role }) => (isFact(role) ? at : [])));
  const others = cells.filter(({ cell }) => cell.text !== cells[0]?.cell.text);
  const areNumbers = others.every(({ at, cell }) => !facts.has(at) && /^[-+($]*\s*\d[\d.,\s]*[%)]*$/.test(cell.text));
  return areNumbers && (isAlone || totalWords.some((word) => words.startsWith(`${word} `)));
}

const isFooterText = (text: string) => footerWords.some((word) => `${sheetKey(text)} `.startsWith(`${word} `));

interface WorkLooks {
  isUpperCase: boolean;
  fills: ReadonlySet<string>;
}

const isUpperCase = (text: string) => text === text.toUpperCase() && text !== text.toLowerCase();

/**
 * Returns one text over the whole width, alone or merged. In the column of the work it may be work without a person. There it must be
 * merged or painted, or stand out by its capitals or a colon.
 */
function readSection(row: GridRow, columns: readonly RoleColumn[], looks: WorkLooks): string | undefined {
  const cells = filledCells(row);
  const texts = rowTexts(row);
  const [only = ''] = texts;
  if (texts.size !== 1 || only.length > HEADING_MAX || /^\d+$/.test(only)) return undefined;
  const [first] = cells;
  if (cells.length === 1 && first && isDay(first.cell)) return undefined;
  const isWork = cells.length === 1 && columns.some(({ at, role }) => role === 'description' && at === first?.at);
  const isPainted = first?.cell.fill !== undefined && !looks.fills.has(first.cell.fill);
  const standsOut = isPainted || (isUpperCase(only) && !looks.isUpperCase) || only.endsWith(':');
  return isWork && !standsOut ? undefined : only;
}

const isDitto = (cell: GridCell | undefined) => cell !== undefined && dittoMarks.includes(normalise(cell.text));

/** Describes how the work of a list looks, because titles between its rows look different. */
function describeWork(columns: readonly RoleColumn[], rows: readonly GridRow[]): WorkLooks {
  const work = columns.find(({ role }) => role === 'description');
  const cells = rows.flatMap((row) => (work && rowTexts(row).size > 1 ? (row.cells[work.at] ?? []) : []));
  return {
    isUpperCase: cells.filter(({ text }) => isUpperCase(text)).length * 2 > cells.length,
    fills: new Set(cells.flatMap(({ fill }) => fill ?? [])),
  };
}

/** Reads the rows of one list, cut to its columns. `nextHeading` is the row where another list begins. */
function readRows(
  columns: readonly RoleColumn[],
  rows: readonly GridRow[],
  nextHeading: number | undefined,
): Pick<SheetTable, 'rows' | 'skipped'> {
  const [first = 0, last = 0] = [columns[0]?.at, columns.at(-1)?.at];
  const looks = describeWork(columns, rows);
  const result: Pick<SheetTable, 'rows' | 'skipped'> = { rows: [], skipped: [] };
  let section = '';
  let lastRow = 0;
  let isFooter = false;
  for (const gridRow of rows) {
    const { row, cells } = gridRow;
    const above = result.rows.at(-1)?.cells ?? [];
    const own = cells.map((cell, at) => (at < first || at > last ? undefined : isDitto(cell) ? above[at] : cell));
    const inside = { ...gridRow, cells: own };
    const title = readSection(inside, columns, looks);
    const isRepeatedHeading = columns.every(({ at, heading }) => textAt(inside, at) === '' || heading.includes(textAt(inside, at)));
    const filled = filledCells(inside);
    if (filled.length === 0) continue;
    const standsApart = lastRow > 0 && row > lastRow + 1;
    // Signatures and notes stand apart below a list, without a day.
    isFooter = (isFooter || (standsApart && isFooterText(filled[0]?.cell.text ?? ''))) && !filled.some(({ cell }) => isDay(cell));
    const isTitleOfNext = standsApart && row + 1 === nextHeading && rowTexts(inside).size === 1;
    lastRow = row;
    if (isFooter || isTitleOfNext) result.skipped.push({ row, reason: 'section' });
    else if (isRepeatedHeading) result.skipped.push({ row, reason: 'heading' });
    else if (isTotal(inside, columns)) result.skipped.push({ row, reason: 'total' });
    else if (title !== undefined && columns.length > 1) {
      section = title;
      result.skipped.push({ row, reason: 'section' });
    } else result.rows.push({ ...inside, section });
  }
  return result;
}

const hasSameHeadings = (a: SheetTable, b: SheetTable) =>
  a.columns.length === b.columns.length &&
  a.columns.every(({ at, heading }, index) => b.columns[index]?.at === at && b.columns[index]?.heading === heading);

/** Joins pages that repeat the headings of one list, because their rows belong together. */
function joinPages(tables: readonly SheetTable[]): SheetTable[] {
  const joined: SheetTable[] = [];
  for (const table of tables) {
    const first = joined.find((earlier) => hasSameHeadings(earlier, table));
    if (!first) joined.push(table);
    else {
      first.rows.push(...table.rows);
      first.skipped.push({ row: table.headingRow, reason: 'heading' }, ...table.skipped);
    }
  }
  return joined;
}

/**
 * Finds the lists of a sheet from top to bottom and from left to right. Titles above, totals and repeated headings are left out. `readRole`
 * returns the role that a column is known to have before its values are read; a list of another kind has words of its own and no roles.
 */
export function findTables(
  { sheet, rows }: Grid,
  readRole: (heading: string) => ColumnRole | null | undefined,
  findWord: FindWord = findRole,
): SheetTable[] {
  const starts = rows.flatMap((row, index) => (isHeading(row, findWord) && !isLowerHeading(rows[index - 1] ?? row, row) ? [index] : []));
  return joinPages(
    starts.flatMap((start, order) => {
      const upper = rows[start] as GridRow;
      const next = rows[start + 1];
      const lower = isLowerHeading(upper, next) ? next : undefined;
      const under = rows.slice(start + (lower ? 2 : 1), starts[order + 1]);
      const isEmptyColumn = (at: number) => [upper, ...under].every((row) => textAt(row, at) === '');
      return splitSideBySide(headColumns(upper, lower), isEmptyColumn, findWord).map((columns) => ({
        sheet,
        headingRow: upper.row,
        columns,
        ...readRows(
          columns.map((column) => ({ ...column, role: readRole(column.heading) ?? null })),
          under,
          rows[starts[order + 1] ?? -1]?.row,
        ),
      }));
    }),
  );
}
