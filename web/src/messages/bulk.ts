/** Rows of 'Actividades asignadas' that a person picks. */
export const bulk = {
  pick: 'Elegir',
  pickOne: (folio: number) => `Elegir actividad ${folio}`,
  pickAll: 'Elegir todas',
  pickFailed: 'No se pudieron elegir las actividades.',
  full: (count: number) => `Se pueden elegir ${count} a la vez. Quita alguna antes de elegir otra.`,
  most: (count: number) => `Se eligieron las primeras ${count}.`,
} as const;
