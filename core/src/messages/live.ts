/** What a screen says when others change what it shows. */
export const live = {
  changes: 'Hay cambios.',
  refresh: 'Actualizar',
  byOthers: 'Actualizada por otra persona',
} as const;
