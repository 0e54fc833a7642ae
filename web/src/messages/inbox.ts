/** The inbox of deliveries to verify. */
export const inbox = {
  title: 'ACTIVIDADES POR VERIFICAR',
  none: 'Nada por verificar',
  lead: (count: number) => `${count.toLocaleString('es-MX')} por verificar`,
  longest: (days: number) => `la más antigua espera desde hace ${days} días`,
  empty: 'Nadie espera tu verificación.',
  all: 'Ver todas',

  pick: 'Elegir',
  pickOne: (folio: number) => `Elegir actividad ${folio}`,
  pickPage: 'Elegir esta página',
  ownDelivery: 'La entregaste tú en nombre de otra persona: puedes rechazarla, no verificarla.',
  delivered: 'Entregada',
  deliveredAgo: (days: number) => (days === 0 ? 'hoy' : days === 1 ? 'ayer' : `hace ${days} días`),
  resolution: 'Resolución',
  evidence: 'Evidencias',
  noEvidence: 'Sin evidencias',

  review: (folio: number) => `Revisar la entrega ${folio}`,

  verify: (count: number) => (count === 0 ? 'Verificar' : `Verificar ${count.toLocaleString('es-MX')}`),
} as const;
