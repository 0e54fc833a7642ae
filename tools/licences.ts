/** `npm run licences` lists the licences of production packages; it fails when one is not allowed. */
import { type LicensedPackage, strangeLicences } from './checks/supply-chain.ts';
import { pnpm } from './pnpm.ts';

const byLicence: Record<string, LicensedPackage[]> = JSON.parse(pnpm('licenses', 'list', '--recursive', '--prod', '--json'));
for (const [licence, packages] of Object.entries(byLicence)) {
  console.log(`${licence} (${packages.length})`);
  for (const { name, versions } of packages) console.log(`  ${name} ${versions.join(', ')}`);
}
const complaints = strangeLicences(Object.values(byLicence).flat());
for (const complaint of complaints) console.error(complaint);
process.exitCode = complaints.length > 0 ? 1 : 0;
