interface Reader {
  isProduction: boolean;
}

/** Returns whether a person reads what this process prints. Elsewhere, and in production, a program reads the log. */
export const isForPerson = ({ isProduction }: Reader): boolean => process.stdout.isTTY && !isProduction;

/** Shows a person what is being done, in a line to which the returned function adds the seconds. Others get `elsewhere`. */
export function beginStep(title: string, reader: Reader, elsewhere?: string): () => void {
  if (!isForPerson(reader)) {
    if (elsewhere) console.log(elsewhere);
    return () => {};
  }
  const startedAt = performance.now();
  process.stdout.write(`${title}… `);
  return () => void process.stdout.write(`${Math.round((performance.now() - startedAt) / 1_000)} s\n`);
}
