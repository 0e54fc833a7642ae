import type {
  ColumnRole,
  ImportState,
  LeftOutRows,
  ReadActivities,
  RowProblem,
  UnreadRow,
} from '../../domain/activities/activity-import.ts';
import { joinParts, pluralize, writtenNumber } from '../phrases.ts';

const labels: Readonly<Record<ColumnRole, string>> = {
  folio: 'Folio',
  description: 'Actividad',
  assignee: 'Responsable',
  owner: 'Quién la asigna',
  topic: 'Tema',
  dueOn: 'Fecha de finalización',
  createdOn: 'Fecha de registro',
  startedOn: 'Fecha de inicio',
  finishedOn: 'Fecha de cierre',
  status: 'Estatus',
  priority: 'Prioridad',
  notes: 'Observaciones',
  checklist: 'Lista de verificación',
  repeats: 'Repetición',
  archived: 'Archivada',
};

export const importStateLabels: Readonly<Record<ImportState, string>> = {
  not_started: 'No iniciado',
  in_progress: 'En progreso',
  finished: 'Terminada',
  left_out: 'No traer estas filas',
};

export const activityImportTexts = {
  labels,
  /** The workbook that people may begin with: its sheets, and how the work of its example begins. */
  sample: {
    sheet: 'Actividades',
    names: 'Temas y personas',
    topics: 'Tus temas',
    people: 'Personas activas',
    example: 'EJEMPLO:',
    work: 'revisar los extintores del almacén. Esta fila no se importa.',
    topic: 'Mantenimiento',
    dueOn: 'Fecha compromiso',
    notes: 'Falta la firma del proveedor',
    items: 'Vigencia; Manómetro; Señalamiento',
  },
  noTable:
    'No se encontró una lista de actividades: escribe en una fila los encabezados, por ejemplo «Actividad», «Responsable» y «Fecha límite», y debajo una actividad por fila.',
  bareColumn: (letters: string) => `Columna ${letters}`,
  withDay: (work: string, day: string) => `${work} (${day})`,
  withNotes: (work: string, notes: string) => `${work}\n\nObservaciones: ${notes}`,
  resolution: (file: string) => `Importada de ${file}`,
  problems: {
    descriptionMissing: 'Falta el texto de la actividad.',
    descriptionTooLong: 'El texto, con sus observaciones, tiene más de 2,000 letras.',
    assigneeMissing: 'Falta el responsable.',
    assigneeNotEligible: 'El responsable no es del departamento del tema ni está asignado a él. Asígnale el tema o elige otro.',
    topicMissing: 'Falta el tema. Elige uno para las filas que no lo dicen.',
    topicTooLong: 'El nombre del tema tiene más de 150 letras. Acórtalo o elige otro tema.',
    dueMissing: 'Falta la fecha de finalización.',
    dueUnreadable: 'Esa fecha no existe o no se entiende. Escríbela como 31/12/2026.',
    folioUnknown: 'Ese folio no existe. Deja la celda vacía para importar la fila.',
    folioOfOther:
      'Ese folio es de una actividad con otro texto, responsable o fecha. Deja la celda vacía para importar la fila como nueva, o escribe lo que decía.',
    checklistTooLong: 'La lista tiene más de 20 puntos, o uno de más de 200 letras. Junta o acorta algunos.',
    repeatsUnreadable:
      'No se entiende cada cuánto se repite. Escribe diaria, días hábiles, semanal, quincenal, mensual, bimestral, trimestral, semestral, anual o no.',
    alreadyOpen: 'El responsable ya tiene una actividad abierta con este texto para otro día. Cambia el texto.',
  } satisfies Record<RowProblem, string>,
  wrongRows: (rows: number, questions: number, isOrderDoubtful: boolean) =>
    `No se importó nada: ${joinParts([
      ...(rows > 0 ? [pluralize(rows, 'fila tiene errores', 'filas tienen errores')] : []),
      ...(questions > 0 ? [pluralize(questions, 'texto espera tu respuesta', 'textos esperan tu respuesta')] : []),
      ...(isOrderDoubtful ? ['falta decir si las fechas van día/mes («day_order»: «dmy») o mes/día («mdy»)'] : []),
    ])}.`,
  reason: 'Motivo',
  restName: 'Actividades_por_corregir.xlsx',
  columns: { folio: 'Folio Bitácora', link: 'Enlace Bitácora', folios: 'Folios en Bitácora', links: 'Enlaces a Bitácora' },
} as const;

export const leftOutLabels: Readonly<Record<LeftOutRows['reason'], string>> = {
  heading: 'con encabezados repetidos',
  section: 'con títulos',
  total: 'con totales',
  leftOut: 'que su estatus deja fuera',
  omitted: 'que elegiste omitir',
  example: 'de ejemplo',
  finished: 'de trabajo terminado',
  hiddenRow: 'que la hoja oculta o filtra',
  struck: 'con el texto tachado',
  wrong: 'por corregir',
  noHeading: 'hoja sin encabezados que se reconozcan',
  hidden: 'hoja oculta',
  cut: 'debajo de la lista',
  omittedSheet: 'hoja sin elegir',
};

/** Returns a sentence for each sheet of which columns or rows were cut away. */
export const cutSentences = (cut: ReadActivities['cut']): string[] =>
  cut.map(({ sheet, columns, rows }) => {
    const parts = [
      ...(columns ? [`${pluralize(columns.count, 'columna', 'columnas')} desde la ${columns.first}`] : []),
      ...(rows ? [`${pluralize(rows.count, 'fila', 'filas')} desde la ${writtenNumber(rows.first)}`] : []),
    ];
    return `No se ${parts.length > 1 || (columns ?? rows)?.count !== 1 ? 'leyeron' : 'leyó'} ${joinParts(parts)}${sheet ? ` de «${sheet}»` : ''}, fuera de la lista.`;
  });

const LEFT_OUT_NAMED = 8;
/** Says how many rows are left out for each reason, and names people, topics and sheets. */
export const leftOutSentence = (leftOut: readonly LeftOutRows[]): string => {
  const named = leftOut.filter(({ kind }) => kind !== 'row');
  const rest = named.slice(LEFT_OUT_NAMED).reduce((sum, { rows }) => sum + rows, 0);
  const parts = [...leftOut.filter(({ kind }) => kind === 'row'), ...named.slice(0, LEFT_OUT_NAMED)].map(({ reason, kind, said, rows }) => {
    if (kind === 'row' || said === '') return `${writtenNumber(rows)} ${leftOutLabels[reason]}`;
    return `${rows > 0 ? `${writtenNumber(rows)} de ` : ''}«${said}»${kind === 'sheet' ? ` (${leftOutLabels[reason]})` : ''}`;
  });
  const total = leftOut.reduce((sum, { rows }) => sum + rows, 0);
  const all = [...parts, ...(rest > 0 ? [`${writtenNumber(rest)} de otros textos`] : [])];
  // A hidden sheet is named, and its rows are not read.
  return `${(total || all.length) > 1 ? 'Se quedan' : 'Se queda'} fuera${total > 0 ? ` ${pluralize(total, 'fila', 'filas')}` : ''}: ${joinParts(all)}.`;
};

/** Adds its sentence to each row that cannot be taken. */
export const wrongRows = (rows: readonly UnreadRow[]): (UnreadRow & { error: string })[] =>
  rows.map((row) => ({ ...row, error: activityImportTexts.problems[row.problem] }));
