/** The list of the work of people that the reader substitutes. */
export const substitutedList = {
  title: 'ACTIVIDADES QUE SUPLO',
  open: 'Actividades que suplo',
  lead: (names: readonly string[]) => `Suples hoy a ${new Intl.ListFormat('es-MX').format(names)}`,
  nobody: 'Hoy no suples a nadie. Quien se ausenta elige en su perfil quién le suple; ahí están también tus suplencias que vienen.',
  nobodyStep: 'Ver mis ausencias y suplencias',
  empty: 'No hay nada pendiente de quienes suples.',
  emptyStep: 'Ver mis pendientes',
} as const;

/** A person's absences, in their profile and among the users. */
export const absencesOf = {
  title: 'Ausencias',
  lead: 'Mientras no estás, otra persona recibe también tus avisos y puede trabajar tus actividades. El historial nombra a las dos.',
  none: 'No tienes ausencias registradas.',
  titleOf: (name: string) => `Ausencias de ${name}`,
  noneOf: (name: string) => `${name} no tiene ausencias registradas.`,
  addOf: (name: string) => `Registrar ausencia de ${name}`,
  days: (from: string, to: string) => (from === to ? `El ${from}` : `Del ${from} al ${to}`),
  substitute: (name: string) => `Suple ${name}`,
  isCurrent: 'En curso',
  substituted: (name: string) => `Suples a ${name}`,
  substitutes: (name: string) => `Suple a ${name}`,

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
