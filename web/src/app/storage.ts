/** Asks this browser's storage; returns null where it fails. */
export function tryStorage<Result>(ask: () => Result): Result | null {
  try {
    return ask();
  } catch {
    return null;
  }
}
