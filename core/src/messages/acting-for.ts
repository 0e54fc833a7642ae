import type { HistoryFacts } from '../domain/history/proof.ts';

/** Who did an act, with the absent person they acted for. */
export const writtenActor = ({ actorName, facts }: { actorName: string | null; facts: HistoryFacts | null }): string | null =>
  actorName && facts?.actingFor ? `${actorName} (actúa por ${facts.actingFor.name})` : actorName;
