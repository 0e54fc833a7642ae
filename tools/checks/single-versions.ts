import type { Source } from './repository.ts';

/** Two of these in one program break it: hooks of another React, schemas of another zod. */
const SINGLE = ['react', 'react-dom', 'zod'];

/** The lockfile has exactly one version of each. */
export function singleVersions(sources: Source[]): string[] {
  const lockfile = sources.find(({ path }) => path === 'pnpm-lock.yaml')?.text ?? '';
  const packages = lockfile.slice(lockfile.indexOf('\npackages:'), lockfile.indexOf('\nsnapshots:'));
  return SINGLE.flatMap((name) => {
    const versions = [...packages.matchAll(new RegExp(`^  '?${name}@([^':(]+)'?:$`, 'gm'))].map(([, version]) => version);
    return versions.length === 1
      ? []
      : [`pnpm-lock.yaml: hay ${versions.length} versiones de ${name} (${versions.join(', ')}); debe haber una`];
  });
}
