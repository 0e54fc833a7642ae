import { type ReportField, reportFields } from '@bitacora/core/domain/activities/activity';
import { activityFields } from '@bitacora/core/messages/activities/activity-fields';
import { historyPhrases } from '@bitacora/core/messages/activities/consult';
import { historyNote } from '@bitacora/core/messages/activities/history-note';
import { lapseLabels, priorityLabels, statusLabels } from '@bitacora/core/messages/activities/labels';
import { requestStateLabels } from '@bitacora/core/messages/activities/work-requests';
import type { EvidenceFile, ExportedRow, ExportedTable } from '@bitacora/core/server';
import { fileExtensions } from '../../storage/image-store.ts';
import type { StyleName } from '../../workbooks/cell-styles.ts';

export interface ExportedColumn {
  title: string;
  style: StyleName;
  read: (row: ExportedRow) => unknown;
}
const column =
  (style: StyleName) =>
  (title: string, key: string): ExportedColumn => ({ title, style, read: (row) => row[key] });
const text = column('text');
const long = column('longText');
const folio = column('folio');
const day = column('day');
const instant = column('instant');
const computedColumn = (title: string, read: ExportedColumn['read'], style: StyleName = 'text'): ExportedColumn => ({ title, style, read });
const labeled = (title: string, key: string, labels: Readonly<Record<string, string>>) =>
  computedColumn(title, (row) => (row[key] === null ? null : (labels[String(row[key])] ?? row[key])));
const yesNo = (title: string, key: string) => computedColumn(title, (row) => (row[key] ? 'Sí' : 'No'));
type ListItem = string | { text: string; tickedAt?: string | null };
const formatItem = (item: ListItem) => (typeof item === 'string' ? item : `${item.tickedAt ? '[x]' : '[ ]'} ${item.text}`);
const list = (title: string, key: string) =>
  computedColumn(title, (row) => ((row[key] ?? []) as ListItem[]).map(formatItem).join('\n') || null, 'longText');
const json = (title: string, key: string) => computedColumn(title, (row) => (row[key] === null ? null : JSON.stringify(row[key])));
/** Returns a column for a person's name and one for their number, because two people may have the same name. */
const person = (title: string, key: string) => [text(title, key), text(`Número de ${title.toLowerCase()}`, `${key}Number`)];

/** Returns the path of an image or a document in the export, null where its file is gone. Images that share a stored file share it here too. */
export function imageFileName({ file, mediaType }: ExportedRow): string | null {
  const extension = fileExtensions[mediaType as EvidenceFile['mediaType']];
  return file === null ? null : `${extension === 'pdf' ? 'documentos' : 'imagenes'}/${file}.${extension}`;
}

const accountFacts = {
  preference: 'Preferencia de avisos',
  savedView: 'Vista guardada',
  listSize: 'Renglones por página',
  secondFactor: 'Segundo factor',
  recoveryCodes: 'Códigos de recuperación sin usar',
  companyAccount: 'Cuenta de la empresa',
  emailChange: 'Correo por confirmar',
  emailReversal: 'Correo anterior',
  passwordReset: 'Invitación o cambio de contraseña pendiente',
  passwordException: 'Contraseña permitida hasta',
  calendarFeed: 'Dirección de calendario',
  pushSubscription: 'Dispositivo que muestra avisos',
  snoozedReminder: 'Recordatorio pospuesto',
  chatLinkCode: 'Código para vincular WhatsApp',
  chatSummary: 'Resumen semanal por chat',
  topicChannel: 'Avisos de un tema en un canal',
  terminalLogin: 'Inicio de sesión de una terminal',
  importAnswer: 'Texto de hojas importadas que te nombra',
};

/** The columns of fields that are not plain texts. A field that is computed from others has an empty list. */
const reportColumns: Partial<Record<ReportField, readonly ExportedColumn[]>> = {
  id: [folio('Folio', 'id')],
  owner: person('Creado por', 'owner'),
  createdAt: [instant('Registro', 'createdAt')],
  description: [long('Actividad', 'description')],
  assignee: person('Responsable', 'assignee'),
  dueOn: [day('Fecha de entrega', 'dueOn')],
  extendedTo: [day('Extendida a', 'extendedTo')],
  daysLeft: [],
  priority: [labeled('Prioridad', 'priority', priorityLabels)],
  status: [labeled('Estado', 'status', statusLabels)],
  endedAt: [],
  daysTaken: [],
};

