import type { ActivityImportReply } from '@bitacora/core/contract/activities/activity-import-endpoints';
import { UNREAD_MAX } from '@bitacora/core/domain/notifications/notification';
import { countedTo, joinParts, pluralize, writtenNumber } from '@bitacora/core/messages/phrases';

type RowCounts = Pick<ActivityImportReply, 'rowsRead' | 'importedRows' | 'unchanged' | 'waiting' | 'wrongRows' | 'isDryRun' | 'leftOut'>;

const personNamed = 'La persona se indica por correo, número de empleado, nombre completo o id.';
const topicNamed = 'El tema se indica por nombre o id.';

/** Holds the help and the sentences of the commands about activities. */
export const terminalActivities = {
  folio: 'folio de la actividad',
  folios: 'folios de las actividades',
  wrongFolio: (typed: string) => `«${typed}» no es un folio.`,
  folioExample: 'El folio es el número de la actividad, por ejemplo 214.',
  outcomeFolio: 'Folio',
  outcome: 'Resultado',
  nothing: 'No se hizo nada.',
  doneCount: (count: number) => `Hecho en ${pluralize(count, 'actividad', 'actividades')}.`,
  refusedCount: (refused: number, total: number) => `No se hizo en ${refused} de ${pluralize(total, 'actividad', 'actividades')}.`,

  screen: {
    /** At the foot, shorter than on the buttons. */
    acts: { complete: 'completar', comment: 'comentar' },
    description: 'Actividad',
    priority: 'Prioridad',
    assignee: 'Responsable',
    reason: 'Motivo (opcional)',
    nobody: 'Nadie más puede trabajar en este tema.',
  },

  import: {
    summary: 'trae las actividades de una hoja de cálculo',
    details: `Primero se revisa el archivo (.xlsx, .xls o .csv): la lista dice hoja, fila, columna, valor y motivo de lo que no se puede traer, y qué textos esperan respuesta.
En una terminal se pregunta cada texto; sin ella, las respuestas van en un archivo JSON con --mapping («omitir» deja fuera las filas, «crear»
hace el tema). Cada texto se pregunta una vez y la respuesta se recuerda. El mismo archivo otra vez no cambia nada.
Con --only-good entran las filas correctas y las demás se guardan en un libro igual, con el motivo: corregido y traído, completa la hoja.

Ejemplo de respuestas:
  {"people": {"Lau": [12], "Proveedor": "omitir"}, "topics": {"Patio": "crear"}, "states": {"Por validar": "En progreso"}, "default_topic": 3}`,
    file: 'el archivo (.xlsx, .xls o .csv)',
    mapping: 'respuestas sobre columnas, personas, temas y estatus (JSON)',
    finished: 'trae también lo terminado, como verificado',
    dryRun: 'solo revisa; no trae nada',
    folios: 'guarda aquí el libro con el folio y el enlace de cada fila',
    onlyGood: 'trae las filas correctas y guarda las demás con su motivo',
    rest: 'con --only-good, guarda aquí las filas por corregir',
    hiddenRows: 'trae también las filas ocultas o filtradas',
    dayOrder: 'cómo van las fechas que se pueden leer de dos modos',
    restName: (name: string) => `${name}-por-corregir.xlsx`,
    answersFile: 'respuestas.json',
    omitWord: 'omitir',
    createWord: 'crear',
    sheet: 'Hoja',
    checking: 'Revisando el archivo…',
    importing: (count: number) => `Trayendo ${pluralize(count, 'actividad', 'actividades')}…`,
    would: (count: number, unchanged: number) =>
      `Se ${count === 1 ? 'traería' : 'traerían'} ${pluralize(count, 'actividad', 'actividades')}; ${unchanged.toLocaleString('es-MX')} ya ${unchanged === 1 ? 'está' : 'están'}.`,
    sums: ({ rowsRead, importedRows, unchanged, waiting, wrongRows, isDryRun, leftOut }: RowCounts) =>
      `${pluralize(rowsRead, 'fila leída', 'filas leídas')}: ${joinParts([
        `${writtenNumber(importedRows)} ${isDryRun ? 'por traer' : 'con actividades nuevas'}`,
        `${writtenNumber(unchanged)} que ya ${unchanged === 1 ? 'estaba' : 'estaban'}`,
        `${writtenNumber(leftOut.reduce((sum, { rows }) => sum + rows, 0))} fuera`,
        ...(waiting > 0 ? [`${writtenNumber(waiting)} en espera de respuesta`] : []),
        ...(wrongRows > 0 ? [`${writtenNumber(wrongRows)} con errores`] : []),
      ])}.`,
    takeFinished: 'Con --finished se trae también lo terminado.',
    takeHidden: 'Con --hidden-rows se traen también las filas ocultas o filtradas.',
    grant: (topic: string, rows: number) => `Para dar el tema «${topic}» a quien le falta (${pluralize(rows, 'fila', 'filas')}):`,
    draft: (file: string) => `Respuestas sugeridas para ${file}; revísalas y completa las vacías:`,
    next: 'Para seguir:',
    takeGood: (wrong: number) =>
      `Corrige la hoja, o trae lo correcto y guarda aparte ${pluralize(wrong, 'fila con errores', 'filas con errores')}:`,
    mend: 'Corrige la hoja y tráela otra vez:',
    mendRest: (file: string) => `Corrige ${file} y tráelo:`,
    whichOrder: '¿Cómo van las fechas? 1 = día/mes, 2 = mes/día:',
    waiting: (questions: number) => `${pluralize(questions, 'texto espera', 'textos esperan')} respuesta:`,
    questionLine: (text: string, rows: number, suggestion: string) =>
      `  «${text}» (${pluralize(rows, 'fila', 'filas')})${suggestion ? `: ${suggestion}` : ''}`,
    remembered: 'Contestado en hojas anteriores (se cambia con --mapping):',
    recalled: (text: string, rows: number, meaning: string) => `  «${text}» (${pluralize(rows, 'fila', 'filas')}): ${meaning}`,
    whatIs: (kind: 'person' | 'topic' | 'state' | 'priority' | 'date' | 'column', text: string, rows: number, at: number, total: number) =>
      `\n[${at} de ${total}] «${text}», en ${pluralize(rows, 'fila', 'filas')}: ${{ person: '¿quién es?', topic: '¿qué tema es?', state: '¿qué estatus es?', priority: '¿qué prioridad es?', date: '¿qué fecha es?', column: '¿qué columna es?' }[kind]}`,
    choice: (at: number, label: string, isSuggested: boolean) => `  ${at}  ${label}${isSuggested ? '  (sugerencia: Enter)' : ''}`,
    answer: (kind: 'person' | 'topic' | 'state' | 'priority' | 'date' | 'column') =>
      ({
        person: 'Número de la lista, nombre completo, correo o número de empleado; varias personas con coma:',
        topic: 'Número de la lista o nombre de un tema:',
        state: 'Número de la lista:',
        priority: 'Número de la lista:',
        date: 'Número de la lista:',
        column: 'Número de la lista:',
      })[kind],
    chooseOne: (count: number) => `Escribe un número del 1 al ${count}.`,
    newTopic: (name: string) => `Crear el tema «${name}»`,
    omit: 'Omitir estas filas',
    doubtfulOrder: 'No se sabe si las fechas van día/mes o mes/día: dilo con --day-order dia-mes o --day-order mes-dia.',
    question: (count: number) => `¿Traer ${pluralize(count, 'actividad', 'actividades')}?`,
    imported: (count: number, people: number) =>
      `Se ${count === 1 ? 'trajo' : 'trajeron'} ${pluralize(count, 'actividad', 'actividades')} de ${pluralize(people, 'persona', 'personas')}.`,
    nothing: 'No hay nada que traer: todo lo del archivo ya está.',
    unresolved: 'No se trajo nada: responde lo que falta con --mapping, o sin --yes en una terminal, y vuelve a intentarlo.',
  },

  show: {
    summary: 'muestra una actividad con comentarios, evidencias, documentos e historial',
  },

  record: {
    summary: 'descarga la constancia de una actividad en PDF',
    details: `Con --output va a un archivo. Lleva sus datos, sus evidencias con su huella, sus
comentarios, su historial y su sello.`,
    paper: 'la hoja (carta si no lo dices)',
  },

  comment: {
    summary: 'agrega un comentario',
    text: 'el comentario',
    done: (folio: number) => `Comentario registrado en la actividad ${folio}.`,
  },

  withdrawImage: {
    summary: 'retira una imagen o un documento que está por error (solo Desarrollador)',
    details: `El archivo se borra, también de las actividades que lo comparten; el historial conserva su huella y el motivo. No se puede
deshacer. El id de cada uno está en «activities show FOLIO --json».`,
    image: 'el id de la imagen o del documento',
    reason: 'por qué se retira; queda en el historial',
    question: '¿Borrar el archivo? No se puede deshacer.',
    done: 'Archivo retirado.',
  },

  assign: {
    summary: 'asigna la misma actividad a una o varias personas',
    details: `Cada persona recibe una actividad propia: todas o ninguna. ${topicNamed}
${personNamed}`,
    topic: 'tema',
    template: 'plantilla del tema, por texto o id; lo que se indique aparte la cambia',
    to: 'a quién; se repite, hasta 50 personas',
    description: 'qué hay que hacer',
    due: 'fecha de entrega (AAAA-MM-DD, 5 dic, viernes, +3d…)',
    priority: 'prioridad; sin ella, normal',
    repeats: 'cada cuánto se repite',
    until: 'último día de la serie, si se repite',
    image: 'imagen de evidencia (JPEG o PNG); se repite',
    done: (folio: number, name: string) => `Actividad ${folio}: ${name}`,
    dueOn: (day: string) => `Fecha de entrega: ${day}`,
  },

  amend: {
    summary: 'corrige lo que se registró',
    details: `Lo que no se menciona queda igual; el historial guarda el antes y el después. La fecha se corrige hasta
que empieza el trabajo, tras la primera hora con su motivo; después se extiende. ${topicNamed}`,
    topic: 'el tema correcto',
    description: 'el texto correcto',
    due: 'la fecha de entrega correcta (AAAA-MM-DD, 5 dic, viernes, +3d…)',
    priority: 'la prioridad correcta',
    repeats: 'cada cuánto se repite, o «no»',
    until: 'último día de la serie, o «no» para quitarlo',
    reason: 'por qué se corrige',
    nothing: 'Indica qué se corrige, por ejemplo --description.',
    done: (folio: number) => `Actividad ${folio} corregida.`,
  },

  remind: {
    summary: 'envía un recordatorio al responsable',
    details: `Una vez al día por actividad. Hasta 100 folios; cada uno responde por sí mismo.`,
    message: 'mensaje para el responsable',
    done: 'Recordatorio enviado',
  },

  reassign: {
    summary: 'da las actividades a otra persona del tema',
    details: `Estado, comentarios y evidencias se conservan. Hasta 100 folios; cada uno responde por sí mismo.
${personNamed}`,
    to: 'quién se hace cargo',
    reason: 'por qué cambia de manos',
    done: (name: string) => `Reasignada a ${name}`,
  },

  verify: {
    summary: 'verifica lo que otros terminaron, o lo rechaza',
    details: `Hasta 50 folios; cada uno responde por sí mismo. Un rechazo lleva un motivo propio, así que nombra un solo folio.`,
    reject: 'la rechaza; necesita --reason',
    reason: 'por qué se rechaza',
    verified: 'Verificada',
    rejected: 'Rechazada',
    reasonMissing: 'Falta --reason: di por qué se rechaza.',
    reasonUnexpected: '--reason acompaña a --reject.',
    oneAtATime: 'Cada rechazo lleva un motivo propio: nombra un solo folio.',
  },
} as const;

/** Holds the help and the sentences of the command about one's own notifications. */
export const terminalNotifications = {
  summary: 'muestra tus avisos de los últimos 30 días',
  unread: 'solo los que no has leído',
  read: 'marca como leídos los que muestra',
  at: 'Fecha',
  folio: 'Folio',
  kind: 'Aviso',
  by: 'De',
  activity: 'Actividad',
  note: 'Nota',
  state: 'Leído',
  isUnread: 'no',
  isRead: 'sí',
  none: 'No tienes avisos.',
  readOrWatch: 'Elige --read o --watch: mirar no marca nada como leído.',
  noneUnread: 'No tienes avisos sin leer.',
  count: (listCount: number, unread: number) => `${pluralize(listCount, 'aviso', 'avisos')}, ${countedTo(UNREAD_MAX, unread)} sin leer.`,
  marked: (count: number) => `${pluralize(count, 'aviso marcado', 'avisos marcados')} como leídos.`,
} as const;
