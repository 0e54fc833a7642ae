import type { MatchPlace } from '@bitacora/core/contract/activities/activity-shapes';
import type { FacetCounts } from '@bitacora/core/contract/reports/report-shapes';
import { findMatch, parseSearchWords, type SearchedText, type SearchWord } from '@bitacora/core/domain/activities/search';
import { assigneeName, ownerName } from '@bitacora/core/domain/people/person';
import type { ReportState } from '@bitacora/core/domain/reports/list-address';
import {
  byFilterGroup,
  type FilterGroup,
  type Filters,
  filterGroups,
  filterGroupValues,
  type Sort,
} from '@bitacora/core/domain/reports/report';
import { haveWords, textsToSearch } from '../../core/test/reports/headings.ts';
import { listUrgencyMarks } from '../../core/test/urgency-marks.ts';
import { type ActivityView, sortValueReader } from '../src/activities/activity.tsx';

// The fake server filters, counts, sorts and pages as the database does for the reports.

/** A value that a group counts: a name, a word, or a person by id. */
interface Choice {
  id?: number;
  name: string;
}
const choicesIn: Record<FilterGroup, (activity: ActivityView) => Choice | Choice[]> = {
  topics: ({ topic }) => ({ name: topic }),
  departments: ({ department }) => ({ name: department }),
  statuses: ({ status }) => ({ name: status }),
  priorities: ({ priority }) => ({ name: priority }),
  owners: (activity) => ({ id: activity.ownerId, name: ownerName(activity) }),
  assignees: (activity) => ({ id: activity.assigneeId, name: assigneeName(activity) }),
  urgencies: (activity) => listUrgencyMarks(activity, activity.daysLeft).map((name) => ({ name })),
};
const choiceValue = ({ id, name }: Choice) => id ?? name;

const passes = (activity: ActivityView, filters: Filters, except?: FilterGroup) =>
  filterGroups.every((group) => {
    const values: readonly (string | number)[] = filters[group];
    return group === except || values.length === 0 || [choicesIn[group](activity)].flat().some((one) => values.includes(choiceValue(one)));
  });
const collator = new Intl.Collator('es-MX');

/** What is missing comes last either way, and the folio decides between equals. */
function inOrder({ column, isDescending }: Sort): (a: ActivityView, b: ActivityView) => number {
  const sign = isDescending ? -1 : 1;
  const key = sortValueReader(column);
  return (a, b) => {
    const [left, right] = [key(a), key(b)];
    if (left === null || right === null) return Number(left === null) - Number(right === null) || sign * (a.id - b.id);
    const compared = typeof left === 'string' ? collator.compare(left, String(right)) : left - Number(right);
    return sign * (compared || a.id - b.id);
  };
}

/** The activities that only their comments complete, with the place. */
type CommentHits = ReadonlyMap<number, MatchPlace | null>;
const noHits: CommentHits = new Map();

const textsOf = (activity: ActivityView): SearchedText[] => [
  { where: 'folio', text: String(activity.id) },
  { where: 'description', text: activity.description },
  { where: 'topic', text: activity.topic },
  { where: 'owner', text: ownerName(activity) },
  { where: 'responsible', text: assigneeName(activity) },
  { where: 'resolution', text: activity.resolution ?? '' },
];
/** With the place of the words, unless the description shows them. */
const withPlace = (activity: ActivityView, words: readonly SearchWord[], inComment: MatchPlace | null | undefined): ActivityView => ({
  ...activity,
  get found() {
    const match = inComment ?? findMatch(textsOf(activity), words).match;
    return match && match.where !== 'description' ? match : undefined;
  },
});

/** The activities that have all words of a search, in any of their texts or in a comment. */
function thatMatch(activities: readonly ActivityView[], search: string, hits: CommentHits = noHits): readonly ActivityView[] {
  const words = parseSearchWords(search);
  if (words.length === 0) return activities;
  return activities.flatMap((activity) => {
    const isComplete = haveWords(textsToSearch(textsOf(activity)), words);
    return isComplete || hits.has(activity.id) ? [withPlace(activity, words, isComplete ? null : hits.get(activity.id))] : [];
  });
}

export function ownPage(activities: readonly ActivityView[], { filters, search, sort, page, size }: ReportState, hits?: CommentHits) {
  const matches = thatMatch(activities, search, hits)
    .filter((activity) => passes(activity, filters))
    .sort(inOrder(sort));
  const lastPage = Math.max(1, Math.ceil(matches.length / size));
  const start = (Math.min(page, lastPage) - 1) * size;
  return { rows: matches.slice(start, start + size), total: matches.length };
}

/** What each choice would show, under the other groups and the search: words in the order of their list, names and people by name. */
export function ownFacets(activities: readonly ActivityView[], filters: Filters, search: string, hits?: CommentHits): FacetCounts {
  const matching = thatMatch(activities, search, hits);
  const counts = byFilterGroup<Omit<FacetCounts, 'hasMore'>>((group) => {
    const totals = new Map<string | number, Choice & { total: number }>();
    for (const activity of matching.filter((each) => passes(each, filters, group))) {
      for (const choice of [choicesIn[group](activity)].flat()) {
        const value = choiceValue(choice);
        totals.set(value, { ...choice, total: (totals.get(value)?.total ?? 0) + 1 });
      }
    }
    const words = filterGroupValues[group];
    if (typeof words !== 'string') return words.flatMap((word) => totals.get(word) ?? []);
    return [...totals.values()].sort((a, b) => collator.compare(a.name, b.name));
  });
  return { ...counts, hasMore: false };
}
