import type { ChatService } from '@bitacora/core/domain/chat/chat';
import { chatServiceNames } from '@bitacora/core/messages/account/profile';
import { actButtons } from '@bitacora/core/messages/activities/acts';
import { clipped, joinParts, pluralize } from '@bitacora/core/messages/phrases';

/** The bot says these in any chat. The words of acts and refusals are shared with the other channels. */
export const bot = {
  away: 'Bitácora no está disponible por el momento. Inténtalo de nuevo en unos minutos.',
  failed: 'Algo salió mal y ya quedó registrado. Inténtalo de nuevo; si vuelve a pasar, hazlo en la web.',
  /** The person who runs the bot reads it in the log. */
  tokenRefused:
    'La API no acepta el token del bot. Da a los dos el mismo BOT_TOKEN o, sin él, la misma DATA_DIR, donde se guarda; luego reinicia el bot.',
  /** The person who runs the bot reads these about its settings. */
  needsChat: 'Falta el chat: SLACK_BOT_TOKEN con SLACK_SIGNING_SECRET o SLACK_APP_TOKEN, las tres TEAMS_* o las WHATSAPP_*.',
  needsToken: 'BOT_TOKEN hace falta con BITACORA_URL y con DATABASE_URL: el mismo que tiene la API.',
  wait: 'Un momento…',
  outdatedButton: 'Este botón ya no sirve. Escribe «actividades» para ver lo actual.',

  linkTitle: 'Vincula tu cuenta',
  linkIntro: (service: ChatService) =>
    `Aún no sé quién eres en Bitácora. Abre el enlace con tu sesión iniciada y confirma que esta cuenta de ${chatServiceNames[service]} es tuya.`,
  linkNote: 'El enlace sirve una sola vez y vence en 15 minutos. No lo compartas.',
  linkButton: (service: ChatService) => `Vincular ${chatServiceNames[service]}`,
  linked: (name: string, service: ChatService) => `Tu cuenta de ${chatServiceNames[service]} está vinculada con ${name}.`,

  greetTitle: 'Tu cuenta quedó vinculada',
  greetIntro: (firstName: string, isNotifiedHere: boolean) =>
    `Hola, ${clipped(firstName, 60)}: desde aquí puedes trabajar tus actividades. Tus avisos te llegan ${isNotifiedHere ? 'aquí' : 'por correo'}.`,

  unlinkTitle: 'Desvincular esta cuenta',
  unlinkIntro: (service: ChatService) =>
    `Desde esta cuenta de ${chatServiceNames[service]} ya no podrás trabajar tus actividades, y lo que te llegaba por aquí te llegará por correo.`,
  unlinkButton: 'Desvincular',
  unlinkConfirm: '¿Desvincular esta cuenta?',
  unlinked: 'Esta cuenta ya no está vinculada: lo que te llegaba por aquí te llegará por correo.',

  helpTitle: 'Qué puedo hacer',
  helpIntro: 'Escribe una de estas palabras, o el folio de una actividad.',
  helpWords: 'Palabras',
  manual: 'Ver toda la ayuda',
  notOpenToYou: (act: string, folio: number) => `En la actividad ${folio} no puedes usar «${act}» ahora. Esto es lo que puedes hacer:`,
  polite: {
    thanks: '¡Con gusto! Aquí estoy cuando me necesites.',
    agreed: 'Muy bien. Si necesitas algo, escribe «ayuda».',
    farewell: '¡Hasta luego!',
    answer: 'Para responder usa los botones de la tarjeta. Con «actividades» ves lo tuyo y con «ayuda» todo lo que entiendo.',
  },
  notUnderstood: (words: string) => `No entendí «${words}».`,
  images: 'Responde a la tarjeta de la actividad: un texto es un comentario, una imagen es una evidencia y un PDF es un documento.',
  helps: {
    activities: { word: 'actividades', does: 'Lo que tienes pendiente, lo más urgente primero' },
    today: { word: 'qué tengo hoy', does: 'Lo que vence hoy y lo vencido; también «mañana» y «esta semana»' },
    verify: { word: 'por verificar', does: 'Lo que otros terminaron y espera tu verificación' },
    assigned: { word: 'asignadas', does: 'Lo que asignaste a otros y sigue abierto, para quien dirige' },
    team: { word: 'mi equipo', does: 'Lo que asignaste y va con retraso, para quien dirige' },
    folio: { word: 'un folio, como 125', does: 'Esa actividad y lo que puedes hacer con ella' },
    act: { word: '125 listo', does: 'Pide la resolución y la marca completada; también «125 empezar», «125 pausa» o «125 comentar»' },
    create: { word: 'nueva', does: 'Registra una actividad; «nueva Revisar los sellos» empieza con ese texto' },
    template: { word: 'plantillas', does: 'Registra una actividad desde la plantilla de un tema' },
    request: { word: 'pedir', does: 'Pide trabajo a quien lo asigna; «pedir Reparar la fuga» empieza con ese texto, y lleva tus fotos' },
    requests: { word: 'solicitudes', does: 'Lo que pediste, y lo que otros piden y puedes contestar' },
    search: { word: 'buscar sellos', does: 'Las actividades con esas palabras' },
    preferences: { word: 'preferencias', does: 'Por dónde recibes cada aviso' },
    summary: { word: 'resumen', does: 'Un resumen semanal con cifras, para quien dirige' },
    topic: { word: 'tema Producción', does: 'En un canal: avisa ahí de ese tema, para quien dirige; «tema» muestra de cuáles' },
    link: { word: 'vincular', does: 'Une esta cuenta de chat con la tuya de Bitácora' },
    unlink: { word: 'desvincular', does: 'Las separa' },
    help: { word: 'ayuda', does: 'Esta lista' },
  },
} as const;

