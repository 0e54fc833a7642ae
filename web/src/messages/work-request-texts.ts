import { pluralize } from '@bitacora/core/messages/phrases';

/** What people ask others to do, and what those who may assign it answer. */
export const workRequests = {
  title: 'SOLICITUDES',
  lead: 'Lo que pides y lo que te piden',
  toAnswer: 'Por contestar',
  order: 'Primero la que más espera',
  mineOrder: 'Primero la más reciente',
  mine: 'Mis solicitudes',
  mineEmpty: 'Pide aquí lo que necesitas de otra área: una reparación, un material, una revisión.',
  for: (day: string) => `Para el ${day}`,
  waiting: (days: number) => (days === 0 ? 'llegó hoy' : `espera desde hace ${pluralize(days, 'día', 'días')}`),
  seeActivity: (folio: number) => `Ver el folio ${folio}`,
  accept: 'Aceptar',
  decline: 'Rechazar',
  withdraw: 'Retirar',
  /** Buttons of rows name their request for screen readers. */
  actOn: (act: string, text: string) => `${act}: ${text}`,
  reason: 'Motivo del rechazo',
  answering: (name: string) => `Para contestar a ${name}`,
  oneAssignee: 'Elige a una sola persona: de una solicitud nace una actividad.',
  unknown: 'No encontramos esa solicitud.',

  ask: 'Pedir trabajo',
  formTitle: 'PEDIR TRABAJO',
  formLead: '¿Qué necesitas y para cuándo?',
  submit: 'Enviar solicitud',
  sent: 'Solicitud enviada',
  sentDetail: 'Te avisamos cuando la contesten.',
} as const;

export const requestQuestions = {
  decline: {
    title: '¿Rechazar la solicitud?',
    confirm: 'Sí, rechazar',
    failed: 'No se pudo rechazar la solicitud.',
    done: 'Solicitud rechazada',
  },
  withdraw: {
    title: '¿Retirar la solicitud?',
    confirm: 'Sí, retirar',
    failed: 'No se pudo retirar la solicitud.',
    done: 'Solicitud retirada',
  },
} as const;

/** What the form of an activity says otherwise where it asks for work. */
export const requestForm = {
  description: 'Qué necesitas',
  dueOn: 'Para cuándo',
  submitting: 'Enviando…',
  failed: 'No se pudo enviar la solicitud.',
} as const;
