import type { ChannelService, ChatService, TopicNewsKind } from '@bitacora/core/domain/chat/chat';
import type { Preference } from '@bitacora/core/domain/notifications/notification';
import { chatServiceNames } from '@bitacora/core/messages/account/profile';
import { pluralize } from '@bitacora/core/messages/phrases';

export const wayChannels = {
  both: { byEmail: true, byChat: true },
  email: { byEmail: true, byChat: false },
  chat: { byEmail: false, byChat: true },
  neither: { byEmail: false, byChat: false },
} as const;
type NotificationWay = keyof typeof wayChannels;
export const isWay = (text: string): text is NotificationWay => Object.hasOwn(wayChannels, text);

const ways: Record<NotificationWay, string> = { both: 'Correo y chat', email: 'Correo', chat: 'Chat', neither: 'Ninguno' };

export const chooseWay = ({ byEmail, byChat }: Pick<Preference, 'byEmail' | 'byChat'>): NotificationWay =>
  byEmail ? (byChat ? 'both' : 'email') : byChat ? 'chat' : 'neither';

/** Counts the files of each kind that a person sent. */
interface SentFiles {
  images: number;
  documents: number;
}

/** A list that is searched by typing shows these texts. */
export type SearchTexts = Record<'search' | 'none' | 'choose', string> & { many: (count: number) => string };

