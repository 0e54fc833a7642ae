import type { ServerConcern } from '../../domain/admin/health.ts';
import type { FailedDigest, MailServerProblem } from '../../domain/notifications/delivery.ts';
import { writtenNumber } from '../phrases.ts';

export const serverStatus = {
  title: 'ESTADO DEL SERVIDOR',
  well: 'Todo en orden',
  concerned: (concerns: number) => (concerns === 1 ? '1 asunto por revisar' : `${concerns} asuntos por revisar`),
  refresh: 'Actualizar',
  seenAt: (instant: string) => `Visto el ${instant}`,
  never: 'Todavía no',
  none: 'Ninguno',
  inOrder: 'En orden',
  toReview: 'Por revisar',
  yes: 'Sí',
  no: 'No',
} as const;

/** Names each problem, and what to do about it. */
export const concernTexts: Record<ServerConcern, { title: string; advice: string }> = {
  demoExposed: {
    title: 'Esta es la empresa de demostración y otras máquinas pueden llegar a ella: cualquiera conoce sus contraseñas.',
    advice: 'Inicia Bitácora sobre otra base de datos, con ADMIN_EMAIL y ADMIN_PASSWORD.',
  },
  storeAway: {
    title: 'No se puede llegar al almacén de imágenes.',
    advice: 'Revisa el disco, o el servicio que nombra STORAGE_URL y sus claves.',
  },
  databaseFull: {
    title: 'La base de datos no puede escribir en su disco: no se guarda ningún cambio.',
    advice: 'Libera espacio, pásala a un disco mayor o quítale lo de solo lectura; después se recupera sola.',
  },
  storeFull: {
    title: 'No se reciben imágenes: queda menos espacio libre que el reservado para la base de datos.',
    advice: 'Libera espacio en el disco o pasa los datos a uno mayor. El límite es MIN_FREE_SPACE.',
  },
  clockDoubtful: {
    title: 'El reloj del servidor cambió más de una hora o no coincide con el de la base de datos: los avisos esperan.',
    advice: 'Corrige la hora de los dos equipos. Si es la correcta, los avisos siguen solos en unos diez minutos.',
  },
  clockDiffers: {
    title: 'El reloj del servidor y el de la base de datos difieren en cinco minutos o más.',
    advice:
      'Corrige la hora de los dos equipos: con más de diez minutos, «npm run admin -- verify» da por alteradas las fechas de lo que se escribe mientras tanto.',
  },
  spaceLow: {
    title: 'Queda poco espacio libre.',
    advice: 'Libera espacio en el disco antes de que llegue a MIN_FREE_SPACE: entonces ya no se recibirán imágenes.',
  },
  schemaBehind: { title: 'La base de datos no está al día.', advice: 'Ejecuta: npm run admin -- migrate' },
  remindersMissed: {
    title: 'Nadie revisó los plazos a su hora.',
    advice: 'Comprueba que al menos un servidor esté en marcha con SCHEDULER=on.',
  },
  mailStopped: {
    title: 'El servidor de correo rechaza a Bitácora: ningún correo sale, todos esperan.',
    advice: 'Abajo está lo que respondió. «npm run admin -- send-test-mail» dice qué hacer, y docs/mail.md cómo.',
  },
  mailLate: { title: 'Hay correos que llevan más de 15 minutos sin salir.', advice: 'Revisa el servidor de correo que nombra SMTP_URL.' },
  chatLate: {
    title: 'Hay avisos por chat que llevan más de 5 minutos sin salir; a los diez salen por correo.',
    advice: 'Revisa que el bot esté en marcha y su registro: quizá el chat lo rechaza.',
  },
  pushLate: {
    title: 'Hay avisos para navegadores que llevan más de 5 minutos sin salir; a los diez salen por correo.',
    advice: 'Revisa que el servidor llegue por HTTPS a los servicios de Google, Mozilla y Apple.',
  },
  mailFailed: { title: 'Hay avisos que no llegaron.', advice: 'Corrige la causa y envíalos de nuevo en «Envíos».' },
  webhookLate: {
    title: 'Un webhook lleva más de una hora sin recibir lo que se le envía.',
    advice: 'Revisa en «Webhooks» qué responde su receptor; se intenta durante dos días.',
  },
  webhookDisabled: {
    title: 'Bitácora desactivó un webhook porque su receptor ya no recibe.',
    advice: 'Corrige el receptor y activa el webhook en «Webhooks», o quítalo.',
  },
  proxyUnknown: {
    title: 'Llegan solicitudes a través de un proxy que PROXY_HOPS no cuenta.',
    advice:
      'Los límites de intentos toman a todas las personas por una sola. Pon en PROXY_HOPS cuántos proxies hay delante; si no hay ninguno, alguien inventa esos encabezados y no hace falta nada.',
  },
  backupNever: { title: 'No se sabe de ningún respaldo.', advice: 'Haz el primero: npm run admin -- backup --into CARPETA' },
  replicaAway: {
    title: 'No se puede leer la réplica para reportes, o va con más de un minuto de retraso.',
    advice: 'Mientras tanto se lee la base de datos principal. Revisa el servidor que nombra DATABASE_REPORTS_URL.',
  },
  backupOld: { title: 'El último respaldo tiene más de dos días.', advice: 'Revisa la tarea que los hace cada noche.' },
  drillFailed: {
    title: 'El último ensayo de restauración falló.',
    advice: 'Corrige la causa y repite: npm run admin -- restore-drill --from CARPETA --latest',
  },
  drillOld: {
    title: 'Hace más de 40 días que no se ensaya restaurar un respaldo.',
    advice: 'Revisa la tarea que respalda cada noche con «backup --into»; también ensaya cada mes.',
  },
};

