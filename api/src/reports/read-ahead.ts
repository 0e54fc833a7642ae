/**
 * The same batches, the next one always asked for while one is being used, so that database and writer work at the same time. The first
 * is there when this resolves: what goes wrong with it is told before anything was answered.
 */
export async function readAhead<Batch>(batches: AsyncIterable<Batch>): Promise<AsyncGenerator<Batch>> {
  const source = batches[Symbol.asyncIterator]();
  const first = await source.next();

  async function* rest(): AsyncGenerator<Batch> {
    let current = first;
    try {
      while (!current.done) {
        const next = source.next();
        next.catch(() => {}); // thrown where it is awaited, unless nobody wants it any more
        yield current.value;
        current = await next;
      }
    } finally {
      await source.return?.();
    }
  }
  return rest();
}
