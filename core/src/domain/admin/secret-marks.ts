/** A process and the database compare marks of their secrets, because no secret can be computed from a mark. */
export interface SecretMarks {
  current: string;
  /** The mark of the earlier secret while the secret is being changed. */
  previous: string | null;
  /** The installation keeps the newest mark, then the one before while both hold. Empty before the first start. */
  stored: readonly string[];
}

/**
 * Returns the marks that the installation has from now on, or null where the process shares no secret with it. A process that still has only the
 * earlier secret changes nothing: it may restart while the others are being changed.
 */
export function nextMarks({ current, previous, stored }: SecretMarks): readonly string[] | null {
  const [newest, earlier] = stored;
  if (newest === undefined) return [current];
  if (current === newest) return previous === null ? [newest] : stored;
  if (current === earlier) return stored;
  return previous !== null && stored.includes(previous) ? [current, previous] : null;
}
