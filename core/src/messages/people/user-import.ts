import type { CellProblem, WrongCell } from '../../domain/people/user-import.ts';
import type { SheetFacts } from '../../domain/refusal.ts';
import { joinParts, pluralize } from '../phrases.ts';

const quotedList = (names: readonly string[], type: 'conjunction' | 'disjunction' = 'conjunction') =>
  new Intl.ListFormat('es-MX', { type }).format(names.map((name) => `«${name}»`));

/** The texts about the workbook of the bulk upload of people (docs/product.md, 5). */
export const importTexts = {
  oneFile: 'Solo puedes cargar un archivo.',
  wrongType: {
    macros: 'El libro tiene macros. Guárdalo en Excel como libro sin macros (.xlsx).',
    xlsb: 'El archivo es un libro binario de Excel (.xlsb). Guárdalo como .xlsx.',
    ods: 'El archivo es de LibreOffice u OpenOffice (.ods). Guárdalo como .xlsx o .csv.',
    numbers: 'El archivo es de Numbers. Expórtalo como .xlsx o .csv.',
    html: 'El archivo es una página web con nombre de Excel. Ábrelo en Excel y guárdalo como .xlsx.',
    xml: 'El archivo es XML con nombre de Excel. Ábrelo en Excel y guárdalo como .xlsx.',
    other: 'El archivo no es .xlsx, .xls ni .csv.',
  },
  tooMuch: ({ maxRows, maxColumns, maxCells, sheet, cell, sheets }: SheetFacts & Record<'maxRows' | 'maxColumns' | 'maxCells', number>) => {
    if (sheets)
      return `El libro tiene demasiadas hojas a la vista. Oculta o borra las que sobran, por ejemplo ${quotedList(sheets.slice(0, 5))}.`;
    const limits = `se leen hasta ${maxRows.toLocaleString('es-MX')} filas, ${maxColumns} columnas y ${maxCells.toLocaleString('es-MX')} celdas`;
    if (!cell) return `El archivo contiene demasiado: ${limits}. Repártelo en varios archivos.`;
    return sheet
      ? `La hoja «${sheet}» contiene demasiado desde la celda ${cell}: ${limits}. Repártela en varios archivos, u ocúltala si no es tu lista.`
      : `El archivo contiene demasiado desde la celda ${cell}: ${limits}. Repártelo en varios archivos.`;
  },
  unreadable: 'No se pudo leer el archivo: está dañado o incompleto. Vuelve a guardarlo en Excel e inténtalo de nuevo.',
  quoteOpen: (row: number) =>
    `En la fila ${row.toLocaleString('es-MX')} se abre una comilla (") que no se cierra. Ciérrala o bórrala e inténtalo de nuevo.`,
  locked: 'El archivo está protegido con contraseña. Guárdalo sin contraseña e inténtalo de nuevo.',
  empty: 'El archivo no tiene personas: escribe una por fila debajo de los encabezados.',
  /** Names a missing column; `others` are further headings that are understood. */
  missingColumn: (title: string, others: readonly string[]) =>
    `«${title}»${others.length > 0 ? ` (o ${quotedList(others, 'disjunction')})` : ''}`,
  headings: (missing: readonly string[], doubled: readonly string[], sheet: string) =>
    [
      missing.length > 0
        ? `${missing.length === 1 ? 'Falta la columna' : 'Faltan las columnas'} ${joinParts(missing)} en los encabezados ${sheet ? `de la hoja «${sheet}»` : 'del archivo'}.`
        : '',
      doubled.length > 0
        ? `${doubled.length === 1 ? 'La columna' : 'Las columnas'} ${quotedList(doubled)} ${doubled.length === 1 ? 'aparece' : 'aparecen'} más de una vez.`
        : '',
    ]
      .filter(Boolean)
      .join(' '),
  allKnown: 'Todas las personas de este archivo ya están registradas.',
  wrongRows: (wrong: readonly { row: number }[]) =>
    `No se registró a nadie: ${pluralize(new Set(wrong.map(({ row }) => row)).size, 'fila tiene errores', 'filas tienen errores')}.`,
  repeated: (firstRow: number) => `Se repite: ya está en la fila ${firstRow.toLocaleString('es-MX')}.`,
  emailKnown: 'Ya existe un usuario con ese correo electrónico.',
  numberKnown: 'Ya existe un usuario con ese número de empleado.',
  managerUnknown: 'Nadie tiene ese número de empleado o correo, ni en la empresa ni en este archivo.',
  managerInactive: 'Esa persona está inactiva. Escribe a otra, o actívala antes.',
  managerSelf: 'Nadie es su propio jefe.',
  positionPrivileged: 'Con este puesto tendría privilegios, y un token no los da: regístrala desde la web.',
  managerCycle: (rows: readonly number[]) =>
    `Los jefes forman un círculo: filas ${rows.map((row) => row.toLocaleString('es-MX')).join(' → ')}.`,
  nameOrder:
    'No se sabe cuáles son los apellidos: escribe «Apellidos, Nombre», o titula la columna «Apellidos y nombre» o «Nombre y apellidos».',
  errorColumn: 'Error',
} as const;

export const templateTexts = {
  sheet: 'Usuarios',
  guide: 'Instrucciones',
  columns: { heading: 'Columna', isRequired: 'Obligatoria', sample: 'Ejemplo', hint: 'Qué lleva' },
  required: 'Sí',
  optional: 'No',
  /** Stands where the example row has its employee number; such a row registers nobody. */
  example: 'EJEMPLO',
  sample: {
    employeeNumber: '00123',
    firstName: 'María José',
    lastName: 'Núñez Peña',
    email: 'maria.nunez@empresa.mx',
    level: 'Operativo',
    department: 'SISTEMAS',
    position: 'ANALISTA',
    alias: 'Majo',
    phone: '55 1234 5678',
    manager: '00045',
  },
  hints: {
    employeeNumber: 'Único por persona. La columna tiene formato de texto: los ceros del principio se conservan.',
    firstName: '',
    lastName: '',
    email: 'Único por persona; ahí llega la invitación para definir su contraseña.',
    level: 'Sin esta columna es el puesto.',
    department: 'Elige uno de la lista o escribe uno nuevo.',
    position: 'Con GERENTE, CONTRALOR o SUPERVISOR en el puesto, la persona verá Administración y Reportes.',
    alias: '',
    phone: '',
    manager: 'Número de empleado o correo de su jefe: de alguien ya registrado o de otra fila, en cualquier orden.',
  },
  limits:
    'Hasta 5,000 personas por archivo. Escribe una por fila en la hoja «Usuarios»; también se lee una lista de nómina (.xlsx, .xls o .csv) con estas columnas entre otras, y quien esté de baja se queda fuera. Si una fila tiene un error, no se registra a nadie. La fila EJEMPLO se ignora: bórrala o escribe debajo.',
} as const;

const cellSentence = (error: CellProblem['error']): string => {
  if (typeof error === 'string') return error;
  if (error.problem === 'repeated') return importTexts.repeated(error.firstRow);
  return error.problem === 'managerCycle' ? importTexts.managerCycle(error.rows) : importTexts[error.problem];
};

export const wrongCells = (cells: readonly CellProblem[]): WrongCell[] =>
  cells.map((cell) => ({ ...cell, error: cellSentence(cell.error) }));
