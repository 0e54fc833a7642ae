import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { root } from './checks/repository.ts';
import type { AuditLook } from './checks/supply-chain.ts';
import { preparePnpm } from './install.mjs';

/** Runs the pinned pnpm in the repository and returns what it prints; throws when it fails. */
export const pnpm = (...words: string[]): string => runPnpm(path.resolve(import.meta.dirname, '..'), ...words);

export function runPnpm(folder: string, ...words: string[]): string {
  const options = { cwd: folder, encoding: 'utf8', shell: process.platform === 'win32', maxBuffer: 100_000_000 } as const;
  const [program = '', ...first] = preparePnpm(root);
  const { status, stdout, stderr, error } = spawnSync(program, [...first, ...words], options);
  if (status !== 0) throw new Error(`pnpm ${words.join(' ')}\n${stdout}${stderr}${error?.message ?? ''}`);
  return stdout;
}

/** Returns what the pinned pnpm prints however it ends, because it fails both where it finds something and where it could not ask. */
async function askPnpm(words: readonly string[]): Promise<string> {
  const [program = '', ...first] = preparePnpm(root);
  const child = spawn(program, [...first, ...words], { cwd: root, shell: process.platform === 'win32', stdio: ['ignore', 'pipe', 'pipe'] });
  return (await Promise.all([text(child.stdout), text(child.stderr)])).join('\n');
}

interface Advisory {
  module_name: string;
  severity: string;
  title: string;
  github_advisory_id: string;
  patched_versions: string | null;
}
const GRAVE = ['high', 'critical'];

/** Asks the registry for high and critical vulnerabilities of production packages. Mirrors often have no such list; the result is then unknown. */
export async function findVulnerabilities(options: readonly string[]): Promise<AuditLook> {
  const output = await askPnpm(['audit', '--prod', '--json', ...options]);
  const report = /^\{.*^\}$/ms.exec(output)?.[0];
  if (!report) return { unknown: /responded with \d+|Failed to request/.exec(output)?.[0] ?? output.trim() };
  const advisories: Advisory[] = Object.values(JSON.parse(report).advisories);
  const grave = advisories.filter(({ severity }) => GRAVE.includes(severity));
  return {
    findings: grave.map(({ module_name, severity, title, github_advisory_id, patched_versions }) => ({
      what: github_advisory_id,
      sentence: `${module_name}: ${title} (${severity}); corregido en ${patched_versions ?? 'ninguna versión'}`,
    })),
  };
}

const VERIFY = [
  'install',
  '--frozen-lockfile',
  '--lockfile-only',
  '--no-trust-lockfile',
  '--config.minimumReleaseAgeIgnoreMissingTime=false',
];
const REFUSED = 'ERR_PNPM_MINIMUM_RELEASE_AGE_VIOLATION';

interface PnpmLine {
  level: string;
  code?: string;
  status?: string;
  message?: string;
}

/** Finds versions of the lockfile that are younger than `minimumReleaseAge`. Mirrors may not tell dates; the result is then unknown. */
export async function findYoungVersions(options: readonly string[]): Promise<AuditLook> {
  const lines = (await askPnpm([...VERIFY, '--reporter', 'ndjson', ...options])).split('\n');
  const pnpmLines: PnpmLine[] = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
  const error = pnpmLines.find(({ level }) => level === 'error');
  if (error && error.code !== REFUSED) return { unknown: error.code ?? error.message ?? '' };
  if (!error)
    return pnpmLines.some(({ status }) => status === 'done' || status === 'cached') ? { findings: [] } : { unknown: 'pnpm no dijo nada' };
  const young = [...(error.message ?? '').matchAll(/(\S+) was published at ([\d-]+)/g)];
  if (young.length === 0) return { unknown: 'el registro no dice cuándo se publicó cada versión' };
  return { findings: young.map(([, what = '', day]) => ({ what, sentence: `se publicó el ${day}, hace menos de siete días` })) };
}
