import type { ChosenKind } from '../../domain/notifications/notification.ts';

/** Which notifications one gets, and by which way (docs/product.md, 7). */
export const preferenceTexts = {
  title: 'Avisos',
  lead: 'Elige por dónde te enteras de cada cosa. Se guarda al cambiarlo.',
  quiet: 'Fuera del horario laboral tus avisos esperan.',
  always: 'La invitación y el token para restablecer tu contraseña siempre llegan por correo.',
  notLinked: 'Para recibir avisos por chat, vincula antes una cuenta de chat.',
  byEmailMeanwhile: 'No tienes una cuenta de chat vinculada: lo que elegiste por chat te llega por correo.',

  noDevice: 'Para recibir avisos en un dispositivo, actívalos antes en él, en «Este dispositivo».',
  byEmailWithoutDevice: 'Ningún dispositivo tuyo muestra avisos: lo que elegiste por dispositivo te llega por correo.',

  kind: 'Aviso',
  all: 'Todo',
  byEmail: 'Correo',
  byChat: 'Chat',
  byPush: 'Dispositivo',
  silent: 'No recibirás este aviso.',
  kinds: {
    assigned: 'Me asignan una actividad',
    verificationRequested: 'Una actividad que asigné espera mi verificación',
    verified: 'Verifican una actividad mía',
    rejected: 'Rechazan una actividad mía',
    canceled: 'Cancelan una actividad mía',
    extensionRequested: 'Piden prórroga de una actividad que asigné',
    extended: 'Extienden la fecha de una actividad mía',
    extensionDeclined: 'No conceden la prórroga que pedí',
    reminded: 'Me recuerdan una actividad',
    amended: 'Corrigen una actividad mía',
    reassigned: 'Dan a otra persona una actividad mía',
    overdueEscalated: 'El trabajo de quien me reporta lleva días vencido',
    verdictOverdue: 'Una entrega lleva días sin veredicto',
    commented: 'Comentan una actividad en la que participo',
    seriesStopped: 'Se detiene una serie que asigné: hay cinco sin entregar',
    dueSoon: 'Faltan menos de 7 días para una fecha de entrega',
    dueTomorrow: 'Una actividad vence hoy o mañana',
    overdue: 'Una actividad tiene retraso',
    weekly: 'Cada lunes, la puntualidad semanal, con un libro de Excel',
  } satisfies Record<ChosenKind, string>,

  byEmailOf: (kind: string) => `Por correo: ${kind}`,
  byPushOf: (kind: string) => `En tus dispositivos: ${kind}`,
  byChatOf: (kind: string) => `Por chat: ${kind}`,
  saved: 'Guardado.',
  failed: 'No se pudo guardar.',
} as const;
