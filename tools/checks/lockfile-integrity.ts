import type { Source } from './repository.ts';

const SUM = /^ {4}resolution: \{integrity: sha512-[A-Za-z0-9+/]{86}==\}$/;

/** Demands a SHA-512 for every package, because pnpm then refuses changed content. */
export function lockfileIntegrity(sources: Source[]): string[] {
  const lines = sources.find(({ path }) => path === 'pnpm-lock.yaml')?.text.split('\n') ?? [];
  const unsure = lines.flatMap((line, index) => (/^\s*resolution:/.test(line) && !SUM.test(line) ? [index + 1] : []));
  const isEmpty = !lines.some((line) => SUM.test(line));
  return isEmpty ? ['pnpm-lock.yaml: sin sumas'] : unsure.map((line) => `pnpm-lock.yaml:${line}: paquete sin suma SHA-512`);
}
