/** What the value of a variable must be. Each completes «NOMBRE …». */
export const settingKinds = {
  whole: (min: number, max: number) => `debe ser un número entero entre ${min} y ${max}`,
  positive: 'debe ser un número mayor que cero',
  byteSize: 'debe ser un tamaño con su unidad, como «1 GiB», «500 MB» o «0»',
  oneOf: (words: readonly string[]) => `debe ser ${words.map((word) => `«${word}»`).join(' o ')}`,
  address: (schemes: readonly string[]) => `debe ser una dirección que empiece con ${schemes.map((scheme) => `${scheme}:`).join(' o ')}`,
  smtpAddress:
    'debe ser como smtp://USUARIO:CONTRASEÑA@servidor:587, o con smtps: (usuario y contraseña con sus signos codificados: / es %2F, + es %2B, @ es %40)',
  secret: 'debe tener 32 caracteres o más',
  email: 'debe ser un correo electrónico como ana@empresa.mx',
  password: 'debe tener de 8 a 16 letras, números o espacios',
  sender: 'debe ser un correo, o un nombre y <un correo>',
  host: 'debe ser el nombre o la dirección IP de este equipo',
  hostNames: 'debe ser una lista de nombres o direcciones IP entre comas, como «erp.empresa.mx, 10.0.0.8»',
  timeZone: 'debe ser una zona horaria como America/Mexico_City',
} as const;

/** What is wrong with the environment, to the person who starts a program. */
export const settingProblems = {
  all: (sentences: readonly string[]) => `Revisa la configuración:\n${sentences.map((sentence) => `  - ${sentence}`).join('\n')}`,
  comment: (name: string, text: string | null) =>
    `${name} no puede llevar «# »${text === null ? '' : `; dice «${text}»`}. Si es un comentario, escríbelo en una línea aparte; si es parte del valor, ${text === null ? `usa ${name}_FILE` : 'quita el espacio después de «#»'}.`,
  wrong: (name: string, message: string | undefined, text: string | null) =>
    `${name} ${message}${text === null ? '' : `; dice «${text}»`}.`,
  twice: (name: string) => `${name} y ${name}_FILE dicen lo mismo dos veces: deja solo uno.`,
  unreadable: (name: string, file: string) => `${name}_FILE nombra un archivo que no se puede leer: «${file}».`,
  needs: (name: string, missing: readonly string[]) => `${name} necesita también ${missing.join(' y ')}.`,
  differ: (names: readonly string[]) => `${names.join(' y ')} deben ser distintos.`,
  ambiguous: (names: readonly string[]) =>
    `.env: Docker Compose leería distinto ${names.join(', ')}, por sus «$», «#» o «\\». Escribe cada valor entre comillas simples: ${names[0]}='valor'.`,
  portInUse: (port: number, name: string) =>
    `El puerto ${port} ya está ocupado por otro programa. Detenlo, o elige otro con ${name} (por ejemplo, ${name}=${port + 1} npm start).`,
  portDenied: (port: number, name: string) => `No tienes permiso de usar el puerto ${port}. Elige en ${name} uno mayor que 1023.`,
  noHost: (host: string) => `Este equipo no tiene la dirección «${host}». Corrige HOST.`,
} as const;
