/** A figure beside the most that was promised of it (docs/reliability.md). */
export interface Promised {
  name: string;
  measured: number;
  most: number;
}

const FAILED = 1;

/** Prints what was promised and what was measured; the process ends with a failure where a promise is broken. */
export function tellPromises(promises: readonly Promised[]): void {
  const rows = promises.map(({ name, measured, most }) => ({
    promesa: name,
    'a lo más': most,
    medido: Math.round(measured * 100) / 100,
    cumple: measured <= most ? 'sí' : 'NO',
  }));
  console.table(rows);
  if (rows.some(({ cumple }) => cumple === 'NO')) process.exitCode = FAILED;
}
