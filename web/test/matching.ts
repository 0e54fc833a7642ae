import type { MatchPlace } from '@bitacora/core/contract/activity';
import {
  haveWords,
  matchIn,
  type SearchedText,
  type SearchWord,
  searchWordsIn,
  textsToSearch,
} from '@bitacora/core/domain/activity/search';
import { assigneeName, ownerName } from '@bitacora/core/domain/people/person';
import type { ActivityView } from '../src/activities/activity.ts';

/** The activities that only their comments complete, with the place. */
export type CommentHits = ReadonlyMap<number, MatchPlace | null>;
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
    const match = inComment ?? matchIn(textsOf(activity), words).match;
    return match && match.where !== 'description' ? match : undefined;
  },
});

/** The activities that have all words of a search, in any of their texts or in a comment. */
export function thatMatch(activities: readonly ActivityView[], search: string, hits: CommentHits = noHits): readonly ActivityView[] {
  const words = searchWordsIn(search);
  if (words.length === 0) return activities;
  return activities.flatMap((activity) => {
    const isComplete = haveWords(textsToSearch(textsOf(activity)), words);
    return isComplete || hits.has(activity.id) ? [withPlace(activity, words, isComplete ? null : hits.get(activity.id))] : [];
  });
}
