import type { HistoryFacts } from '../../domain/activities/history-proof.ts';
import { frame } from '../layout.ts';
import { pluralize } from '../phrases.ts';

/** What a field of a person is called in forms, workbooks, refusals and the history of the administration. */
export const personFieldLabels = {
  employeeNumber: 'Número de empleado',
  firstName: 'Nombre',
  lastName: 'Apellidos',
  email: 'Correo electrónico',
  level: 'Nivel',
  department: 'Departamento',
  position: 'Puesto',
  alias: 'Alias',
  phone: 'Teléfono',
  kind: 'Tipo de usuario',
  manager: 'Jefe',
};
const optional = (label: string) => `${label} (opcional)`;

export const userTexts = {
  title: 'USUARIOS',
  none: 'Nadie registrado',
  active: (count: number) => pluralize(count, 'activo', 'activos'),
  inactive: (count: number) => pluralize(count, 'inactivo', 'inactivos'),
  invited: (count: number) => pluralize(count, 'invitación pendiente', 'invitaciones pendientes'),
  search: 'Buscar por nombre, número o correo',
  noMatch: (query: string) => (query ? `Nadie coincide con «${query}».` : 'Nadie está en esos filtros.'),
  importMany: 'Carga masiva',
  empty: 'Todavía no hay usuarios. Registra al primero para poder asignarle actividades.',

  employeeNumber: 'Número',
  name: 'Nombre',
  email: 'Correo',
  department: 'Departamento',
  position: 'Puesto',
  status: 'Estado',
  actions: 'Acciones',
  isActive: 'Activo',
  isInactive: 'Inactivo',
  pendingInvitation: 'Invitación pendiente',
  resetsBlocked: 'Sin restablecer por correo',
  allowResets: (name: string) => `Permitir que ${name} restablezca su contraseña por correo`,
  resets: {
    title: '¿Permitir otra vez el restablecimiento por correo?',
    body: (name: string) =>
      `Otra persona cambió el correo de ${name}. Confirma con ${name}, en persona o por teléfono, que el correo de su cuenta es suyo.`,
    confirm: 'Sí, permitir',
    keep: frame.cancel,
    failed: 'No se pudo permitir.',
    done: 'Restablecimiento por correo permitido.',
  },
  newEmail: 'Correo por confirmar',
  pendingEmail: (email: string) => `${email}: pendiente de confirmar`,
  cancelEmailChange: 'Cancelar el cambio',
  emailChangeCanceled: (email: string) => `Cambio cancelado: el correo sigue siendo ${email}.`,
  developer: 'Desarrollador',

  acts: {
    edit: 'Editar',
    invite: 'Invitar',
    absences: 'Ausencias',
    factor: 'Segundo factor',
    resets: 'Permitir',
    deactivate: 'Desactivar',
    activate: 'Activar',
  },
  edit: (name: string) => `Editar a ${name}`,
  moreActs: (name: string) => `Más acciones de ${name}`,
  invite: (name: string) => `Invitar de nuevo a ${name}`,
  resetFactor: (name: string) => `Restablecer el segundo factor de ${name}`,
  deactivate: (name: string) => `Desactivar a ${name}`,
  activate: (name: string) => `Activar a ${name}`,

  register: 'Registrar usuario',
  registerLead: 'Recibirá un correo con un enlace, válido por 7 días, para definir su contraseña.',
  registration: {
    title: 'Registrar usuario',
    confirm: 'Registrar usuario',
    failed: 'Error al registrar el usuario.',
    done: 'Usuario registrado.',
  },
  invitationSent: (email: string) => `Enviamos la invitación a ${email}.`,
  edition: {
    title: 'Editar usuario',
    confirm: frame.saveChanges,
    failed: 'No se pudo actualizar el usuario.',
    done: 'Usuario actualizado.',
  },
  confirmationSent: (email: string) => `Enviamos un enlace a ${email}. Hasta que se confirme, sigue el correo anterior.`,

  fields: {
    ...personFieldLabels,
    alias: optional(personFieldLabels.alias),
    phone: optional(personFieldLabels.phone),
    manager: optional(personFieldLabels.manager),
  },
  emailMustBeConfirmed:
    'Se confirma con un enlace que enviamos al correo nuevo; mientras tanto sigue el anterior, al que también avisamos.',
  emailProtected: 'Solo un jefe de la persona o un Desarrollador puede cambiar este correo.',
  powerProtected: 'Solo un jefe de la persona o un Desarrollador puede cambiarlo.',
  ownPower: 'Nadie cambia el suyo.',
  manager: 'Jefe',
  noManager: 'Sin jefe',
  managerHint: 'Recibe un aviso cuando el trabajo de esta persona lleva días vencido.',
  positionHint: 'Con este puesto podrá ver y administrar todo.',
  privilegeQuestion: (name: string) => `${name} podrá ver y administrar todo. ¿Es lo que quieres?`,
  privilegeConfirm: 'Sí, podrá ver y administrar todo',
  privileged: 'Ve y administra todo',

  absences: (name: string) => `Ausencias de ${name}`,

  invitation: {
    title: '¿Enviar otra invitación?',
    body: (name: string, email: string) => `${name} recibirá un enlace nuevo en ${email}; el anterior deja de servir.`,
    confirm: 'Sí, invitar',
    keep: frame.cancel,
    failed: 'No se pudo enviar la invitación.',
    done: 'Invitación enviada.',
  },

  activation: {
    title: '¿Activar al usuario?',
    body: (name: string) => `${name} podrá volver a iniciar sesión.`,
    confirm: 'Sí, activar',
    failed: 'No se pudo cambiar el estado del usuario.',
    done: 'Usuario activado.',
  },
  deactivation: {
    title: '¿Desactivar al usuario?',
    body: (name: string) => `${name} dejará de tener acceso de inmediato: se cierran sus sesiones y se revocan sus tokens.`,
    confirm: 'Sí, desactivar',
    failed: 'No se pudo cambiar el estado del usuario.',
    done: 'Usuario desactivado.',
  },

  successor: 'Se hará cargo',
  successorHint: 'De lo que la persona registró para sí misma quedas tú como dueño: tú lo verificas.',
  successorPlaceholder: 'Selecciona a una persona activa',
  personSearch: 'Buscar por nombre o número',
  noOtherPerson: 'No hay otra persona activa',
  handOverConfirm: 'Reasignar y desactivar',
  handedOver: (name: string) => `Sus actividades abiertas pasaron a ${name}.`,
} as const;

/** The texts for an administrator that a command or the environment registers. */
export const firstAdministrator = {
  name: { firstName: 'Administración', lastName: 'Bitácora' },
  place: { level: 'Administración', department: 'Sistemas', position: 'Administrador de Bitácora' },
} as const;

/** Names who did an act, with the absent person they acted for. */
export const writtenActor = ({ actorName, facts }: { actorName: string | null; facts: HistoryFacts | null }): string | null =>
  actorName && facts?.actingFor ? `${actorName} (actúa por ${facts.actingFor.name})` : actorName;

export const absenceTexts = {
  person: 'Quién se ausenta',
  from: 'Primer día',
  to: 'Último día',
  substitute: 'Quién suple',
  added: (substitute: string) => `Ausencia registrada. Mientras tanto suple ${substitute}.`,
  canceled: 'Ausencia cancelada. Desde ahora nadie suple.',
} as const;
