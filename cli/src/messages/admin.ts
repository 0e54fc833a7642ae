import type { NotificationKind } from '@bitacora/core/domain/notifications/notification';
import { pluralize } from '@bitacora/core/messages/phrases';

/** Holds the help and the sentences of the commands about topics, external assignments, channels of chats and failed notifications. */
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

  chats: {
    channels: 'lista los canales de chat en los que se avisa de un tema',
    remove: 'deja de avisar de un tema en un canal de chat',
    id: 'id del canal',
    unknown: (id: string) => `No existe el canal ${id}.`,
    seeList: 'Consulta los ids con: bitacora chats channels',
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
    none: 'Ningún aviso falló.',
    visibleOf: (visible: number, total: number) =>
      visible < total ? `Los ${visible} más recientes de ${total.toLocaleString('es-MX')}.` : pluralize(total, 'aviso', 'avisos'),
    idsOrAll: 'Indica ids de avisos o --all, una de las dos cosas.',
    seeList: 'Consulta los ids con: bitacora outbox list',
    question: (count: number) => `¿Enviar otra vez ${pluralize(count, 'aviso', 'avisos')}?`,
    resent: (count: number) => `Se enviará otra vez ${pluralize(count, 'aviso', 'avisos')}.`,
    kindNames: {
      invitation: 'invitación',
      passwordReset: 'contraseña',
      chatLinked: 'chat vinculado',
      emailConfirmation: 'confirmar correo',
      emailChangeRequested: 'cambio de correo pedido',
      secondFactorChanged: 'cambio del segundo factor',
      accountChanged: 'cambio en una cuenta',
      emailChangeCanceled: 'cambio de correo cancelado',
      emailChanged: 'correo cambiado',
      spaceLow: 'poco espacio',
      mailStopped: 'correo detenido',
      webhookDisabled: 'webhook desactivado',
      minute: 'minuta de una junta',
      assigned: 'asignada',
      verificationRequested: 'por verificar',
      verified: 'verificada',
      rejected: 'rechazada',
      canceled: 'cancelada',
      extended: 'extendida',
      extensionRequested: 'pide prórroga',
      extensionDeclined: 'prórroga no concedida',
      reminded: 'recordatorio',
      amended: 'corregida',
      reassigned: 'reasignada',
      overdueEscalated: 'retraso de días',
      verdictOverdue: 'sin veredicto',
      commented: 'comentario',
      seriesStopped: 'serie detenida',
      dueSoon: 'vence pronto',
      dueTomorrow: 'vence mañana',
      overdue: 'vencida',
      requestReceived: 'solicitud de trabajo',
      requestOverdue: 'solicitud sin respuesta',
      requestAnswered: 'solicitud contestada',
      requestClosed: 'terminó lo pedido',
      weekly: 'cifras de la semana',
      other: 'otro aviso',
    } satisfies Record<NotificationKind | 'other', string>,
  },
} as const;

/** Holds the help and the sentences of the commands about absences. */
export const terminalAbsences = {
  list: {
    summary: 'lista tus ausencias y las de quienes suples; con privilegio, las de todos',
    none: 'Sin ausencias.',
  },
  set: {
    summary: 'registra una ausencia y quién suple mientras tanto',
    details: `Quien suple recibe también los avisos y puede hacer con las actividades lo mismo; el historial nombra a los dos.
Pide tu contraseña: un token no da derechos a nadie. Quien suple se indica por nombre; --person, por correo, número, nombre completo o id.`,
    person: 'de quién, si administras; si falta, tuya',
    from: 'primer día, AAAA-MM-DD',
    to: 'último día, AAAA-MM-DD',
    substitute: 'quién suple',
  },
  cancel: {
    summary: 'cancela una ausencia, o la termina antes',
    details: 'La que ya empezó termina ayer. Pide tu contraseña: un token no da derechos a nadie.',
    id: 'número de la ausencia, de absence list',
    wrongId: (typed: string) => `«${typed}» no es el número de una ausencia.`,
  },
} as const;

/** Holds the help and the sentences of the commands about templates, and of the work that they describe. */
export const terminalTemplates = {
  topic: 'nombre o id del tema',
  template: 'texto o id de la plantilla',
  columns: {
    id: 'ID',
    description: 'Actividad',
    days: 'Días',
    priority: 'Prioridad',
    repeats: 'Repetición',
    checklist: 'Lista de verificación',
    images: 'Imágenes',
  },

  start: {
    summary: 'inicia el trabajo',
    done: (folio: number) => `Actividad ${folio} iniciada.`,
  },

  tick: {
    summary: 'marca puntos de la lista de verificación',
    details: `Los puntos se indican por su número; «activities show» los lista. Lo que ya está marcado queda igual.`,
    items: 'números de los puntos',
    undo: 'los desmarca',
    wrongItem: (typed: string) => `«${typed}» no es el número de un punto.`,
    done: (folio: number, ticked: number, total: number) => `Actividad ${folio}: ${ticked} de ${total}.`,
  },

  complete: {
    summary: 'marca la actividad como completada',
    details: `Pide toda su lista marcada y las imágenes que lleva.`,
    resolution: 'cómo se resolvió',
    done: (folio: number) => `Actividad ${folio} completada.`,
  },

  list: {
    summary: 'lista las plantillas de un tema',
    none: 'El tema no tiene plantillas.',
  },

  create: {
    summary: 'agrega una plantilla a un tema',
    description: 'qué hay que hacer',
    days: 'días para hacerlo',
    priority: 'prioridad; sin ella, normal',
    repeats: 'cada cuánto se repite, o «no»',
    item: 'un punto de la lista; se repite, hasta 20',
    images: 'cuántas imágenes pide por lo menos',
    done: (id: number) => `Plantilla registrada con el id ${id}.`,
  },

  update: {
    summary: 'cambia una plantilla; las actividades que ya existen no cambian',
    details: 'Lo que no se menciona queda igual. Con --item la lista es otra: repite todos sus puntos.',
    description: 'el nuevo texto',
    nothing: 'Indica qué cambia, por ejemplo --days o --item.',
    done: 'La plantilla se guardó.',
  },

  retire: {
    summary: 'retira una plantilla; las actividades que ya existen no cambian',
    question: (description: string) => `¿Retirar la plantilla «${description}»?`,
    done: 'La plantilla se retiró.',
  },
} as const;
