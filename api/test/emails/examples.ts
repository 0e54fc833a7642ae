import { addDays, calendarDate } from '@bitacora/core/domain/calendar';
import type { DigestContent, Link } from '@bitacora/core/messages/notifications/digest';
import type { News } from '@bitacora/core/messages/notifications/news-kinds';
import {
  accountChangedMail,
  emailChangeCanceledMail,
  emailChangedMail,
  emailChangeRequestedMail,
  emailConfirmationMail,
  invitationMail,
  passwordResetMail,
  secondFactorMail,
} from '../../src/account/messages/account-mails.ts';
import { composeNews, type DueActivity, deadlinesDigest } from '../../src/notifications/messages/activity-mails.ts';

const today = calendarDate('2026-11-20');
const site = 'https://bitacora.empresa.mx';
const urls = {
  pending: `${site}/My_Activities`,
  assigned: `${site}/Report_Activities_Assigned`,
  verify: `${site}/Verify_Inbox`,
  team: `${site}/Report_All_Activities_P?urgencies=late`,
  notifications: `${site}/Notifications`,
  substituted: `${site}/Substituted_Activities`,
  history: `${site}/My_Historial_Activities`,
};
const token = {
  firstName: 'Íñigo',
  url: `${site}/#email=inigo%40empresa.mx&token=Zm9saW8tMTI4LXRva2VuLTE`,
  token: 'Zm9saW8tMTI4LXRva2VuLTE',
  manualUrl: `${site}/ayuda`,
};

const change = {
  firstName: 'Íñigo',
  email: 'inigo.nunez@empresa.mx',
  by: 'Laura Méndez Peña',
  at: new Date('2026-11-20T18:00:00.000Z'),
  zone: 'America/Mexico_City',
  url: `${site}/Edit_Profile`,
};
const accountNews = { actorName: 'Laura Méndez Peña', subject: 'Íñigo Núñez', at: change.at, before: null, after: null };
const promotion = { ...accountNews, act: 'person.edit', before: { position: 'ANALISTA' }, after: { position: 'SUPERVISOR' } };
const deactivation = { ...accountNews, act: 'person.deactivate', after: { reassigned: 4, reassignedTo: 'Laura Méndez Peña' } };
const privilege = { ...accountNews, act: 'person.gainPrivilege', after: { kind: 'Usuario', position: 'SUPERVISOR' } };
const ofEmailChange: Record<string, DigestContent> = {
  'email-confirmation': emailConfirmationMail({ firstName: 'Íñigo', url: `${site}/Confirm_Email#token=${token.token}` }),
  'email-change-requested': emailChangeRequestedMail(change),
  'email-change-canceled': emailChangeCanceledMail(change),
  'email-changed': emailChangedMail({ ...change, url: `${site}/Confirm_Email#disown=${token.token}` }),
  'account-changed': accountChangedMail({ ...change, acts: [promotion], contacts: ['Sara Díaz (E-7)'], isOwn: true }),
  'account-deactivated': accountChangedMail({ ...change, acts: [deactivation], contacts: [], isOwn: true, url: null }),
  'privilege-gained': accountChangedMail({
    ...change,
    acts: [privilege, { ...privilege, subject: 'Otra Persona' }],
    contacts: [],
    isOwn: false,
  }),
  'second-factor-replaced': secondFactorMail({ ...change, change: 'replace' }),
};

const contact: Link = { label: 'Contacto', url: 'mailto:soporte@empresa.mx' };

/** The links of a footer, as a letter of activities has them. */
const footer: readonly Link[] = [
  { label: 'Elegir mis avisos', url: `${site}/Edit_Profile#avisos` },
  { label: 'Dejar de recibir estos correos', url: `${site}/unsubscribe/7.assigned.Zm9saW8tMTI4LXRva2VuLTE` },
  contact,
];

/** Work of Íñigo Núñez, due so many days from 20 November 2026. */
export const aDue = (
  folio: number,
  daysLeft: number,
  text: string,
  overrides: Partial<Omit<DueActivity, 'urgency'>> = {},
): DueActivity => ({
  act:
    overrides.isMine === false
      ? { label: 'Recordar', url: `${site}/Consult_Activitie_Assigned/${folio}?act=remind` }
      : { label: 'Iniciar trabajo', url: `${site}/Consult_My_Activity/${folio}?act=start` },
  folio,
  daysLeft,
  urgency: daysLeft,
  text,
  topic: 'Inventario de equipos',
  isMine: true,
  standing: 'No iniciado',
  assignee: 'Íñigo Núñez',
  deadlineOn: addDays(today, daysLeft),
  url: `${site}/${overrides.isMine === false ? 'Consult_Activitie_Assigned' : 'Consult_My_Activity'}/${folio}`,
  ...overrides,
});

const pages: Partial<Record<News['kind'], string>> = {
  verificationRequested: 'Consult_Activitie_Assigned',
  extensionRequested: 'Consult_Activitie_Assigned',
  verified: 'Consult_Completed_Activity',
  canceled: 'Consult_Completed_Activity',
};
const urlOf = (kind: News['kind'], folio: number) => `${site}/${pages[kind] ?? 'Consult_My_Activity'}/${folio}`;