export const botFlows = {
  preferencesTitle: 'Avisos',
  preferencesIntro: 'Por dónde te enteras de cada cosa.',
  preferencesChange: 'Cambiar',
  preferencesHere: 'Recibir mis avisos aquí',
  preferencesAreHere: 'Desde ahora tus avisos te llegan aquí en vez de por correo.',
  preferencesAllHint: 'Lo que elijas vale para todos los avisos. Vacío, vale lo de cada uno.',
  preferencesSave: 'Guardar',
  preferenceWay: 'Llega por',
  ways,

  attachTitle: '¿De qué actividad es?',
  attachTarget: 'Actividad',
  attachHint: 'Escribe su folio o parte de su texto.',
  attachSubmit: 'Agregar',
  commentAdded: (folio: number) => `Agregado como comentario a la actividad ${folio}`,
  commentNone: 'Ninguna de estas actividades recibe comentarios en este momento.',
  commentAsk: (folio: number) => `¿Quisiste comentar la ${folio}?`,
  commentSend: 'Comentar',
  commentUndo: 'Deshacer',
  commentUndoAlone: 'Deshacer solo el comentario',
  commentUndone: (folio: number) => `Comentario retirado de la actividad ${folio}`,
  commentTooLong: (length: number, most: number) =>
    `Un comentario tiene a lo más ${most.toLocaleString('es-MX')} letras y el tuyo ${length.toLocaleString('es-MX')}. Envíalo en partes.`,
  evidenceAdded: ({ images, documents }: SentFiles, folio: number) => {
    const evidence = images === 1 ? 'Evidencia agregada' : `${images} evidencias agregadas`;
    const files = documents === 1 ? 'Documento agregado' : `${documents} documentos agregados`;
    return `${[images > 0 && evidence, documents > 0 && files].filter(Boolean).join(' y ')} a la actividad ${folio}`;
  },
  evidenceWords: (words: string) => `Con el comentario «${words}». Si lo deshaces, la evidencia se queda.`,
  evidenceIntro: ({ images, documents }: SentFiles) => {
    const kinds = [images > 0 && pluralize(images, 'imagen', 'imágenes'), documents > 0 && pluralize(documents, 'documento', 'documentos')];
    return `Recibí ${kinds.filter(Boolean).join(' y ')}.`;
  },
  evidenceNone: 'Ninguna de tus actividades recibe evidencias en este momento: antes inicia el trabajo.',
  evidenceOnItsCard: 'Escribe el folio de la actividad y responde a su tarjeta con la imagen o el PDF.',
  evidenceGone: 'No pude descargar del chat lo que enviaste. Si pesa menos de 20 MB, envíalo de nuevo.',

  newTitle: 'Nueva actividad',
  newDescription: 'Actividad',
  newDueOn: 'Fecha de entrega',
  newRepeatUntil: 'Se repite hasta (opcional)',
  newAssigneeHint: 'Vacío, es tuya. Si no, parte del nombre o el número de empleado.',
  newSubmit: 'Registrar',
  newDone: (folio: number) => `Actividad registrada con el folio ${folio}.`,
  newNoTopics: 'No hay temas disponibles para ti. Pide a tu supervisor que te asigne uno.',

  templateTitle: 'Usar plantilla',
  templateLabel: 'Plantilla',
  templateNext: 'Continuar',
  templateNone: 'Este tema no tiene plantillas. Elige otro, o escribe «nueva».',
  templateGone: 'Esa plantilla ya no existe. Elige otra.',
  templateDemands: ({ checklist, minimumImages }: { checklist: readonly string[]; minimumImages: number }) =>
    [
      checklist.length > 0 && `Lleva una lista de verificación: ${checklist.join(' · ')}.`,
      minimumImages > 0 && `Pide ${pluralize(minimumImages, 'imagen', 'imágenes')} al completarla.`,
    ]
      .filter(Boolean)
      .join(' '),

  searchTitle: (words: string) => `Actividades con «${words}»`,
  searchStatus: 'Estado',
  searchTopic: 'Tema',
  searchNone: 'Ninguna actividad que puedas ver tiene esas palabras.',
  searchMore: 'Hay más: agrega palabras, o busca en la web.',

  assigneesHidden: 'Solo quien puede reasignar la actividad ve la lista de personas.',
  assignees: {
    search: 'Escribe parte del nombre o el número de empleado.',
    none: 'Nadie que pueda recibir esta actividad se llama así.',
    many: (count: number) => `Hay ${count.toLocaleString('es-MX')} personas así: escribe más del nombre.`,
    choose: 'Elige a la persona en la lista.',
  } satisfies SearchTexts,

  summaryTitle: 'Resumen semanal',
  summaryIntro: 'Cada lunes a las 8:00, las cifras de la semana: sin nombres ni actividades.',
  summaryHere: (place: string) => `Enviarlo a ${place}`,
  summaryAlone: 'Enviármelo aquí',
  summaryStop: 'Dejar de enviarlo',
  summaryOther: (service: ChatService) => `Para enviarlo a un canal de ${chatServiceNames[service]}, escribe ahí «resumen».`,
  summaryChosen: (place: string) => `El resumen semanal llegará a ${place} cada lunes a las 8:00.`,
  summaryAloneName: 'esta conversación',
  summaryStopped: 'El resumen semanal ya no se enviará.',

  unsentTitle: 'El resumen semanal no se envió',
  unsentIntro: (place: string) => `No pude enviarlo a ${place}: no estoy en ese canal, se archivó o ya no existe.`,
  unsentNote: {
    slack: 'Invítame ahí con /invite @Bitácora y escribe en ese canal «/actividades resumen» para elegirlo de nuevo.',
    teams: 'Agrega Bitácora a ese equipo y escribe en ese canal «@Bitácora resumen» para elegirlo de nuevo.',
    whatsapp: 'Escríbeme «resumen» para elegirlo de nuevo.',
  } satisfies Record<ChatService, string>,

  mailStoppedTitle: 'El correo de Bitácora está detenido',
  mailStoppedIntro: 'El servidor de correo rechaza a Bitácora: ningún correo sale y todos esperan hasta una semana.',
  mailStoppedAnswer: 'Lo que respondió',
  mailStoppedServer: 'Servidor',
  mailStoppedNote: (adminCommand: string) => `En el servidor, «${adminCommand} send-test-mail» dice qué hacer.`,
  mailStoppedStatus: 'Ver el estado del servidor',

  weekTitle: 'Resumen de la semana',
  weekIntro: (from: string, to: string) => `Del ${from} al ${to}.`,
  weekRegistered: 'Registradas en la semana',
  weekCompany: 'Toda la empresa',
  weekAssigned: 'Asignadas por quien eligió este resumen',
  weekLate: (count: number) => `Con retraso hoy: ${count.toLocaleString('es-MX')}.`,
  total: 'Total',
  pending: 'Pendientes',
  finished: 'Finalizadas',
  compliance: 'Cumplimiento',
} as const;

/** The bot cannot announce in a channel: it is absent, the channel ended, another company reads it, or the app lacks a permission. */
export type ChannelProblem = 'absent' | 'closed' | 'shared' | 'unreadable';

