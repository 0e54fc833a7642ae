import type { HistoryFacts } from '../domain/history/proof.ts';
import { writtenDay } from './dates.ts';

const roleNames = { owner: 'dueño', assignee: 'responsable' };

/** Sentences of the acts that store facts in place of a note. */
const sentences: Partial<Record<string, (facts: HistoryFacts) => string | null>> = {
  extend: ({ extendedTo, reason }) => (extendedTo && reason !== undefined ? `${writtenDay(extendedTo)}: ${reason}` : null),
  repeat: ({ predecessorId }) => (predecessorId === undefined ? null : `Folio anterior: ${predecessorId}`),
  reassign: ({ handover }) =>
    handover ? `${handover.from} → ${handover.to} (${handover.roles.map((role) => roleNames[role]).join(' y ')})` : null,
  addEvidence: ({ evidence = [] }) => (evidence.length === 1 ? '1 imagen' : `${evidence.length} imágenes`),
};

/** The note of a history row: a person's own words, or the sentence of its facts. Rows of earlier releases store that sentence as a note. */
export const historyNote = ({ act, note, facts }: { act: string; note: string | null; facts: HistoryFacts | null }): string | null =>
  note ?? (facts ? (sentences[act]?.(facts) ?? null) : null);