export const statusParts = {
  mail: {
    title: 'Correo',
    server: 'Servidor de correo',
    none: 'Sin servidor de correo',
    asFiles: 'No hay: los correos se guardan como archivos en la carpeta outbox de los datos',
    waiting: 'Por enviar',
    lateSince: 'El más antiguo con retraso',
    stoppedSince: 'Detenido desde',
    answer: 'El servidor dijo',
    failed: 'No llegaron',
  },
  chat: {
    title: 'Chat',
    bot: 'Slack, Teams y WhatsApp',
    connected: 'Conectado',
    off: 'Sin configurar',
    people: 'Personas vinculadas',
    waiting: 'Avisos por entregar',
  },
  webhooks: {
    title: 'Webhooks',
    waiting: 'Por enviar',
    failed: 'No llegaron',
    lateSince: 'El más antiguo con retraso',
    disabled: 'Desactivados por Bitácora',
  },
  reminders: { title: 'Revisión de plazos', last: 'La última', next: 'La siguiente', missed: 'Sin hacer desde' },
  backup: { title: 'Respaldos', last: 'El último', drill: 'Ensayo de restauración', drillProblem: 'Falló porque' },
  store: {
    title: 'Imágenes',
    kind: 'Almacén',
    kinds: { folder: 'Carpeta del servidor', s3: 'Servicio compatible con S3', other: 'Otro' },
    works: 'Disponible',
    free: 'Espacio libre',
    unlimited: 'Lo decide el servicio',
    reserved: 'Mínimo libre para recibir imágenes',
  },
  server: {
    title: 'Servidor y base de datos',
    version: 'Versión',
    upSince: 'En marcha desde',
    database: 'PostgreSQL',
    size: 'Tamaño de los datos',
    droppedLogLines: 'Líneas de registro perdidas',
    free: 'Espacio libre',
    replica: 'Réplica para reportes',
    replicaAsOf: (instant: string) => `Con los datos hasta ${instant}`,
    replicaAway: 'No disponible',
    migrations: 'Cambios de la base',
    applied: (applied: number, pending: number) =>
      `${writtenNumber(applied)} aplicadas${pending > 0 ? `, ${writtenNumber(pending)} ${pending === 1 ? 'pendiente' : 'pendientes'}` : ''}`,
  },
} as const;

/** The reasons why the mail server takes nothing from us, with what to do: for `doctor`, `send-test-mail` and the mails that failed. */
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

/** Adds the server's own words to their meaning. */
export const withAnswer = (text: string, answer: string | null): string => (answer ? `${text} Respondió: «${answer}».` : text);

/** The reasons why a digest did not reach its person, for administrators. */
export const failureSentences: Record<FailedDigest['failure'], string> = {
  refused: 'El servidor de correo la rechazó.',
  unknown: 'Se envió, pero el servidor de correo no confirmó que la recibió.',
  expired: 'No se pudo entregar en una semana.',
};
