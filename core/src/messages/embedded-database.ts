const seconds = (ms: number) => `${Math.round(ms / 1_000)} s`;

/** Why the PostgreSQL that comes with Bitácora cannot be used, and what to do. */
export const embeddedDatabase = {
  neverReady: (data: string, ms: number, logFile: string) =>
    `PostgreSQL no terminó de arrancar en ${seconds(ms)} y se detuvo (${data}). Revisa ${logFile} y el espacio en disco, y vuelve a iniciar Bitácora.`,
  neverSettled: (pid: number, data: string, ms: number) =>
    `PostgreSQL (proceso ${pid}) lleva más de ${seconds(ms)} arrancando o deteniéndose en ${data}. Espera a que termine, o detén ese proceso, y repite.`,
  neverAnswered: (port: number | string, ms: number) =>
    `PostgreSQL no respondió en ${seconds(ms)} en el puerto ${port}. Revisa que siga en marcha y vuelve a intentarlo.`,
} as const;
