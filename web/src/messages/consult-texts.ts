import type { Act } from '@bitacora/core/domain/activities/lifecycle';
import { pluralize } from '@bitacora/core/messages/phrases';

/** The section of documents. */
export const documentTexts = {
  none: 'Sin documentos.',
  hint: 'Haz clic, arrastra o pega documentos PDF aquí',
  touchHint: 'Toca para elegir documentos PDF',
  rule: 'PDF, 4 como máximo, de hasta 20 MB y 500 páginas. No se pueden quitar después.',
  choose: 'Elegir documentos PDF',
  tooLarge: 'El documento pesa demasiado: el máximo es de 20 MB.',
  submit: 'Registrar documentos',
  submitting: 'Registrando…',
  failed: 'No se pudo registrar los documentos.',
  notice: 'Los documentos se han registrado correctamente.',
  remove: (name: string) => `Quitar ${name}`,
  count: (count: number) => pluralize(count, 'documento', 'documentos'),
  pages: (pages: number) => pluralize(pages, 'página', 'páginas'),
  firstPage: (name: string) => `Primera página de ${name}`,
  download: (name: string) => `Descargar ${name}`,
  withdraw: 'Retirar documento',
  details: 'Detalles del documento',
} as const;

/** The dialog that withdraws a mistaken document; `imageWithdrawal` has the rest. */
export const documentWithdrawal = {
  title: '¿Retirar este documento?',
  lead: (name: string) =>
    `«${name}» se borra del servidor y no se puede recuperar. El historial conserva su huella y el motivo. Los respaldos anteriores aún lo tienen.`,
  failed: 'No se pudo retirar el documento.',
  done: 'Documento retirado.',
} as const;

/** The dialog that withdraws a mistaken image. */
export const imageWithdrawal = {
  title: '¿Retirar esta imagen?',
  lead: (name: string) =>
    `«${name}» se borra del servidor, también de las actividades que la comparten, y no se puede recuperar. El historial conserva su huella y el motivo. Los respaldos anteriores aún la tienen.`,
  reason: 'Motivo',
  reasonHint: 'Lo leerán todos los que ven la actividad.',
  confirm: 'Sí, retirar',
  failed: 'No se pudo retirar la imagen.',
  done: 'Imagen retirada.',
} as const;

/** '1 día', '3 días'. */
const inDays = (count: number) => pluralize(count, 'día', 'días');

/** What consult pages say beyond the shared texts. */
export const consultPage = {
  /** Names the work in a question about it. */
  subject: (folio: number, assignee: string) => `Folio ${folio} · ${assignee}`,
  showAll: 'Ver todo',
  showLess: 'Ver menos',
  overdue: (days: number) => (days === 1 ? 'venció ayer' : `venció hace ${inDays(days)}`),
  dueToday: 'vence hoy',
  dueIn: (days: number) => (days === 1 ? 'vence mañana' : `vence en ${inDays(days)}`),
  delivered: (when: string) => `entregada ${when}`,
  verified: (when: string) => `verificada ${when}`,
  canceled: (when: string) => `cancelada ${when}`,
  daysAgo: (days: number) => (days === 0 ? 'hoy' : days === 1 ? 'ayer' : `hace ${inDays(days)}`),
  ownRequest: 'La pediste tú',
  batch: (others: number) => `Asignada junto con ${pluralize(others, 'otra', 'otras')}`,

  rejected: 'Rechazada',
  rejectedBy: (name: string, when: string) => `Rechazada por ${name} · ${when}`,
  requested: (day: string) => `Pide prórroga al ${day}`,
  rejectedStep: 'Corrige lo que falta y márcala como completada otra vez.',

  ticked: 'Marcado',
  notTicked: 'Sin marcar',
  imagesSoFar: (count: number) => (count === 0 ? '; aún no hay.' : `; hay ${count}.`),

  stream: 'Comentarios e historial',
  show: 'Mostrar',
  views: { all: 'Todo', comments: 'Comentarios', changes: 'Cambios' },
  earlier: (count: number) => pluralize(count, 'movimiento anterior', 'movimientos anteriores'),
  composer: 'Escribe un comentario',
  composerSubmit: 'Registrar comentario',
  composerHint: 'Ctrl + Enter para registrar',

  takePhoto: 'Tomar foto con la cámara',
  addPhotos: 'Agregar fotos',
  removePhoto: (name: string) => `Quitar ${name}`,
  photos: (count: number) => pluralize(count, 'foto', 'fotos'),
  withPhotos: (count: number) => `Con ${pluralize(count, 'foto', 'fotos')} como evidencia.`,

  verifyNext: 'Verificar y siguiente',
  lastVerified: 'Ya no queda nada por verificar.',

  enlarge: 'Ampliar imagen',
  zoomIn: 'Acercar',
  zoomOut: 'Alejar',
  imageDetails: 'Detalles de la imagen',
} as const;

/** The activities a repeatable one came from and led to. */
export const seriesTexts = {
  title: 'Serie',
  current: 'Esta actividad',
  consult: (folio: number) => `Consultar folio ${folio}`,
} as const;

/** What canceling one of a series asks. */
export const seriesQuestion = {
  legend: 'Es parte de una serie',
  options: [
    { value: 'continues', label: 'Cancelar solo esta: la siguiente llega en su fecha' },
    { value: 'canceled', label: 'Cancelar la serie: todo lo que falta por entregar, y no llega ninguna más' },
  ],
} as const;

/** What has happened to an activity after an act. */
const outcomes: Record<Act, string> = {
  start: 'iniciado',
  complete: 'completado',
  approve: 'verificado',
  reject: 'rechazado',
  cancel: 'cancelado',
  pause: 'en pausa',
  resume: 'reanudado',
  comment: 'comentado',
  addEvidence: 'con nuevas evidencias',
  addDocuments: 'con nuevos documentos',
  extend: 'con nueva fecha',
  requestExtension: 'con prórroga pedida',
  declineExtension: 'sin prórroga',
  withdrawExtensionRequest: 'sin petición de prórroga',
  remind: 'recordado',
  amend: 'corregido',
  reassign: 'reasignado',
  tick: 'con puntos marcados',
  untick: 'con puntos desmarcados',
};
export const actOutcome = (act: Act, folio: number): string => `Folio ${folio} ${outcomes[act]}`;
/** The one message after an act: what happened, and below it what the first version said. */
export const actNotice = (act: Act, folio: number, detail?: string) => ({ title: actOutcome(act, folio), detail });
