import { findNearestWords, isMistypable, type SearchWord, toSearchText } from '../../domain/activities/search.ts';
import type { Repositories } from '../../persistence/repositories.ts';

const SUGGESTIONS_MAX = 3;
/** Only so many near words are searched for. */
const TRIES_MAX = 8;

/** Returns the word as a text writes it, with its accents. */
const writtenWord = (texts: readonly string[], letters: string): string =>
  texts
    .flatMap((text) => text.match(/[\p{L}\p{M}]+/gu) ?? [])
    .find((word) => toSearchText(word) === letters)
    ?.toLowerCase() ?? letters;

/**
 * Offers what somebody probably meant where a search found nothing. `readHit` searches within what the reader may see and returns the texts of
 * a hit, so that no word is offered that only others may read.
 */
export async function suggestSearches(
  words: readonly SearchWord[],
  { activitySearch }: Pick<Repositories, 'activitySearch'>,
  readHit: (words: SearchWord[]) => Promise<readonly string[] | null>,
): Promise<{ suggestions?: string[] }> {
  const suggestions: string[] = [];
  let tries = 0;
  for (const [place, word] of words.entries()) {
    if (!isMistypable(word)) continue;
    for (const letters of findNearestWords(word, await activitySearch.readWordsLike(word))) {
      if (suggestions.length === SUGGESTIONS_MAX || tries === TRIES_MAX) break;
      tries += 1;
      const texts = await readHit(words.with(place, { letters, folio: null }));
      if (texts) suggestions.push(words.map((each, at) => (at === place ? writtenWord(texts, letters) : each.letters)).join(' '));
    }
  }
  return suggestions.length > 0 ? { suggestions } : {};
}
