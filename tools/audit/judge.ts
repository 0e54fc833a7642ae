export interface Exception {
  /** GHSA ids, or `package@version`. */
  what: readonly string[];
  reason: string;
  /** The last day it holds, YYYY-MM-DD; at most thirty days ahead, which is how long a high one may take to be mended (SECURITY.md). */
  until: string;
}

/** What `npm run audit` lets pass, and until when. One that is over fails: take it out, or mend what it is about. */
export const exceptions: readonly Exception[] = [
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
export function judge(found: readonly AuditFinding[], exceptions: readonly Exception[], today: string): string[] {
  const daysLeft = ({ until }: Exception) => (Date.parse(until) - Date.parse(today)) / DAY_MS;
  const excused = new Set(exceptions.filter((one) => daysLeft(one) >= 0).flatMap(({ what }) => what));
  const faults = exceptions.flatMap((one) => {
    const name = one.what.join(', ');
    if (one.reason.trim() === '') return [`La excepción de ${name} no dice por qué.`];
    if (!(daysLeft(one) <= LONGEST_DAYS)) return [`La excepción de ${name} dura más de ${LONGEST_DAYS} días: ${one.until}.`];
    return daysLeft(one) < 0 ? [`La excepción de ${name} terminó el ${one.until}: quítala y arregla lo que deje ver.`] : [];
  });
  return [...found.filter(({ what }) => !excused.has(what)).map(({ what, sentence }) => `${what}: ${sentence}`), ...faults];
}
