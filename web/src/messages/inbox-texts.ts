import { frame } from '@bitacora/core/messages/layout';
import { pluralize } from '@bitacora/core/messages/phrases';

/** What opens over the inbox; apart from it, because the list is painted first. */
export const inboxDialogs = {
  reviewTitle: (folio: number, at: number, total: number) => `Folio ${folio} · ${at} de ${total}`,
  open: 'Abrir',
  previous: 'Entrega anterior',
  next: 'Entrega siguiente',
  pickToVerify: 'Elegir para verificar',
  unpick: 'Quitar de la selección',
  withoutEvidence: (count: number) => pluralize(count, 'entrega no tiene evidencias', 'entregas no tienen evidencias'),
  outOfSight: (count: number) => pluralize(count, 'seleccionada no está en esta página', 'seleccionadas no están en esta página'),
  unseen: (count: number) => pluralize(count, 'evidencia sin ver', 'evidencias sin ver'),
  question: (count: number) => ({
    title: count === 1 ? '¿Verificar la actividad elegida?' : `¿Verificar ${count} actividades?`,
    confirm: count === 1 ? 'Sí, verificar' : `Sí, verificar ${count}`,
    keep: frame.cancel,
    failed: 'No se pudo completar la acción.',
  }),
  body: 'Quedarán verificadas y cerradas en definitiva.',
  verified: (count: number) => pluralize(count, 'actividad verificada', 'actividades verificadas'),
  refused: (count: number) => pluralize(count, 'no se pudo verificar', 'no se pudieron verificar'),
  refusedElsewhere: (folio: number, reason: string) => `El folio ${folio} no se verificó: ${reason}`,
} as const;
/** The inbox of deliveries to verify. */
export const inbox = {
  title: 'ACTIVIDADES POR VERIFICAR',
  none: 'Nada por verificar',
  lead: (count: number) => `${count.toLocaleString('es-MX')} por verificar`,
  longest: (days: number) => `la más antigua espera desde hace ${pluralize(days, 'día', 'días')}`,
  empty: 'Nadie espera tu verificación.',
  all: 'Ver todas',

  pickPage: 'Elegir esta página',
  ownDelivery: 'La entregaste tú en nombre de otra persona: puedes rechazarla, no verificarla.',
  delivered: 'Entregada',
  resolution: 'Resolución',
  evidence: 'Evidencias',
  noEvidence: 'Sin evidencias',

  review: (folio: number) => `Revisar la entrega ${folio}`,

  verify: (count: number) => (count === 0 ? 'Verificar' : `Verificar ${count.toLocaleString('es-MX')}`),
} as const;
