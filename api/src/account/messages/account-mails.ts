import type { SecondFactorChange } from '@bitacora/core/domain/account/account';
import type { DisablingReason } from '@bitacora/core/domain/admin/webhook';
import type { ChatService } from '@bitacora/core/domain/chat/chat';
import type { MailServerFault } from '@bitacora/core/domain/notifications/delivery';
import { chatServiceNames } from '@bitacora/core/messages/account/profile';
import { type AccountNews, accountSentence } from '@bitacora/core/messages/admin/account-news';
import { adminActLabel, listChanges } from '@bitacora/core/messages/admin/admin-history';
import { mailServerTexts } from '@bitacora/core/messages/admin/server-status';
import { disablingTexts } from '@bitacora/core/messages/admin/webhooks';
import { writtenInstant } from '@bitacora/core/messages/dates';
import type { DigestContent } from '@bitacora/core/messages/notifications/digest';
import { greetingTo, pluralize, writtenBytes } from '@bitacora/core/messages/phrases';

const forSecurity = 'Recibes este correo por la seguridad de tu cuenta; no se puede apagar.';
const forServer = 'Recibes este correo porque administras el servidor; no se puede apagar.';

const paragraph = (text: string) => ({ kind: 'paragraph', text }) as const;

interface AccountFacts extends Pick<DigestContent, 'subject' | 'preview' | 'title' | 'reason'> {
  firstName: string;
  text: string;
  /** By label. */
  facts: Readonly<Record<string, string>>;
  advice: string;
  link?: { label: string; url: string };
}
const newsOfAccount = ({ firstName, text, facts, advice, link, ...frame }: AccountFacts): DigestContent => ({
  ...frame,
  greeting: greetingTo(firstName),
  blocks: [
    { kind: 'activity', text, facts: Object.entries(facts).map(([label, value]) => ({ label, value })) },
    paragraph(advice),
    ...(link ? [{ kind: 'action' as const, link }] : []),
  ],
});

interface LinkFacts {
  firstName: string;
  service: ChatService;
  /** How the chat calls that account. */
  displayName: string;
  linkedAt: Date;
  zone: string;
  url: string;
}

/** Tells the person that a chat account may act for them from now on, in case they did not link it (docs/product.md, 8). */
export function chatLinkedMail({ firstName, service, displayName, linkedAt, zone, url }: LinkFacts): DigestContent {
  const chat = chatServiceNames[service];
  return newsOfAccount({
    firstName,
    subject: `Se vinculó una cuenta de ${chat} a tu cuenta de Bitácora`,
    preview: 'Si no fuiste tú, desvincúlala y cambia tu contraseña.',
    title: `Cuenta de ${chat} vinculada`,
    text: `Desde esa cuenta se pueden ver y trabajar tus actividades en tu nombre.`,
    facts: { [`Cuenta de ${chat}`]: displayName, Vinculada: writtenInstant(linkedAt, zone) },
    advice: 'Si fuiste tú, no hagas nada. Si no, desvincúlala en tu perfil y cambia tu contraseña.',
    link: { label: 'Ver mis cuentas vinculadas', url },
    reason: forSecurity,
  });
}

interface TokenFacts {
  firstName: string;
  url: string;
  token: string;
  manualUrl: string;
}

const manualLink = (url: string) => ({ label: 'Cómo se usa Bitácora', url });

export const invitationMail = ({ firstName, url, token, manualUrl }: TokenFacts): DigestContent => ({
  subject: 'Te damos la bienvenida a Bitácora: crea tu contraseña',
  preview: 'Tu empresa te registró en Bitácora. El enlace vale 7 días.',
  greeting: greetingTo(firstName),
  title: 'Te damos la bienvenida a Bitácora',
  blocks: [
    paragraph('Tu empresa te registró en Bitácora, donde se asignan y se siguen las actividades de trabajo.'),
    paragraph(
      'Para entrar por primera vez, crea tu contraseña con el botón o pega el token en la pantalla de inicio de sesión. Vale 7 días y se usa una sola vez.',
    ),
    { kind: 'action', link: { label: 'Crear mi contraseña', url }, others: [manualLink(manualUrl)] },
    { kind: 'token', token },
  ],
  reason: 'Recibes este correo porque tu empresa te registró en Bitácora.',
});

