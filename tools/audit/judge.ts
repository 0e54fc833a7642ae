import type { Exception } from './exceptions.ts';

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
