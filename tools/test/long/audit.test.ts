import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findAdvisories } from '../../checks/advisories.ts';
import { root, sources } from '../../checks/repository.ts';
import { auditComplaints, auditExceptions, releaseAge } from '../../checks/supply-chain.ts';
import { findVulnerabilities, findYoungVersions } from '../../pnpm.ts';

const SUM = `sha512-${'a'.repeat(86)}==`;
const LOCK = `lockfileVersion: '9.0'
settings:
  autoInstallPeers: true
  excludeLinksFromLockfile: false
importers:
  .:
    dependencies:
      prueba: {specifier: 1.0.0, version: 1.0.0}
packages:
  prueba@1.0.0:
    resolution: {integrity: ${SUM}}
snapshots:
  prueba@1.0.0: {}
`;

/** What a registry says of the one package of a workspace of our own. */
interface AuditOutput {
  published?: string;
  advisories?: object[];
  status?: number;
}
let workspace: string;
/** Words for pnpm: that workspace and registry, nothing remembered from another look, nothing tried twice. */
const at = (registry: string) => [
  ...['-C', workspace, '--registry', registry],
  ...[`--config.cacheDir=${path.join(workspace, randomUUID())}`, '--config.fetchRetries=0'],
];
beforeAll(async () => {
  workspace = await mkdtemp(path.join(os.tmpdir(), 'bitacora-audit-'));
  await writeFile(path.join(workspace, 'package.json'), '{"name":"una","version":"1.0.0","dependencies":{"prueba":"1.0.0"}}');
  await writeFile(path.join(workspace, 'pnpm-workspace.yaml'), 'minimumReleaseAge: 10080\ntrustLockfile: true\n');
  await writeFile(path.join(workspace, 'pnpm-lock.yaml'), LOCK);
});
afterAll(() => rm(workspace, { recursive: true }));

