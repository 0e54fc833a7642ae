/** What leads to the manual. */
export const manualLink = '¿Cómo funciona?';

/** The page at `/ayuda`. */
export const manual = {
  description: 'Cómo se usa Bitácora: en el teléfono, para quien dirige y para quien la instala.',
  contents: 'Contenido',
} as const;
