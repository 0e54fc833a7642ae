import type { Source } from './repository.ts';

const MINUTES_MIN = 7 * 24 * 60;

/** A version is taken when the world has had a week to find out what is wrong with it, and no package is let off. */
export function releaseAge(sources: Source[]): string[] {
  const text = sources.find(({ path }) => path === 'pnpm-workspace.yaml')?.text ?? '';
  const minutes = Number(/^minimumReleaseAge: (\d+)$/m.exec(text)?.[1] ?? 0);
  const isLax = /^minimumReleaseAge(Exclude|Strict: false)/m.test(text);
  return [
    ...(minutes < MINUTES_MIN ? [`pnpm-workspace.yaml: minimumReleaseAge debe ser al menos ${MINUTES_MIN} minutos`] : []),
    ...(isLax ? ['pnpm-workspace.yaml: las excepciones a la edad mínima van en tools/audit/exceptions.ts'] : []),
  ];
}
