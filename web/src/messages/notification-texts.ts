import { type ChosenKind, UNREAD_MAX } from '@bitacora/core/domain/notifications/notification';
import { countedTo, importedInWords, pluralize } from '@bitacora/core/messages/phrases';

/** Who did something; null where it was the system. */
const someone = (actor: string | null) => actor ?? 'Bitácora';

/** The list behind the bell. */
export const notificationTexts = {
  title: 'AVISOS',
  lead: (unread: number) => (unread === 0 ? 'Todo leído' : `${countedTo(UNREAD_MAX, unread)} sin leer en los últimos 30 días`),
  markAll: 'Marcar todo como leído',
  marked: (count: number) => pluralize(count, 'aviso marcado como leído', 'avisos marcados como leídos'),
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
  lost: 'Ya no puedes consultarla',
  mostUrgent: (description: string) => `La más urgente: ${description}`,
  sentences: {
    assigned: (actor, imported) =>
      imported ? importedInWords(imported) : actor ? `${actor} te asignó una actividad` : 'Te toca de nuevo una actividad repetible',
    verificationRequested: (actor) => `${someone(actor)} entregó una actividad y espera tu verificación`,
    verified: (actor) => `${someone(actor)} verificó tu actividad`,
    rejected: (actor) => `${someone(actor)} rechazó tu actividad`,
    canceled: (actor) => `${someone(actor)} canceló una actividad tuya`,
    extended: (actor) => `${someone(actor)} extendió la fecha de entrega`,
    extensionRequested: (actor) => `${someone(actor)} pide prórroga de una actividad que asignaste`,
    extensionDeclined: (actor) => `${someone(actor)} no concedió la prórroga`,
    reminded: (actor) => `${someone(actor)} te recuerda una actividad`,
    amended: (actor) => `${someone(actor)} corrigió una actividad tuya`,
    reassigned: (actor) => `${someone(actor)} dio una actividad tuya a otra persona`,
    commented: (actor) => `${someone(actor)} comentó una actividad`,
    overdueEscalated: () => 'Quien te reporta lleva días con una actividad vencida',
    verdictOverdue: () => 'Una entrega lleva días sin veredicto',
    dueSoon: () => 'Faltan menos de 7 días para una fecha de entrega',
    dueTomorrow: () => 'Una actividad vence hoy o mañana',
    overdue: () => 'Una actividad tiene retraso',
    accountChanged: () => 'Cambio en una cuenta',
    weekly: () => 'Cifras de la semana',
    other: () => 'Aviso',
  } satisfies Record<ChosenKind | 'accountChanged' | 'other', (actor: string | null, imported?: number) => string>,
} as const;
