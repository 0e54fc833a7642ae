import { pluralize } from './phrases.ts';

/** Channels of a chat in which the work of a topic is announced, for those who administer them. */
export const topicChannelTexts = {
  title: 'Temas que se avisan en un canal',
  lead: 'Canales de Slack o Teams en los que se avisa, con folios y cifras, de lo que pasa con un tema. Se piden en el canal con «tema» y su nombre.',
  none: 'Ningún canal recibe avisos de un tema.',
  topic: 'Tema',
  channel: 'Canal',
  service: 'Chat',
  subscriber: 'Lo pidió',
  startedOn: 'Desde',
  count: (count: number) => pluralize(count, 'canal', 'canales'),
  in: (channel: string, service: string) => `${channel}, en ${service}`,
  since: (subscriber: string, day: string) => `Lo pidió ${subscriber} · desde el ${day}`,
  remove: (topic: string, channel: string) => `Dejar de avisar de ${topic} en ${channel}`,
  removeTitle: '¿Dejar de avisar en este canal?',
  removeBody: (topic: string, channel: string) => `En ${channel} ya no se avisará del tema ${topic}.`,
  removeConfirm: 'Sí, dejar de avisar',
  removeKeep: 'No',
  removeFailed: 'No se pudo dejar de avisar.',
  removed: 'Ya no se avisará en ese canal.',
} as const;
