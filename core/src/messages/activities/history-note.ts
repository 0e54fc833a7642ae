import type { AmendedFields, HistoryFacts } from '../../domain/activities/history-proof.ts';
import type { NotificationKind } from '../../domain/notifications/notification.ts';
import { writtenDay } from '../dates.ts';
import { lapseLabels, priorityLabels } from './labels.ts';

const NOTHING = 'sin repetición';
const NO_END = 'sin fin';
const amendedWords: { [Field in keyof AmendedFields]-?: (value: NonNullable<AmendedFields[Field]>) => string } = {
  description: (text) => `«${text}»`,
  topic: (name) => `«${name}»`,
  priority: (priority) => priorityLabels[priority],
  dueOn: writtenDay,
  repeats: (lapse) => lapseLabels[lapse],
  repeatUntil: writtenDay,
};
export const amendedLabels: Record<keyof AmendedFields, string> = {
  description: 'Texto',
  topic: 'Tema',
  priority: 'Prioridad',
  dueOn: 'Fecha de finalización',
  repeats: 'Repetición',
  repeatUntil: 'Se repite hasta',
};
function amendedParts({ before, after }: NonNullable<HistoryFacts['amended']>): string[] {
  const fields = Object.keys(amendedLabels) as (keyof AmendedFields)[];
  const valueText = <Field extends keyof AmendedFields>(field: Field, value: AmendedFields[Field]) =>
    value === null || value === undefined
      ? field === 'repeatUntil'
        ? NO_END
        : NOTHING
      : (amendedWords[field] as (value: unknown) => string)(value);
  return fields
    .filter((field) => field in after)
    .map((field) => `${amendedLabels[field]}: ${valueText(field, before[field])} → ${valueText(field, after[field])}`);
}

/** Names the place of a row in its file; a .csv has no sheets. */
const importedFrom = ({ file, sheet, row }: NonNullable<HistoryFacts['imported']>) =>
  `${file}, ${sheet ? `hoja «${sheet}», ` : ''}fila ${row.toLocaleString('es-MX')}`;

const itemTexts = (items: HistoryFacts['items']) => (items ? items.map(({ text }) => `«${text}»`).join(', ') : null);

const roleNames = { owner: 'dueño', assignee: 'responsable' };

const sentences: Partial<Record<string, (facts: HistoryFacts) => string | null>> = {
  register: ({ requesterName }) => (requesterName ? `Solicitada por ${requesterName}` : null),
  extend: ({ extendedTo, reason }) => (extendedTo && reason !== undefined ? `${writtenDay(extendedTo)}: ${reason}` : null),
  requestExtension: ({ requestedTo, reason }) => (requestedTo ? `${writtenDay(requestedTo)}: ${reason}` : null),
  repeat: ({ predecessorId, skipped }) => {
    if (predecessorId === undefined) return null;
    const passed =
      skipped && (skipped === 1 ? '1 fecha que ya había pasado' : `${skipped.toLocaleString('es-MX')} fechas que ya habían pasado`);
    return `Folio anterior: ${predecessorId}${passed ? `; se saltó ${passed}` : ''}`;
  },
  reassign: ({ handover, reassigned, reason }) => {
    if (handover) {
      const roles = `${handover.from} → ${handover.to} (${handover.roles.map((role) => roleNames[role]).join(' y ')})`;
      return handover.owner ? `${roles}; ${handover.owner} (${roleNames.owner})` : roles;
    }
    return reassigned ? `${reassigned.from} → ${reassigned.to}${reason ? `: ${reason}` : ''}` : null;
  },
  amend: ({ amended, reason }) => (amended ? [...amendedParts(amended), ...(reason ? [`Motivo: ${reason}`] : [])].join('\n') : null),
  import: ({ imported }) => (imported ? importedFrom(imported) : null),
  withdrawImage: ({ withdrawnImage, reason }) => (withdrawnImage ? `Imagen retirada: ${reason}\nSHA-256 ${withdrawnImage.sha256}` : null),
  withdrawDocument: ({ withdrawnImage, reason }) =>
    withdrawnImage ? `Documento retirado: ${reason}\nSHA-256 ${withdrawnImage.sha256}` : null,
  tick: ({ items }) => itemTexts(items),
  untick: ({ items }) => itemTexts(items),
  addEvidence: ({ evidence = [] }) => (evidence.length === 1 ? '1 imagen' : `${evidence.length} imágenes`),
  addDocuments: ({ evidence = [] }) => (evidence.length === 1 ? '1 documento' : `${evidence.length} documentos`),
};

/** Returns the note of a history row: a person's own words, or the sentence of its facts. */
export const historyNote = ({ act, note, facts }: { act: string; note: string | null; facts: HistoryFacts | null }): string | null =>
  note ?? (facts ? (sentences[act]?.(facts) ?? null) : null);

/** Returns how many activities the import of a notification gave to its recipient; undefined where another act caused it. */
export const importedByCause = ({ act, facts }: { act: string; facts: HistoryFacts | null }): number | undefined =>
  act === 'import' ? facts?.imported?.ofAssignee : undefined;

/**
 * Returns the words of the person who caused a notification: a comment itself, or the note of the act. `comment` is null once it was
 * withdrawn.
 */
export const causeNote = (
  kind: NotificationKind,
  { comment, ...entry }: Parameters<typeof historyNote>[0] & { comment: string | null },
): string | null => (kind === 'commented' ? comment : historyNote(entry));
