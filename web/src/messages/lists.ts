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
/** A row of a list, seen whole beside it. */
export const preview = {
  open: (folio: number) => `Ver la actividad ${folio} a un lado`,
  column: 'Ver a un lado',
  title: (folio: number) => `Vista previa de la actividad ${folio}`,
  close: 'Cerrar vista previa',
  consult: 'Abrir',
  dueOn: 'Fecha de entrega',
  lastComment: 'Último comentario',
  noComments: 'Sin comentarios.',
  evidence: 'Evidencias',
  noEvidence: 'Sin evidencias.',
} as const;

/** Rows of lists where a table has too little room. */
export const agenda = {
  ended: { verified: 'Finalizó el', canceled: 'Se canceló el' },
  dueIn: (days: string) => `Vence en ${days}`,
} as const;

/** What leads to the import of activities, and the mark of what it brought. */
export const importEntry = {
  open: 'Importar hoja',
  openFromEmpty: 'Trae tu hoja de cálculo',
} as const;
