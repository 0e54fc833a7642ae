import type { MatchPlace } from '@bitacora/core/contract/activity';
import {
  haveWords,
  matchIn,
  type SearchedText,
  type SearchWord,
  searchTermsIn,
  searchWordsIn,
  textsToSearch,
} from '@bitacora/core/domain/activity/search';
import { assigneeName, ownerName } from '@bitacora/core/domain/people/person';
import { lists } from '@bitacora/core/messages/lists';
import { type ReactNode, useDeferredValue, useEffect, useState } from 'react';
import { useApp } from '../../app.ts';
import { LiveMessage } from '../../ui/states.tsx';
import type { Activity } from '../activity.ts';

const TYPING_PAUSE_MS = 300;

/** The activities that only their comments complete, with the place. */
export type CommentHits = ReadonlyMap<number, MatchPlace | null>;
const noHits: CommentHits = new Map();

/** What the server finds in the comments of open work, and a sentence where it could not look. */
function useCommentHits(search: string): [CommentHits, ReactNode] {
  const { client } = useApp();
  const text = search.trim();
  const [result, setResult] = useState<{ text: string; hits: CommentHits | null } | null>(null);
  useEffect(() => {
    if (!searchTermsIn(text)) return;
    let isCurrent = true;
    const settle = (hits: CommentHits | null) => {
      if (isCurrent) setResult({ text, hits });
    };
    const timer = setTimeout(() => {
      client.searchActivities({ text, inComments: 'open' }).then(
        ({ hits }) => settle(new Map(hits.map(({ id, found }) => [id, found]))),
        () => settle(null),
      );
    }, TYPING_PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [client, text]);
  if (result?.text !== text) return [noHits, null];
  const notice = <LiveMessage className="muted">{lists.commentsNotSearched}</LiveMessage>;
  return [result.hits ?? noHits, result.hits ? null : notice];
}

const textsOf = (activity: Activity): SearchedText[] => [
  { where: 'folio', text: String(activity.id) },
  { where: 'description', text: activity.description },
  { where: 'topic', text: activity.topic },
  { where: 'owner', text: ownerName(activity) },
  { where: 'responsible', text: assigneeName(activity) },
  { where: 'resolution', text: activity.resolution ?? '' },
];
/** Kept with each activity: the same ten thousand are searched again at every key. */
const keptTexts = new WeakMap<Activity, string>();
function keptTextsOf(activity: Activity): string {
  const searchTexts = keptTexts.get(activity) ?? textsToSearch(textsOf(activity));
  keptTexts.set(activity, searchTexts);
  return searchTexts;
}

/** With the place of the words, unless the description shows them. It is looked for when the row is drawn, because pages are short. */
const withPlace = (activity: Activity, words: readonly SearchWord[], inComment: MatchPlace | null | undefined): Activity => ({
  ...activity,
  get found() {
    const match = inComment ?? matchIn(textsOf(activity), words).match;
    return match && match.where !== 'description' ? match : undefined;
  },
});

/** The activities that have all words of a search, in any of their texts or in a comment. */
export function thatMatch(activities: readonly Activity[], search: string, hits: CommentHits = noHits): readonly Activity[] {
  const words = searchWordsIn(search);
  if (words.length === 0) return activities;
  return activities.flatMap((activity) => {
    const isComplete = haveWords(keptTextsOf(activity), words);
    return isComplete || hits.has(activity.id) ? [withPlace(activity, words, isComplete ? null : hits.get(activity.id))] : [];
  });
}

/** Of rows that the browser holds, those that have all words. The box stays quick while ten thousand rows are searched. */
export function useOwnSearch(query: string): [(rows: readonly Activity[]) => readonly Activity[], ReactNode] {
  const search = useDeferredValue(query);
  const [hits, notice] = useCommentHits(query);
  return [(rows) => thatMatch(rows, search, hits), notice];
}
