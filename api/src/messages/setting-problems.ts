/** Say what the value of a variable must be. Each text completes «NOMBRE …». */
export const serverSettingKinds = {
  cron: 'debe tener los cinco campos de cron, como «0 8 * * *»',
  ageIdentity: 'debe ser una llave como la que crea «npm run admin -- backup-key ARCHIVO»',
  processCount: (max: number) => `debe ser «auto» o un número entero entre 1 y ${max}`,
  tenant: 'debe ser el ID de tu inquilino o su dominio',
} as const;

export const defaultLoginLabel = 'Entrar con la cuenta de la empresa';
export const defaultSender = (address = 'bitacora@localhost') => `Bitácora <${address}>`;

/** Describe variables that are wrong only in combination. */
export const settingContradictions = {
  adminOfDemo: 'ADMIN_EMAIL es para una empresa de verdad y DEMO=true carga la de demostración: quita uno de los dos.',
  storageUrl:
    'STORAGE_URL debe ser como s3://cubeta/prefijo?endpoint=https://…&region=…, sin las claves: esas van en AWS_ACCESS_KEY_ID y AWS_SECRET_ACCESS_KEY.',
  noSessionSecret: 'SESSION_SECRET hace falta en producción con DATABASE_URL.',
  loginNeedsIssuer: (login: string) => `LOGIN=${login} necesita también OIDC_ISSUER.`,
  needsHttps: (name: string) => `${name} debe empezar con https: fuera de este equipo.`,
  sharedIssuer: 'OIDC_ISSUER debe nombrar a tu inquilino de Microsoft: https://login.microsoftonline.com/ID-DEL-INQUILINO/v2.0.',
  trustedGoogle: 'OIDC_TRUST_EMAIL=true no va con Google, que tiene cuentas de todo el mundo y ya dice qué correos verificó.',
  noPrivateKey: 'MAIL_OAUTH_CLIENT_SECRET debe ser la llave privada de la cuenta de servicio de Google, o su archivo JSON.',
  smtpLogin: 'SMTP_URL va sin usuario ni contraseña con MAIL_OAUTH.',
  plainOAuth: 'SMTP_TLS=off no va con MAIL_OAUTH: el permiso de enviar se leería en el camino.',
} as const;