/** Invites a person where everybody logs in with the company's account, so it has no token. */
export const companyInvitationMail = ({ firstName, url, manualUrl }: Omit<TokenFacts, 'token'>): DigestContent => ({
  subject: 'Te damos la bienvenida a Bitácora',
  preview: 'Tu empresa te registró en Bitácora. Entra con la cuenta de tu empresa.',
  greeting: greetingTo(firstName),
  title: 'Te damos la bienvenida a Bitácora',
  blocks: [
    paragraph('Tu empresa te registró en Bitácora, donde se asignan y se siguen las actividades de trabajo.'),
    paragraph('Entra con la cuenta de tu empresa, la de este correo: no necesitas otra contraseña.'),
    { kind: 'action', link: { label: 'Entrar a Bitácora', url }, others: [manualLink(manualUrl)] },
  ],
  reason: 'Recibes este correo porque tu empresa te registró en Bitácora.',
});

export const passwordResetMail = ({ firstName, url, token }: Omit<TokenFacts, 'manualUrl'>): DigestContent => ({
  subject: 'Tu token para restablecer la contraseña de Bitácora',
  preview: 'Vale 30 minutos y se usa una sola vez.',
  greeting: greetingTo(firstName),
  title: 'Restablece tu contraseña',
  blocks: [
    paragraph(
      'Recibimos una solicitud para restablecer tu contraseña. Usa el botón o pega el token en la pantalla de inicio de sesión. Vale 30 minutos y se usa una sola vez.',
    ),
    { kind: 'action', link: { label: 'Restablecer mi contraseña', url } },
    { kind: 'token', token },
    paragraph('Si no lo pediste, no hagas nada: tu contraseña sigue siendo la misma.'),
  ],
  reason: 'Recibes este correo porque alguien pidió restablecer la contraseña de tu cuenta.',
});

interface SpaceFacts {
  firstName: string;
  freeBytes: number;
  minFreeBytes: number;
  /** The server that found it. */
  host: string;
  url: string;
}

export function spaceLowMail({ firstName, freeBytes, minFreeBytes, host, url }: SpaceFacts): DigestContent {
  return newsOfAccount({
    firstName,
    subject: 'Queda poco espacio en el servidor de Bitácora',
    preview: `Quedan ${writtenBytes(freeBytes)}. Con menos de ${writtenBytes(minFreeBytes)} ya no se reciben archivos.`,
    title: 'Queda poco espacio en el servidor',
    text: 'Libera espacio en el disco o pasa los datos a uno mayor.',
    facts: { 'Espacio libre': writtenBytes(freeBytes), 'Sin imágenes nuevas con menos de': writtenBytes(minFreeBytes), Servidor: host },
    advice: 'Lo que ya está guardado no corre peligro. Si el disco se llena, nadie podrá guardar cambios.',
    link: { label: 'Ver el estado del servidor', url },
    reason: forServer,
  });
}

interface MailStopFacts extends MailServerFault {
  firstName: string;
  since: Date;
  zone: string;
  url: string;
}

/** Tells the people who look after the server that mail had stopped. It is sent with the first mails that the mail server takes again. */
export const mailStoppedMail = ({ firstName, problem, answer, since, zone, url }: MailStopFacts): DigestContent =>
  newsOfAccount({
    firstName,
    subject: `El correo de Bitácora estuvo detenido desde el ${writtenInstant(since, zone)}`,
    preview: mailServerTexts[problem],
    title: 'El correo estuvo detenido y ya sale',
    text: 'El servidor de correo rechazó a Bitácora. Los avisos esperaron y salen ahora; ninguno se perdió en menos de una semana.',
    facts: { Desde: writtenInstant(since, zone), ...(answer && { 'El servidor dijo': answer }) },
    advice: mailServerTexts[problem],
    link: { label: 'Ver el estado del servidor', url },
    reason: forServer,
  });

interface WebhookFacts {
  firstName: string;
  name: string;
  /** Only the host of its address, because the rest may hold a secret. */
  host: string;
  reason: DisablingReason;
  at: Date;
  zone: string;
  url: string;
}

