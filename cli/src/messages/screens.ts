import { pluralize } from '@bitacora/core/messages/phrases';

/** All screens of the full-screen app use these. */
export const terminalScreens = {
  product: 'Bitácora',
  loading: 'Cargando…',
  narrow: (columns: number, rows: number) => `Agranda la ventana: se necesitan ${columns} columnas y ${rows} filas.`,
  selected: '›',
  marked: '●',
  yes: 'Sí',
  no: 'No',
  visibleRows: (from: number, to: number, total: number) =>
    `${from.toLocaleString('es-MX')}–${to.toLocaleString('es-MX')} de ${total.toLocaleString('es-MX')}`,
  searching: (words: string) => `Búsqueda: ${words}`,
  position: (at: number, total: number) => `${at} de ${total}`,
  nothingFound: 'Nada coincide con lo que buscas.',

  keys: {
    help: 'ayuda',
    back: 'volver',
    leave: 'salir',
    choose: 'elegir',
    open: 'abrir',
    move: 'moverse',
    next: 'siguiente',
    accept: 'aceptar',
    search: 'buscar',
    retry: 'reintentar',
    reload: 'recargar',
    logIn: 'iniciar sesión',
    close: 'cerrar',
    change: 'cambiar',
    clear: 'limpiar',
    mark: 'marcar',
    save: 'guardar',
  },
  /** The names of keys at the foot. */
  keyNames: {
    enter: 'Intro',
    escape: 'Esc',
    tab: 'Tab',
    up: '↑',
    down: '↓',
    left: '←',
    right: '→',
    space: 'Espacio',
    pageup: 'RePág',
    pagedown: 'AvPág',
    home: 'Inicio',
    end: 'Fin',
    backspace: 'Retroceso',
  } as Readonly<Record<string, string>>,
  help: {
    title: 'Teclas de esta pantalla',
    everywhere: 'En todas las pantallas',
    leave: 'Ctrl-C sale en cualquier momento.',
  },

  menu: {
    needs: ['Tuyas con retraso', 'Tuyas rechazadas', 'Por verificar', 'Piden prórroga', 'Asignadas por ti, con retraso'],
    import: { label: 'Carga masiva de usuarios', hint: 'de un libro de Excel, con revisión antes de guardar' },
    pending: { label: 'Reporte de pendientes', hint: 'lo que falta por hacer en toda la empresa' },
    finished: { label: 'Reporte de finalizadas', hint: 'lo verificado, por rango de fechas' },
    assigned: { label: 'Reporte de asignadas', hint: 'lo que asignaste a otros' },
    users: { label: 'Usuarios', hint: 'registrar, editar, desactivar, invitar' },
    topics: { label: 'Temas', hint: 'registrar y editar' },
    assignments: { label: 'Temas asignados a externos', hint: 'asignar y eliminar' },
    outbox: { label: 'Avisos que no llegaron', hint: 'motivo y reenvío' },
    doctor: { label: 'Diagnóstico', hint: 'servidor, reloj, correo, imágenes y base de datos' },
    nothing: 'Tu puesto no administra Bitácora.',
  },

  login: {
    lead: 'Entra con tu correo y tu contraseña, o deja ambos vacíos para entrar con el navegador. Solo se guarda un token.',
    url: 'Servidor',
    urlWrong: 'Escribe la dirección completa, por ejemplo https://bitacora.empresa.mx',
    forget: 'cerrar sesión',
    forgetTitle: '¿Cerrar la sesión en esta computadora?',
    forgetBody: 'Se revoca el token guardado.',
    borrowed: 'Tu token es el de BITACORA_TOKEN: no se revoca ni se borra nada. Para dejar de usarlo, quita esa variable.',
  },
  password: {
    title: 'Confirma que eres tú',
    lead: (email: string) =>
      `Para administrar personas escribe la contraseña de ${email}, o déjala vacía y confirma en el navegador. Dura 15 minutos.`,
    label: 'Contraseña',
  },
  device: {
    title: 'Confirma en el navegador',
    open: 'Abre esta página en un navegador, también de otro equipo o un teléfono, y entra:',
    code: 'Escribe ahí este código; vale 10 minutos:',
    waiting: 'Esperando tu confirmación…',
  },
  file: {
    saveTo: 'Guardar en',
    exists: (file: string) => `${file} ya existe. ¿Reemplazarlo?`,
    received: (bytes: number) => `${(bytes / 1_000_000).toLocaleString('es-MX', { maximumFractionDigits: 1 })} MB recibidos`,
    nameMissing: 'Escribe el nombre del archivo.',
  },
} as const;