/** Only `npm run bot:demo` uses these. */
export const botDemo = {
  stranger: 'Alguien sin vincular',
  template: {
    text: 'Tienes novedades de tu trabajo en Bitácora. Toca el botón para verlas. Para dejar de recibir estos mensajes responde BAJA.',
    label: 'Ver mis actividades',
  },
  does: { worker: 'Responsable', boss: 'Asigna y verifica', stranger: 'Aún no es nadie en Bitácora' },
  reminded: (count: number) => (count ? `${pluralize(count, 'aviso', 'avisos')} en camino.` : 'Hoy no hay nada que avisar.'),
  steps: {
    database: 'Iniciando la base de datos…',
    newCompany: 'Preparando la empresa de demostración…',
    lastCompany: 'Abriendo la empresa de la última vez («npm run bot:demo -- --new» empieza de nuevo)…',
    chats: 'Vinculando a sus personas con los chats…',
  },
  wrongPort: 'BOT_DEMO_PORT es un puerto, de 1 a 65535.',
  ended: (logFile: string) =>
    `El servidor terminó antes de estar listo. El motivo está en ${logFile}. «npm run bot:demo -- --new» empieza con una empresa nueva.`,
  ready: (url: string, web: string) =>
    ['', `El bot en una página: ${url}`, `Bitácora en la web:    ${web}`, '', 'Ctrl-C termina todo.', ''].join('\n'),
} as const;