/** Tells the people who look after the server that a receiver of webhooks was disabled, so that another system gets no more events. */
export const webhookDisabledMail = ({ firstName, name, host, reason, at, zone, url }: WebhookFacts): DigestContent =>
  newsOfAccount({
    firstName,
    subject: `Se desactivó el webhook «${name}»`,
    preview: disablingTexts[reason],
    title: 'Se desactivó un webhook',
    text: disablingTexts[reason],
    facts: { Webhook: name, Servidor: host, Desde: writtenInstant(at, zone) },
    advice: 'Lo que pase mientras siga desactivado no se le envía. Corrige el receptor y activa el webhook, o quítalo.',
    link: { label: 'Ver los webhooks', url },
    reason: forServer,
  });

interface ChangeFacts {
  firstName: string;
  email: string;
  by: string;
  at: Date;
  zone: string;
  url: string;
}

/** Asks the new address for confirmation, because nothing changes before its owner confirms. */
export const emailConfirmationMail = ({ firstName, url }: Pick<ChangeFacts, 'firstName' | 'url'>): DigestContent => ({
  subject: 'Confirma tu nuevo correo en Bitácora',
  preview: 'El enlace vale 7 días y se usa una sola vez.',
  greeting: greetingTo(firstName),
  title: 'Confirma tu nuevo correo',
  blocks: [
    paragraph(
      'Quien administra Bitácora en tu empresa pidió que tu cuenta use este correo. Confírmalo para entrar con él y recibir aquí tus avisos.',
    ),
    paragraph('Mientras no lo confirmes, tu cuenta sigue con el correo anterior. El enlace vale 7 días y se usa una sola vez.'),
    { kind: 'action', link: { label: 'Confirmar mi correo', url } },
    paragraph('Si no sabes de qué se trata, no hagas nada.'),
  ],
  reason: 'Recibes este correo porque alguien indicó esta dirección para una cuenta de Bitácora.',
});

/** Tells the old address at once that a change was requested. */
export const emailChangeRequestedMail = ({ firstName, email, by, at, zone, url }: ChangeFacts): DigestContent =>
  newsOfAccount({
    firstName,
    subject: 'Se pidió cambiar el correo de tu cuenta de Bitácora',
    preview: 'Si no lo esperabas, cambia tu contraseña: el cambio queda sin efecto.',
    title: 'Se pidió cambiar tu correo',
    text: 'Tu cuenta sigue con este correo hasta que el nuevo se confirme.',
    facts: { 'Correo nuevo': email, 'Lo pidió': by, Cuándo: writtenInstant(at, zone) },
    advice:
      'Si lo esperabas, no hagas nada. Si no, cambia tu contraseña ahora: el cambio de correo queda sin efecto. Avisa también a quien administra Bitácora en tu empresa.',
    link: { label: 'Cambiar mi contraseña', url },
    reason: forSecurity,
  });

const secondFactorChanges = {
  add: {
    title: 'Se activó tu segundo factor',
    text: 'Para entrar con contraseña se pide ahora también un código. Tus otras sesiones se cerraron.',
  },
  replace: {
    title: 'Se cambió el teléfono de tu segundo factor',
    text: 'Los códigos salen ahora de otro teléfono. Los del anterior y tus códigos de recuperación de antes ya no sirven, y tus otras sesiones se cerraron.',
  },
  renewCodes: {
    title: 'Se cambiaron tus códigos de recuperación',
    text: 'Los códigos de recuperación de antes ya no sirven.',
  },
  remove: { title: 'Se quitó tu segundo factor', text: 'Para entrar basta ahora tu contraseña.' },
} as const satisfies Record<SecondFactorChange, { title: string; text: string }>;

/** Tells a person about a change of their second factor, even if they made it, because somebody else may have used their screen. */
export const secondFactorMail = ({
  change,
  firstName,
  by,
  at,
  zone,
  url,
}: Omit<ChangeFacts, 'email'> & { change: SecondFactorChange }): DigestContent =>
  newsOfAccount({
    firstName,
    subject: `${secondFactorChanges[change].title} en Bitácora`,
    preview: 'Si no fuiste tú, cambia tu contraseña y avisa a quien administra Bitácora.',
    title: secondFactorChanges[change].title,
    text: secondFactorChanges[change].text,
    facts: { 'Lo hizo': by, Cuándo: writtenInstant(at, zone) },
    advice: 'Si fuiste tú, no hagas nada. Si no, cambia tu contraseña ahora y avisa a quien administra Bitácora en tu empresa.',
    link: { label: 'Abrir mi perfil', url },
    reason: forSecurity,
  });

