/** Rows of lists where there is no room for a table. */
export const agenda = {
  dueIn: (days: string) => `Vence en ${days}`,
} as const;
