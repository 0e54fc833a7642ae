import type { Endpoints, Reply } from '@bitacora/core/contract';
import type { Filters } from '@bitacora/core/domain/reports/report';
import { priorityLabels, statusLabels } from '@bitacora/core/messages/labels';
import { reports } from '@bitacora/core/messages/reports';

/** The options of each group, with the number of activities under the other groups. */
export type FacetCounts = Omit<Reply<Endpoints['countFacets']>, 'success'>;

export interface FilterOption {
  value: string | number;
  label: string;
  total: number;
}
export type FilterOptions = Record<keyof Filters, FilterOption[]>;

/** Selected values stay among the options, so that they can be cleared at zero activities. */
function withSelected(options: FilterOption[], selected: readonly (string | number)[], label: (value: string | number) => string) {
  const missing = selected.filter((value) => !options.some((option) => option.value === value));
  return [...options, ...missing.map((value) => ({ value, label: label(value), total: 0 }))];
}

const same = (value: string | number) => String(value);
const unknownPerson = (value: string | number) => (typeof value === 'number' ? reports.unknownPerson(value) : value);

export function optionsOf(facets: FacetCounts, filters: Filters): FilterOptions {
  const optionsByName = (facet: FacetCounts['topics']) => facet.map(({ name, total }) => ({ value: name, label: name, total }));
  const people = (facet: FacetCounts['owners']) => facet.map(({ id, name, total }) => ({ value: id, label: name, total }));
  /** A word that a newer server added cannot be asked for, because this client has no name for it. */
  const wordOptions = <Name extends string>(facet: readonly { name: Name | 'other'; total: number }[], labels: Record<Name, string>) =>
    facet.flatMap(({ name, total }) => (name === 'other' ? [] : [{ value: name, label: labels[name], total }]));
  const statuses = wordOptions(facets.statuses, statusLabels);
  const priorities = wordOptions(facets.priorities, priorityLabels);
  return {
    topics: withSelected(optionsByName(facets.topics), filters.topics, same),
    departments: withSelected(optionsByName(facets.departments), filters.departments, same),
    statuses: withSelected(statuses, filters.statuses, (value) => statusLabels[value as keyof typeof statusLabels]),
    priorities: withSelected(priorities, filters.priorities, (value) => priorityLabels[value as keyof typeof priorityLabels]),
    owners: withSelected(people(facets.owners), filters.owners, unknownPerson),
    assignees: withSelected(people(facets.assignees), filters.assignees, unknownPerson),
  };
}

/** How many activities all groups together select, from the counts of the statuses. */
export const totalIn = (facets: FacetCounts, { statuses }: Filters): number =>
  facets.statuses.reduce(
    (sum, { name, total }) => (statuses.length === 0 || (statuses as readonly string[]).includes(name) ? sum + total : sum),
    0,
  );
