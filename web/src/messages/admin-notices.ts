import type { NotificationKind } from '@bitacora/core/domain/notifications/notification';

/** The administration's notices: deliveries that failed, and holidays. */
export const adminNotices = {
  title: 'AVISOS Y DÍAS INHÁBILES',
  menu: 'Avisos y días inhábiles',
  failedLead: (count: number) => (count === 1 ? '1 aviso no llegó' : `${count.toLocaleString('es-MX')} avisos no llegaron`),
  arrived: 'Todos los avisos llegaron',
} as const;

export const failedTexts = {
  title: 'Avisos que no llegaron',
  lead: 'Correos que el servidor rechazó o que no se pudieron entregar. Corrige la causa y envíalos de nuevo.',
  none: 'Todos los avisos llegaron.',
  onlyNewest: (visible: number, total: number) =>
    `Se muestran los ${visible.toLocaleString('es-MX')} más recientes de ${total.toLocaleString('es-MX')}.`,
  kinds: {
    invitation: 'Invitación',
    passwordReset: 'Token para restablecer la contraseña',
    chatLinked: 'Cuenta de chat vinculada',
    emailConfirmation: 'Confirmación de correo nuevo',
    emailChangeRequested: 'Cambio de correo solicitado',
    emailChangeCanceled: 'Cambio de correo cancelado',
    emailChanged: 'Cambio de correo',
    spaceLow: 'Poco espacio en el servidor',
    assigned: 'Asignación',
    verificationRequested: 'Por verificar',
    verified: 'Verificación',
    rejected: 'Rechazo',
    canceled: 'Cancelación',
    extended: 'Extensión de fecha',
    reminded: 'Recordatorio',
    amended: 'Corrección',
    reassigned: 'Reasignación',
    dueSoon: 'Vence en menos de 7 días',
    dueTomorrow: 'Vence hoy o mañana',
    overdue: 'Con retraso',
  } satisfies Record<NotificationKind, string>,
  folios: (folios: readonly number[]) => `${folios.length === 1 ? 'Folio' : 'Folios'} ${folios.join(', ')}`,
  tries: (count: number) => (count === 1 ? '1 intento' : `${count} intentos`),
  resend: 'Enviar de nuevo',
  resendTo: (name: string) => `Enviar de nuevo a ${name}`,
  resendAll: 'Enviar todos de nuevo',
  resendFailed: 'No se pudieron enviar de nuevo.',
  resent: (count: number) => (count === 1 ? 'Se enviará 1 aviso.' : `Se enviarán ${count.toLocaleString('es-MX')} avisos.`),
  notResent: 'Un token vencido no se envía otra vez.',
} as const;

export const holidayTexts = {
  title: 'Días inhábiles',
  lead: 'En estos días no se recuerda ningún plazo.',
  year: 'Año',
  earlier: 'Año anterior',
  later: 'Año siguiente',
  none: (year: number) => `No hay días inhábiles en ${year}.`,
  day: 'Fecha',
  dayPlaceholder: 'dd/mm/aaaa',
  chooseDay: 'Elegir fecha',
  name: 'Nombre',
  nameHint: 'Por ejemplo, Navidad.',
  add: 'Agregar día',
  addTitle: 'Agregar día inhábil',
  added: 'Día inhábil agregado.',
  rename: (day: string) => `Cambiar el nombre del ${day}`,
  renameTitle: 'Cambiar el nombre',
  renameSubmit: 'Guardar cambios',
  renamed: 'Nombre actualizado.',
  failed: 'No se pudo guardar el día inhábil.',
  remove: (day: string) => `Quitar el ${day}`,
  removeTitle: '¿Quitar el día inhábil?',
  removeBody: (day: string, name: string) => `El ${day} (${name}) volverá a ser hábil y se recordarán los plazos.`,
  removeConfirm: 'Sí, quitar',
  removeKeep: 'No',
  removeFailed: 'No se pudo quitar el día inhábil.',
  removed: 'Día inhábil quitado.',
} as const;

/** The menu's entry. */
export const adminHistoryMenu = 'Historial administrativo';
