/** What is asked of this browser's storage; null where it fails. */
export function tryStorage<Result>(ask: () => Result): Result | null {
  try {
    return ask();
  } catch {
    return null;
  }
}
