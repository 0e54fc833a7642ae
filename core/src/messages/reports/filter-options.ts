import { type FilterGroup, type Filters, type FilterValue, filterGroupValues, type WordGroup } from '../../domain/reports/report.ts';
import { priorityLabels, statusLabels, urgencyLabels } from '../activities/labels.ts';
import { reports } from '../activities/lists.ts';

/** The text above the groups. It is apart from the other texts of reports, because lists load those. */
export const filterHints = {
  counted: 'Elige una o varias opciones por grupo; todos los grupos se aplican a la vez.',
  uncounted: 'Son demasiadas actividades: las opciones no se cuentan, y alguna puede no mostrar ninguna.',
} as const;

const wordLabels: { [Group in WordGroup]: Record<FilterValue<Group>, string> } = {
  statuses: statusLabels,
  priorities: priorityLabels,
  urgencies: urgencyLabels,
};

/** Returns the label for a value of a group. The caller knows the names of people. */
export function filterLabel(group: FilterGroup, value: string | number): string {
  const labels: Partial<Record<FilterGroup, Readonly<Record<string, string>>>> = wordLabels;
  return typeof value === 'number' ? reports.unknownPerson(value) : (labels[group]?.[value] ?? value);
}

interface FacetValue {
  id?: number;
  name: string;
  total: number;
}
export interface FilterOption {
  value: string | number;
  label: string;
  total: number;
}

/** Returns the options of one group. A chosen value without activities stays, because the person must be able to clear it. */
export function filterOptions(group: FilterGroup, facet: readonly FacetValue[], chosen: readonly (string | number)[]): FilterOption[] {
  // A word that a newer server added cannot be asked for, because this client has no name for it.
  const isUnknown = (name: string) => name === 'other' && typeof filterGroupValues[group] !== 'string';
  const options: FilterOption[] = facet
    .filter(({ name }) => !isUnknown(name))
    .map(({ id, name, total }) => ({ value: id ?? name, label: id === undefined ? filterLabel(group, name) : name, total }));
  const missing = chosen.filter((value) => !options.some((option) => option.value === value));
  return [...options, ...missing.map((value) => ({ value, label: filterLabel(group, value), total: 0 }))];
}

/**
 * Counts the activities that all filters together select, by the counts of the chosen statuses, which the other groups already restrict.
 */
export const countSelected = (facet: readonly FacetValue[], { statuses }: Filters): number =>
  facet.reduce((sum, { name, total }) => (statuses.length === 0 || (statuses as readonly string[]).includes(name) ? sum + total : sum), 0);
