import { createHash } from 'node:crypto';

const LINE_END = 10;

/** Lets bytes through and keeps their SHA-256 and their lines. */
export function tally() {
  const hash = createHash('sha256');
  let lines = 0;
  async function* pass(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      for (let at = chunk.indexOf(LINE_END); at >= 0; at = chunk.indexOf(LINE_END, at + 1)) lines++;
      yield chunk;
    }
  }
  /** Once all of it has passed. */
  const total = () => ({ sha256: hash.digest('hex'), lines });
  return { pass, total };
}
