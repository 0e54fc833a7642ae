/** Search and navigation from anywhere, and the keys that lead there. */
export const palette = {
  open: 'Buscar',
  title: 'Buscar y navegar',
  placeholder: 'Folio, actividad o pantalla',
  results: 'Resultados',
  recent: 'Consultadas hace poco',
  go: 'Ir a',
  act: 'Acciones',
  found: 'Actividades',
  people: 'Personas',
  topics: 'Temas',
  toggleTheme: 'Modo oscuro o claro',
  folio: (folio: number) => `Folio ${folio}`,
  busy: 'Buscando…',
  failed: 'No se pudo buscar.',
  none: (query: string) => `Nada coincide con «${query}».`,
  count: (count: number) => `${count.toLocaleString('es-MX')} ${count === 1 ? 'resultado' : 'resultados'}`,
  keys: { move: 'para moverte', choose: 'para abrir', leave: 'para salir' },
} as const;

export const shortcuts = {
  title: 'Atajos de teclado',
  search: 'Buscar una actividad o ir a una pantalla',
  help: 'Ver esta lista',
  next: 'Ir al control siguiente',
  previous: 'Volver al control anterior',
  press: 'Activar el botón o el enlace',
  leave: 'Cerrar el diálogo o el panel abierto',
  isHelpKeyOn: 'Abrir esta lista con la tecla «?»',
  or: 'o',
} as const;
