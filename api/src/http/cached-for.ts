/** Answers what was read within the last `ms`; however many ask at once, one read is under way. */
export function cachedFor<Value>(
  ms: number,
  read: () => Promise<Value>,
  now: () => number = () => performance.now(),
): () => Promise<Value> {
  let current: Promise<Value> | null = null;
  let readAt = 0;
  let isPending = false;
  return () => {
    if (current && (isPending || now() - readAt < ms)) return current;
    isPending = true;
    current = read().finally(() => {
      isPending = false;
      readAt = now();
    });
    return current;
  };
}
