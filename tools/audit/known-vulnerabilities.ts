import { askPnpm } from './ask-pnpm.ts';
import type { Look } from './finding.ts';

interface Advisory {
  module_name: string;
  severity: string;
  title: string;
  github_advisory_id: string;
  patched_versions: string | null;
}
const GRAVE = ['high', 'critical'];

/** What the registry knows against what runs in production, high and critical. Mirrors often have no such list, and then nothing is known. */
export async function knownVulnerabilities(options: readonly string[]): Promise<Look> {
  const said = await askPnpm(['audit', '--prod', '--json', ...options]);
  const report = /^\{.*^\}$/ms.exec(said)?.[0];
  if (!report) return { unknown: /responded with \d+|Failed to request/.exec(said)?.[0] ?? said.trim() };
  const advisories: Advisory[] = Object.values(JSON.parse(report).advisories);
  const grave = advisories.filter(({ severity }) => GRAVE.includes(severity));
  return {
    found: grave.map(({ module_name, severity, title, github_advisory_id, patched_versions }) => ({
      what: github_advisory_id,
      said: `${module_name}: ${title} (${severity}); corregido en ${patched_versions ?? 'ninguna versión'}`,
    })),
  };
}