async function withRegistry<Result>({ published, advisories = [], status = 200 }: AuditOutput, use: (registry: string) => Promise<Result>) {
  const version = { name: 'prueba', version: '1.0.0', dist: { integrity: SUM, tarball: 'http://127.0.0.1/prueba.tgz' } };
  const time = published && { time: { created: published, modified: published, '1.0.0': published } };
  const packument = { name: 'prueba', 'dist-tags': { latest: '1.0.0' }, versions: { '1.0.0': version }, ...time };
  const server = http.createServer((request, response) => {
    request.resume();
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(request.method === 'POST' ? { prueba: advisories } : packument));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
const advisory = (severity: string, ghsa: string) => ({
  id: Number(ghsa.at(-1)),
  url: `https://github.com/advisories/${ghsa}`,
  title: 'Algo grave',
  severity,
  vulnerable_versions: '<2.0.0',
  cwe: [],
  cvss: { score: 0, vectorString: null },
});

describe('known vulnerabilities', () => {
  const look = (answer: AuditOutput) => withRegistry(answer, (registry) => findVulnerabilities(at(registry)));
  it('of the high and critical ones the audit says what and where it is mended; a moderate one is none', async () => {
    const advisories = ['high', 'critical', 'moderate'].map((severity, index) => advisory(severity, `GHSA-aaaa-bbbb-000${index}`));
    expect(await look({ advisories })).toEqual({
      findings: [
        { what: 'GHSA-aaaa-bbbb-0000', sentence: 'prueba: Algo grave (high); corregido en >=2.0.0' },
        { what: 'GHSA-aaaa-bbbb-0001', sentence: 'prueba: Algo grave (critical); corregido en >=2.0.0' },
      ],
    });
  });
  it('a registry without such a list leaves them unknown', async () =>
    expect(await look({ status: 405 })).toEqual({ unknown: 'responded with 405' }));
});

describe('young versions', () => {
  const look = (answer: AuditOutput) => withRegistry(answer, (registry) => findYoungVersions(at(registry)));
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000).toISOString();
  it('six days are too few', async () =>
    expect(await look({ published: daysAgo(6) })).toEqual({
      findings: [{ what: 'prueba@1.0.0', sentence: expect.stringContaining('se publicó') }],
    }));
  it('eight are enough', async () => expect(await look({ published: daysAgo(8) })).toEqual({ findings: [] }));
  it('a registry that gives no dates leaves it unknown', async () =>
    expect(await look({})).toEqual({ unknown: expect.stringContaining('cuándo') }));
});

describe('the judgement', () => {
  const vulnerabilities = [{ what: 'GHSA-x', sentence: 'grave' }];
  const excuse = (until: string, reason = 'No usamos esa parte.') => [{ what: ['GHSA-x'], reason, until }];
  it('is against what was found', () => expect(auditComplaints(vulnerabilities, [], '2026-11-20')).toEqual(['GHSA-x: grave']));
  it('lets pass what has an exception, on its last day too', () =>
    expect(auditComplaints(vulnerabilities, excuse('2026-11-20'), '2026-11-20')).toEqual([]));
  it('is against an exception that is over, whether or not anything was found', () => {
    expect(auditComplaints(vulnerabilities, excuse('2026-11-19'), '2026-11-20')).toHaveLength(2);
    expect(auditComplaints([], excuse('2026-11-19'), '2026-11-20')).toHaveLength(1);
  });
  it.each([excuse('2027-11-20'), excuse('pronto'), excuse('2026-11-25', ' ')])('is against one for ever and one without reason', (...one) =>
    expect(auditComplaints([], one, '2026-11-20')).toHaveLength(1),
  );
  it('each of ours names exact things', () => {
    for (const { what } of auditExceptions) for (const one of what) expect(one).toMatch(/^(GHSA(-\w{4}){3}|@?[\w./-]+@\d+\.\d+\.\d+\S*)$/);
  });
});

describe('the release age', () => {
  const workspaceOf = (text: string) => [{ path: 'pnpm-workspace.yaml', text }];
  it('is seven days here', () => expect(releaseAge(sources())).toEqual([]));
  it.each(['', 'minimumReleaseAge: 1440', '# minimumReleaseAge: 10080', 'minimumReleaseAge: 10080\nminimumReleaseAgeExclude:\n  - x'])(
    'is refused as «%s»',
    (text) => expect(releaseAge(workspaceOf(text))).toHaveLength(1),
  );
});

const record = (id: string, events: object[], more: object = {}) => ({
  id,
  summary: 'Algo grave',
  database_specific: { severity: 'HIGH' },
  affected: [{ package: { ecosystem: 'npm', name: 'koa' }, ranges: [{ type: 'SEMVER', events }] }],
  ...more,
});

describe('a dump of OSV', () => {
  const packages = [{ name: 'koa', versions: ['3.2.1'] }];
  const found = (...given: [events: object[], more?: object]) => findAdvisories([record('GHSA-aaaa-bbbb-cccc', ...given)], packages).length;
  it('is against versions within a range', () => {
    expect(found([{ introduced: '0' }, { fixed: '3.2.2' }])).toBe(1);
    expect(found([{ introduced: '3.0.0' }, { last_affected: '3.2.1' }])).toBe(1);
    expect(found([{ introduced: '0' }, { fixed: '2.0.0' }, { introduced: '3.2.0' }])).toBe(1);
    expect(found([], { affected: [{ package: { ecosystem: 'npm', name: 'koa' }, versions: ['3.2.1'] }] })).toBe(1);
    expect(found([{ introduced: '0' }], { database_specific: undefined })).toBe(1);
  });
  it('is for the others', () => {
    expect(found([{ introduced: '0' }, { fixed: '3.2.1' }])).toBe(0);
    expect(found([{ introduced: '3.2.2' }])).toBe(0);
    expect(found([{ introduced: '3.0.0' }, { last_affected: '3.2.0' }])).toBe(0);
    expect(found([{ introduced: '0' }], { withdrawn: '2026-01-01T00:00:00Z' })).toBe(0);
    expect(found([{ introduced: '0' }], { database_specific: { severity: 'MODERATE' } })).toBe(0);
    expect(found([{ introduced: '0' }], { affected: [{ package: { ecosystem: 'PyPI', name: 'koa' }, versions: ['3.2.1'] }] })).toBe(0);
  });
  it('names the GHSA id, which exceptions name', () =>
    expect(findAdvisories([record('CVE-1', [{ introduced: '0' }], { aliases: ['GHSA-aaaa-bbbb-cccc'] })], packages)).toEqual([
      { what: 'GHSA-aaaa-bbbb-cccc', sentence: 'koa@3.2.1: Algo grave' },
    ]));
});

const audit = (...words: string[]) =>
  new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) =>
    execFile(process.execPath, ['tools/audit.ts', ...words, ...at('http://127.0.0.1:9')], { cwd: root }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    ),
  );

it('npm run audit fails where it could look up no advisory, and says so', async () => {
  const { code, stdout, stderr } = await audit();
  expect(stdout).toMatch(/^\? .* no se pudo revisar \(Failed to request\)\n\? .* no se pudo revisar \(ERR_PNPM_META_FETCH_FAIL\)\n$/);
  expect([code, stderr]).toEqual([1, expect.stringContaining('No se consultó ningún aviso')]);
});

it.each(['array', 'lines', 'zip'])('npm run audit reads a dump: %s', async (kind) => {
  const safe = record('GHSA-safe-safe-safe', [{ introduced: '0' }, { fixed: '0.0.1' }]);
  const grave = record('GHSA-aaaa-bbbb-cccc', [{ introduced: '0' }]);
  const write = async (...records: object[]) => {
    const lines = records.map((one) => JSON.stringify(one));
    const text = kind === 'array' ? `[${lines}]` : lines.join('\n');
    const files = Object.fromEntries(lines.map((line, n) => [`${n}.json`, strToU8(line)]));
    const file = path.join(workspace, kind);
    await writeFile(file, kind === 'zip' ? zipSync(files) : text);
    return file;
  };
  expect((await audit('--advisories', await write(safe, safe))).code).toBe(0);
  const { code, stderr } = await audit('--advisories', await write(safe, grave));
  expect([code, stderr]).toEqual([1, expect.stringContaining('GHSA-aaaa-bbbb-cccc: koa@')]);
  expect((await audit('--advisories', await write({ id: 'x' }))).code).toBe(1);
});
