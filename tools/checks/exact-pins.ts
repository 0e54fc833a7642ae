import type { Source } from './repository.ts';

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
