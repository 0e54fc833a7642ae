/** What leads to the import of activities, and the mark of what it brought. */
export const importEntry = {
  open: 'Importar hoja',
  openFromEmpty: 'Trae tu hoja de cálculo',
} as const;
