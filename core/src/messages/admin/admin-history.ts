import type { AdminAct, AdminChannel, AdminFacts } from '../../domain/admin/admin-act.ts';
import { isCalendarDate } from '../../domain/calendar.ts';
import type { TopicChannelLoss } from '../../domain/chat/chat.ts';
import { preferenceTexts } from '../account/preferences.ts';
import { lapseLabels, priorityLabels, statusLabels } from '../activities/labels.ts';
import { writtenDay } from '../dates.ts';
import { personFieldLabels } from '../people/users.ts';
import { pluralize } from '../phrases.ts';

export const adminActLabels: Record<AdminAct, string> = {
  'person.register': 'Registró a una persona',
  'person.import': 'Cargó personas desde un libro',
  'person.note': 'Anotó una cuenta existente',
  'person.edit': 'Corrigió los datos de una persona',
  'person.editOwn': 'Cambió sus propios datos',
  'person.changePhoto': 'Cambió su foto',
  'person.changePreferences': 'Cambió sus avisos',
  'person.activate': 'Activó a una persona',
  'person.deactivate': 'Desactivó a una persona',
  'person.anonymise': 'Anonimizó a una persona',
  'person.invite': 'Envió otra invitación',
  'person.gainPrivilege': 'Dio acceso a toda la administración',
  'person.losePrivilege': 'Quitó el acceso a la administración',
  'absence.add': 'Registró una ausencia',
  'absence.cancel': 'Canceló una ausencia',
  'email.request': 'Pidió cambiar un correo',
  'email.replace': 'Pidió otro correo en lugar del pedido',
  'email.confirm': 'Confirmó el correo nuevo',
  'email.cancel': 'Canceló un cambio de correo',
  'email.disown': 'No reconoció el cambio de su correo',
  'password.change': 'Cambió su contraseña',
  'password.requestReset': 'Pidió restablecer una contraseña',
  'password.reset': 'Restableció una contraseña',
  'password.failReset': 'Usó un token equivocado',
  'password.allowReset': 'Permitió otra vez restablecer por correo',
  'secondFactor.add': 'Activó su segundo factor',
  'secondFactor.replace': 'Cambió de teléfono su segundo factor',
  'secondFactor.renewCodes': 'Renovó sus códigos de recuperación',
  'secondFactor.remove': 'Desactivó su segundo factor',
  'secondFactor.reset': 'Restableció el segundo factor de una persona',
  'companyAccount.link': 'Vinculó su cuenta de la empresa',
  'companyAccount.unlink': 'Desvinculó la cuenta de la empresa de una persona',
  'session.logIn': 'Inició sesión',
  'session.failLogIn': 'Inicio de sesión fallido',
  'session.logOut': 'Cerró sesión',
  'session.end': 'Cerró otras sesiones suyas',
  'topic.register': 'Registró un tema',
  'topic.edit': 'Corrigió un tema',
  'template.add': 'Agregó una plantilla',
  'template.edit': 'Cambió una plantilla',
  'template.retire': 'Retiró una plantilla',
  'assignment.add': 'Asignó un tema a un externo',
  'assignment.remove': 'Quitó un tema a un externo',
  'holiday.save': 'Guardó un día de descanso',
  'holiday.remove': 'Quitó un día de descanso',
  'device.authorize': 'Autorizó una terminal',
  'device.deny': 'Rechazó una terminal',
  'device.failCode': 'Escribió un código de terminal equivocado',
  'token.create': 'Creó un token',
  'token.revoke': 'Revocó un token',
  'chatLink.add': 'Vinculó una cuenta de chat',
  'chatLink.remove': 'Desvinculó una cuenta de chat',
  'chatLink.chooseSummary': 'Eligió dónde recibe su resumen semanal',
  'chatLink.stopSummary': 'Dejó de recibir su resumen semanal',
  'topicChannel.add': 'Pidió avisar de un tema en un canal',
  'topicChannel.remove': 'Dejó de avisar de un tema en un canal',
  'topicChannel.end': 'Se terminaron los avisos de un tema en un canal',
  'calendarFeed.create': 'Creó su dirección de calendario',
  'calendarFeed.revoke': 'Revocó su dirección de calendario',
  'announcement.resend': 'Envió otra vez avisos que no llegaron',
  'activities.import': 'Trajo actividades de una hoja de cálculo',
  'report.export': 'Descargó un reporte',
  'image.withdraw': 'Retiró una imagen',
  'document.withdraw': 'Retiró un documento',
  'webhook.add': 'Registró un webhook',
  'webhook.edit': 'Cambió un webhook',
  'webhook.rotate': 'Cambió el secreto de un webhook',
  'webhook.remove': 'Quitó un webhook',
  'webhook.test': 'Envió una prueba a un webhook',
  'webhook.resend': 'Envió otra vez eventos de un webhook',
  'webhook.disable': 'Desactivó un webhook que ya no recibe',
  'system.backUp': 'Respaldó la base de datos',
  'system.export': 'Exportó todo lo de la empresa',
  'person.export': 'Exportó los datos de una persona',
  'system.restore': 'Restauró un respaldo',
  'system.noteAccounts': 'Anotó las cuentas existentes',
  'system.migrate': 'Aplicó migraciones',
  'system.grantRoles': 'Dio permisos a roles de la base de datos',
  'system.forgetSecret': 'Permitió otro SESSION_SECRET',
  'system.rotateSecrets': 'Cambió los secretos del servidor',
};

