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

const MINUTES_MIN = 7 * 24 * 60;

/** A version is taken when the world has had a week to find out what is wrong with it, and no package is let off. */
export function releaseAge(sources: Source[]): string[] {
  const text = sources.find(({ path }) => path === 'pnpm-workspace.yaml')?.text ?? '';
  const minutes = Number(/^minimumReleaseAge: (\d+)$/m.exec(text)?.[1] ?? 0);
  const isLax = /^minimumReleaseAge(Exclude|Strict: false)/m.test(text);
  return [
    ...(minutes < MINUTES_MIN ? [`pnpm-workspace.yaml: minimumReleaseAge debe ser al menos ${MINUTES_MIN} minutos`] : []),
    ...(isLax ? ['pnpm-workspace.yaml: las excepciones a la edad mínima van en tools/audit/judge.ts'] : []),
  ];
}

const SUM = /^ {4}resolution: \{integrity: sha512-[A-Za-z0-9+/]{86}==\}$/;

/** Demands a SHA-512 for every package, because pnpm then refuses changed content. */
export function lockfileIntegrity(sources: Source[]): string[] {
  const lines = sources.find(({ path }) => path === 'pnpm-lock.yaml')?.text.split('\n') ?? [];
  const unsure = lines.flatMap((line, index) => (/^\s*resolution:/.test(line) && !SUM.test(line) ? [index + 1] : []));
  const isEmpty = !lines.some((line) => SUM.test(line));
  return isEmpty ? ['pnpm-lock.yaml: sin sumas'] : unsure.map((line) => `pnpm-lock.yaml:${line}: paquete sin suma SHA-512`);
}

const EXACT = /^(\d+\.\d+\.\d+(-[\w.]+)?|catalog:|workspace:\*)$/;
const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];

/** Every dependency of every package.json, and every version of the catalog, names one version. */
export function exactPins(sources: Source[]): string[] {
  const manifests = sources.filter(({ path }) => /(^|\/)package\.json$/.test(path));
  const loose = manifests.flatMap(({ path, text }) => {
    const manifest = JSON.parse(text);
    const pins = KINDS.flatMap((kind) => Object.entries<string>(manifest[kind] ?? {}));
    return pins
      .filter(([, version]) => !EXACT.test(version))
      .map(([name, version]) => `${path}: ${name} no fija una versión exacta: ${version}`);
  });
  return [...loose, ...looseCatalog(sources)];
}

function looseCatalog(sources: Source[]): string[] {
  const text = sources.find(({ path }) => path === 'pnpm-workspace.yaml')?.text ?? '';
  const catalog = /^catalog:\n((?: {2}.*\n)+)/m.exec(text)?.[1];
  if (!catalog) return ['pnpm-workspace.yaml: no se encontró el catálogo'];
  const pins = [...catalog.matchAll(/^ {2}'?([^':]+(?:\/[^':]+)?)'?: (.+)$/gm)];
  return pins
    .filter(([, , version]) => !EXACT.test(version ?? ''))
    .map(([, name, version]) => `pnpm-workspace.yaml: ${name} no fija una versión exacta: ${version}`);
}
