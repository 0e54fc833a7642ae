import type { ColumnRole, GuessedColumn } from '../../../domain/activities/activity-import.ts';
import { headingWords, priorityWords, stateWords } from '../../../messages/activities/spreadsheet-words.ts';
import { type DayContext, type GridCell, readDay } from './cells.ts';
import { findRole, type HeadedColumn, type SheetTable, sheetKey } from './find-tables.ts';

export interface ColumnKnowledge {
  /** Returns the role that a person gave a heading, now or earlier. */
  roleByPerson: (heading: string) => ColumnRole | null | undefined;
  isPerson: (text: string) => boolean;
  isTopic: (text: string) => boolean;
}

const SAMPLES = 3;
/** At most this many values of a column are read, because more of them would only say the same. */
const VALUES_MAX = 200;
/** At least this share of a column's values must look like a role. */
const SHARE_MIN = 0.7;
const LONG_TEXT = 20;

const knownStates = new Set(Object.values(stateWords).flat().map(sheetKey));
const knownPriorities = new Set(Object.values(priorityWords).flat().map(sheetKey));
const isState = (text: string) => knownStates.has(sheetKey(text)) || /^\d{1,3}\s*%$/.test(text);

const columnValues = (table: SheetTable, at: number): GridCell[] =>
  table.rows.flatMap(({ cells }) => (cells[at] && cells[at].text !== '' ? [cells[at]] : []));

const measureShare = <T>(values: readonly T[], holds: (value: T) => boolean) =>
  values.length === 0 ? 0 : values.filter(holds).length / values.length;

/** Ranks how sure a heading is of its role: the first word of each list says it best. */
const headingRank = (heading: string, role: ColumnRole) => headingWords[role].findIndex((word) => sheetKey(word) === sheetKey(heading));

/** Roles that values alone can show, in the order in which they are looked for. */
const looks: readonly (readonly [ColumnRole, (values: readonly GridCell[], knowledge: ColumnKnowledge & DayContext) => boolean])[] = [
  ['dueOn', (values, knowledge) => measureShare(values, (cell) => readDay(cell, knowledge) !== null) >= SHARE_MIN],
  ['assignee', (values, { isPerson }) => measureShare(values, ({ text }) => isPerson(text)) >= SHARE_MIN],
  ['status', (values) => measureShare(values, ({ text }) => isState(text)) >= SHARE_MIN],
  ['priority', (values) => measureShare(values, ({ text }) => knownPriorities.has(sheetKey(text))) >= SHARE_MIN],
  ['topic', (values, { isTopic }) => measureShare(values, ({ text }) => isTopic(text)) >= SHARE_MIN],
  ['description', (values) => measureShare(values, ({ text }) => text.length >= LONG_TEXT) >= SHARE_MIN],
];

/** Returns the role of a column's heading, unless its values contradict it: the lists of a Trello board are often its statuses. */
function roleFromHeading({ heading }: HeadedColumn, values: readonly GridCell[]): ColumnRole | undefined {
  const role = findRole(heading);
  return role === 'topic' && measureShare(values, ({ text }) => isState(text)) >= SHARE_MIN ? 'status' : role;
}

/** Guesses a role for each column of a list; no role comes twice. */
export function guessColumns(table: SheetTable, knowledge: ColumnKnowledge & DayContext): GuessedColumn[] {
  const roles = new Map<number, Pick<GuessedColumn, 'role' | 'from'>>();
  const isTaken = (role: ColumnRole) => [...roles.values()].some((column) => column.role === role);
  for (const { at, heading } of table.columns) {
    const role = knowledge.roleByPerson(heading);
    if (heading !== '' && role !== undefined && !(role && isTaken(role))) roles.set(at, { role, from: 'person' });
  }
  const byHeading = table.columns
    .flatMap((column) => {
      const role = roles.has(column.at) ? undefined : roleFromHeading(column, columnValues(table, column.at));
      return role ? [{ at: column.at, role, rank: headingRank(column.heading, role) }] : [];
    })
    .sort((a, b) => a.rank - b.rank);
  for (const { at, role } of byHeading) if (!isTaken(role)) roles.set(at, { role, from: 'heading' });
  // Beside the name of the work, its description is a remark; Planner heads them 'Nombre de la tarea' and 'Descripción'.
  const remark = byHeading.find(({ at, role }) => role === 'description' && !roles.has(at));
  if (remark && !isTaken('notes')) roles.set(remark.at, { role: 'notes', from: 'heading' });
  for (const [role, looksLike] of looks) {
    if (isTaken(role)) continue;
    const column = table.columns.find(({ at }) => !roles.has(at) && looksLike(columnValues(table, at).slice(0, VALUES_MAX), knowledge));
    if (column) roles.set(column.at, { role, from: 'values' });
  }
  return table.columns.map((column) => ({
    ...column,
    ...(roles.get(column.at) ?? { role: null, from: null }),
    samples: [...new Set(columnValues(table, column.at).map(({ text }) => text))].slice(0, SAMPLES),
  }));
}
