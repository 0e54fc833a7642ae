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
