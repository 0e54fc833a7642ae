import type { Holder, HostilePart } from '../domain/activities/activity.ts';
import { isForDevelopers } from '../domain/people/person.ts';
import type { EditedField, FieldProblem, Refusal } from '../domain/refusal.ts';
import { companyLogin } from './account/company-login.ts';
import { activityImportTexts } from './activities/activity-import.ts';
import { consult, missingSentence } from './activities/consult.ts';
import { amendedLabels } from './activities/history-note.ts';
import { actPhrases, managementActPhrases, statusLabels } from './activities/labels.ts';
import { requestStateLabels } from './activities/work-requests.ts';
import { writtenDay, writtenInstant } from './dates.ts';
import { importTexts } from './people/user-import.ts';
import { personFieldLabels } from './people/users.ts';
import { invalidInput, validation } from './validation.ts';

export const documentHolds: Record<HostilePart, string> = {
  password: 'El PDF está cifrado o pide contraseña. Guárdalo sin contraseña e inténtalo de nuevo.',
  script: 'El PDF trae instrucciones (JavaScript) y no se recibe. Imprímelo a PDF y carga la copia.',
  launch: 'El PDF abre programas, archivos o envíos y no se recibe. Imprímelo a PDF y carga la copia.',
  attachment: 'El PDF trae otros archivos adjuntos y no se recibe. Quita los adjuntos, o imprímelo a PDF y carga la copia.',
  xfa: 'El PDF es un formulario XFA y no se recibe. Imprímelo a PDF y carga la copia.',
  media: 'El PDF trae video, audio o contenido 3D y no se recibe. Imprímelo a PDF y carga la copia.',
};

const labels: Readonly<Record<EditedField, string>> = {
  ...personFieldLabels,
  ...amendedLabels,
  description: 'Descripción',
  assignee: 'Responsable',
};
const EXCERPT_MAX = 120;
const excerpt = (text: string | null) => {
  if (!text) return 'sin valor';
  return text.length > EXCERPT_MAX ? `«${text.slice(0, EXCERPT_MAX - 1)}…»` : `«${text}»`;
};

/** Says what somebody else made of what one was editing, and how to have one's own way all the same. */
const outdatedEdit = (now: Readonly<Partial<Record<EditedField, string | null>>>): string => {
  const facts = Object.entries(now).map(([field, value]) => `${labels[field as EditedField]}: ${excerpt(value)}`);
  return `Alguien más lo cambió mientras lo editabas. Ahora dice ${facts.join('; ')}. Si guardas de nuevo, queda lo tuyo.`;
};

type RefusalWithCode<Code extends Refusal['code']> = Extract<Refusal, { code: Code }>;

const holderPhrases: Record<Holder, string> = {
  owner: 'dueño de la actividad',
  assignee: 'responsable de la actividad',
  ownerOrAssignee: 'dueño o responsable de la actividad',
  viewer: 'dueño o responsable de la actividad, o quien dirige',
};

