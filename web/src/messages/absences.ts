/** The own absences in the profile. */
export const ownAbsences = {
  title: 'Ausencias',
  lead: 'Mientras no estás, otra persona recibe también tus avisos y puede trabajar tus actividades. El historial nombra a las dos.',
  none: 'No tienes ausencias registradas.',
  days: (from: string, to: string) => (from === to ? `El ${from}` : `Del ${from} al ${to}`),
  substitute: (name: string) => `Suple ${name}`,
  isCurrent: 'En curso',
  substituted: (name: string) => `Suples a ${name}`,

  add: 'Registrar ausencia',
  addFailed: 'No se pudo registrar la ausencia.',
  choose: 'Selecciona quién suple',
  search: 'Buscar por nombre',
  noMatch: 'Nadie activo se llama así.',
  more: (visible: number) => `Se ven las primeras ${visible} personas. Escribe parte del nombre para encontrar a las demás.`,

  end: 'Terminar',
  endTitle: '¿Terminar la ausencia?',
  endBody: (name: string) => `${name} deja de suplir desde ahora.`,
  endFailed: 'No se pudo terminar la ausencia.',
  ended: 'Ausencia terminada',
  cancel: 'Cancelar ausencia',
  cancelTitle: '¿Cancelar la ausencia?',
  cancelBody: (name: string) => `${name} no suplirá esos días.`,
  cancelFailed: 'No se pudo cancelar la ausencia.',
  canceled: 'Ausencia cancelada',
  keep: 'Mantener',
} as const;