export const exportedTables: Record<ExportedTable, { name: string; columns: readonly ExportedColumn[] }> = {
  activities: {
    name: 'actividades',
    columns: [
      ...reportFields.flatMap((field) => reportColumns[field] ?? [text(activityFields[field].label, field)]),
      long('Motivo de la extensión', 'extensionReason'),
      day('Prórroga pedida al', 'requestedTo'),
      long('Motivo de la prórroga pedida', 'requestReason'),
      instant('Inicio', 'startedAt'),
      instant('Cierre', 'closedAt'),
      instant('Verificación', 'verifiedAt'),
      instant('Cancelación', 'canceledAt'),
      long('Resolución', 'resolution'),
      list('Lista de verificación', 'checklist'),
      labeled('Repetición', 'repeats', lapseLabels),
      day('Se repite hasta', 'repeatUntil'),
      folio('Folio anterior', 'predecessorId'),
    ],
  },
  history: {
    name: 'historial',
    columns: [
      folio('Renglón', 'id'),
      folio('Folio', 'activityId'),
      instant('Fecha', 'at'),
      ...person('Persona', 'actor'),
      labeled('Acto', 'act', historyPhrases),
      text('Canal', 'channel'),
      labeled('De', 'from', statusLabels),
      labeled('A', 'to', statusLabels),
      computedColumn('Nota', (row) => historyNote(row as unknown as Parameters<typeof historyNote>[0]), 'longText'),
      json('Datos', 'facts'),
    ],
  },
  comments: {
    name: 'comentarios',
    columns: [
      folio('Comentario', 'id'),
      folio('Folio', 'activityId'),
      instant('Fecha', 'writtenAt'),
      ...person('Autor', 'author'),
      long('Texto', 'body'),
      instant('Cancelado', 'canceledAt'),
    ],
  },
  images: {
    name: 'imagenes',
    columns: [
      text('Imagen o documento', 'id'),
      folio('Folio', 'activityId'),
      instant('Fecha', 'uploadedAt'),
      ...person('Quien la subió', 'uploader'),
      text('Nombre', 'name'),
      text('SHA-256', 'sha256'),
      folio('Bytes', 'sizeBytes'),
      instant('Retirada', 'withdrawnAt'),
      computedColumn('Archivo', imageFileName),
    ],
  },
  people: {
    name: 'personas',
    columns: [
      text('Número', 'employeeNumber'),
      text('Nombre', 'firstName'),
      text('Apellidos', 'lastName'),
      text('Correo', 'email'),
      text('Teléfono', 'phone'),
      text('Alias', 'alias'),
      text('Nivel', 'level'),
      text('Departamento', 'department'),
      text('Puesto', 'position'),
      text('Tipo', 'kind'),
      yesNo('Activa', 'isActive'),
      instant('Registro', 'createdAt'),
      text('Jefe', 'manager'),
      text('Horario de avisos', 'workTime'),
    ],
  },
  topics: {
    name: 'temas',
    columns: [
      folio('ID', 'id'),
      text('Tema', 'name'),
      long('Descripción', 'description'),
      text('Departamento', 'department'),
      instant('Registro', 'createdAt'),
    ],
  },
  templates: {
    name: 'plantillas',
    columns: [
      folio('ID', 'id'),
      text('Tema', 'topic'),
      long('Actividad', 'description'),
      folio('Días', 'days'),
      labeled('Prioridad', 'priority', priorityLabels),
      labeled('Repetición', 'repeats', lapseLabels),
      list('Lista de verificación', 'checklist'),
      folio('Imágenes', 'minimumImages'),
      instant('Retirada', 'retiredAt'),
    ],
  },
  assignments: {
    name: 'temas de externos',
    columns: [text('Tema', 'topic'), text('Persona', 'person'), text('Número', 'employeeNumber'), instant('Desde', 'createdAt')],
  },
  holidays: { name: 'dias de descanso', columns: [day('Día', 'day'), text('Nombre', 'name')] },
  absences: {
    name: 'ausencias',
    columns: [
      text('Persona', 'person'),
      text('Suple', 'substitute'),
      day('Desde', 'fromOn'),
      day('Hasta', 'toOn'),
      text('Registró', 'registeredBy'),
    ],
  },
  requests: {
    name: 'solicitudes',
    columns: [
      folio('Solicitud', 'id'),
      text('Tema', 'topic'),
      long('Texto', 'text'),
      day('Para', 'wantedOn'),
      ...[text('La pide', 'requester'), instant('Fecha', 'createdAt'), labeled('Estado', 'state', requestStateLabels)],
      ...[text('La contestó', 'decider'), instant('Contestada', 'decidedAt'), long('Motivo', 'reason'), folio('Folio', 'activityId')],
    ],
  },
  sessions: {
    name: 'sesiones',
    columns: [instant('Inicio', 'createdAt'), instant('Último uso', 'seenAt'), instant('Vence', 'expiresAt'), text('Dirección', 'address')],
  },
  devices: { name: 'equipos', columns: [instant('Último uso', 'seenAt'), instant('De confianza hasta', 'trustedUntil')] },
  tokens: {
    name: 'tokens',
    columns: [
      text('Nombre', 'name'),
      text('Empieza con', 'prefix'),
      text('Alcance', 'scope'),
      instant('Creado', 'createdAt'),
      instant('Vence', 'expiresAt'),
      instant('Último uso', 'lastUsedAt'),
    ],
  },
  chatAccounts: {
    name: 'cuentas de chat',
    columns: [
      text('Servicio', 'service'),
      text('Espacio', 'workspace'),
      text('Nombre', 'displayName'),
      text('Teléfono', 'phone'),
      instant('Vinculada', 'linkedAt'),
    ],
  },
  account: {
    name: 'cuenta',
    columns: [labeled('Dato', 'kind', accountFacts), text('Nombre', 'name'), long('Valor', 'value'), instant('Fecha', 'at')],
  },
  notifications: {
    name: 'avisos',
    columns: [instant('Fecha', 'createdAt'), text('Aviso', 'kind'), folio('Folio', 'activityId'), instant('Leído', 'readAt')],
  },
  deliveries: {
    name: 'avisos enviados',
    columns: [
      instant('Fecha', 'createdAt'),
      text('Aviso', 'kind'),
      text('Canal', 'channel'),
      folio('Folio', 'activityId'),
      instant('Enviado', 'sentAt'),
      instant('Falló', 'failedAt'),
    ],
  },
  adminActs: {
    name: 'historial de administracion',
    columns: [
      instant('Fecha', 'at'),
      text('Acto', 'act'),
      text('Quién', 'actorName'),
      text('A quién o qué', 'subject'),
      json('Antes', 'before'),
      json('Después', 'after'),
      text('Dirección', 'address'),
      text('Canal', 'channel'),
    ],
  },
};
