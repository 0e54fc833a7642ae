import type { MissingProof } from '../../domain/activities/activity.ts';
import type { Channel } from '../../domain/people/person.ts';

export const consult = {
  inProcessTitle: 'CONSULTA DE ACTIVIDAD EN PROCESO',
  assignedTitle: 'CONSULTA DE ACTIVIDAD ASIGNADA',
  finishedTitle: 'CONSULTA DE ACTIVIDAD FINALIZADA',
  folio: 'FOLIO',
  toPending: 'Mis pendientes',
  toHistory: 'Historial finalizadas',
  toAssigned: 'Actividades asignadas',
  actions: 'Acciones',
  moreActions: 'Más acciones',
  noData: 'Sin datos',
  unknown: 'No se encontró la actividad.',

  main: 'Información principal',
  days: (days: number) => `${days.toLocaleString('es-MX')} ${days === 1 ? 'día' : 'días'}`,

  dates: 'Fechas',

  comments: 'Comentarios',
  noComments: 'No hay comentarios disponibles.',
  commentAuthor: 'Responsable',
  comment: 'Comentario',
  commentDate: 'Fecha',
  cancelComment: 'Cancelar comentario',
  cancelColumn: 'Cancelar',

  evidence: 'Evidencias',
  documents: 'DOCUMENTOS',
  documentCount: (count: number) => `Documentos: ${count}`,
  history: 'Historial',
  noHistory: 'Aún no hay movimientos.',
  system: 'Sistema',

  print: 'Imprimir',
  printing: 'Preparando…',
  printedAt: (when: string, by: string) => `Impreso el ${when} por ${by}`,
} as const;

/** How the history words each act; a new act shows its own name until it has a sentence here. */
export const historyPhrases: Record<string, string> = {
  register: 'registró la actividad',
  import: 'importó la actividad',
  repeat: 'registró la siguiente repetición',
  stopSeries: 'detuvo la serie: hay cinco sin entregar',
  start: 'inició el trabajo',
  complete: 'la marcó como completada',
  approve: 'la verificó',
  reject: 'la rechazó',
  cancel: 'canceló la actividad',
  comment: 'agregó un comentario',
  cancelComment: 'canceló un comentario',
  addEvidence: 'agregó evidencias',
  withdrawImage: 'retiró una imagen',
  addDocuments: 'agregó documentos',
  withdrawDocument: 'retiró un documento',
  extend: 'extendió la fecha',
  requestExtension: 'pidió prórroga',
  declineExtension: 'no concedió la prórroga',
  withdrawExtensionRequest: 'retiró la petición de prórroga',
  pause: 'la puso en pausa',
  resume: 'la reanudó',
  reassign: 'cambió al responsable',
  remind: 'envió un recordatorio',
  amend: 'corrigió la actividad',
  tick: 'marcó en la lista',
  untick: 'desmarcó en la lista',
};

export const channelLabels: Record<Channel | 'other', string | null> = {
  web: null,
  terminal: 'desde la terminal',
  slack: 'desde Slack',
  whatsapp: 'desde WhatsApp',
  teams: 'desde Teams',
  assistant: 'con un asistente',
  system: null,
  other: null,
};

const missingImages = (count: number) => (count === 1 ? 'Falta 1 imagen.' : `Faltan ${count} imágenes.`);

export const missingSentence = ({ items, images }: MissingProof): string =>
  [...(items.length > 0 ? [`Falta marcar: ${items.join(', ')}.`] : []), ...(images > 0 ? [missingImages(images)] : [])].join(' ');

export const checklistTexts = {
  title: 'Lista de verificación',
  progress: (ticked: number, total: number) => `${ticked} de ${total}`,
  /** In lists. */
  done: ({ checklistTicked, checklistTotal }: { checklistTicked: number; checklistTotal: number }) =>
    `Lista: ${checklistTicked} de ${checklistTotal}`,
  minimumImages: (count: number) => (count === 1 ? 'Se pide 1 imagen' : `Se piden ${count} imágenes`),
  none: 'La actividad no tiene lista.',
  save: 'Guardar',
  evidence: 'Evidencias',
  failed: 'No se pudo actualizar la lista.',
} as const;
