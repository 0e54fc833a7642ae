import { frame } from '@bitacora/core/messages/layout';

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
  meant: 'Quizá buscabas',
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
  submit: 'Enviar el formulario o confirmar el diálogo',
  nextRow: 'Ir a la fila siguiente',
  earlierRow: 'Ir a la fila anterior',
  openRow: 'Abrir la fila',
  preview: 'Ver la fila a un lado',
  chooseRow: 'Elegir la fila',
  create: 'Registrar o asignar una actividad',
  places: { h: 'Ir a Inicio', p: 'Ir a mis pendientes', v: 'Ir a Por verificar', r: 'Ir al reporte de pendientes' },
  next: 'Ir al control siguiente',
  previous: 'Volver al control anterior',
  press: 'Activar el botón o el enlace',
  leave: 'Cerrar el diálogo o el panel abierto',
  isHelpKeyOn: 'Usar atajos de una sola tecla',
} as const;

/** What was typed and not sent. */
export const draftTexts = {
  recovered: 'Dejaste algo sin enviar.',
  recoveredDetail: 'Lo guardamos en este dispositivo y aquí está de nuevo.',
  restart: 'Empezar de nuevo',
  leaveTitle: '¿Salir sin enviar?',
  leaveBody: 'Guarda el borrador en este dispositivo y termínalo cuando vuelvas, o descártalo.',
  imagesLost: 'Este navegador no puede guardar las imágenes: al volver tendrás que elegirlas otra vez.',
  closeTitle: '¿Cerrar sin enviar?',
  closeBody: 'Se perderá lo que escribiste o elegiste aquí.',
  goOn: 'Seguir escribiendo',
  stay: 'Seguir aquí',
  discard: 'Descartar',
  keep: 'Guardar borrador',
} as const;

/** Asked before a logout that deletes something unsent. */
export const logOutQuestion = {
  title: '¿Cerrar sesión sin enviar?',
  body: 'Dejaste algo sin enviar. Al cerrar sesión se borra de este dispositivo: lo que escribiste y las fotos sin enviar se pierden.',
  confirm: 'Borrar y cerrar sesión',
  keep: draftTexts.stay,
  failed: frame.noConnection,
} as const;

/** What a screen says when others change what it shows. */
export const live = {
  changes: 'Hay cambios.',
  changesBehind: 'Hay cambios. Los verás al cerrar.',
  refresh: 'Actualizar',
  byOthers: 'Actualizada por otra persona',
} as const;

/** What leads to the manual. */
export const manualLink = '¿Cómo funciona?';

/** The page at `/ayuda`. */
export const manual = {
  description: 'Cómo se usa Bitácora: en el teléfono, para quien dirige y para quien la instala.',
  contents: 'Contenido',
} as const;

/** The list of the work of people that the reader substitutes. */
export const substitutedList = {
  title: 'ACTIVIDADES QUE SUPLO',
  open: 'Actividades que suplo',
  lead: (names: readonly string[]) => `Suples hoy a ${new Intl.ListFormat('es-MX').format(names)}`,
  nobody: 'Hoy no suples a nadie. Quien se ausenta elige en su perfil quién le suple; ahí están también tus suplencias que vienen.',
  nobodyStep: 'Ver mis ausencias y suplencias',
  empty: 'No hay nada pendiente de quienes suples.',
  emptyStep: 'Ver mis pendientes',
} as const;
/** A row of a list, seen whole beside it. */
export const preview = {
  open: (folio: number) => `Ver la actividad ${folio} a un lado`,
  title: (folio: number) => `Vista previa de la actividad ${folio}`,
  close: 'Cerrar vista previa',
  consult: 'Abrir',
  dueOn: 'Fecha de entrega',
  lastComment: 'Último comentario',
  noComments: 'Sin comentarios.',
  evidence: 'Evidencias',
  noEvidence: 'Sin evidencias.',
} as const;

/** Rows of lists where a table has too little room. */
export const agenda = {
  ended: { verified: 'Finalizó el', canceled: 'Se canceló el' },
  dueIn: (days: string) => `Vence en ${days}`,
} as const;

/** What leads to the import of activities, and the mark of what it brought. */
export const importEntry = {
  open: 'Importar hoja',
  openFromEmpty: 'Trae tu hoja de cálculo',
} as const;