interface ChangedAccount {
  firstName: string;
  acts: readonly (AccountNews & { at: Date })[];
  /** Names of people who run Bitácora and had no part in it. */
  contacts: readonly string[];
  zone: string;
  /** False for a Desarrollador, who hears of the account of another. */
  isOwn: boolean;
  /** Null for a person who may no longer enter. */
  url: string | null;
}
/** A mail describes at most this many acts; an import may give privilege to more people. */
const MAX_ACTS = 20;

/** Tells a person that somebody changed their account, whatever mails they chose. Or tells a Desarrollador who became privileged. */
export function accountChangedMail({ firstName, acts, contacts, zone, isOwn, url }: ChangedAccount): DigestContent {
  const [first] = acts;
  const sentence = first ? accountSentence(first) : '';
  const whom = contacts.length > 0 ? `a ${contacts.join(', ')}` : 'a quien administra Bitácora en tu empresa';
  const advice = isOwn
    ? `Si lo acordaste, no hagas nada. Si no, avisa hoy mismo a tu jefe y ${whom}.`
    : 'Si se acordó así, no hagas nada. Si no, deshazlo hoy mismo en la administración de usuarios y habla con quien lo hizo.';
  const left = acts.length - MAX_ACTS;
  return {
    subject: `Bitácora: ${sentence}`,
    preview: advice,
    greeting: greetingTo(firstName),
    title: sentence,
    blocks: [
      ...acts.slice(0, MAX_ACTS).map((news) => ({
        kind: 'activity' as const,
        text: acts.length > 1 ? accountSentence(news) : adminActLabel(news.act),
        facts: [
          { label: 'Lo hizo', value: news.actorName ?? 'Nadie identificado' },
          { label: 'Cuándo', value: writtenInstant(news.at, zone) },
          ...listChanges(news),
        ],
      })),
      ...(left > 0 ? [paragraph(`Y ${pluralize(left, 'cambio más', 'cambios más')}.`)] : []),
      paragraph(advice),
      ...(url ? [{ kind: 'action' as const, link: { label: isOwn ? 'Abrir mi perfil' : 'Ver el historial de administración', url } }] : []),
    ],
    reason: forSecurity,
  };
}

export const emailChangeCanceledMail = ({ firstName, email, by, at, zone }: ChangeFacts): DigestContent =>
  newsOfAccount({
    firstName,
    subject: 'Se canceló el cambio de correo de tu cuenta de Bitácora',
    preview: 'Tu cuenta sigue con este correo. No tienes que hacer nada.',
    title: 'Se canceló el cambio de tu correo',
    text: 'Tu cuenta sigue con este correo. El enlace que se envió al otro correo ya no sirve.',
    facts: { 'Correo descartado': email, 'Lo canceló': by, Cuándo: writtenInstant(at, zone) },
    advice: 'No tienes que hacer nada. Si tú querías este cambio, pídelo otra vez a quien administra Bitácora en tu empresa.',
    reason: forSecurity,
  });

export const emailChangedMail = ({
  firstName,
  email,
  by,
  at,
  zone,
  url,
}: Omit<ChangeFacts, 'url'> & { url: string | null }): DigestContent =>
  newsOfAccount({
    firstName,
    subject: 'Cambió el correo de tu cuenta de Bitácora',
    preview: 'Con este correo ya no se entra. Tus sesiones se cerraron.',
    title: 'Tu correo cambió',
    text: 'El correo nuevo se confirmó: desde ahora entras con él. Tus sesiones abiertas se cerraron y este correo ya no sirve para entrar.',
    facts: { 'Correo nuevo': email, 'Lo pidió': by, Confirmado: writtenInstant(at, zone) },
    advice: url
      ? 'Si lo acordaste, no hagas nada. Si no, usa el botón: tu cuenta vuelve a este correo y se cierran todos sus accesos. Vale 72 horas y no pide contraseña.'
      : 'Si no lo esperabas, avisa de inmediato a quien administra Bitácora en tu empresa.',
    ...(url && { link: { label: 'No lo reconozco', url } }),
    reason: forSecurity,
  });