export const botCards = {
  activitiesTitle: 'Mis actividades',
  homeTitle: (name: string) => `Actividades de ${name}`,
  verifyTitle: 'Por verificar',
  groups: { rejected: 'Rechazadas', overdue: 'Vencidas', soon: 'Por vencer', rest: 'Las demás', verify: 'Por verificar' },
  heading: (name: string, count: number) => `${name} · ${count.toLocaleString('es-MX')}`,
  nothing: 'No tienes actividades pendientes.',
  urgentTitle: (name: string) => `Hola, ${name}`,
  urgentIntro: (pending: number, verify: number) =>
    `Tienes ${joinParts([
      ...(pending > 0 ? [`${pluralize(pending, 'actividad', 'actividades')} por entregar`] : []),
      ...(verify > 0 ? [`${verify.toLocaleString('es-MX')} por verificar`] : []),
    ])}`,
  urgent: 'Lo más urgente',
  urgentNote: 'Escribe «ayuda» para ver todo lo que entiendo.',
  due: {
    today: { title: 'Para hoy', empty: 'No tienes nada para hoy, ni vencido.' },
    tomorrow: { title: 'Para mañana', empty: 'No tienes nada para mañana.' },
    week: { title: 'Para esta semana', empty: 'No tienes nada para esta semana, ni vencido.' },
    nextWeek: { title: 'Para la próxima semana', empty: 'No tienes nada para la próxima semana.' },
    late: { title: 'Vencidas', empty: 'No tienes nada vencido.' },
  },
  which: { title: '¿Cuál actividad?', empty: 'Ninguna de tus actividades lo permite ahora.' },
  nothingToVerify: 'Nadie espera tu verificación.',
  reports: {
    assigned: { title: 'Lo que asignaste', heading: 'Abiertas', empty: 'No hay nada abierto que hayas asignado a otros.' },
    team: { title: 'Mi equipo, con retraso', heading: 'Con retraso', empty: 'Nada de lo que asignaste va con retraso.' },
  },
  more: 'Ver más',
  previous: 'Anteriores',
  back: 'Volver',
  open: 'Ver',
  openInWeb: 'Abrir en la web',
  refresh: 'Actualizar',
  mine: 'Ver mis actividades',
  visibleRange: (from: number, to: number, total: number) => `${from} a ${to} de ${total.toLocaleString('es-MX')}`,
  counts: ({ rejected, overdue, soon, rest, verify }: Record<'rejected' | 'overdue' | 'soon' | 'rest' | 'verify', number>) =>
    joinParts([
      ...(rejected ? [pluralize(rejected, 'rechazada', 'rechazadas')] : []),
      ...(overdue ? [pluralize(overdue, 'vencida', 'vencidas')] : []),
      ...(soon ? [`${soon.toLocaleString('es-MX')} por vencer`] : []),
      ...(rest ? [pluralize(rest, 'más', 'más')] : []),
      ...(verify ? [`${verify.toLocaleString('es-MX')} por verificar`] : []),
    ]),
  item: (folio: number, text: string) => `${folio} · ${text}`,
  activityTitle: (folio: number) => `Actividad ${folio}`,
  /** A link shows only this in a conversation, because some of its readers may not see the activity. */
  linkTitle: (folio: number) => `Actividad ${folio} de Bitácora`,
  actsFor: 'Actúas por',
  deadline: 'Entrega',
  rejected: 'Rechazada',
  batch: 'Asignación',
  batchSize: (others: number) => (others === 1 ? 'Asignada junto con otra' : `Asignada junto con otras ${others.toLocaleString('es-MX')}`),
  digest: {
    delivered: 'Ya atendidas',
    nothingLeft: 'Ya no queda nada pendiente de este aviso',
    news: (count: number) => `${pluralize(count, 'novedad', 'novedades')} en tus actividades`,
    by: 'Por',
    snooze: 'Recordármelo mañana',
    snoozed: (count: number, day: string) =>
      count === 1
        ? `Te la recordaré el ${day}, si sigue pendiente.`
        : `Te recordaré el ${day} las ${count.toLocaleString('es-MX')} que sigan pendientes.`,
    snoozedNone: 'Ya no queda nada de esto que recordarte.',
    lostLabel: 'Consulta',
    lost: 'Ya no es tuya, así que no puedes abrirla.',
  },
  left: (count: number) => `${pluralize(count, 'actividad', 'actividades')} más en la web.`,
  others: (count: number) => (count === 1 ? 'Ver la otra' : `Ver las otras ${count.toLocaleString('es-MX')}`),

  evidence: 'Evidencias',
  documents: 'Documentos',
  images: (count: number) => (count === 0 ? 'Sin evidencias' : pluralize(count, 'imagen', 'imágenes')),
  imageAlt: (place: number, name: string) => `Evidencia ${place}: ${name}`,
  commentBy: (who: string) => `Comentó ${who}`,

  /** The labels are short, because a button of a chat has little room. */
  acts: { ...actButtons, complete: 'Marcar completado', tick: 'Lista de verificación' },

  /** Explains why a button is outdated. */
  lastDone: (who: string, what: string, where: string | null, when: string) => `${who} ${what}${where ? ` ${where}` : ''} el ${when}.`,
} as const;
