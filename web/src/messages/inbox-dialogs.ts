import { pluralize } from '@bitacora/core/messages/phrases';

/** What opens over the inbox; apart from it, because the list is painted first. */
export const inboxDialogs = {
  reviewTitle: (folio: number, at: number, total: number) => `Folio ${folio} · ${at} de ${total}`,
  open: 'Abrir',
  next: 'Siguiente',
  pickToVerify: 'Elegir para verificar',
  unpick: 'Quitar de la selección',
  withoutEvidence: (count: number) => pluralize(count, 'entrega no tiene evidencias:', 'entregas no tienen evidencias:'),
  outOfSight: (count: number) => pluralize(count, 'seleccionada no está en esta página:', 'seleccionadas no están en esta página:'),
  unseen: (count: number) => pluralize(count, 'evidencia sin ver', 'evidencias sin ver'),
  confirmTitle: (count: number) => (count === 1 ? '¿Verificar la actividad elegida?' : `¿Verificar ${count} actividades?`),
  confirmBody: 'Quedarán verificadas y cerradas en definitiva.',
  confirm: (count: number) => (count === 1 ? 'Sí, verificar' : `Sí, verificar ${count}`),
  keep: 'Cancelar',
  failed: 'No se pudo completar la acción.',
  verified: (count: number) => pluralize(count, 'actividad verificada', 'actividades verificadas'),
  refused: (count: number) => pluralize(count, 'no se pudo verificar', 'no se pudieron verificar'),
  refusedElsewhere: (folio: number, reason: string) => `El folio ${folio} no se verificó: ${reason}`,
} as const;
