/** The page about the work of one person. */
export const personLoad = {
  title: 'CARGA DE TRABAJO',
  open: 'Pendientes',
  openHint: 'abiertas a su nombre',
  late: 'Con retraso',
  lateHint: 'ya pasó su fecha',
  week: 'Por vencer',
  weekHint: 'vencen en 7 días o menos',
  done: 'Finalizadas',
  doneHint: 'verificadas este mes',
  next: 'Lo más urgente',
  empty: (name: string) => `${name} no tiene actividades pendientes.`,
  all: 'Ver todas sus pendientes',
  assign: 'Asignar actividad',
  unknown: 'No encontramos a esa persona.',
} as const;
