import type { Contradiction } from '../domain/replay.ts';

const facts: Record<Contradiction, string> = {
  history: 'la cadena de actos',
  status: 'el estado',
  resolution: 'la resolución',
  extension: 'la extensión',
  createdAt: 'el registro',
  startedAt: 'el inicio',
  closedAt: 'el cierre',
  verifiedAt: 'la verificación',
  canceledAt: 'la cancelación',
};

/** What `npm run admin -- verify` finds. */
export const verification = {
  names: { history: 'Historial', seals: 'Sellos', images: 'Imágenes', references: 'Referencias', outbox: 'Avisos' },
  state: (count: number) => (count === 0 ? 'bien' : `${count} con problemas`),
  more: (count: number) => `y ${count} más; --json los da todos`,
  contradicts: (folio: number, wrong: readonly Contradiction[]) =>
    `Folio ${folio}: su historial no coincide con ${wrong.map((fact) => facts[fact]).join(', ')}.`,
  brokenSeal: ({ afterId, throughId, sealedAt }: { afterId: number; throughId: number; sealedAt: Date }) =>
    `Los renglones ${afterId + 1} a ${throughId} del historial no son los que se sellaron (${sealedAt.toISOString()}).`,
  noSuchSeal: (seal: string) => `Ningún sello es ${seal}: el historial se rehízo después, o el sello es de otra base de datos.`,
  missing: (name: string) => `Falta el archivo de la imagen ${name}.`,
  altered: (name: string) => `El archivo de la imagen ${name} no es el que se guardó (SHA-256).`,
  dangling: ({ table, column, rows }: { table: string; column: string; rows: number }) =>
    `${table}.${column} nombra filas que no existen (${rows}).`,
  outbox: {
    twoEnds: (count: number) => `Enviados y fallidos a la vez: ${count}.`,
    restless: (count: number) => `Terminados que aún se intentarían: ${count}.`,
    forgotten: (count: number) => `Pendientes que nadie intentaría: ${count}.`,
    mixedLetters: (count: number) => `Correos con varios destinatarios: ${count}.`,
  },
  orphans: (count: number) => `Archivos de imagen que nadie nombra: ${count}. Bitácora los aparta sola.`,
} as const;
