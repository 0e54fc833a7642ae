import type { Endpoints, Reply } from '@bitacora/core/contract';
import type { FilterGroup, Filters } from '@bitacora/core/domain/reports/report';
import { priorityLabels, statusLabels } from '@bitacora/core/messages/labels';
import { reports } from '@bitacora/core/messages/reports';

/** By group, what there is to choose and how many activities each choice shows while the other groups stand. */
export type FacetCounts = Omit<Reply<Endpoints['countFacets']>, 'success'>;
export interface FilterChoice {
  value: string | number;
  label: string;
  total: number;
}

const labels: Partial<Record<FilterGroup, Readonly<Record<string, string>>>> = { statuses: statusLabels, priorities: priorityLabels };

/** The options of one group. What is chosen stays among them, so that it can be given up, even where it would show nothing. */
export function optionsOf(group: FilterGroup, facets: FacetCounts, filters: Filters): FilterChoice[] {
  const labelOf = (value: string | number) =>
    typeof value === 'number' ? reports.unknownPerson(value) : (labels[group]?.[value] ?? value);
  // A word that a newer server added cannot be asked for, because this client has no name for it.
  const known = [...facets[group]].filter((facet) => facet.name !== 'other' || !labels[group]);
  const options: FilterChoice[] = known.map((facet) =>
    'id' in facet
      ? { value: facet.id, label: facet.name, total: facet.total }
      : { value: facet.name, label: labelOf(facet.name), total: facet.total },
  );
  const missing = filters[group].filter((value) => !options.some((option) => option.value === value));
  return [...options, ...missing.map((value) => ({ value, label: labelOf(value), total: 0 }))];
}

/** How many activities all groups together show: those of one group, counted under the others, that are chosen in it. */
export const countMatches = ({ statuses: facet }: FacetCounts, { statuses }: Filters): number =>
  facet.reduce((sum, { name, total }) => (statuses.length === 0 || (statuses as readonly string[]).includes(name) ? sum + total : sum), 0);

/** The same filters with a value of one group chosen, or given up. */
export function toggleFilter(filters: Filters, group: FilterGroup, value: string | number): Filters {
  const before: readonly (string | number)[] = filters[group];
  const after = before.includes(value) ? before.filter((one) => one !== value) : [...before, value];
  return { ...filters, [group]: after };
}
