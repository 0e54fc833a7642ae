import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { gte, lte, valid } from 'semver';
import { openPromise } from 'yauzl';
import type { AuditFinding } from './supply-chain.ts';

interface OsvEvent {
  introduced?: string;
  fixed?: string;
  last_affected?: string;
}

/** The part of an OSV record that is read (ossf.github.io/osv-schema). */
export interface OsvRecord {
  id: string;
  aliases?: string[];
  summary?: string;
  withdrawn?: string;
  database_specific?: { severity?: string };
  affected?: {
    package?: { ecosystem: string; name: string };
    versions?: string[];
    ranges?: { type: string; events: OsvEvent[] }[];
  }[];
}

export interface InstalledPackage {
  name: string;
  versions: string[];
}

/** An advisory without a severity counts as grave, because nobody has said that it is not. */
const MILD = ['LOW', 'MODERATE', 'MEDIUM'];

/** Events come in their order: each `introduced` opens a range that the next `fixed` or `last_affected` closes. */
function isInRange(version: string, events: readonly OsvEvent[]): boolean {
  let isAffected = false;
  for (const { introduced, fixed, last_affected: last } of events) {
    if (introduced !== undefined && (introduced === '0' || gte(version, introduced))) isAffected = true;
    if (fixed !== undefined && gte(version, fixed)) isAffected = false;
    if (last !== undefined && !lte(version, last)) isAffected = false;
  }
  return isAffected;
}

/** Finds the grave advisories about these versions. */
export function findAdvisories(records: Iterable<OsvRecord>, packages: readonly InstalledPackage[]): AuditFinding[] {
  const versionsByName = new Map(packages.map(({ name, versions }) => [name, versions]));
  return [...records].flatMap(({ id, aliases = [], summary = '', withdrawn, database_specific: facts, affected = [] }) => {
    if (withdrawn || MILD.includes(facts?.severity?.toUpperCase() ?? '')) return [];
    const what = [id, ...aliases].find((one) => one.startsWith('GHSA-')) ?? id;
    const hits = affected.flatMap(({ package: subject, versions = [], ranges = [] }) => {
      const installed = subject?.ecosystem === 'npm' ? (versionsByName.get(subject.name) ?? []) : [];
      const isHit = (version: string) =>
        versions.includes(version) ||
        (valid(version) !== null && ranges.some(({ type, events }) => type !== 'GIT' && isInRange(version, events)));
      return installed.filter(isHit).map((version) => `${subject?.name}@${version}`);
    });
    return [...new Set(hits)].map((hit) => ({ what, sentence: `${hit}: ${summary}` }));
  });
}

/** Reads a dump of OSV: a zip with a file for each record (as osv.dev publishes), a JSON array, or a record a line. */
export async function readAdvisories(file: string): Promise<OsvRecord[]> {
  const bytes = readFileSync(file);
  const texts = bytes.subarray(0, 2).toString() === 'PK' ? await readZip(file) : [bytes.toString().trim()];
  const records = texts.flatMap((json): OsvRecord[] => {
    if (json.startsWith('[')) return JSON.parse(json);
    return json.includes('\n{')
      ? json
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line))
      : [JSON.parse(json)];
  });
  if (!records.some(({ affected }) => affected?.some((one) => one.package?.ecosystem === 'npm')))
    throw new Error('no tiene avisos de paquetes de npm');
  return records;
}

async function readZip(file: string): Promise<string[]> {
  const zip = await openPromise(file);
  const texts: string[] = [];
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName.endsWith('.json')) texts.push(await text(await zip.openReadStreamPromise(entry)));
  }
  return texts;
}
