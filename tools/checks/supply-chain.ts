import type { Source } from './repository.ts';

/** Two versions of these in one program break it: hooks of another React, schemas of another zod. */
const SINGLE = ['react', 'react-dom', 'zod'];

/** Demands exactly one version of each in the lockfile. */
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

/** Demands that a version is a week old, so that others find out what is wrong with it first. No package is excepted. */
export function releaseAge(sources: Source[]): string[] {
  const text = sources.find(({ path }) => path === 'pnpm-workspace.yaml')?.text ?? '';
  const minutes = Number(/^minimumReleaseAge: (\d+)$/m.exec(text)?.[1] ?? 0);
  const isLax = /^minimumReleaseAge(Exclude|Strict: false)/m.test(text);
  return [
    ...(minutes < MINUTES_MIN ? [`pnpm-workspace.yaml: minimumReleaseAge debe ser al menos ${MINUTES_MIN} minutos`] : []),
    ...(isLax ? ['pnpm-workspace.yaml: las excepciones a la edad mínima van en tools/checks/supply-chain.ts'] : []),
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

/** Demands that every dependency of every package.json, and the catalog, names one version. */
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

/** Licences that let an operator distribute the product. */
const ALLOWED_LICENCES = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'Zlib',
  'CC0-1.0',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
]);
/** These licences are allowed for these packages alone. */
const LICENCE_EXCEPTIONS: Readonly<Record<string, RegExp>> = {
  // A font, which may travel with a program.
  'OFL-1.1': /^@fontsource-variable\/inter$/,
  // Its files stay as they are; a person who changes one publishes that file.
  'MPL-2.0': /^web-push$/,
  // A shared library that sharp loads and nobody changes.
  'LGPL-3.0-or-later': /^@img\/sharp-libvips-/,
  // A WebAssembly program in a package of its own, which nobody changes.
  'LGPL-3.0': /^libheif-js$/,
};

export interface LicensedPackage {
  name: string;
  versions: string[];
  /** An SPDX expression, or the package's own words. */
  license: string;
}

const licenceTerms = (expression: string) => expression.replace(/[()]/g, '').split(/ AND /);
const isAllowed = (expression: string) =>
  licenceTerms(expression).every((part) => part.split(/ OR /).some((one) => ALLOWED_LICENCES.has(one)));

/** Complains of every package under a licence that nobody has allowed. */
export function strangeLicences(packages: readonly LicensedPackage[]): string[] {
  return packages
    .filter(({ name, license }) => !isAllowed(license) && !LICENCE_EXCEPTIONS[license]?.test(name))
    .map(({ name, versions, license }) => `${name} ${versions.join(', ')}: licencia no permitida: ${license}`);
}

export interface Exception {
  /** GHSA ids, or `package@version`. */
  what: readonly string[];
  reason: string;
  /** Its last day, YYYY-MM-DD, at most thirty days ahead, because a high vulnerability must be mended within that time (SECURITY.md). */
  until: string;
}

/** `npm run audit` accepts these findings until their last day. An exception that is over fails it: remove it, or mend what it is about. */
export const auditExceptions: readonly Exception[] = [];

export interface AuditFinding {
  /** What an exception names: an advisory's GHSA id, or `package@version`. */
  what: string;
  sentence: string;
}

/** Either what was found, or why the registry could not be asked. */
export type AuditLook = { findings: AuditFinding[] } | { unknown: string };

const LONGEST_DAYS = 30;
const DAY_MS = 24 * 3_600_000;

/** Complains of findings without an exception, and of exceptions that are over on that day (YYYY-MM-DD), too long or without a reason. */
export function auditComplaints(findings: readonly AuditFinding[], exceptions: readonly Exception[], today: string): string[] {
  const daysLeft = ({ until }: Exception) => (Date.parse(until) - Date.parse(today)) / DAY_MS;
  const acceptedFindings = new Set(exceptions.filter((exception) => daysLeft(exception) >= 0).flatMap(({ what }) => what));
  const faults = exceptions.flatMap((exception) => {
    const name = exception.what.join(', ');
    if (exception.reason.trim() === '') return [`La excepción de ${name} no dice por qué.`];
    if (!(daysLeft(exception) <= LONGEST_DAYS)) return [`La excepción de ${name} dura más de ${LONGEST_DAYS} días: ${exception.until}.`];
    return daysLeft(exception) < 0 ? [`La excepción de ${name} terminó el ${exception.until}: quítala y arregla lo que deje ver.`] : [];
  });
  return [...findings.filter(({ what }) => !acceptedFindings.has(what)).map(({ what, sentence }) => `${what}: ${sentence}`), ...faults];
}
