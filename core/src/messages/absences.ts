/** Absences, as web and terminal say them. */
export const absenceTexts = {
  person: 'Quién se ausenta',
  from: 'Primer día',
  to: 'Último día',
  substitute: 'Quién suple',
  added: (substitute: string) => `Ausencia registrada. Mientras tanto suple ${substitute}.`,
  canceled: 'Ausencia cancelada. Desde ahora nadie suple.',
} as const;
