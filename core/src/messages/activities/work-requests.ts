import type { RequestState, WorkRequest } from '../../domain/activities/work-request.ts';
import type { RequestKind } from '../../domain/notifications/notification.ts';
import { writtenDay } from '../dates.ts';
import { onOneLine, pluralize } from '../phrases.ts';

export const requestStateLabels: Record<RequestState | 'other', string> = {
  open: 'Por contestar',
  accepted: 'Aceptada',
  declined: 'Rechazada',
  withdrawn: 'Retirada',
  other: 'Otro',
};

/** What the news of a request names; its state and that of its activity say which answer or end it was. */
type TitledRequest = Pick<WorkRequest, 'requesterName' | 'decidedByName' | 'activityStatus'> & { state: RequestState | 'other' };

/** Says what happened to a request, in mail, chats and the list of notifications. */
export const requestTitles: Record<RequestKind, (request: TitledRequest) => string> = {
  requestReceived: ({ requesterName }) => `${onOneLine(requesterName)} pide trabajo`,
  requestOverdue: ({ requesterName }) => `La solicitud de ${onOneLine(requesterName)} lleva días sin respuesta`,
  requestAnswered: ({ state, decidedByName }) =>
    `${onOneLine(decidedByName ?? '')} ${state === 'declined' ? 'rechazó' : 'aceptó'} tu solicitud`,
  requestClosed: ({ activityStatus }) => (activityStatus === 'canceled' ? 'Se canceló lo que pediste' : 'Se verificó lo que pediste'),
};

/** The facts of a request in mail and chats, with its words as they are. */
export const requestFacts = ({
  topicName,
  requesterName,
  wantedOn,
  reason,
}: Pick<WorkRequest, 'topicName' | 'requesterName' | 'wantedOn' | 'reason'>) => [
  { label: 'Tema', value: topicName },
  { label: 'La pide', value: requesterName },
  { label: 'Para', value: writtenDay(wantedOn) },
  ...(reason ? [{ label: 'Motivo del rechazo', value: reason }] : []),
];

export const requestTexts = {
  open: 'Ver las solicitudes',
  several: (count: number) => pluralize(count, 'aviso de solicitudes', 'avisos de solicitudes'),
  reason: 'Recibes este correo porque pediste trabajo o puedes asignarlo.',
  weekly: (open: number, days: number) =>
    `${pluralize(open, 'solicitud de trabajo espera', 'solicitudes de trabajo esperan')} respuesta; la más antigua, desde hace ${pluralize(days, 'día', 'días')}.`,
} as const;
