import { pluralize } from '@bitacora/core/messages/phrases';

/** The import wizard; sentences that the web shares are in core. */
export const terminalImport = {
  title: (step: number, of: number, name: string) => `Carga masiva · ${step} de ${of} · ${name}`,
  steps: { file: 'Archivo', review: 'Revisión', confirm: 'Confirmación', result: 'Resultado' },
  folder: (path: string) => `Carpeta: ${path}`,
  parent: '.. (carpeta de arriba)',
  isFolder: 'carpeta',
  emptyFolder: 'No hay libros de Excel (.xlsx o .xls) en esta carpeta.',
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
  annotatedName: (name: string) => `${name.replace(/\.(xlsx|xls)$/i, '')}_con_errores.xlsx`,
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
