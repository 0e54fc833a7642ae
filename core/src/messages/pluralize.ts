/** '1 actividad', '2 actividades', '1,200 actividades'. */
export const pluralize = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('es-MX')} ${count === 1 ? one : many}`;
