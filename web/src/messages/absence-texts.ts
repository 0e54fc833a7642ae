/** A person's absences, in their profile and among the users. */
export const absenceCard = {
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
  addition: { title: 'Registrar ausencia', confirm: 'Registrar ausencia', failed: 'No se pudo registrar la ausencia.' },
  choose: 'Selecciona quién suple',
  search: 'Buscar por nombre',
  noMatch: 'Nadie activo se llama así. Escribe al menos tres letras del nombre.',
  more: (visible: number) => `Se ven las primeras ${visible} personas. Escribe parte del nombre para encontrar a las demás.`,

  ending: {
    title: '¿Terminar la ausencia?',
    body: (name: string) => `${name} deja de suplir desde ahora.`,
    confirm: 'Terminar',
    keep: 'Mantener',
    failed: 'No se pudo terminar la ausencia.',
    done: 'Ausencia terminada',
  },
  cancellation: {
    title: '¿Cancelar la ausencia?',
    body: (name: string) => `${name} no suplirá esos días.`,
    confirm: 'Cancelar ausencia',
    keep: 'Mantener',
    failed: 'No se pudo cancelar la ausencia.',
    done: 'Ausencia cancelada',
  },
} as const;
