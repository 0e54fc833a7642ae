import type { Act } from '@bitacora/core/domain/activity/lifecycle';
import { joinParts, pluralize } from '@bitacora/core/messages/phrases';

/** The cards of activities in a chat. */
export const botCards = {
  activitiesTitle: 'Mis actividades',
  homeTitle: (name: string) => `Actividades de ${name}`,
  verifyTitle: 'Por verificar',
  groups: { rejected: 'Rechazadas', overdue: 'Vencidas', soon: 'Por vencer', rest: 'Las demás', verify: 'Por verificar' },
  heading: (name: string, count: number) => `${name} · ${count.toLocaleString('es-MX')}`,
  nothing: 'No tienes actividades pendientes.',
  nothingToVerify: 'Nadie espera tu verificación.',
  reports: {
    assigned: { title: 'Lo que asignaste', heading: 'Abiertas', empty: 'No hay nada abierto que hayas asignado a otros.' },
    team: { title: 'Mi equipo, con retraso', heading: 'Con retraso', empty: 'Nada de lo que asignaste va con retraso.' },
  },
  more: 'Ver más',
  previous: 'Anteriores',
  back: 'Volver',
  open: 'Ver',
  openInWeb: 'Abrir en la web',
  refresh: 'Actualizar',
  mine: 'Ver mis actividades',
  shown: (from: number, to: number, total: number) => `${from} a ${to} de ${total.toLocaleString('es-MX')}`,
  /** What a list holds, the most urgent first. */
  counts: ({ rejected, overdue, soon, rest, verify }: Record<'rejected' | 'overdue' | 'soon' | 'rest' | 'verify', number>) =>
    joinParts([
      ...(rejected ? [pluralize(rejected, 'rechazada', 'rechazadas')] : []),
      ...(overdue ? [pluralize(overdue, 'vencida', 'vencidas')] : []),
      ...(soon ? [`${soon.toLocaleString('es-MX')} por vencer`] : []),
      ...(rest ? [pluralize(rest, 'más', 'más')] : []),
      ...(verify ? [`${verify.toLocaleString('es-MX')} por verificar`] : []),
    ]),
  item: (folio: number, text: string) => `${folio} · ${text}`,
  activityTitle: (folio: number) => `Actividad ${folio}`,
  actsFor: 'Actúas por',
  deadline: 'Entrega',
  rejected: 'Rechazada',
  rejectedStatus: (status: string) => `${status} · Rechazada`,
  batch: 'Asignación',
  batchOf: (others: number) => (others === 1 ? 'Asignada junto con otra' : `Asignada junto con otras ${others.toLocaleString('es-MX')}`),
  /** A digest of notifications. */
  digest: {
    delivered: 'Ya atendidas',
    nothingLeft: 'Ya no queda nada pendiente de este aviso',
    news: (count: number) => `${pluralize(count, 'novedad', 'novedades')} en tus actividades`,
    by: 'Por',
    snooze: 'Recordármelo mañana',
    snoozed: (count: number, day: string) =>
      count === 1
        ? `Te la recordaré el ${day}, si sigue pendiente.`
        : `Te recordaré el ${day} las ${count.toLocaleString('es-MX')} que sigan pendientes.`,
    snoozedNone: 'Ya no queda nada de esto que recordarte.',
    lostLabel: 'Consulta',
    lost: 'Ya no es tuya, así que no puedes abrirla.',
  },
  left: (count: number) => `${pluralize(count, 'actividad', 'actividades')} más en la web.`,
  others: (count: number) => (count === 1 ? 'Ver la otra' : `Ver las otras ${count.toLocaleString('es-MX')}`),

  /** What a verdict is about. */
  evidence: 'Evidencias',
  images: (count: number) => (count === 0 ? 'Sin evidencias' : pluralize(count, 'imagen', 'imágenes')),
  imageAlt: (place: number, name: string) => `Evidencia ${place}: ${name}`,
  commentOf: (who: string) => `Comentó ${who}`,

  /** Short: a button of a chat has little room. */
  acts: {
    start: 'Iniciar Trabajo',
    complete: 'Marcar completado',
    approve: 'Verificar',
    reject: 'Rechazar',
    cancel: 'Cancelar Actividad',
    comment: 'Agregar Comentario',
    addEvidence: 'Agregar Evidencias',
    extend: 'Extender fecha',
    pause: 'Poner en pausa',
    resume: 'Reanudar',
    remind: 'Recordar',
    amend: 'Corregir',
    reassign: 'Reasignar',
    tick: 'Lista de verificación',
    untick: 'Desmarcar',
  } satisfies Record<Act, string>,

  /** Who did what, where and when: why a button no longer holds. */
  lastDone: (who: string, what: string, where: string | null, when: string) => `${who} ${what}${where ? ` ${where}` : ''} el ${when}.`,
} as const;
