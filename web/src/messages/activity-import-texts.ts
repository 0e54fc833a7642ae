import type { ColumnRole } from '@bitacora/core/domain/activities/activity-import';
import { activityImportTexts, importStateLabels } from '@bitacora/core/messages/activities/activity-import';
import { joinParts, pluralize, writtenNumber } from '@bitacora/core/messages/phrases';

const rows = (count: number) => pluralize(count, 'fila', 'filas');
const ANOTHER = 'Importar otra hoja';
const activities = (count: number) => pluralize(count, 'actividad', 'actividades');

/** The wizard that brings the activities of a spreadsheet (docs/product.md, 15). */
export const importWizard = {
  title: 'IMPORTAR ACTIVIDADES',
  lead: 'Trae tu hoja de cálculo',
  back: 'Actividades asignadas',
  steps: 'Pasos de la importación',
  stepNames: { file: 'Archivo', columns: 'Columnas', answers: 'Personas y temas', review: 'Revisión', done: 'Listo' },
  stepOf: (step: number, total: number, name: string) => `Paso ${step} de ${total}: ${name}`,
  isDone: 'hecho',
  previous: 'Atrás',
  next: 'Continuar',
  failed: 'No se pudo revisar el archivo. Tus respuestas siguen aquí: vuelve a intentarlo.',
  importFailed: 'No se pudo importar. No cambies nada y vuelve a intentarlo: nada se duplica.',

  fileTitle: 'Elige tu archivo',
  fileLead: 'La lista con la que trabajas hoy, tal como está: una actividad por fila, con sus encabezados. Nada se guarda hasta el final.',
  rule: '.xlsx, .xls o .csv, hasta 5 MB y 5,000 filas; también lo que exportan Planner, Asana y Trello',
  sample: 'Descargar un ejemplo en Excel',
  sampleFailed: 'No se pudo descargar el ejemplo.',
  unreadable: 'No se pudo leer el archivo. Si está abierto en otro programa, ciérralo y elígelo otra vez.',
  chooseAgain: (name: string) => `Elige otra vez «${name}»: tus respuestas siguen aquí.`,

  columnsTitle: 'Confirma qué dice cada columna',
  columnsLead: (count: number, lists: number) =>
    `${pluralize(count, 'fila encontrada', 'filas encontradas')} en ${pluralize(lists, 'lista', 'listas')}. Cambia lo que no corresponda.`,
  list: (sheets: readonly string[]) =>
    sheets.length > 3
      ? `Hojas «${sheets.slice(0, 2).join('», «')}» y ${sheets.length - 2} más`
      : `${sheets.length === 1 ? 'Hoja' : 'Hojas'} ${joinParts(sheets.map((sheet) => `«${sheet}»`))}`,
  onlyList: 'Tu lista',
  rowsUnder: (count: number, headingRow: number) => `${rows(count)} debajo de los encabezados de la fila ${writtenNumber(headingRow)}`,
  leaveOut: 'No traer esta columna',
  byValues: 'Se propone por sus datos',
  byLaterDay: 'Se propone la fecha más tardía',
  confirmColumn: 'Confirma o cambia lo que dice esta columna.',
  noSamples: 'Vacía',
  missing: (roles: readonly ColumnRole[]) =>
    `Ninguna columna dice: ${joinParts(roles.map((role) => activityImportTexts.labels[role].toLocaleLowerCase('es-MX')))}. Elige la columna, o más adelante un valor para todas las filas.`,
  noDescription: 'Elige la columna con el texto de las actividades.',
  whatTitle: 'Qué se trae',
  sheet: (name: string) => `Traer la hoja «${name}»`,
  finished: (count: number) => `Importar también las terminadas${count > 0 ? ` (${writtenNumber(count)})` : ''}`,
  hidden: (count: number) => `Traer también ${count > 0 ? pluralize(count, 'fila oculta', 'filas ocultas') : 'las filas ocultas'}`,
  finishedHint: 'Quedan como verificadas, con sus fechas y la marca «Importada». No cuentan en la puntualidad.',
  dayOrder: '¿Qué fecha es 03/11/2026 en tu hoja?',
  dayOrders: { dmy: '3 de noviembre (día/mes, lo usual en México)', mdy: '11 de marzo (mes/día)' },

  answersTitle: 'Dinos quién es quién',
  answersLead: (questions: number, remembered: number) =>
    questions > 0
      ? `${pluralize(questions, 'texto puede', 'textos pueden')} significar varias cosas. Te lo preguntamos una vez y lo recordamos para tus próximas hojas. Confirma lo que se propone, o elige otra respuesta.`
      : remembered > 0
        ? 'Esto contestaste en hojas anteriores. Cambia lo que ya no sea así.'
        : 'Faltan datos en algunas filas: elige aquí un valor para ellas, o déjalas como están y corrígelas en tu hoja.',
  kinds: { person: 'Personas', topic: 'Temas', state: 'Estatus', priority: 'Prioridades', date: 'Fechas' },
  gaps: 'Lo que la hoja no dice',
  said: (text: string) => `«${text}»`,
  /** Says what an answer means for the rows. */
  effect: (count: number, answer?: string | number) =>
    answer === 'left_out'
      ? `${pluralize(count, 'fila se queda', 'filas se quedan')} fuera`
      : rows(count) + (answer === 'new' ? ' en un tema nuevo' : ''),
  /** Says yes to a proposal, which names something or does something. */
  confirm: (answer: string, isAct: boolean) => `Sí, ${isAct ? answer.charAt(0).toLowerCase() + answer.slice(1) : `es «${answer}»`}`,
  confirmAll: (count: number) => (count > 0 ? `Confirmar las ${writtenNumber(count)} propuestas` : 'Propuestas confirmadas'),
  isRemembered: 'Recordado',
  omit: (text: string) => `Omitir las filas de «${text}»`,
  answerPlaceholder: 'Elige la respuesta',
  personPlaceholder: 'Elige a la persona',
  personSearch: { placeholder: 'Buscar por nombre o puesto', noMatch: 'Nadie se llama así.' },
  personSummary: (names: readonly string[]) => (names.length > 2 ? `${names.length} personas` : joinParts(names)),
  register: 'Registrar a quien falta en Usuarios',
  topicPlaceholder: 'Elige el tema',
  topicSearch: { placeholder: 'Buscar tema', noMatch: 'Ningún tema se llama así.' },
  newTopic: (name: string) => `Crear el tema «${name}»`,
  createAll: (count: number) => `Crear los ${writtenNumber(count)} temas que faltan`,
  states: importStateLabels,
  required: 'Elige una respuesta.',
  unanswered: (count: number) => `${pluralize(count, 'duda espera', 'dudas esperan')} tu respuesta.`,
  more: (count: number) => `Mostrar ${writtenNumber(count)} más`,
  defaultTopic: 'Tema para las filas que no lo dicen',
  defaultPeople: 'Responsable para las filas que no lo dicen',
  defaultDueOn: 'Fecha de finalización para las filas que no la dicen',
  defaultHint: (count: number) => `${rows(count)}. Sin elegir, quedan como errores por corregir.`,
  ownerNote: 'Las actividades quedan asignadas por ti, salvo donde la hoja dice quién las asignó.',

  reviewTitle: 'Revisa antes de importar',
  reviewLead: 'Todavía no se ha guardado nada.',
  read: 'Filas leídas',
  readHint: 'La suma de las demás',
  brought: (isDryRun: boolean) => (isDryRun ? 'Por importar' : 'Importadas'),
  broughtHint: (count: number) => pluralize(count, 'actividad nueva', 'actividades nuevas'),
  unchanged: 'Ya estaban',
  unchangedHint: 'No cambian',
  wrong: 'Con errores',
  wrongHint: 'Por corregir',
  left: 'Fuera',
  leftHint: 'No se traen',
  notified: (people: number) =>
    people > 0 ? `${pluralize(people, 'persona recibe', 'personas reciben')} un aviso con lo suyo.` : 'Sin avisos.',
  wrongTitle: 'Filas por corregir',
  wrongLead: 'Corrige los datos aquí y vuelve a revisar, o corrígelos en tu hoja y súbela: tus respuestas se conservan.',
  mend: (row: number, column: string) => `Dato de la fila ${row}, ${column}`,
  mended: 'Corregiste datos: vuelve a revisar.',
  grantTitle: (topic: string) => `El tema «${topic}» no es de su departamento`,
  grantText: (count: number, people: readonly { name: string }[]) => `${rows(count)}: ${joinParts(people.map(({ name }) => name))}.`,
  grant: (count: number) => `Dar el tema a ${count === 1 ? 'esta persona' : `estas ${writtenNumber(count)} personas`}`,
  wrongLeft: (count: number) =>
    `${pluralize(count, 'fila espera tu corrección y se descargó con su motivo', 'filas esperan tu corrección y se descargaron con su motivo')}. Corrígelas en ese archivo y súbelo con «${ANOTHER}».`,
  again: 'Sube aquí la hoja corregida',
  wrongSearch: 'Buscar en los errores',
  downloadWrong: 'Descargar las filas por corregir',
  noWrongMatch: (query: string) => `Ningún error coincide con «${query}».`,
  sheetColumn: 'Hoja',
  row: 'Fila',
  column: 'Columna',
  value: 'Dato',
  reason: 'Motivo',
  blank: 'vacío',
  planTitle: 'Así quedarán',
  planLead: (visible: number, total: number) =>
    visible < total ? `Las primeras ${writtenNumber(visible)} de ${writtenNumber(total)}.` : activities(total),
  planSearch: 'Buscar en las filas',
  noPlanMatch: (query: string) => `Ninguna fila coincide con «${query}».`,
  planColumns: { description: 'Actividad', assignee: 'Responsable', topic: 'Tema', dueOn: 'Fecha de finalización', state: 'Estatus' },
  isKnown: 'Ya está',
  peopleTitle: 'Cuántas recibe cada quien',
  activities: 'Actividades',
  newTopics: (names: readonly string[]) =>
    names.length > 8
      ? `Se crean ${writtenNumber(names.length)} temas: ${names.slice(0, 8).join(', ')} y ${writtenNumber(names.length - 8)} más.`
      : `Se ${names.length === 1 ? 'crea el tema' : 'crean los temas'} ${joinParts(names)}.`,
  reviewAgain: 'Volver a revisar',
  submit: (count: number) => (count > 0 ? `Importar ${activities(count)}` : 'Terminar sin cambios'),
  submitGood: (good: number, wrong: number) =>
    `Importar ${good === 1 ? 'la' : 'las'} ${writtenNumber(good)} y descargar ${wrong === 1 ? 'la' : 'las'} ${writtenNumber(wrong)}`,
  importing: 'Importando…',

  doneTitle: (count: number) =>
    count > 0 ? `Listo: se ${count === 1 ? 'importó' : 'importaron'} ${activities(count)}` : 'No había nada nuevo que importar',
  sameAgain: 'La misma hoja otra vez no cambia nada: solo se agregan las filas nuevas.',
  see: 'Ver las actividades',
  seeTopic: (topic: string) => `Ver «${topic}»`,
  folios: 'Descargar tu hoja con folios y enlaces',
  downloadFailed: 'No se pudo descargar la hoja.',
  another: ANOTHER,
} as const;
