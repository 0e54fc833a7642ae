import { concernTexts } from '@bitacora/core/messages/admin/server-status';

export const startTexts = {
  steps: { database: 'Abriendo la base de datos', demo: 'Preparando la empresa de demostración' },
  firstRun: ({ publicUrl, allowsPasswords }: Pick<BannerFacts, 'publicUrl' | 'allowsPasswords'>, code: string) =>
    `La base de datos está vacía. Abre ${publicUrl} y registra a la primera persona con este código, que sirve una vez: ${code}. También puedes detener Bitácora y definir ADMIN_EMAIL${allowsPasswords ? ' y ADMIN_PASSWORD' : ''}, usar «npm run admin -- create-admin --email CORREO», o cargar la empresa de demostración con DEMO=true.`,
  demoExposed: `${concernTexts.demoExposed.title} ${concernTexts.demoExposed.advice}`,
  contactIs: (email: string) =>
    `CONTACT_URL no está definida: el pie de página y los correos dan como contacto al primer administrador, ${email}.`,
  contactIsNobody: 'CONTACT_URL no está definida y no hay ningún Desarrollador activo: el pie de página y los correos no dan contacto.',
  noPrivacyNotice: 'PRIVACY_NOTICE no nombra un archivo con texto: /aviso-de-privacidad dice que la empresa todavía no publica su aviso.',
  plainMail: 'SMTP_TLS=off: las contraseñas y los enlaces de los correos pueden viajar sin cifrar hasta el servidor de correo.',
  dataFolder: (folder: string, reason: string) =>
    `No se puede escribir en la carpeta de datos ${folder}: ${reason}. Corrígelo o elige otra en DATA_DIR.`,
  dataFolderReasons: {
    readOnly: 'el disco está montado solo para lectura',
    denied: 'el usuario que inicia Bitácora no tiene permiso',
    notFolder: 'esa ruta, o una parte de ella, es un archivo',
    full: 'el disco está lleno',
  },
  weakSecret: (name: string) => `${name} repite pocas letras y se puede adivinar: cámbialo por lo que da «openssl rand -base64 48».`,
  equalSecrets: 'SESSION_SECRET y BOT_TOKEN son el mismo: quien conoce uno conoce el otro. Dale a cada uno el suyo.',
  databaseAway: (setting: string, place: string, reason: string) =>
    `No se pudo abrir la base de datos de ${setting} (${place}): ${reason}. Revisa la dirección, el usuario y que PostgreSQL esté en marcha.`,
  storeAway: (reason: string) =>
    `No se puede llegar a las imágenes de STORAGE_URL (${reason}). Revisa la dirección, las claves y el servicio.`,
  wrongIssuer: (issuer: string, detail: string) =>
    `OIDC_ISSUER dice «${issuer}» y ahí no hay un servicio de OpenID Connect con ese nombre. Abre ${issuer.replace(/\/$/, '')}/.well-known/openid-configuration en un navegador: su «issuer» es el valor que va, letra por letra (${detail}).`,
  issuerAway:
    'El servicio de OIDC_ISSUER no responde. Bitácora inicia de todos modos: quien ya entró sigue, y nadie más puede entrar con la cuenta de la empresa hasta que responda.',
  clientRefused:
    'El servicio de OIDC_ISSUER no acepta OIDC_CLIENT_ID y OIDC_CLIENT_SECRET: nadie puede entrar con la cuenta de la empresa. Quizá el secreto venció; crea otro allá y ponlo en OIDC_CLIENT_SECRET.',
  workerEnded: 'Ningún proceso pudo atender: lo que dijo el primero está arriba.',
  severalOnPort: (port: number) =>
    `Quien inicia como root abre el puerto ${port} una sola vez, así que API_PROCESSES debe ser 1. Para usar más procesos elige un PORT de 1024 o más, detrás de tu proxy.`,
  otherSecret:
    'SESSION_SECRET no es el secreto con que Bitácora trabaja sobre esta base de datos: dos procesos con secretos distintos rechazan cada uno lo que firma el otro. Da a todos el mismo valor; para cambiarlo, pon el anterior en SESSION_SECRET_PREVIOUS. Si se perdió o se filtró, detén todos y ejecuta «npm run admin -- forget-secret».',
} as const;

/** The reasons why a server or a command cannot work on the tables. */
export const schemaTexts = {
  newerSchema: (names: readonly string[]) =>
    `La base de datos es de una versión más nueva de Bitácora (${names.join(', ')}). Usa esa versión.`,
  olderSchema:
    'La base de datos es de una versión anterior a la 1.2.0, y esta no puede ponerla al día. Inicia una vez Bitácora 1.2.0 sobre ella (o ejecuta ahí: npm run admin -- migrate) y después vuelve a esta versión.',
  earlierRuns: 'Bitácora 1.2.0 sigue trabajando sobre esta base de datos. Detén todos sus procesos y después inicia esta versión.',
  needsOwner: (count: number) =>
    `A la base de datos le ${count === 1 ? 'falta 1 migración' : `faltan ${count} migraciones`} y el rol de DATABASE_URL no puede aplicarlas. Define DATABASE_OWNER_URL, o aplícalas como dueño con: npm run admin -- migrate`,
  notOwner: 'Este rol no es dueño de las tablas. Define en DATABASE_OWNER_URL la dirección con el rol que sí lo es.',
  needsGrants: (role: string) =>
    `El rol de DATABASE_URL, «${role}», no puede leer las tablas. Dale permisos como dueño con: npm run admin -- roles --app …`,
  waits: 'Otro proceso tiene ocupada la base de datos, quizá un respaldo: la actualización espera a que termine.',
} as const;

const DEMO_LOGINS = ['gerente@demo.mx', 'supervisor@demo.mx', 'empleado@demo.mx', 'desarrollo@demo.mx', 'inactivo@demo.mx (inactivo)'];

interface BannerFacts {
  publicUrl: string;
  smtpUrl: string | undefined;
  dataDir: string;
  allowsPasswords: boolean;
}

export function banner({ publicUrl, smtpUrl, dataDir, allowsPasswords }: BannerFacts, isDemo: boolean): string {
  const lines = [`Bitácora está lista: ${publicUrl}`];
  const way = allowsPasswords ? 'con la contraseña demo1234' : 'con la cuenta de la empresa';
  if (isDemo) lines.push('', `Empresa de demostración. Entra ${way} como:`, ...DEMO_LOGINS.map((login) => `  ${login}`));
  if (!smtpUrl) lines.push('', `Los correos se guardan en ${dataDir}/outbox (configura SMTP_URL para enviarlos).`);
  return ['', ...lines, '', 'Ctrl-C la detiene.', ''].join('\n');
}
