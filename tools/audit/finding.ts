export interface Finding {
  /** What an exception names: an advisory's GHSA id, or `package@version`. */
  what: string;
  said: string;
}

/** What was found, or why nobody could look. */
export type Look = { found: Finding[] } | { unknown: string };
