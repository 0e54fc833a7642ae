const number = (count: number) => count.toLocaleString('es-MX');

/** Help and sentences of the report commands. */
export const terminalReports = {
  pending: 'lo pendiente de toda la empresa',
  finished: 'lo finalizado en un rango de fechas',
  assigned: 'lo que asignaste a otros',
  details: `Los filtros son los de la web: los valores de uno son alternativas y todos se aplican a la vez; se repiten para dar varios valores.
Con --output REPORTE.xlsx se guarda el libro de Excel con todas las filas. Con --all y --json o --csv salen todas, de la más reciente a la más antigua.`,
  from: 'desde este día (AAAA-MM-DD)',
  to: 'hasta este día (AAAA-MM-DD)',
  filter: (group: string) => `filtra por ${group}`,
  search: 'busca en las actividades; el folio también',
  sort: (columns: string) => `ordena por esta columna; con :desc, de mayor a menor (${columns})`,
  page: 'número de página',
  pageSize: (max: number) => `filas por página, hasta ${max}`,
  all: 'todas las filas, sin páginas',

  wrongDay: (typed: string) => `«${typed}» no es una fecha.`,
  dayExample: 'Escríbela como 2026-11-20.',
  wrongNumber: (typed: string, max: number) => `«${typed}» no es un número entre 1 y ${number(max)}.`,
  wrongSort: (typed: string) => `«${typed}» no es una columna. Columnas:`,
  oneForm: 'Un archivo .xlsx es un libro de Excel: quita --json y --csv, o cambia el nombre del archivo.',
  allNeedsForm: 'Con --all elige --json, --csv o --output REPORTE.xlsx.',
  allOrPages: 'Todas las filas salen de la más reciente a la más antigua: quita --sort, --page y --page-size.',
  counted: (count: number) => `${number(count)} actividades…`,
  shown: (page: number, pages: number, total: number) =>
    `Página ${number(page)} de ${number(pages)}, ${number(total)} ${total === 1 ? 'actividad' : 'actividades'}.`,
} as const;
