import { normalise } from '../text.ts';

/** What somebody looks for: a folio, words of a description, or a number that may be either. */
export interface SearchTerms {
  folio: number | null;
  /** Normalised; '' for none. */
  words: string;
}

/** One letter is in almost every text. */
const WORDS_MIN = 2;
const FOLIO_MAX = 2_147_483_647;

/** '#123' is a folio, '123' may also be in a text. Null where there is too little to look for. */
export function searchTermsIn(text: string): SearchTerms | null {
  const words = normalise(text);
  const [, mark, digits] = /^(#?) ?(\d{1,10})$/.exec(words) ?? [];
  const folio = Number(digits ?? Number.NaN);
  const isFolio = folio > 0 && folio <= FOLIO_MAX;
  const sought = { folio: isFolio ? folio : null, words: (mark && isFolio) || words.length < WORDS_MIN ? '' : words };
  return sought.folio || sought.words ? sought : null;
}
