/** What a screen says when others change what it shows. */
export const live = {
  changes: 'Hay cambios.',
  changesBehind: 'Hay cambios. Los verás al cerrar.',
  refresh: 'Actualizar',
  byOthers: 'Actualizada por otra persona',
} as const;
