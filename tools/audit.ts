/**
 * `npm run audit` finds high and critical vulnerabilities of production packages, and versions younger than the release age. It fails when
 * one has no exception. What the registry does not tell is reported and fails nothing, because mirrors lack it.
 */
import { type AuditFinding, type AuditLook, auditComplaints, auditExceptions } from './checks/supply-chain.ts';
import { findVulnerabilities, findYoungVersions } from './pnpm.ts';

/** More options for pnpm, as `-- --registry …`. */
const options = process.argv.slice(2);

function reportLook(title: string, look: AuditLook): AuditFinding[] {
  if ('unknown' in look) console.log(`? ${title}: no se pudo revisar (${look.unknown})`);
  else console.log(`${look.findings.length > 0 ? '!' : '✓'} ${title}: ${look.findings.length}`);
  return 'unknown' in look ? [] : look.findings;
}

const findings = [
  ...reportLook('vulnerabilidades altas y críticas en producción', await findVulnerabilities(options)),
  ...reportLook('versiones con menos de siete días', await findYoungVersions(options)),
];
const complaints = auditComplaints(findings, auditExceptions, new Date().toISOString().slice(0, 10));
for (const complaint of complaints) console.error(complaint);
process.exitCode = complaints.length > 0 ? 1 : 0;
