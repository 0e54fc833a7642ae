import type { ChatService, TopicNewsKind } from '@bitacora/core/domain/notifications/chat';
import { pluralize } from '@bitacora/core/messages/phrases';
import { chatServiceNames } from '@bitacora/core/messages/profile';

/** Why the bot cannot announce in a channel: it is not there, the channel ended, another company reads it, or the app lacks a permission. */
export type ChannelProblem = 'absent' | 'closed' | 'shared' | 'unreadable';

/** A topic that is announced in a channel of a chat. */
export const botTopics = {
  title: 'Avisos en este canal',
  intro: 'De estos temas se avisa aquí: lo asignado, completado, rechazado, verificado, cancelado y lo que vence, sólo con folios.',
  none: (service: ChatService) =>
    `Aquí no se avisa de ningún tema. Escribe ${service === 'slack' ? '«/actividades tema Producción»' : '«@Bitácora tema Producción»'} con el nombre de uno.`,
  elsewhere: (service: ChatService) =>
    `Los avisos de un tema van a un canal de ${chatServiceNames[service]}: escribe ahí ${service === 'slack' ? '«/actividades tema Producción»' : '«@Bitácora tema Producción»'}.`,
  subscriber: 'Lo pidió',
  stop: 'Dejar de avisar',
  announce: 'Avisar aquí',
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
  } satisfies Record<ChannelProblem, Record<ChatService, string>>,

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
