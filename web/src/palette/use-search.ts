import type { SearchHit } from '@bitacora/core/contract/activity-endpoints';
import { searchTermsIn } from '@bitacora/core/domain/activity/search';
import { useEffect, useState } from 'react';
import { useApp } from '../app.ts';

const TYPING_PAUSE_MS = 200;

/** `short`: too short to search. `busy` starts at the first letter, before the call. */
export type Search =
  | { state: 'idle' | 'short' | 'busy' }
  | { state: 'found'; hits: readonly SearchHit[] }
  | { state: 'failed'; error: unknown };

const startOf = (text: string): Search => ({ state: text === '' ? 'idle' : searchTermsIn(text) ? 'busy' : 'short' });

/** Searches when typing pauses. Returns the search and a function that tries again. */
export function useSearch(query: string): [Search, () => void] {
  const { client } = useApp();
  const text = query.trim();
  const [tries, setTries] = useState(0);
  const [result, setResult] = useState<{ text: string; tries: number; search: Search } | null>(null);
  useEffect(() => {
    if (!searchTermsIn(text)) return;
    let isCurrent = true;
    const settle = (search: Search) => {
      if (isCurrent) setResult({ text, tries, search });
    };
    const timer = setTimeout(() => {
      client.searchActivities({ text }).then(
        ({ hits }) => settle({ state: 'found', hits }),
        (error) => settle({ state: 'failed', error }),
      );
    }, TYPING_PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [client, text, tries]);
  const isCurrent = result?.text === text && result.tries === tries;
  return [isCurrent ? result.search : startOf(text), () => setTries((before) => before + 1)];
}
