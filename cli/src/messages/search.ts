/** Help and sentences of `bitacora search`. */
export const terminalSearch = {
  summary: 'busca actividades, personas y temas',
  details: `Encuentra las actividades que tienen todas las palabras, en cualquier orden, en folio, actividad, tema, responsable,
quien la creó, resolución o comentarios. Ejemplo: bitacora search "bomba almacén"`,
  words: 'lo que se busca, entre comillas si son varias palabras; #123 es un folio',
  none: (text: string) => `Nada coincide con «${text}».`,
  person: (name: string, position: string, department: string) => `Persona: ${name}, ${position}, ${department}`,
  topic: (name: string, department: string) => `Tema: ${name}, ${department}`,
} as const;
