import type { FailedDigest, MailServerProblem } from '../domain/notifications/delivery-retry.ts';

/** Why the mail server takes nothing from us, and what to do: for `doctor`, the log and the mails that failed. */
export const mailServerTexts: Record<MailServerProblem | 'other', string> = {
  noTls:
    'El servidor de correo no ofrece TLS: no se le envía nada sin cifrar. Usa otro puerto o servidor en SMTP_URL (smtps://… o uno con STARTTLS), o define SMTP_TLS=off si la red hasta él es de confianza.',
  untrusted:
    'El certificado del servidor de correo está vencido, no es de una autoridad conocida o no es para el nombre que está en SMTP_URL. Corrige el nombre, o da a conocer tu autoridad con NODE_EXTRA_CA_CERTS=/ruta/ca.crt.',
  login: 'El servidor de correo no acepta la sesión: revisa el usuario y la contraseña de SMTP_URL.',
  passwords:
    'El servidor de correo ya no acepta usuario y contraseña: quítalos de SMTP_URL y define MAIL_OAUTH, como explica docs/mail.md.',
  mailbox:
    'El servidor de correo no deja enviar a MAIL_OAUTH_USER. En Microsoft 365, da permiso a la aplicación sobre ese buzón y activa en él «SMTP autenticado»; en Google, revisa que ese usuario exista. Los pasos están en docs/mail.md.',
  sender:
    'El servidor de correo no deja enviar con la dirección de MAIL_FROM: usa la del buzón con que se entra, o dale permiso de «Enviar como».',
  tokenRefused:
    'El proveedor ya no da permiso de enviar: el secreto de MAIL_OAUTH_CLIENT_SECRET venció, se revocó o es de otra aplicación. Crea otro, ponlo en la configuración y reinicia Bitácora; los pasos están en docs/mail.md.',
  tokenAway: 'El proveedor que da permiso de enviar correo no responde: revisa la salida de este equipo a Internet.',
  away: 'El servidor de correo no responde: revisa SMTP_URL.',
  other: 'El servidor de correo no acepta correo: revisa SMTP_URL.',
};

/** What the server said, behind what it means. */
export const withAnswer = (text: string, answer: string | null): string => (answer ? `${text} Respondió: «${answer}».` : text);

/** Why a digest did not reach its person, for administrators. */
export const failureSentences: Record<FailedDigest['failure'], string> = {
  refused: 'El servidor de correo la rechazó.',
  unknown: 'Se envió, pero el servidor de correo no confirmó que la recibió.',
  expired: 'No se pudo entregar en una semana.',
};
