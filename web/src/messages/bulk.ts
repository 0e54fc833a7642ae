/** Rows of 'Actividades asignadas' that a person picks. */
export const bulk = {
  pick: 'Elegir',
  pickOne: (folio: number) => `Elegir actividad ${folio}`,
  pickAll: 'Elegir todas',
  pickFailed: 'No se pudieron elegir las actividades.',
  most: (count: number) => `Se eligieron las primeras ${count}.`,
} as const;
