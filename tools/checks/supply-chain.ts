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
/** Allowed for these alone, and why. */
const LICENCE_EXCEPTIONS: Readonly<Record<string, RegExp>> = {
  // A font, which may travel with a program.
  'OFL-1.1': /^@fontsource-variable\/inter$/,
  // Its files stay as they are; a person who changes one publishes that file.
  'MPL-2.0': /^web-push$/,
  // A shared library that sharp loads and nobody changes.
  'LGPL-3.0-or-later': /^@img\/sharp-libvips-/,
};

export interface LicensedPackage {
  name: string;
  versions: string[];
  /** An SPDX expression, or the package's own words. */
  license: string;
}

const wordsOf = (expression: string) => expression.replace(/[()]/g, '').split(/ AND /);
const isAllowed = (expression: string) => wordsOf(expression).every((part) => part.split(/ OR /).some((one) => ALLOWED_LICENCES.has(one)));

/** A complaint for every package under a licence that nobody has allowed. */
export function strangeLicences(packages: readonly LicensedPackage[]): string[] {
  return packages
    .filter(({ name, license }) => !isAllowed(license) && !LICENCE_EXCEPTIONS[license]?.test(name))
    .map(({ name, versions, license }) => `${name} ${versions.join(', ')}: licencia no permitida: ${license}`);
}

export interface Exception {
  /** GHSA ids, or `package@version`. */
  what: readonly string[];
  reason: string;
  /** The last day it holds, YYYY-MM-DD; at most thirty days ahead, which is how long a high one may take to be mended (SECURITY.md). */
  until: string;
}

/** What `npm run audit` lets pass, and until when. One that is over fails: take it out, or mend what it is about. */
export const auditExceptions: readonly Exception[] = [
  {
    what: [
      '@alcalzone/ansi-tokenize@0.3.2',
      '@biomejs/biome@2.6.8',
      '@biomejs/cli-linux-arm64@2.6.8',
      '@biomejs/cli-linux-x64@2.6.8',
      '@smithy/core@3.41.0',
      '@testing-library/user-event@14.6.12',
      '@tybys/wasm-util@0.10.5',
      'axe-core@4.14.1',
      'bare-url@2.5.8',
      'csstype@3.2.4',
      'lucide-react@1.75.0',
      'nodemailer@10.6.0',
      'postcss@8.5.33',
      'router@2.3.0',
      'smtp-server@3.21.6',
      'source-map-js@1.2.3',
    ],
    reason: 'En el lockfile desde antes de la regla de los siete días; el más reciente los cumple el 25 de noviembre.',
    until: '2026-11-25',
  },
];

export interface AuditFinding {
  /** What an exception names: an advisory's GHSA id, or `package@version`. */
  what: string;
  sentence: string;
}

/** What was found, or why nobody could look. */
export type AuditLook = { findings: AuditFinding[] } | { unknown: string };

const LONGEST_DAYS = 30;
const DAY_MS = 24 * 3_600_000;

/** What is wrong on that day (YYYY-MM-DD): findings without an exception, and exceptions that are over, too long or without a reason. */
export function auditComplaints(findings: readonly AuditFinding[], exceptions: readonly Exception[], today: string): string[] {
  const daysLeft = ({ until }: Exception) => (Date.parse(until) - Date.parse(today)) / DAY_MS;
  const excused = new Set(exceptions.filter((one) => daysLeft(one) >= 0).flatMap(({ what }) => what));
  const faults = exceptions.flatMap((one) => {
    const name = one.what.join(', ');
    if (one.reason.trim() === '') return [`La excepción de ${name} no dice por qué.`];
    if (!(daysLeft(one) <= LONGEST_DAYS)) return [`La excepción de ${name} dura más de ${LONGEST_DAYS} días: ${one.until}.`];
    return daysLeft(one) < 0 ? [`La excepción de ${name} terminó el ${one.until}: quítala y arregla lo que deje ver.`] : [];
  });
  return [...findings.filter(({ what }) => !excused.has(what)).map(({ what, sentence }) => `${what}: ${sentence}`), ...faults];
}