const acts: Partial<Record<News['kind'], [label: string, act: string]>> = {
  assigned: ['Iniciar trabajo', 'start'],
  rejected: ['Marcar completada', 'complete'],
  extended: ['Marcar completada', 'complete'],
  verificationRequested: ['Revisar y verificar', 'approve'],
  extensionRequested: ['Responder la prórroga', 'extend'],
};
function actOf(kind: News['kind'], folio: number): Link | null {
  const [label, act] = acts[kind] ?? [];
  return label ? { label, url: `${urlOf(kind, folio)}?act=${act}` } : null;
}

/** Laura Méndez notifies Íñigo Núñez. Only the request to verify goes from him to her. */
export const aPiece = (kind: News['kind'], overrides: Partial<News> = {}): News => ({
  kind,
  standing: 'En progreso',
  folio: 128,
  topic: 'Inventario de equipos',
  text: 'Contar los equipos de cómputo del almacén norte y etiquetar los que faltan',
  priority: 'high',
  status: 'in_progress',
  owner: 'Laura Méndez Peña',
  assignee: 'Íñigo Núñez',
  by: 'Laura Méndez Peña',
  dueOn: calendarDate('2026-11-24'),
  deadlineOn: calendarDate('2026-11-24'),
  daysLeft: 4,
  part: kind === 'verificationRequested' || kind === 'extensionRequested' ? 'owner' : 'assignee',
  isLost: false,
  act: actOf(kind, overrides.folio ?? 128),
  comment: null,
  resolution: null,
  extensionReason: null,
  url: urlOf(kind, overrides.folio ?? 128),
  ...overrides,
});

export const deadlines = (firstName: string, ...activities: DueActivity[]) => deadlinesDigest(firstName, activities, urls);
export const news = (firstName: string, ...pieces: News[]) => composeNews(firstName, pieces, urls, today);

const theirs = { isMine: false, assignee: 'Sofía Ibáñez Güereca', topic: 'Cierre contable' };
const finished = { resolution: 'Se contaron 214 equipos. Faltaban 9 etiquetas y ya están puestas.\nEl detalle quedó en las evidencias.' };
const sentBack = { comment: 'Falta contar el anexo del segundo piso. Agrega también una foto de la repisa 4.' };
const later = {
  extensionReason: 'El proveedor entrega las etiquetas hasta el lunes.',
  daysLeft: 14,
  deadlineOn: calendarDate('2026-12-04'),
};

const ofActivities: Record<string, DigestContent> = {
  assigned: news('Íñigo', aPiece('assigned')),
  'verification-requested': news('Laura', aPiece('verificationRequested', finished)),
  verified: news('Íñigo', aPiece('verified', { comment: 'Muy bien documentado.' })),
  rejected: news('Íñigo', aPiece('rejected', sentBack)),
  canceled: news('Íñigo', aPiece('canceled')),
  extended: news('Íñigo', aPiece('extended', later)),
  'extension-requested': news(
    'Laura',
    aPiece('extensionRequested', {
      by: 'Íñigo Núñez',
      standing: 'En progreso · Pide prórroga',
      comment: '04 dic 2026: El proveedor entrega las etiquetas hasta el lunes.',
    }),
  ),
  'extension-declined': news('Íñigo', aPiece('extensionDeclined', { comment: 'El inventario se presenta el 25.' })),
  news: news(
    'Íñigo',
    aPiece('assigned', {
      folio: 131,
      text: 'Enviar el reporte mensual de compras',
      topic: 'Compras',
      daysLeft: 10,
      deadlineOn: calendarDate('2026-11-30'),
    }),
    aPiece('rejected', sentBack),
    aPiece('verified', { folio: 97, text: 'Actualizar el directorio de proveedores', topic: 'Compras' }),
    aPiece('extended', { folio: 115, text: 'Revisar las licencias de software vencidas', topic: 'Sistemas', ...later }),
    aPiece('verificationRequested', {
      folio: 88,
      text: 'Conciliar los vales de gasolina de octubre',
      ...theirs,
      ...finished,
      owner: 'Íñigo Núñez',
    }),
    aPiece('canceled', { folio: 120, text: 'Cotizar el mantenimiento de los extintores', topic: 'Seguridad' }),
  ),
  deadlines: deadlines(
    'Íñigo',
    aDue(128, -3, 'Contar los equipos de cómputo del almacén norte y etiquetar los que faltan'),
    aDue(140, 0, 'Entregar el informe de seguridad del turno nocturno', { topic: 'Seguridad' }),
    aDue(131, 1, 'Enviar el reporte mensual de compras', { topic: 'Compras' }),
    aDue(133, 1, 'Confirmar la visita del auditor', { topic: 'Auditoría' }),
    aDue(115, 5, 'Revisar las licencias de software vencidas', { topic: 'Sistemas' }),
    aDue(88, -8, 'Conciliar los vales de gasolina de octubre', theirs),
  ),
  deadline: deadlines('Íñigo', aDue(131, 1, 'Enviar el reporte mensual de compras', { topic: 'Compras' })),
  'deadlines-assigned': deadlines(
    'Laura',
    aDue(88, -8, 'Conciliar los vales de gasolina de octubre', theirs),
    aDue(90, -1, 'Archivar las pólizas del trimestre', theirs),
  ),
};

const withFooter = (contents: Record<string, DigestContent>, links: readonly Link[]) =>
  Object.fromEntries(Object.entries(contents).map(([name, content]) => [name, { content, links }]));

/** One letter of each kind, as the snapshots and the pictures of the documentation have them. */
export const examples = {
  ...withFooter({ invitation: invitationMail(token), 'password-reset': passwordResetMail(token), ...ofEmailChange }, [contact]),
  ...withFooter(ofActivities, footer),
};