/** An act that this release does not know is shown as it is stored. */
export const adminActLabel = (act: string): string => adminActLabels[act as AdminAct] ?? act;

const channelNames: Record<AdminChannel, string> = {
  web: 'Web',
  terminal: 'Terminal',
  slack: 'Slack',
  teams: 'Teams',
  whatsapp: 'WhatsApp',
  assistant: 'Asistente',
  system: 'Sistema',
  admin: 'Orden en el servidor',
};
export const adminChannelLabel = (channel: string): string => channelNames[channel as AdminChannel] ?? channel;

/** The names that facts have in `before` and `after`; one without a word is shown as it is stored. */
const factNames: Readonly<Record<string, string>> = {
  ...personFieldLabels,
  email: 'Correo',
  pendingEmail: 'Correo por confirmar',
  kind: 'Tipo',
  substitute: 'Suple',
  isActive: 'Activo',
  name: 'Nombre',
  description: 'Descripción',
  topic: 'Tema',
  topicId: 'ID del tema',
  person: 'Persona',
  requestedBy: 'Lo pidió',
  days: 'Días',
  priority: 'Prioridad',
  repeats: 'Repetición',
  checklist: 'Lista de verificación',
  minimumImages: 'Imágenes que pide',
  count: 'Cuántas',
  privileged: 'Con acceso a todo',
  reassigned: 'Actividades reasignadas',
  reassignedTo: 'Pasaron a',
  prefix: 'Empieza con',
  scope: 'Alcance',
  expiresOn: 'Vence',
  service: 'Servicio',
  workspace: 'Espacio',
  displayName: 'Nombre en el chat',
  channel: 'Canal',
  answer: 'Respuesta del chat',
  reason: 'Motivo',
  folios: 'Folios',
  times: 'Veces en una hora',
  ofNetwork: 'De esta red, en diez minutos',
  ofAll: 'De todos, en diez minutos',
  sha256: 'Huella SHA-256',
  letters: 'Avisos',
  issuer: 'Cuenta de la empresa',
  subject: 'Identificador',
  passwordUntil: 'Contraseña permitida hasta',
  sessions: 'Sesiones',
  device: 'Equipo',
  machine: 'Máquina',
  address: 'Dirección',
  tokens: 'Tokens',
  chatLinks: 'Cuentas de chat',
  terminals: 'Terminales que esperaban',
  from: 'Desde',
  to: 'Hasta',
  statuses: 'Estados',
  reportStatuses: 'Estados del reporte',
  manifest: 'Huella del expediente',
  topics: 'Temas',
  departments: 'Departamentos',
  priorities: 'Prioridades',
  owners: 'Creado por',
  assignees: 'Responsables',
  search: 'Búsqueda',
  text: 'Búsqueda',
  acts: 'Cambios',
  folder: 'Carpeta',
  rows: 'Filas',
  images: 'Imágenes',
  withSecrets: 'Con secretos',
  madeAt: 'Respaldo del',
  isReplacing: 'Reemplazó datos',
  host: 'Servidor',
  events: 'Eventos',
  hasComments: 'Con comentarios',
  previousUntil: 'El secreto anterior vale hasta',
  applied: 'Migraciones',
  app: 'Rol que trabaja',
  backup: 'Rol que respalda',
  secrets: 'Secretos',
};
type Words = Readonly<Record<string, string>>;
const valueWords: Words = {
  wrongPassword: 'contraseña equivocada',
  unknownEmail: 'nadie tiene ese correo',
  emailUnverified: 'correo sin verificar',
  emailInDoubt: 'otra persona cambió hace poco el correo',
  unknownPerson: 'nadie tiene ese correo',
  otherAccount: 'ya tiene otra cuenta de la empresa',
  inactive: 'usuario inactivo',
  wrongToken: 'token equivocado',
  wrongCode: 'código equivocado del segundo factor',
  app: 'código de la aplicación',
  recovery: 'código de recuperación',
  trustedDevice: 'equipo de confianza',
  import_people: 'solo cargar usuarios',
  assistant: 'solo un asistente',
  passwordReset: 'restablecer contraseña',
  invitation: 'invitación',
  read: 'solo consulta',
  write: 'consulta y cambia',
  session: 'todo, hasta 15 minutos',
};
/** What ended the announcements of a topic in a channel. */
const topicChannelLosses: Record<TopicChannelLoss, string> = {
  unlinked: 'quien lo pidió desvinculó su cuenta de chat',
  inactive: 'quien lo pidió está inactivo',
  notPrivileged: 'quien lo pidió ya no ve el trabajo de todos',
  refused: 'el chat ya no acepta mensajes de Bitácora ahí',
};
/** The words of facts whose values are a closed list. Another fact may have the same text and means it literally. */
const wordsByFact: Readonly<Record<string, Words>> = {
  repeats: lapseLabels,
  reason: { ...valueWords, ...topicChannelLosses },
  priority: priorityLabels,
  priorities: priorityLabels,
  statuses: statusLabels,
  reportStatuses: statusLabels,
};

