/** The activities a repeatable one came from and led to. */
export const seriesTexts = {
  title: 'Serie',
  current: 'Esta actividad',
  consult: (folio: number) => `Consultar folio ${folio}`,
  next: (day: string) => `La siguiente vence el ${day} y se registra cuando verifiquen la última.`,
  none: 'Todavía no se repite.',
} as const;