/** The lists of people, topics and notifications use these; sentences that the web shares are in core. */
export const terminalLists = {
  keys: {
    register: 'registrar',
    edit: 'editar',
    deactivate: 'desactivar',
    activate: 'activar',
    invite: 'invitar de nuevo',
    import: 'carga masiva',
    assign: 'asignar',
    remove: 'eliminar',
    resend: 'enviar otra vez',
    resendAll: 'enviar todos',
  },
  saving: 'Guardando…',
  sending: 'Enviando…',
  removing: 'Eliminando…',
  changing: 'Cambiando el estado…',
  handOverTitle: (name: string) => `¿Quién se hará cargo de lo de ${name}?`,
  handOverBody: (from: string, to: string) => `Las actividades abiertas de ${from} pasarán a ${to}.`,
  outboxTitle: 'AVISOS QUE NO LLEGARON',
  resendTitle: '¿Enviar otra vez?',
  resendOne: (name: string, email: string) => `El aviso para ${name} irá otra vez a ${email}.`,
  doctorTitle: 'DIAGNÓSTICO',
  looking: 'Revisando…',
} as const;

/** The import wizard uses these; sentences that the web shares are in core. */
export const terminalImport = {
  title: (step: number, of: number, name: string) => `Carga masiva · ${step} de ${of} · ${name}`,
  steps: { file: 'Archivo', review: 'Revisión', confirm: 'Confirmación', result: 'Resultado' },
  folder: (path: string) => `Carpeta: ${path}`,
  parent: '.. (carpeta de arriba)',
  isFolder: 'carpeta',
  emptyFolder: 'No hay libros de Excel (.xlsx o .xls) ni .csv en esta carpeta.',
  noSuchFile: 'No hay carpeta ni archivo con esa ruta.',
  pathHint: 'Escribe para filtrar, o una ruta completa.',
  template: 'plantilla',
  templateDone: (file: string) => `Plantilla guardada en ${file}.`,
  templateTitle: 'Guardar la plantilla',
  templateName: 'Plantilla_Usuarios.xlsx',
  size: (bytes: number) => `${Math.max(1, Math.round(bytes / 1000)).toLocaleString('es-MX')} kB`,

  reviewing: (name: string) => `Revisando ${name}…`,
  columns: 'Columnas',
  columnsRight: 'completas',
  columnsWrong: 'Las columnas que se esperan en la primera fila:',
  mandatory: (names: readonly string[]) => `Obligatorias: ${names.join(', ')}`,
  optional: (names: readonly string[]) => `Opcionales: ${names.join(', ')}`,
  annotated: 'guardar con errores señalados',
  annotatedTitle: 'Guardar el libro con los errores señalados',
  annotatedName: (name: string) => `${name.replace(/\.(xlsx|xls|csv)$/i, '')}_con_errores.xlsx`,
  annotatedDone: (file: string) => `Libro con los errores guardado en ${file}.`,
  onlyPrivileged: 'ver solo ★',
  everybody: 'ver todas',
  again: 'revisar otra vez',
  register: (count: number) => `registrar ${count.toLocaleString('es-MX')}`,

  confirmTitle: (count: number) => `¿Registrar ${pluralize(count, 'usuario', 'usuarios')}?`,
  confirmFile: (name: string) => `Del archivo ${name}.`,
  registering: (count: number) => `Registrando ${pluralize(count, 'usuario', 'usuarios')}…`,
  finish: 'terminar',
} as const;

type ImportStep = keyof typeof terminalImport.steps;
const steps = Object.keys(terminalImport.steps) as ImportStep[];

export const importStepTitle = (step: ImportStep): string =>
  terminalImport.title(steps.indexOf(step) + 1, steps.length, terminalImport.steps[step]);
