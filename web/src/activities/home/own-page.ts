import { priorities, statuses } from '@bitacora/core/domain/activity/activity';
import { assigneeName, ownerName } from '@bitacora/core/domain/people/person';
import { type FilterGroup, type Filters, filterGroups, type Sort } from '@bitacora/core/domain/reports/report';
import { normalise } from '@bitacora/core/domain/text';
import type { FacetCounts } from '../../reports/filter-dialog.tsx';
import type { ReportState } from '../../reports/report-state.ts';
import { type Activity, sortValueOf } from '../activity.ts';

// One's own list is short and in the browser already (docs/product.md, 4): here it is filtered, counted, sorted and paged as the
// database does it for the reports.

const valueIn: Record<FilterGroup, (activity: Activity) => string | number> = {
  topics: ({ topic }) => topic,
  departments: ({ department }) => department,
  statuses: ({ status }) => status,
  priorities: ({ priority }) => priority,
  owners: ({ ownerId }) => ownerId,
  assignees: ({ assigneeId }) => assigneeId,
};

const passes = (activity: Activity, filters: Filters, except?: FilterGroup) =>
  filterGroups.every(
    (group) => group === except || filters[group].length === 0 || (filters[group] as readonly unknown[]).includes(valueIn[group](activity)),
  );
/** Kept with each activity: the same ten thousand are searched again at every key. */
const plainTexts = new WeakMap<Activity, string>();
function plainTextOf(activity: Activity): string {
  const known = plainTexts.get(activity);
  if (known !== undefined) return known;
  const text = normalise(activity.description);
  plainTexts.set(activity, text);
  return text;
}
function thatMention(activities: readonly Activity[], search: string): readonly Activity[] {
  const wanted = normalise(search);
  return wanted === '' ? activities : activities.filter((activity) => plainTextOf(activity).includes(wanted));
}

const collator = new Intl.Collator('es-MX');

/** What is missing comes last either way, and the folio decides between equals. */
function inOrder({ column, isDescending }: Sort): (a: Activity, b: Activity) => number {
  const sign = isDescending ? -1 : 1;
  const key = sortValueOf(column);
  return (a, b) => {
    const [left, right] = [key(a), key(b)];
    if (left === null || right === null) return Number(left === null) - Number(right === null) || sign * (a.id - b.id);
    const compared = typeof left === 'string' ? collator.compare(left, String(right)) : left - Number(right);
    return sign * (compared || a.id - b.id);
  };
}

export function ownPage(activities: readonly Activity[], { filters, search, sort, page, size }: ReportState) {
  const found = thatMention(activities, search)
    .filter((activity) => passes(activity, filters))
    .sort(inOrder(sort));
  const lastPage = Math.max(1, Math.ceil(found.length / size));
  const start = (Math.min(page, lastPage) - 1) * size;
  return { rows: found.slice(start, start + size), total: found.length };
}

/** What each choice would show, under the other groups and the search. */
export function ownFacets(activities: readonly Activity[], filters: Filters, search: string): FacetCounts {
  const found = thatMention(activities, search);
  function counted<Name extends string | number>(group: FilterGroup, nameOf: (activity: Activity) => Name): Map<Name, number> {
    const totals = new Map<Name, number>();
    for (const activity of found.filter((each) => passes(each, filters, group)))
      totals.set(nameOf(activity), (totals.get(nameOf(activity)) ?? 0) + 1);
    return totals;
  }
  const named = (group: FilterGroup, nameOf: (activity: Activity) => string) =>
    [...counted(group, nameOf)].map(([name, total]) => ({ name, total })).sort((a, b) => collator.compare(a.name, b.name));
  const listed = <Name extends string>(group: FilterGroup, all: readonly Name[], nameOf: (activity: Activity) => Name | 'other') => {
    const totals = counted(group, nameOf);
    return all.flatMap((name) => (totals.has(name) ? [{ name, total: totals.get(name) ?? 0 }] : []));
  };
  const people = (group: FilterGroup, idOf: (activity: Activity) => number, nameOf: (activity: Activity) => string) => {
    const names = new Map(activities.map((activity) => [idOf(activity), nameOf(activity)]));
    return [...counted(group, idOf)]
      .map(([id, total]) => ({ id, name: names.get(id) ?? '', total }))
      .sort((a, b) => collator.compare(a.name, b.name));
  };
  return {
    topics: named('topics', ({ topic }) => topic),
    departments: named('departments', ({ department }) => department),
    statuses: listed('statuses', statuses, ({ status }) => status),
    priorities: listed('priorities', priorities, ({ priority }) => priority),
    owners: people('owners', ({ ownerId }) => ownerId, ownerName),
    assignees: people('assignees', ({ assigneeId }) => assigneeId, assigneeName),
  };
}
