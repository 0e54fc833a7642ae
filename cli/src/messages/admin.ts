import type { NotificationKind } from '@bitacora/core/domain/notifications/notification';

const counted = (count: number, one: string, many: string) => `${count.toLocaleString('es-MX')} ${count === 1 ? one : many}`;

/** What the commands about topics, external assignments and failed announcements are for, and what they say. */
export const terminalAdmin = {
  topics: {
    list: 'lista los temas',
    create: 'registra un tema',
    update: 'corrige la descripción o el departamento de un tema',
    updateDetails: 'El tema se indica por nombre o id. Lo que no se menciona queda igual; una descripción vacía la borra.',
    ofDepartment: 'solo los de este departamento',
    name: 'no se repite en ningún departamento',
    topic: 'nombre o id del tema',
    department: 'departamento del tema; GENERAL lo abre a toda la empresa',
    newDescription: 'la nueva descripción; vacía la borra',
    departmentMissing: 'Falta el departamento del tema.',
    departmentExample: 'Agrega --department GENERAL o el nombre de un departamento.',
    nothingToUpdate: 'Indica qué cambia: --description, --department o ambos.',
    created: (id: number) => `Tema registrado con el id ${id}.`,
  },

  assignments: {
    list: 'lista los temas asignados a externos',
    create: 'asigna un tema a una persona de otro departamento',
    remove: 'quita una asignación',
    topic: 'nombre o id del tema',
    person: 'correo, número de empleado, nombre completo o id de la persona',
    id: 'id de la asignación',
    created: (topic: string, person: string) => `Se asignó «${topic}» a ${person}.`,
    unknown: (id: string) => `No existe la asignación ${id}.`,
    seeList: 'Consulta los ids con: bitacora assignments list',
    question: (topic: string, person: string) => `¿Quitar «${topic}» a ${person}?`,
  },

  outbox: {
    list: 'lista los avisos que no llegaron',
    resend: 'envía otra vez avisos que no llegaron',
    ids: 'ids de los avisos',
    all: 'todos los que se listan (hasta 200)',
    recipient: 'Para',
    email: 'Correo',
    kinds: 'Aviso',
    failedAt: 'Desde',
    tries: 'Intentos',
    reason: 'Motivo',
    none: 'Todos los avisos llegaron.',
    shown: (shown: number, total: number) =>
      shown < total ? `Los ${shown} más recientes de ${total.toLocaleString('es-MX')}.` : counted(total, 'aviso', 'avisos'),
    idsOrAll: 'Indica ids de avisos o --all, una de las dos cosas.',
    seeList: 'Consulta los ids con: bitacora outbox list',
    question: (count: number) => `¿Enviar otra vez ${counted(count, 'aviso', 'avisos')}?`,
    resent: (count: number) => `Se enviará otra vez ${counted(count, 'aviso', 'avisos')}.`,
    kindNames: {
      invitation: 'invitación',
      passwordReset: 'contraseña',
      chatLinked: 'chat vinculado',
      emailConfirmation: 'confirmar correo',
      emailChangeRequested: 'cambio de correo pedido',
      emailChangeCanceled: 'cambio de correo cancelado',
      emailChanged: 'correo cambiado',
      spaceLow: 'poco espacio',
      assigned: 'asignada',
      verificationRequested: 'por verificar',
      verified: 'verificada',
      rejected: 'rechazada',
      canceled: 'cancelada',
      extended: 'extendida',
      dueSoon: 'vence pronto',
      dueTomorrow: 'vence mañana',
      overdue: 'vencida',
    } satisfies Record<NotificationKind, string>,
  },
} as const;