const NOTHING = 'nada';
const writtenValue = (value: AdminFacts[string] | undefined, words: Words): string => {
  if (value === undefined || value === null || value === '') return NOTHING;
  if (typeof value === 'boolean') return value ? 'sí' : 'no';
  if (typeof value === 'number') return value.toLocaleString('es-MX');
  if (typeof value === 'string') return words[value] ?? (isCalendarDate(value) ? writtenDay(value) : value);
  return value.length === 0 ? NOTHING : value.map((one) => words[one] ?? String(one)).join(', ');
};

interface FactChange {
  act?: string;
  before: AdminFacts | null;
  after: AdminFacts | null;
}
/** Lists what changed, by the label of each fact: 'ANALISTA → GERENTE'; a fact that stayed has no arrow. */
export function listChanges({ act, before, after }: FactChange): { label: string; value: string }[] {
  // Preferences have a fact for each kind of notification, and one of them is also the name of another fact.
  const labels: Words = act === 'person.changePreferences' ? { ...factNames, ...preferenceTexts.kinds } : factNames;
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names.map((name) => {
    const label = labels[name] ?? name;
    const words = wordsByFact[name] ?? valueWords;
    const [earlier, later] = [writtenValue(before?.[name], words), writtenValue(after?.[name], words)];
    if (!before || earlier === later) return { label, value: later };
    return { label, value: after ? `${earlier} → ${later}` : earlier };
  });
}

/** Writes each change as one line; what began without a value is no change. */
export const writtenChanges = (change: FactChange): string[] =>
  listChanges(change).flatMap(({ label, value }) => (value === NOTHING ? [] : `${label}: ${value}`));

export const adminHistoryTexts = {
  title: 'HISTORIAL DE ADMINISTRACIÓN',
  lead: 'Quién cambió qué, a quién, cuándo y desde dónde. Nadie puede corregirlo.',
  total: (count: number) => pluralize(count, 'cambio', 'cambios'),
  at: 'Fecha',
  actor: 'Quién',
  act: 'Cambio',
  subject: 'A quién o qué',
  changes: 'Qué cambió',
  moreChanges: (count: number) => `Ver ${pluralize(count, 'dato más', 'datos más')}`,
  fewerChanges: 'Ver menos datos',
  address: 'Dirección',
  channel: 'Canal',
  unknownActor: 'Nadie identificado',
  search: 'Buscar en el historial',
  filters: { actor: 'Quién', person: 'A quién', act: 'Cambio' },
  empty: 'Todavía no hay cambios registrados.',
  noMatch: 'Ningún cambio coincide con lo que buscas.',
  showAll: 'Ver todos',
  download: 'Descargar',
  workbookSheet: 'Historial',
  downloadFailed: 'No se pudo descargar el historial.',
  downloaded: 'Historial descargado.',
} as const;

export const terminalAudit = {
  summary: 'historial de la administración: quién cambió qué (solo Desarrollador)',
  details: 'Las fechas son días de la empresa. El libro de Excel con todas las filas se descarga en la web.',
  workbookInWeb: 'El libro de Excel del historial se descarga en la web, donde confirmas que eres tú.',
  actor: 'lo que hizo esta persona (correo, número, nombre o id)',
  person: 'lo que se le hizo a esta persona (correo, número, nombre o id)',
  act: 'solo este cambio; se repite para varios',
  search: 'busca en nombres, direcciones y valores',
  visibleOf: (page: number, pages: number, total: number) =>
    `Página ${page.toLocaleString('es-MX')} de ${pages.toLocaleString('es-MX')}, ${pluralize(total, 'cambio', 'cambios')}.`,
} as const;
