/** The kinds of values that a variable may have. Each completes «NOMBRE …». */
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
  password: 'debe tener de 8 a 64 caracteres',
  sender: 'debe ser un correo, o un nombre y <un correo>',
  host: 'debe ser el nombre o la dirección IP de este equipo',
  hostNames: 'debe ser una lista de nombres o direcciones IP entre comas, como «erp.empresa.mx, 10.0.0.8»',
  workDays: 'debe decir días en inglés de tres letras, como «mon-sat» o «mon,wed,fri»',
  workHours: 'debe decir horas del mismo día, la menor primero, como «07:00-20:00»',
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

const seconds = (ms: number) => `${Math.round(ms / 1_000)} s`;

/** Why the PostgreSQL that comes with Bitácora cannot be used, and what to do. */
export const embeddedDatabase = {
  neverReady: (data: string, ms: number, logFile: string) =>
    `PostgreSQL no terminó de arrancar en ${seconds(ms)} y se detuvo (${data}). Revisa ${logFile} y el espacio en disco, y vuelve a iniciar Bitácora.`,
  neverSettled: (pid: number, data: string, ms: number) =>
    `PostgreSQL (proceso ${pid}) lleva más de ${seconds(ms)} arrancando o deteniéndose en ${data}. Espera a que termine, o detén ese proceso, y repite.`,
  neverAnswered: (port: number | string, ms: number) =>
    `PostgreSQL no respondió en ${seconds(ms)} en el puerto ${port}. Revisa que siga en marcha y vuelve a intentarlo.`,
  noLock: (file: string, problem: string) =>
    `No se pudo bloquear ${file} (${problem}). Revisa que el disco de DATA_DIR admita bloqueos y que exista la orden flock (paquete util-linux).`,
  inUse: (dataDir: string, host: string | undefined) =>
    `Bitácora ya está en marcha sobre ${dataDir} en otro contenedor o equipo${host ? ` (${host})` : ''}. Usa esa, detenla primero, o elige otra carpeta en DATA_DIR.`,
  waitsForOther: (dataDir: string, host: string, ms: number) =>
    `Otro equipo (${host}) usó ${dataDir} y no la cerró. Se esperan ${seconds(ms)} para saber si sigue en marcha.`,
  noUser: (name: string, dataDir: string) =>
    `Bitácora se inició como root y no pudo crear el usuario «${name}», con el que trabaja PostgreSQL. Créalo (useradd --system ${name}), da ${dataDir} a un usuario sin privilegios (chown), o iníciala sin root.`,
  staysRoot:
    'Bitácora sigue como root, porque su usuario no puede entrar en la carpeta del programa, de Node o de DATA_DIR. Instálala donde otros usuarios puedan pasar, como /opt/bitacora, o da permiso de paso (chmod o+x) a las carpetas de esas rutas.',
  cannotGive: (dataDir: string, code: string) =>
    `Bitácora se inició como root y el sistema no deja dar ${dataDir} a otro usuario (${code}). Da esa carpeta a un usuario sin privilegios antes de iniciarla, o inicia Bitácora sin root.`,
  cannotLeaveRoot: (code: string) =>
    `Bitácora se inició como root y el sistema no le deja cambiar a un usuario sin privilegios (${code}). Iníciala sin root, o con las capacidades SETUID y SETGID.`,
  stillStarting: (data: string, minutes: number, logFile: string) =>
    `PostgreSQL lleva ${minutes} min arrancando en ${data}; después de un corte puede tardar. Su registro está en ${logFile}.`,
  openedByAnother: (dataDir: string) =>
    `La base de datos de ${dataDir} está abierta por una Bitácora de otra versión o iniciada de otra manera. Detenla y repite.`,
  works: 'PostgreSQL volvió a funcionar.',
  retries: (output: string) => `PostgreSQL no arranca; se intenta de nuevo. Lo último que dijo:\n${output}`,
  gaveUp: (data: string, logFile: string, output: string) =>
    `PostgreSQL no arranca en ${data}. Lo último que dijo (${logFile}):\n${output}`,
  noBinaries: (platform: string) =>
    `No hay PostgreSQL incluido para este equipo (${platform}). Instala uno y pon su dirección en DATABASE_URL.`,
  notDurable: (settings: string) =>
    `El PostgreSQL configurado puede perder datos ya confirmados (${settings}). Pon esos parámetros en on y reinícialo.`,
  notMade: (dir: string, problem: string) => `No se pudo crear la base de datos en ${dir}: ${problem}`,
  cannotEnter: (dir: string) =>
    `PostgreSQL no puede entrar en ${dir} porque root lo ejecuta como un usuario sin privilegios. Da permiso de paso (chmod o+x) a las carpetas de esa ruta o elige otra en DATA_DIR.`,
  livesElsewhere: (dir: string, parent: string, link: string) =>
    `La base de datos vive en ${dir}, porque otro usuario no puede entrar en ${parent}; ${link} es un enlace a ella.`,
  lostLink: (link: string, target: string) =>
    `${link} apunta a ${target}, que ya no existe. Recupera esa carpeta, o borra el enlace para empezar con una base de datos vacía.`,
  claimed: (dataDir: string, other: string | null) =>
    `Bitácora ya está en marcha sobre ${dataDir} (${other ?? 'otro proceso'}). Usa esa, detenla primero, o elige otra carpeta en DATA_DIR.`,
} as const;
