/** What a process and the database know of each other's secret: marks, from which no secret can be computed. */
export interface SecretMarks {
  /** Marks the secret that signs first. */
  current: string;
  /** Marks the secret before, while it is being changed. */
  previous: string | null;
  /** The installation keeps the newest mark, then the one before while both hold. Empty before the first start. */
  stored: readonly string[];
}

/**
 * The marks that the installation has from now on, or null where the process shares no secret with it. A process that still has only the
 * earlier secret changes nothing: it may restart while the others are being changed.
 */
export function nextMarks({ current, previous, stored }: SecretMarks): readonly string[] | null {
  const [newest, earlier] = stored;
  if (newest === undefined) return [current];
  if (current === newest) return previous === null ? [newest] : stored;
  if (current === earlier) return stored;
  return previous !== null && stored.includes(previous) ? [current, previous] : null;
}
