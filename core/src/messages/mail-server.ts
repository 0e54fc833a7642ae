import type { MailServerProblem } from '../domain/notifications/delivery-retry.ts';

/** Why the mail server takes nothing from us, and what to do: for `doctor`, the log and the mails that failed. */
export const mailServerTexts: Record<MailServerProblem | 'other', string> = {
  noTls:
    'El servidor de correo no ofrece TLS: no se le envía nada sin cifrar. Usa otro puerto o servidor en SMTP_URL (smtps://… o uno con STARTTLS), o define SMTP_TLS=off si la red hasta él es de confianza.',
  untrusted:
    'El certificado del servidor de correo está vencido, no es de una autoridad conocida o no es para el nombre que está en SMTP_URL. Corrige el nombre, o da a conocer tu autoridad con NODE_EXTRA_CA_CERTS=/ruta/ca.crt.',
  login: 'El servidor de correo no acepta la sesión: revisa el usuario y la contraseña de SMTP_URL.',
  away: 'El servidor de correo no responde: revisa SMTP_URL.',
  other: 'El servidor de correo no acepta correo: revisa SMTP_URL.',
};
