/**
 * `npm run audit [-- --advisories FILE]` finds high and critical vulnerabilities of production packages, in a dump of OSV or else at the
 * registry, and versions younger than the release age. It fails when one has no exception, and when no advisories could be read. Dates
 * that the registry does not tell are reported and fail nothing, because mirrors lack them.
 */
import { findAdvisories, readAdvisories } from './checks/advisories.ts';
import { type AuditFinding, type AuditLook, auditComplaints, auditExceptions, type LicensedPackage } from './checks/supply-chain.ts';
import { findVulnerabilities, findYoungVersions, pnpm } from './pnpm.ts';

/** More options for pnpm, as `-- --registry …`. */
const options = process.argv.slice(2);
const flag = options.indexOf('--advisories');
const [, file = ''] = flag < 0 ? [] : options.splice(flag, 2);

async function lookUp(): Promise<AuditLook> {
  if (flag < 0) return findVulnerabilities(options);
  try {
    const records = await readAdvisories(file);
    const packages: LicensedPackage[] = Object.values(
      JSON.parse(pnpm('licenses', 'list', '--recursive', '--prod', '--json')),
    ).flat() as never;
    console.log(`  ${records.length} avisos de ${file}, ${packages.length} paquetes`);
    return { findings: findAdvisories(records, packages) };
  } catch (error) {
    return { unknown: `${file}: ${(error as Error).message}` };
  }
}

function reportLook(title: string, look: AuditLook): AuditFinding[] {
  if ('unknown' in look) console.log(`? ${title}: no se pudo revisar (${look.unknown})`);
  else console.log(`${look.findings.length > 0 ? '!' : '✓'} ${title}: ${look.findings.length}`);
  return 'unknown' in look ? [] : look.findings;
}

const vulnerabilities = await lookUp();
const findings = [
  ...reportLook('vulnerabilidades altas y críticas en producción', vulnerabilities),
  ...reportLook('versiones con menos de siete días', await findYoungVersions(options)),
];
const complaints = auditComplaints(findings, auditExceptions, new Date().toISOString().slice(0, 10));
if ('unknown' in vulnerabilities)
  complaints.push('No se consultó ningún aviso de seguridad. Para una versión: npm run audit -- --advisories ARCHIVO (docs/release.md).');
for (const complaint of complaints) console.error(complaint);
process.exitCode = complaints.length > 0 ? 1 : 0;
