import type { Priority, Status } from '../../domain/activities/activity.ts';
import { byFilterGroup, type FilterGroup, type FilterValue, filterGroupValues, type PersonGroup } from '../../domain/reports/report.ts';

export interface Facet<Name = string> {
  name: Name;
  total: number;
}
export interface PersonFacet extends Facet {
  id: number;
}
/** The choices of each group, with how many activities each would show. A total is 0 only where a search has more hits than were counted. */
export type Facets = { [Group in FilterGroup]: Group extends PersonGroup ? PersonFacet[] : Facet<FilterValue<Group>>[] };

export interface FacetRow extends Record<FilterGroup, number> {
  topicId: number | null;
  topic: string;
  department: string;
  status: Status | null;
  priority: Priority;
  ownerId: number | null;
  assigneeId: number | null;
  person: string;
  /** Has a bit for each word of the group; null in rows that count another group. */
  urgenciesMarks: number | null;
}

const markedWords = (marks: number | null, words: readonly string[]) => words.filter((_, index) => (marks ?? 0) & (2 ** index));

/** The values that a row counts in each group; null in rows that count another group. */
const countedValues: Record<FilterGroup, (row: FacetRow) => string | number | null | string[]> = {
  topics: ({ topicId, topic }) => topicId && topic,
  departments: ({ topicId, department }) => topicId && department,
  statuses: ({ status }) => status,
  priorities: ({ status, priority }) => status && priority,
  owners: ({ ownerId }) => ownerId,
  assignees: ({ assigneeId }) => assigneeId,
  urgencies: ({ urgenciesMarks }) => markedWords(urgenciesMarks, filterGroupValues.urgencies),
};

const byName = new Intl.Collator('es-MX').compare;

export type FacetChoice = Facet & { id?: number };

/** Words come in the order of their list, names and people by name. `choices` are listed also without any activity. */
function buildFacet(group: FilterGroup, rows: readonly FacetRow[], choices: readonly FacetChoice[]) {
  const totals = new Map<string | number, FacetChoice>(choices.map((choice) => [choice.id ?? choice.name, choice]));
  for (const row of rows) {
    for (const value of [countedValues[group](row)].flat()) {
      if (value === null || row[group] === 0) continue;
      const total = (totals.get(value)?.total ?? 0) + row[group];
      totals.set(value, typeof value === 'number' ? { id: value, name: row.person, total } : { name: value, total });
    }
  }
  const words = filterGroupValues[group];
  if (typeof words !== 'string') return words.flatMap((word) => totals.get(word) ?? []);
  return [...totals.values()].sort((a, b) => byName(a.name, b.name) || (a.id ?? 0) - (b.id ?? 0));
}
export const buildFacets = (rows: readonly FacetRow[], choices: Record<FilterGroup, FacetChoice[]> | null) =>
  byFilterGroup<Facets>((group) => buildFacet(group, rows, choices?.[group] ?? []));
