import { describe, expect, it } from 'vitest';
import { sources } from '../checks/repository.ts';
import { type LicensedPackage, lockfileIntegrity, strangeLicences } from '../checks/supply-chain.ts';
import { pnpm } from '../pnpm.ts';

/** Packages that only change or test the product. */
const TOOLS_ALONE =
  /chromium|playwright|puppeteer|vitest|^(vite|rolldown|typescript|knip|esbuild|oidc-provider|smtp-server|s3rver|marked)$|^@biomejs\//;

describe('licences', () => {
  const one = (license: string, name = 'algo') => strangeLicences([{ name, versions: ['1.0.0'], license }]);
  it.each(['MIT', 'Apache-2.0', '(MIT OR GPL-3.0-or-later)', '(MIT AND Zlib)'])('%s is allowed', (licence) =>
    expect(one(licence)).toEqual([]),
  );
  it.each(['GPL-3.0-only', 'AGPL-3.0', '(MIT AND GPL-3.0-only)', 'Unknown', 'SEE LICENSE IN LICENSE', 'LGPL-3.0-or-later', 'OFL-1.1'])(
    '%s is not',
    (licence) => expect(one(licence)).toEqual([expect.stringContaining('algo 1.0.0')]),
  );
  it('what has an exception has it by name', () => expect(one('OFL-1.1', '@fontsource-variable/inter')).toEqual([]));

  it('of everything that runs in production are allowed, and no browser, test runner or compiler is among it', () => {
    const packagesByLicence: Record<string, LicensedPackage[]> = JSON.parse(pnpm('licenses', 'list', '--recursive', '--prod', '--json'));
    const packages = Object.values(packagesByLicence).flat();
    expect(packages.length).toBeGreaterThan(200);
    expect(strangeLicences(packages)).toEqual([]);
    expect(packages.map(({ name }) => name).filter((name) => TOOLS_ALONE.test(name))).toEqual([]);
  });
});

describe('the lockfile', () => {
  const lock = (...lines: string[]) => [{ path: 'pnpm-lock.yaml', text: lines.join('\n') }];
  const sum = `    resolution: {integrity: sha512-${'a'.repeat(86)}==}`;
  it('has a sum for every package', () => expect(lockfileIntegrity(sources())).toEqual([]));
  it.each([
    '    resolution: {integrity: sha1-abc=}',
    '    resolution: {tarball: https://example.com/x.tgz}',
    '    resolution: {directory: x}',
  ])('is refused with %s', (line) => expect(lockfileIntegrity(lock(sum, line))).toEqual(['pnpm-lock.yaml:2: paquete sin suma SHA-512']));
  it('is refused where there is none', () => expect(lockfileIntegrity([])).toHaveLength(1));
});
