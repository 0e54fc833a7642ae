/** Rows of lists where there is no room for a table. */
export const agenda = {
  ended: { verified: 'Finalizó el', canceled: 'Se canceló el' },
  dueIn: (days: string) => `Vence en ${days}`,
} as const;
