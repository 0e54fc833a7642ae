/** Guided tours (docs/product.md, 9). driver.js fills in the progress. */
export const tourTexts = {
  start: 'Ver recorrido',
  next: 'Siguiente',
  previous: 'Anterior',
  finish: 'Terminar',
  leave: 'Cerrar recorrido',
  progress: '{{current}} de {{total}}',
} as const;
