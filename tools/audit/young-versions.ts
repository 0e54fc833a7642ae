import { askPnpm } from './ask-pnpm.ts';
import type { Look } from './finding.ts';

const VERIFY = [
  'install',
  '--frozen-lockfile',
  '--lockfile-only',
  '--no-trust-lockfile',
  '--config.minimumReleaseAgeIgnoreMissingTime=false',
];
const REFUSED = 'ERR_PNPM_MINIMUM_RELEASE_AGE_VIOLATION';

interface Told {
  level: string;
  code?: string;
  status?: string;
  message?: string;
}

/** What the lockfile names and was published less than `minimumReleaseAge` ago. Mirrors may not tell when, and then nothing is known. */
export async function youngVersions(options: readonly string[]): Promise<Look> {
  const lines = (await askPnpm([...VERIFY, '--reporter', 'ndjson', ...options])).split('\n');
  const told: Told[] = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
  const error = told.find(({ level }) => level === 'error');
  if (error && error.code !== REFUSED) return { unknown: error.code ?? error.message ?? '' };
  if (!error) return told.some(({ status }) => status === 'done' || status === 'cached') ? { found: [] } : { unknown: 'pnpm no dijo nada' };
  const young = [...(error.message ?? '').matchAll(/(\S+) was published at ([\d-]+)/g)];
  if (young.length === 0) return { unknown: 'el registro no dice cuándo se publicó cada versión' };
  return { found: young.map(([, what = '', day]) => ({ what, said: `se publicó el ${day}, hace menos de siete días` })) };
}
