import { type ChosenKind, UNREAD_MAX } from '@bitacora/core/domain/notifications/notification';
import { countedTo, importedInWords, pluralize } from '@bitacora/core/messages/phrases';

const activities = (count: number) => (count === 1 ? 'una actividad' : pluralize(count, 'actividad', 'actividades'));
const yours = (count: number) => (count === 1 ? 'una actividad tuya' : pluralize(count, 'actividad tuya', 'actividades tuyas'));

/** Who did something; null where it was the system. */
const someone = (actor: string | null) => actor ?? 'Bitácora';

/** The list behind the bell. */
export const notificationTexts = {
  title: 'AVISOS',
  lead: (unread: number) => (unread === 0 ? 'Todo leído' : `${countedTo(UNREAD_MAX, unread)} sin leer en los últimos 30 días`),
  markAll: 'Marcar todo como leído',
  marked: 'Todo leído',
  more: (count: number) => `${pluralize(count, 'actividad', 'actividades')} más`,
  markFailed: 'No se pudieron marcar como leídos.',
  choose: 'Elegir por dónde me avisan',
  empty: 'No tienes avisos de los últimos 30 días. Aquí verás lo que te asignan, comentan, recuerdan y verifican.',
  emptyStep: 'Ver mis pendientes',
  older: 'Ver más avisos',
  olderFailed: 'No se pudieron cargar más avisos.',
  end: 'No hay más avisos de los últimos 30 días.',
  today: 'Hoy',
  yesterday: 'Ayer',
  isUnread: 'Sin leer',
  folio: (folio: number) => `Folio ${folio}`,
  review: 'Revisar',
  lost: (count: number) => (count === 1 ? 'Ya no puedes consultarla' : 'Ya no puedes consultarlas'),
  mostUrgent: (description: string) => `La más urgente: ${description}`,
  sentences: {
    assigned: (actor, count, imported) =>
      imported ? importedInWords(imported) : actor ? `${actor} te asignó ${activities(count)}` : 'Te toca de nuevo una actividad repetible',
    verificationRequested: (actor) => `${someone(actor)} entregó y espera tu verificación`,
    verified: (actor, count) => `${someone(actor)} verificó ${count === 1 ? 'tu actividad' : yours(count)}`,
    rejected: (actor) => `${someone(actor)} rechazó tu actividad`,
    canceled: (actor, count) => `${someone(actor)} canceló ${yours(count)}`,
    extended: (actor) => `${someone(actor)} extendió la fecha de entrega`,
    extensionRequested: (actor) => `${someone(actor)} pide prórroga de una actividad que asignaste`,
    extensionDeclined: (actor) => `${someone(actor)} no concedió la prórroga`,
    reminded: (actor, count) => `${someone(actor)} te recuerda ${activities(count)}`,
    amended: (actor) => `${someone(actor)} corrigió una actividad tuya`,
    reassigned: (actor, count) => `${someone(actor)} dio ${yours(count)} a otra persona`,
    commented: (actor) => `${someone(actor)} comentó una actividad`,
    overdueEscalated: () => 'Quien te reporta lleva días con una actividad vencida',
    verdictOverdue: () => 'Una entrega lleva días sin veredicto',
    seriesStopped: () => 'Una serie se detuvo: hay cinco sin entregar',
    dueSoon: () => 'Faltan menos de 7 días para una fecha de entrega',
    dueTomorrow: () => 'Una actividad vence hoy o mañana',
    overdue: () => 'Una actividad tiene retraso',
    accountChanged: () => 'Cambio en una cuenta',
    requestReceived: () => 'Piden trabajo',
    requestOverdue: () => 'Una solicitud lleva días sin respuesta',
    requestAnswered: () => 'Contestaron tu solicitud',
    requestClosed: () => 'Terminó lo que pediste',
    weekly: () => 'Cifras de la semana',
    other: () => 'Aviso',
  } satisfies Record<ChosenKind | 'accountChanged' | 'other', (actor: string | null, count: number, imported: number) => string>,
} as const;
