import type { HistoryFacts } from '../domain/history/proof.ts';

/** Who did an act, with the absent person they acted for. */
export const writtenActor = ({ actorName, facts }: { actorName: string | null; facts: HistoryFacts | null }): string | null =>
  actorName && facts?.actingFor ? `${actorName} (actúa por ${facts.actingFor.name})` : actorName;

/** Absences, as web and terminal say them. */
export const absenceTexts = {
  person: 'Quién se ausenta',
  from: 'Primer día',
  to: 'Último día',
  substitute: 'Quién suple',
  added: (substitute: string) => `Ausencia registrada. Mientras tanto suple ${substitute}.`,
  canceled: 'Ausencia cancelada. Desde ahora nadie suple.',
} as const;
