/** Rows of lists where a table has too little room. */
export const agenda = {
  ended: { verified: 'Finalizó el', canceled: 'Se canceló el' },
  dueIn: (days: string) => `Vence en ${days}`,
} as const;
