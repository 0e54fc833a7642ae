import { exits, Stopped } from '@bitacora/core/terminal/stopped';
import { terminalActivities } from './messages/activities.ts';

/** The largest number that the server takes as a folio. */
const FOLIO_MAX = 2_147_483_647;

export function folioOf(typed: string): number {
  const folio = /^\d{1,10}$/.test(typed) ? Number(typed) : 0;
  if (folio >= 1 && folio <= FOLIO_MAX) return folio;
  throw new Stopped(exits.usage, terminalActivities.wrongFolio(typed), terminalActivities.folioExample);
}

/** Each one once, because a list of a script may name one twice. */
export const foliosOf = (typed: readonly string[]): number[] => [...new Set(typed.map(folioOf))];