export const botTopics = {
  title: 'Avisos en este canal',
  intro: 'De estos temas se avisa aquí: lo asignado, completado, rechazado, verificado, cancelado y lo que vence, sólo con folios.',
  none: (service: ChatService) =>
    `Aquí no se avisa de ningún tema. Escribe ${service === 'slack' ? '«/actividades tema Producción»' : '«@Bitácora tema Producción»'} con el nombre de uno.`,
  elsewhere: (service: ChatService) =>
    service === 'whatsapp'
      ? 'WhatsApp no tiene canales: los avisos de un tema van a un canal de Slack o de Teams.'
      : `Los avisos de un tema van a un canal de ${chatServiceNames[service]}: escribe ahí ${service === 'slack' ? '«/actividades tema Producción»' : '«@Bitácora tema Producción»'}.`,
  subscriber: 'Lo pidió',
  stop: 'Dejar de avisar',
  notifyHere: 'Avisar aquí',
  added: (topic: string, place: string) =>
    `Desde ahora se avisa en ${place} de lo que pase con las actividades del tema «${topic}»: folios y cifras, sin textos. Para terminar, escribe «tema ${topic} no».`,
  removed: (topic: string) => `Aquí ya no se avisa del tema «${topic}».`,
  notHere: (topic: string) => `En este canal no se avisaba del tema «${topic}».`,
  chooseTitle: (words: string) => `¿Cuál tema: «${words}»?`,
  chooseIntro: 'Ningún tema se llama así. Se parecen:',
  unknown: (words: string) => `Ningún tema se llama «${words}».`,
  problems: {
    absent: {
      slack: 'Todavía no estoy en este canal. Invítame con /invite @Bitácora y escríbelo de nuevo.',
      teams: 'Todavía no estoy en este equipo. Agrega Bitácora a él y escríbelo de nuevo.',
    },
    closed: { slack: 'Este canal está archivado.', teams: 'Este canal ya no existe.' },
    shared: {
      slack: 'Este canal se comparte con otra empresa, así que aquí no se avisa de ningún tema.',
      teams: 'Este canal se comparte con otra empresa, así que aquí no se avisa de ningún tema.',
    },
    unreadable: {
      slack:
        'A la aplicación de Slack le falta el permiso de leer canales (channels:read y groups:read). Pide a quien la administra instalarla de nuevo.',
      teams: 'No pude comprobar este canal. Inténtalo de nuevo.',
    },
  } satisfies Record<ChannelProblem, Record<ChannelService, string>>,

  newsTitle: (topic: string) => `Tema ${topic}`,
  newsNote: (subscriber: string) => `Lo pidió ${subscriber}. Cada persona abre sólo lo que puede ver.`,
  newsLeft: (count: number) => `${pluralize(count, 'actividad', 'actividades')} más.`,
  kinds: {
    assigned: 'Asignadas',
    completed: 'Completadas',
    rejected: 'Rechazadas',
    verified: 'Verificadas',
    canceled: 'Canceladas',
    late: 'Vencidas',
  } satisfies Record<TopicNewsKind, string>,
} as const;

/** Asking for work, and answering who asked. */
export const botRequests = {
  title: 'Solicitudes',
  toAnswer: 'Por contestar',
  mine: 'Mis solicitudes',
  none: 'No hay ninguna.',
  images: 'Imágenes',
  ask: 'Pedir trabajo',
  text: 'Qué hace falta',
  wantedOn: 'Para cuándo',
  topics: {
    search: 'Escribe parte del tema.',
    none: 'Ningún tema se llama así.',
    many: (count: number) => `Hay ${count.toLocaleString('es-MX')} temas así: escribe más del nombre.`,
    choose: 'Elige el tema en la lista.',
  } satisfies SearchTexts,
  imagesHint: 'Para adjuntar fotos, envíalas aquí con «pedir» y lo que hace falta.',
  imagesTooLong: 'El chat no puede guardar tantas fotos a la vez: envía menos, o pide el trabajo en la web.',
  send: 'Pedir',
  sent: 'Solicitud enviada. Te avisaremos de la respuesta.',
  acts: { accept: 'Aceptar', decline: 'Rechazar', withdraw: 'Retirar' },
  accepting: (requester: string, images: number) =>
    `La pide ${requester}. Al registrar la actividad, la solicitud queda aceptada${images > 0 ? ' y sus imágenes son las primeras evidencias' : ''}.`,
  declineTitle: 'Rechazar solicitud',
  reason: 'Motivo',
  declined: 'Solicitud rechazada.',
  withdrawQuestion: '¿Retirar la solicitud?',
  withdrawn: 'Solicitud retirada.',
} as const;
