import type { ColumnRole, GuessedColumn } from '../../../domain/activities/activity-import.ts';
import { headingWords, priorityWords, stateWords } from '../../../messages/activities/spreadsheet-words.ts';
import { type DayContext, type GridCell, readDay } from './cells.ts';
import { type HeadedColumn, roleOfHeading, type SheetTable, wordsOf } from './find-tables.ts';

export interface ColumnKnowledge {
  /** What a person said that a heading means, now or earlier. */
  roleByPerson: (heading: string) => ColumnRole | null | undefined;
  isPerson: (text: string) => boolean;
  isTopic: (text: string) => boolean;
}

const SAMPLES = 3;
/** So many values of a column are looked at. More of them would only say the same. */
const LOOKED_AT = 200;
/** So many of a column's values must look like a role. */
const MOST = 0.7;
const LONG_TEXT = 20;

const knownStates = new Set(Object.values(stateWords).flat().map(wordsOf));
const knownPriorities = new Set(Object.values(priorityWords).flat().map(wordsOf));
const isState = (text: string) => knownStates.has(wordsOf(text)) || /^\d{1,3}\s*%$/.test(text);

const valuesOf = (table: SheetTable, at: number): GridCell[] =>
  table.rows.flatMap(({ cells }) => (cells[at] && cells[at].text !== '' ? [cells[at]] : []));

const shareOf = <T>(values: readonly T[], holds: (value: T) => boolean) =>
  values.length === 0 ? 0 : values.filter(holds).length / values.length;

/** How sure a heading is of its role: the first word of each list says it best. */
const rankOf = (heading: string, role: ColumnRole) => headingWords[role].findIndex((word) => wordsOf(word) === wordsOf(heading));

/** Roles that values alone can show, in the order in which they are looked for. */
const looks: readonly (readonly [ColumnRole, (values: readonly GridCell[], knowledge: ColumnKnowledge & DayContext) => boolean])[] = [
  ['dueOn', (values, knowledge) => shareOf(values, (cell) => readDay(cell, knowledge) !== null) >= MOST],
  ['assignee', (values, { isPerson }) => shareOf(values, ({ text }) => isPerson(text)) >= MOST],
  ['status', (values) => shareOf(values, ({ text }) => isState(text)) >= MOST],
  ['priority', (values) => shareOf(values, ({ text }) => knownPriorities.has(wordsOf(text))) >= MOST],
  ['topic', (values, { isTopic }) => shareOf(values, ({ text }) => isTopic(text)) >= MOST],
  ['description', (values) => shareOf(values, ({ text }) => text.length >= LONG_TEXT) >= MOST],
];

/** What a column's heading says, unless its values say otherwise: the lists of a Trello board are often its statuses. */
function roleFromHeading({ heading }: HeadedColumn, values: readonly GridCell[]): ColumnRole | undefined {
  const role = roleOfHeading(heading);
  return role === 'topic' && shareOf(values, ({ text }) => isState(text)) >= MOST ? 'status' : role;
}

/** A role for each column of a list; no role twice. */
export function guessColumns(table: SheetTable, knowledge: ColumnKnowledge & DayContext): GuessedColumn[] {
  const roles = new Map<number, Pick<GuessedColumn, 'role' | 'from'>>();
  const isTaken = (role: ColumnRole) => [...roles.values()].some((column) => column.role === role);
  for (const { at, heading } of table.columns) {
    const role = knowledge.roleByPerson(heading);
    if (heading !== '' && role !== undefined && !(role && isTaken(role))) roles.set(at, { role, from: 'person' });
  }
  const byHeading = table.columns
    .flatMap((column) => {
      const role = roles.has(column.at) ? undefined : roleFromHeading(column, valuesOf(table, column.at));
      return role ? [{ at: column.at, role, rank: rankOf(column.heading, role) }] : [];
    })
    .sort((a, b) => a.rank - b.rank);
  for (const { at, role } of byHeading) if (!isTaken(role)) roles.set(at, { role, from: 'heading' });
  // Beside the name of the work, its description is a remark; Planner heads them 'Nombre de la tarea' and 'Descripción'.
  const remark = byHeading.find(({ at, role }) => role === 'description' && !roles.has(at));
  if (remark && !isTaken('notes')) roles.set(remark.at, { role: 'notes', from: 'heading' });
  for (const [role, looksLike] of looks) {
    if (isTaken(role)) continue;
    const column = table.columns.find(({ at }) => !roles.has(at) && looksLike(valuesOf(table, at).slice(0, LOOKED_AT), knowledge));
    if (column) roles.set(column.at, { role, from: 'values' });
  }
  return table.columns.map((column) => ({
    ...column,
    ...(roles.get(column.at) ?? { role: null, from: null }),
    samples: [...new Set(valuesOf(table, column.at).map(({ text }) => text))].slice(0, SAMPLES),
  }));
}
