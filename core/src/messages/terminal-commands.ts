/** What each command of the terminal app is for, and what it says. */
export const terminalCommands = {
  whoAmI: {
    summary: 'muestra quién eres y en qué servidor',
    said: (person: { name: string; email: string; position: string; department: string }, url: string) => [
      `${person.name} (${person.email})`,
      `${person.position}, ${person.department}`,
      `Servidor: ${url}`,
    ],
  },
} as const;