function waiting(seconds: number): string {
  if (seconds < 60) return `${seconds} segundos`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`;
}
const megabytes = (bytes: number) => Math.round(bytes / 1_000_000);

/** Returns the sentence of each wrong field. A schema has made some of them already. */
export const fieldSentences = (fields: Extract<Refusal, { code: 'input.invalid' }>['fields']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([field, problem]) => [field, typeof problem === 'string' ? problem : problemSentence(problem)]),
  );

function problemSentence({ problem, day, names }: FieldProblem): string {
  const sentence = validation[problem];
  return typeof sentence === 'string' ? sentence : sentence(day ? writtenDay(day) : (names ?? []).join(', '));
}

/** The Spanish sentence of every refusal, the same in every channel. A forgotten one does not compile. */
export const refusalSentences: { [Code in Refusal['code']]: (refusal: RefusalWithCode<Code>) => string } = {
  'input.invalid': ({ fields }) => invalidInput(fieldSentences(fields)),
  'input.unreadable': () => 'No se pudo leer la solicitud: su contenido no tiene la forma esperada.',
  'input.tooSlow': () => 'La conexión se detuvo a medio envío y nada se guardó. Inténtalo de nuevo.',
  'input.tooLarge': () => 'La solicitud es demasiado grande.',
  'input.wrongType': () => 'El tipo de contenido de la solicitud no es el que esta llamada recibe.',
  'session.missing': () => 'Inicia sesión para continuar.',
  'session.forged': () => 'La solicitud no lleva un token de seguridad vigente. Recarga la página e inténtalo de nuevo.',
  'session.unknown': () => 'No se encontró la sesión: quizá ya se cerró.',
  'session.tooManyTries': ({ retryAfterSeconds }) => `Demasiados intentos. Espera ${waiting(retryAfterSeconds)} y vuelve a intentarlo.`,
  'credentials.wait': ({ retryAfterSeconds }) =>
    `Hubo varios intentos fallidos de entrar con este correo. Espera ${waiting(retryAfterSeconds)} y vuelve a intentarlo, o restablece tu contraseña: así entras sin esperar.`,
  'credentials.wrong': () => 'Usuario o Contraseña incorrectas',
  'credentials.passwordsOff': () => companyLogin.passwordsOff,
  'secondFactor.required': () => 'Escribe el código de tu aplicación de autenticación o uno de recuperación.',
  'secondFactor.wrong': () => 'El código no es válido o ya se usó. Espera al siguiente e inténtalo de nuevo.',
  'secondFactor.due': () => 'Antes de seguir activa tu segundo factor: tu empresa lo pide para entrar con contraseña.',
  'secondFactor.active': () => 'El segundo factor ya está activo. Para cambiar de teléfono escribe también un código (code).',
  'secondFactor.none': () => 'No hay un segundo factor.',
  'secondFactor.mandatory': () =>
    'Tu empresa pide el segundo factor: no se desactiva. Para usar otro teléfono elige «Cambiar de teléfono» en tu perfil.',
  'secondFactor.own': () => 'El tuyo lo cambias en tu perfil, con un código.',
  'companyLogin.refused': ({ reason }) => companyLogin.problems[reason],
  'companyLogin.developerOnly': () =>
    'Las contraseñas están desactivadas (LOGIN=oidc): solo un Desarrollador puede recibir una, por 24 horas.',
  'user.inactive': () => 'Usuario inactivo',
  'user.duplicateEmail': () => 'Ya existe un usuario con ese correo electrónico.',
  'user.duplicateNumber': () => 'Ya existe un usuario con ese número de empleado.',
  'user.developerOnly': () => 'Solo un Desarrollador puede dar o quitar el tipo Desarrollador.',
  'user.developerProtected': () => 'Solo un Desarrollador puede modificar la cuenta de un Desarrollador.',
  'user.emailProtected': () =>
    'El correo electrónico de gerentes, contralores, supervisores y desarrolladores, y de quien dejó de serlo hace menos de 30 días, solo lo cambia alguno de sus jefes con esos puestos o un Desarrollador.',
  'user.bossOnly': () =>
    'El puesto, el tipo, el estado, el jefe y las ausencias de gerentes, contralores, supervisores y desarrolladores, y el jefe de sus jefes, solo los cambia alguno de sus jefes con esos puestos o un Desarrollador.',
  'user.ownPower': () => 'Nadie cambia su propio puesto, tipo ni jefe. Pídelo a tu jefe o a un Desarrollador.',
  'user.emailOfInactive': () => 'La persona está inactiva. Actívala antes de cambiar su correo electrónico.',
  'user.unknown': () => 'No se encontró a la persona.',
  'user.notActive': () => 'La persona está inactiva.',
  'user.resetsBlocked': () =>
    'Otra persona cambió hace poco el correo de esta cuenta: no se invita ni se restablece por correo hasta que pasen 72 horas o lo permita un Desarrollador.',
  'user.hasPassword': () => 'La persona ya tiene contraseña: no necesita otra invitación.',
  'user.selfDeactivation': () => 'Nadie puede desactivar su propia cuenta.',
  'user.hasOpenActivities': ({ count }) =>
    count === 1
      ? 'La persona es responsable o dueña de 1 actividad abierta. Elige quién se hará cargo de ella.'
      : `La persona es responsable o dueña de ${count} actividades abiertas. Elige quién se hará cargo de ellas.`,
  'user.reassignDuplicate': ({ folio }) =>
    `La actividad con folio ${folio} no se puede reasignar: quien la recibiría ya tiene una abierta con el mismo tema y la misma descripción.`,
  'user.reassignConflict': ({ folios }) =>
    `Nada cambió. ${folios.length === 1 ? `La actividad con folio ${folios[0]} no se puede` : `Las actividades con folios ${folios.join(', ')} no se pueden`} entregar así: nadie recibe la verificación de lo que entrega, ni elige quién verifica lo suyo. Elige a otra persona, o pide a un Desarrollador que lo haga.`,
  'admin.forbidden': ({ act }) =>
    isForDevelopers(act)
      ? `Solo un Desarrollador puede ${managementActPhrases[act]}.`
      : `Solo gerentes, contralores, supervisores y desarrolladores pueden ${managementActPhrases[act]}.`,
  'topic.unknown': () => 'No se encontró el tema.',
  'topic.duplicate': () => 'Ya existe un tema con ese nombre.',
  'edit.outdated': ({ now }) => outdatedEdit(now),
  'assignment.unknown': () => 'No se encontró la asignación.',
  'assignment.duplicate': () => 'Esa persona ya tiene asignado ese tema.',
  'token.invalid': () => 'El token no es válido, venció o fue revocado. Crea uno nuevo en tu perfil.',
  'token.readOnly': () => 'Este token es solo de lectura. Para hacer cambios, crea en tu perfil uno de lectura y escritura.',
  'token.sessionOnly': () => 'Esta acción no se hace con un token: inicia sesión en la web.',
  'session.notRecent': () => 'Confirma que eres tú: esta acción pide tu contraseña o tu segundo factor si pasaron 15 minutos.',
  'token.assistantOnly': () => 'Este token solo sirve para un asistente, en la dirección /mcp.',
  'token.importOnly': () => 'Este token solo sirve para cargar usuarios de un libro de Excel.',
  'token.required': () => 'Esta llamada es solo para un token, sobre sí mismo.',
  'token.unknown': () => 'No se encontró el token.',
  'device.invalidCode': () => 'Ninguna terminal muestra este código: revísalo, o quizá venció o ya se usó.',
  'device.expired': () => 'El código venció sin que nadie lo confirmara, o su token ya se entregó.',
  'device.denied': () => 'La solicitud se rechazó en la web.',
  'service.required': () => 'Esta llamada es solo para el bot, con su token de servicio.',
  'service.botOnly': () => 'El token de servicio solo sirve para las llamadas del bot.',
  'chatLink.unknown': () => 'Esta cuenta de chat no está vinculada con una persona activa.',
  'topicChannel.duplicate': () => 'En este canal ya se avisa de ese tema.',
  'topicChannel.unknown': () => 'Ese canal ya no recibe avisos de ese tema.',
  'chatLink.inactive': () =>
    'Tu usuario de Bitácora está inactivo. Si crees que es un error, pide ayuda a quien administra Bitácora en tu empresa.',
  'chatLink.invalidCode': () => 'El enlace o el código no sirve: ya se usó, venció o está mal escrito. Pide uno nuevo.',
  'chatLink.noWhatsApp': () => 'Esta instalación no está en WhatsApp. Quien la administra puede conectarla.',
  'notification.unknown': () => 'No se encontró el aviso.',
  'notification.notFailed': () => 'El aviso ya se envió o está por enviarse.',
  'notification.tokenOver': () => 'El token de este aviso ya no sirve. La persona puede solicitar uno nuevo.',
  'holiday.unknown': () => 'Ese día no está entre los inhábiles.',
  'calendar.unknown': () => 'Esta dirección de calendario no existe o fue revocada.',
  'reset.unknownEmail': () => 'El correo proporcionado no existe en el sistema.',
  'reset.invalidToken': () => 'Token inválido o expirado. Solicite uno nuevo.',
  'emailChange.invalidLink': () =>
    'El enlace ya se usó, venció o fue reemplazado por otro. Pide a quien administra Bitácora que vuelva a cambiar el correo.',
  'emailChange.unknown': () => 'La persona no tiene un cambio de correo por confirmar.',
  'activity.unknown': () => consult.unknown,
  'activity.forbidden': ({ act, holder, names }) =>
    names
      ? `Solo ${names} (${holderPhrases[holder]}) ${names.includes(' y ') ? 'pueden' : 'puede'} ${actPhrases[act]}.`
      : `Solo el ${holderPhrases[holder]} puede ${actPhrases[act]}.`,
  'activity.untimely': ({ act, status }) => `La actividad está en estado «${statusLabels[status]}» y así no es posible ${actPhrases[act]}.`,
  'activity.alreadyExtended': ({ extendedTo }) =>
    `La fecha ya se extendió una vez, al ${writtenDay(extendedTo)}; no se puede extender de nuevo.`,
  'activity.ownExtension': () => 'La actividad es tuya o de quien suples: extiende la fecha sin pedirlo.',
  'activity.extensionRequested': ({ requestedTo }) => `Ya se pidió prórroga al ${writtenDay(requestedTo)}; falta la respuesta del dueño.`,
  'activity.seriesMoved': () => 'La serie ya siguió: corrige la repetición en la última actividad de la serie.',
  'activity.extensionNotRequested': () => 'Nadie pide prórroga ahora: se respondió, se retiró o terminó.',
  'activity.ownRequest': () => 'No puedes responder la prórroga que tú pediste. Debe hacerlo otra persona.',
  'activity.duplicate': ({ names }) =>
    names?.length
      ? `Ya tienen una actividad abierta con el mismo tema y la misma descripción: ${names.join(', ')}.`
      : 'El responsable ya tiene una actividad abierta con el mismo tema y la misma descripción.',
  'activity.ownNotReminded': () => 'Es una actividad tuya: no hace falta recordártela.',
  'activity.alreadyReminded': ({ at, zone }) =>
    `Hoy ya se envió un recordatorio, el ${writtenInstant(at, zone)}. Puedes enviar otro mañana.`,
  'activity.unchanged': () => 'No cambiaste nada: corrige algún campo antes de guardar.',
  'activity.ownDelivery': () =>
    'No puedes verificar lo que tú entregaste, ni decidir por el dueño sobre lo que te toca entregar, o toca a quien registró su ausencia. Debe hacerlo otra persona.',
  'activity.incomplete': (missing) => missingSentence(missing),
  'request.unknown': () => 'No se encontró la solicitud.',
  'request.forbidden': () => 'Contesta la solicitud quien puede asignar trabajo y no la hizo; solo la retira quien la hizo.',
  'request.closed': ({ state }) => `La solicitud ya está ${requestStateLabels[state].toLowerCase()}.`,
  'template.unknown': () => 'No se encontró la plantilla.',
  'template.duplicate': () => 'El tema ya tiene una plantilla con ese texto.',
  'absence.unknown': () => 'No se encontró la ausencia.',
  'absence.over': () => 'La ausencia ya terminó y no se puede cancelar.',
  'absence.overlap': () => 'Ya hay una ausencia en esos días. Cancélala o elige otros.',
  'comment.unknown': () => 'No se encontró el comentario.',
  'comment.forbidden': () => 'Solo quien escribió el comentario puede cancelarlo.',
  'comment.alreadyCanceled': () => 'El comentario ya estaba cancelado.',
  'comment.tooLate': ({ status }) => `La actividad está en estado «${statusLabels[status]}» y sus comentarios ya no se pueden cancelar.`,
  'webhook.unknown': () => 'No se encontró el webhook.',
  'webhook.tooMany': ({ max }) => `Ya hay ${max} webhooks. Quita alguno para registrar otro.`,
  'webhook.inactive': () => 'El webhook está desactivado. Actívalo para enviarle algo.',
  'delivery.unknown': () => 'No se encontró la entrega, o ya se está enviando.',
  'savedView.unknown': () => 'No se encontró la vista guardada.',
  'savedView.tooMany': ({ max }) => `Ya tienes ${max} vistas guardadas de esta pantalla. Borra alguna para guardar otra.`,
  'live.full': () => 'Hay demasiadas pantallas abiertas a la vez: recarga para ver los cambios.',
  'image.unknown': () => 'No se encontró la imagen.',
  'image.unreadable': () => 'La imagen está dañada o incompleta. Vuelve a exportarla e inténtalo de nuevo.',
  'capture.ahead': () => 'La hora de captura está en el futuro: el reloj del dispositivo está adelantado. Corrígelo y envíalo de nuevo.',
  'capture.tooOld': () => 'Se capturó hace más de 30 días y ya no se recibe. Hazlo de nuevo con conexión.',
  'image.digestsMissing': () => 'Envía una huella SHA-256 por cada archivo, en el mismo orden.',
  'image.altered': () => 'El archivo que llegó no es el que se capturó: su huella no coincide. Envíalo otra vez.',
  'image.wrongType': () => validation.imagesWrongType,
  'image.tooLarge': ({ maxBytes }) => `La imagen pesa demasiado: el máximo es de ${megabytes(maxBytes)} MB.`,
  'image.tooManyPixels': ({ maxMegapixels }) => `La imagen tiene demasiados pixeles: el máximo es de ${maxMegapixels} megapixeles.`,
  'document.unknown': () => 'No se encontró el documento.',
  'document.wrongType': () => validation.documentsWrongType,
  'document.unreadable': () => 'El PDF está dañado o incompleto. Vuelve a exportarlo e inténtalo de nuevo.',
  'document.tooHeavy': () => 'El PDF pide demasiada memoria o demasiado tiempo para revisarlo. Expórtalo otra vez, o repártelo en varios.',
  'document.tooLarge': ({ maxBytes }) => `El documento pesa demasiado: el máximo es de ${megabytes(maxBytes)} MB.`,
  'document.tooManyPages': ({ maxPages }) => `El documento tiene demasiadas páginas: el máximo es de ${maxPages}.`,
  'document.hostile': ({ holds }) => documentHolds[holds],
  'document.tooMany': ({ count, max }) =>
    `La actividad ya tiene ${count === 1 ? '1 documento' : `${count} documentos`} y el máximo es de ${max}. Agrega los demás en otra actividad.`,
  'evidence.tooMany': ({ count, max }) =>
    `La actividad ya tiene ${count === 1 ? '1 imagen' : `${count} imágenes`} y el máximo es de ${max}. Agrega las demás en otra actividad.`,
  'evidence.dayUsed': ({ maxBytes, retryAfterSeconds }) =>
    `Cada persona puede guardar hasta ${megabytes(maxBytes)} MB de archivos en 24 horas, y con estos te pasarías. Podrás guardar otros ${megabytes(maxBytes)} MB en ${waiting(retryAfterSeconds)}.`,
  'sheet.wrongType': ({ kind = 'other' }) => importTexts.wrongType[kind],
  'sheet.tooLarge': ({ maxBytes }) => `El archivo pesa demasiado: el máximo es de ${megabytes(maxBytes)} MB. Repártelo en varios archivos.`,
  'sheet.tooMuch': (refusal) => importTexts.tooMuch(refusal),
  'sheet.unreadable': ({ quoteRow }) => (quoteRow ? importTexts.quoteOpen(quoteRow) : importTexts.unreadable),
  'sheet.locked': () => importTexts.locked,
  'activityImport.noTable': () => activityImportTexts.noTable,
  'activityImport.wrongRows': ({ wrong, questions, isOrderDoubtful }) =>
    activityImportTexts.wrongRows(new Set(wrong.map(({ sheet, row }) => `${sheet} ${row}`)).size, questions.length, isOrderDoubtful),
  'import.empty': () => importTexts.empty,
  'import.headings': ({ missing, doubled, sheet }) => importTexts.headings(missing, doubled, sheet),
  'import.wrongRows': ({ wrong, areAllKnown }) => (areAllKnown ? importTexts.allKnown : importTexts.wrongRows(wrong)),
  'route.unknown': () => 'No existe esa dirección en la API.',
  'idempotency.otherRequest': () => 'Esa Idempotency-Key ya se usó con otra solicitud; envía una nueva.',
  'idempotency.secretAnswer': () => 'Esa solicitud ya se hizo; su respuesta se mostró una sola vez y no se guarda.',
  'database.full': () =>
    'El servidor no puede guardar cambios: su disco está lleno o es de solo lectura. Avisa a tu administrador; nada se guardó a medias.',
  'storage.low': () =>
    'Por ahora no se reciben archivos: queda poco espacio en el servidor y se reserva para los datos. Avisa a tu administrador; lo demás se puede guardar.',
  'storage.full': () =>
    'El servidor no puede guardar archivos: su disco está lleno o es de solo lectura. Avisa a tu administrador; nada se guardó a medias.',
  'storage.away': () => 'Los archivos no están disponibles por el momento. Inténtalo de nuevo en unos segundos; nada se guardó a medias.',
  'server.busy': () => 'Hay demasiadas solicitudes a la vez. Inténtalo de nuevo en unos segundos.',
  'requests.tooMany': () =>
    'Desde tu cuenta o tu red llegan demasiadas solicitudes a la vez. Espera a que terminen e inténtalo de nuevo en unos segundos.',
  'read.tooSlow': () =>
    'La consulta tardó demasiado y se canceló. Pide menos datos (un rango de fechas más corto o más filtros) e inténtalo de nuevo.',
  'database.away': () => 'El sistema no está disponible por el momento. Inténtalo de nuevo en unos segundos.',
};

export const refusalSentence = <Code extends Refusal['code']>(refusal: RefusalWithCode<Code>): string =>
  (refusalSentences[refusal.code] as (refusal: RefusalWithCode<Code>) => string)(refusal);
