import { writtenInstant } from '@bitacora/core/messages/dates';
import { pluralize } from '@bitacora/core/messages/phrases';

export const administration = {
  help: `Uso: npm run admin -- <orden> [opciones]

  create-admin --email CORREO [--name NOMBRE]   registra a un Desarrollador que puede entrar de inmediato
  reset-password --email CORREO                 da un enlace de un solo uso; con --ask o --password-stdin define la contraseña
  reset-second-factor --email CORREO            quita el segundo factor de una persona y cierra sus sesiones; se le avisa por correo
  unlink-account --email CORREO                 desvincula la cuenta de la empresa de una persona: la siguiente con su correo se vincula
  unlink-chats --email CORREO [--id N | --list]     desvincula las cuentas de chat de una persona, o solo una; --list las muestra
  revoke-tokens --email CORREO [--id N | --list]    revoca los tokens de una persona, o solo uno; con --sessions cierra también sus sesiones
  export-all CARPETA [--format xlsx|csv]        escribe todo lo de la empresa, con sus archivos, como libro o archivos CSV
  export-person NÚMERO CARPETA [--format …]     escribe lo que hay de una persona, por su número de empleado
  anonymise-person NÚMERO [--yes]               olvida quién fue una persona desactivada, por su número de empleado; sin vuelta atrás
  migrate [--dry-run]                           pone la base de datos al día; con --dry-run solo dice qué falta
  roles [--app ROL] [--backup ROL]              da permisos al rol que trabaja y al que respalda; ninguno cambia tablas ni historial
  rotate-secrets                                cambia los secretos que generó Bitácora; con Bitácora detenida
  forget-secret                                 permite iniciar con otro SESSION_SECRET; con Bitácora detenida
  send-test-mail --to CORREO                    envía un correo de prueba, o dice qué respondió el servidor y qué hacer
  why FOLIO PERSONA                             dice qué pasó con cada aviso de esa actividad a esa persona (número, correo o nombre completo)
  verify [--seal SELLO]                         comprueba historiales y sus sellos, archivos, referencias y avisos; SELLO, uno del registro
  settings                                      muestra cada ajuste, su valor sin secretos, de dónde viene y dónde se explica
  backup --into CARPETA [--keep 14]             respalda en una carpeta nueva dentro de esa, conserva los últimos y ensaya restaurar cada mes
  backup --output CARPETA [--with-secrets]      respalda en esa carpeta, también con Bitácora en marcha
  backup-key ARCHIVO                            crea la llave que cifra y firma los respaldos (BACKUP_KEY_FILE)
  restore --from CARPETA [--latest] [--replace] [--yes]   restaura un respaldo en una base vacía, con Bitácora detenida
  restore-drill --from CARPETA [--latest]       ensaya restaurar un respaldo en una base de prueba, y lo anota
  demo CARPETA [--port 3100]                    sirve la empresa de demostración en esa carpeta, junto a una instalación real

La contraseña se pregunta sin mostrarla, o llega por la entrada estándar con --password-stdin; nunca en la línea de órdenes.
--json responde un objeto. Termina con 0 si lo hizo, 1 si no se pudo o hay algo mal, 2 si está mal escrito,
130 si se interrumpió.
`,
  why: {
    wrongFolio: (typed: string) => `«${typed}» no es un folio.`,
    nobody: (typed: string) => `Nadie tiene ese número, correo o nombre completo: «${typed}».`,
    several: (typed: string) => `Varias personas se llaman «${typed}». Escribe su número o su correo.`,
    heading: (folio: string, person: string) => `Avisos del folio ${folio} a ${person}:`,
    isAway: (until: string, substitute: string) =>
      `Está ausente hasta el ${until}; sus avisos esperan a su regreso y también llegan a quien suple: ${substitute}.`,
    substitutes: (name: string, until: string) => `Suple a ${name} hasta el ${until} y recibe también sus avisos.`,
    noChat: 'Eligió chat, pero no tiene cuenta de chat vinculada: le llega por correo.',
    noConversation: 'Su cuenta de chat está vinculada, pero el bot aún no puede escribirle ahí.',
    noBrowser: 'Eligió dispositivo, pero ninguno suyo muestra avisos: le llega por correo.',
    reminders: (hour: string) => `Los recordatorios se hicieron por última vez el ${hour}.`,
    noReminders: 'Los recordatorios no se han hecho nunca (REMINDER_CRON, SCHEDULER).',
    channels: { email: 'correo', chat: 'chat', push: 'dispositivo' },
    delivery: (channel: string, createdAt: string, state: string, isMoved: boolean, error: string | null) =>
      `por ${channel}${isMoved ? ' en vez de chat o dispositivo' : ''}, hecho el ${createdAt}, ${state}${error ? ` (${error})` : ''}`,
    sent: (hour: string) => `entregado el ${hour}`,
    failed: (hour: string, reason: string) => `no llegó: ${reason}, el ${hour}`,
    failures: {
      refused: 'se rechazó',
      unknown: 'se envió sin que nadie lo confirmara',
      expired: 'venció tras una semana',
      overtaken: 'dejó de ser cierto',
    },
    leaving: 'se está enviando',
    awaitsServer: 'espera a que vuelva el servidor de correo',
    rests: (hour: string) => `espera al horario laboral, hasta el ${hour}`,
    waits: (hour: string) => `espera hasta el ${hour}`,
    due: 'por enviar',
    missing: {
      inactive: 'no se hizo, la persona está inactiva',
      notHappened: 'no se hizo, no ha pasado',
      ownAct: 'no se hizo, lo hizo la misma persona',
      notRecipient: 'no se hizo, no es para esta persona',
      silenced: 'no se hizo, la persona lo desactivó',
      read: 'no salió, la persona ya lo había leído en la web',
      withdrawn: 'no salió, se retiró o dejó de ser cierto antes',
      doesNotHold: 'no se hizo, la actividad no está en ese caso',
      holiday: 'no se hizo, hoy es día inhábil',
      notDue: 'no se ha hecho, aún no toca',
    },
  },
  unknownCommand: (name: string) => `No existe la orden «${name}».`,
  wrongUsage: 'La orden está mal escrita: sobra algo, o a una opción le falta su valor.',
  wantsWords: (name: string, words: readonly string[]) => `Se escribe: ${name} ${words.join(' ')}.`,
  needs: (option: string) => `Falta --${option}.`,
  seeHelp: 'Consulta: npm run admin -- --help',
  bug: (message: string) => `Ocurrió un error inesperado: ${message}`,
  notAllowed: (user: string, file: string) =>
    `El usuario «${user}», con el que corre esta orden, no tiene permiso en ${file}. Haz suya la carpeta, o elige otra.`,
  notThere: (file: string) => `No existe ${file}.`,
  notAFolder: (file: string) => `${file} no es una carpeta.`,
  diskFull: 'Se acabó el espacio en el disco donde escribe esta orden. Libera espacio, o elige otra carpeta.',
  readOnlyDisk: (file: string) => `El disco de ${file} es de solo lectura.`,

  askPassword: (email: string) => `Contraseña nueva de ${email}: `,
  askAgain: 'Escríbela otra vez: ',
  passwordsDiffer: 'Las dos contraseñas no coinciden. No se hizo nada.',
  needsTerminal: 'No hay terminal donde preguntar.',
  givePassword: 'Envía la contraseña por la entrada estándar con --password-stdin.',
  giveYes: 'Agrega --yes para confirmarlo.',
  nothingDone: 'No se hizo nada.',
  onePassword: 'Elige --ask o --password-stdin, no los dos.',

  noDatabase: (dataDir: string) => `En ${dataDir} no hay base de datos. Revisa DATA_DIR, o inicia Bitácora una vez con npm start.`,
  othersDatabase: (owner: string) =>
    `Otra orden tiene abierta la base de datos (${owner}) y la cierra al terminar. Espera a que termine y repite esta.`,
  notMigrated: (count: number) =>
    count === 1
      ? 'A la base de datos le falta 1 migración. Aplícala con: npm run admin -- migrate'
      : `A la base de datos le faltan ${count} migraciones. Aplícalas con: npm run admin -- migrate`,
  noRole: (role: string) => `El rol «${role}» no existe. Créalo primero: create role … login password …`,
  ownRole: (role: string) => `«${role}» es el rol dueño de las tablas: elige otro para trabajar o respaldar.`,
  sameRole: (role: string) => `«${role}» no puede ser los dos: el que trabaja cambia filas y el que respalda solo lee.`,
  granted: {
    app: (role: string) => `«${role}» trabaja con las filas; no cambia tablas ni reescribe el historial.`,
    backup: (role: string) => `«${role}» lee todo y no cambia nada.`,
  },
  excess: {
    superuser: (role: string) => `«${role}» es superusuario: ningún permiso lo limita. Quítaselo con: alter role … nosuperuser`,
    owner: (role: string) => `«${role}» es dueño de las tablas, o miembro de su dueño: puede cambiarlas.`,
    creates: (role: string) => `«${role}» puede crear tablas en este esquema. Quítalo con: revoke create on schema … from public`,
  },

  noAddress: (typed: string) => `«${typed}» no es un correo electrónico.`,
  testMail: (publicUrl: string, at: Date) => ({
    subject: 'Correo de prueba de Bitácora',
    text: `Este correo de prueba salió de ${publicUrl} (${at.toISOString()}).\n\nSi lo lees, los avisos también llegan.\n`,
  }),
  testMailSent: (server: string, to: string, from: string) =>
    `${server} recibió el correo para ${to}, de ${from}. Revisa que llegue, y que no esté entre los no deseados.`,
  testMailWritten: (folder: string) => `No hay servidor de correo (SMTP_URL): el correo se guardó como archivo en ${folder}.`,
  testMailRefused: (server: string, answer: string) => `${server} no recibió el correo. Respondió: «${answer}».`,

  secretInUse: 'Bitácora está en marcha sobre esta base de datos. Detén todos sus procesos y repite la orden.',
  secretForgotten: 'El siguiente inicio puede traer otro SESSION_SECRET. Los enlaces de correos ya enviados siguen siendo válidos.',

  rotated: (files: readonly string[]) => `Se cambió en DATA_DIR: ${files.join(', ')}. Ya puedes iniciar Bitácora.`,
  afterRotation: [
    'Nadie tiene que volver a entrar. Siguen valiendo invitaciones y enlaces enviados, tokens, segundos factores, webhooks, avisos en el navegador, cuentas de chat y calendarios.',
    'Quien estaba entrando con la cuenta de la empresa o con el código de una terminal empieza de nuevo. Las imágenes de tarjetas de chat ya enviadas dejan de verse.',
    'No cambia la contraseña del dueño de la base incluida, que solo abre desde este equipo, ni la llave de los respaldos.',
    'Haz ahora un respaldo: los segundos factores y webhooks de uno anterior necesitan el secreto de antes.',
    'Reinicia también el bot que corra aparte.',
  ],
  nothingRotated: 'Bitácora no generó ningún secreto en esta instalación: no se cambió nada.',
  manual: 'Estos secretos están en el entorno. Cámbialos a mano:',
  manualStep(name: string): string {
    if (name === 'SESSION_SECRET' || name === 'BOT_TOKEN')
      return `pon el de ahora en ${name}_PREVIOUS y uno nuevo («openssl rand -base64 48») en ${name}, y reinicia; docs/operations.md, «A new secret».`;
    if (name === 'METRICS_TOKEN') return 'pon uno nuevo aquí y en Prometheus, y reinicia.';
    if (name === 'BACKUP_KEY')
      return 'crea otra con backup-key y conserva la anterior mientras haya respaldos suyos; docs/backup.md, «A key».';
    if (name.includes('DATABASE')) return `«alter role … password …» en PostgreSQL, la misma en ${name}, y reinicia.`;
    if (name === 'ADMIN_PASSWORD') return 'quítalo junto con ADMIN_EMAIL: solo sirve en una base vacía.';
    return 'pide otro a quien da el servicio, ponlo aquí y reinicia.';
  },

  noValue: '—',
  sources: {
    environment: () => 'del entorno',
    file: () => 'de .env',
    secretFile: (file: string) => `del archivo ${file}`,
    generated: (file: string) => `generado en ${file}`,
    default: () => 'predeterminado',
    unset: () => 'sin definir',
  },

  wrongPort: '--port es un puerto, de 1 a 65535.',
  samePort: (port: string) => `El puerto ${port} es el de la instalación real. Elige otro con --port.`,
  demoInReal: (folder: string, dataDir: string) =>
    `${folder} es, contiene o está dentro de la carpeta de datos ${dataDir}. Elige para la demostración una carpeta aparte.`,
  demoInCompany: (folder: string) => `${folder} tiene la base de una empresa de verdad. Elige para la demostración una carpeta aparte.`,
  demoWithoutWeb: 'La web no está construida: ejecuta una vez «npm start» para verla.',
  demoStarts: (folder: string, port: string) =>
    `La demostración de ${folder} inicia. Cuando avise que está lista, ábrela en http://localhost:${port} desde este equipo. Se detiene con Ctrl-C.`,
  demoStopped: (folder: string) => `La demostración se detuvo. Para quitarla, borra ${folder}.`,

  listOrId: 'Elige --list o --id, no los dos.',
  sessionsOrId: '--sessions cierra todas las sesiones: no va con --id.',
  wrongId: '--id es el número que muestra --list.',
  chatsOf: (email: string, count: number) => `${email} tiene ${pluralize(count, 'cuenta de chat', 'cuentas de chat')}.`,
  chatsUnlinked: (email: string, count: number) =>
    count === 0
      ? `${email} no tenía cuentas de chat vinculadas.`
      : `${count === 1 ? 'Se desvinculó' : 'Se desvincularon'} ${pluralize(count, 'cuenta de chat', 'cuentas de chat')} de ${email}. Sus avisos llegan por correo.`,
  chatLink: (link: { id: number; service: string; workspace: string; displayName: string; linkedAt: Date }, zone: string) =>
    `  ${link.id}  ${link.displayName}, ${link.service} (${link.workspace}), desde el ${writtenInstant(link.linkedAt, zone)}`,
  tokensOf: (email: string, count: number) => `${email} tiene ${pluralize(count, 'token', 'tokens')}.`,
  tokensRevoked: (email: string, count: number) =>
    count === 0
      ? `${email} no tenía tokens.`
      : `${count === 1 ? 'Se revocó' : 'Se revocaron'} ${pluralize(count, 'token', 'tokens')} de ${email}.`,
  token: (token: { id: number; name: string; prefix: string; scope: string; expires: string }) =>
    `  ${token.id}  ${token.name} (${token.prefix}…), ${token.scope}, ${token.expires}`,
  sessionsOf: (count: number) => `Tiene ${pluralize(count, 'sesión abierta', 'sesiones abiertas')}.`,
  terminalsEnded: (count: number) => `Terminales que esperaban un token y ya no lo reciben: ${count}.`,
  sessionsEnded: (count: number) => `Se cerraron sus sesiones: ${count}.`,

  upToDate: 'La base de datos está al día.',
  pending: 'Falta aplicar:',
  applied: 'Se aplicó:',

  notEmpty: (place: string) => `${place} ya existe y no está vacía. Elige otro nombre.`,
  imageMissing: (name: string) => `Falta el archivo ${name}, o no se puede leer: el respaldo no lo lleva.`,
  imageAltered: (name: string) => `El archivo ${name} está dañado: el respaldo lo lleva como está.`,
  imageRecovered: (name: string) => `El archivo ${name} falta o está dañado: el respaldo lleva el del respaldo anterior, que está bien.`,
  backupRemoved: (name: string) => `Se quitó el respaldo ${name}.`,
  notRemoved: (folder: string, reason: string) => `No se pudo quitar ${folder} (${reason}). Bórralo tú.`,
  backupLater: (name: string) =>
    `El respaldo ${name} es de un momento que aún no llega: no se toma en cuenta. Revisa el reloj de este equipo, y quítalo si no sirve.`,
  oneBackupPlace: 'Elige --into o --output, no los dos.',
  keepNeedsInto: '--keep va con --into.',
  wrongKeep: '--keep es cuántos respaldos se conservan, de 1 a 9999.',
  secretsNeedKey: 'Los secretos abren enlaces pendientes: solo van en un respaldo cifrado.',
  makeKey: 'Crea una llave con «npm run admin -- backup-key ARCHIVO» y nómbrala en BACKUP_KEY_FILE.',
  keyNotWritten: (file: string, reason: string) => `La llave no se pudo escribir en ${file} (${reason}).`,
  keyHints: {
    EEXIST: 'Ya hay un archivo con ese nombre, quizá una llave que aún se necesita. Elige un archivo que no exista.',
    EACCES: 'Este usuario no puede escribir en esa carpeta. Repite la orden como uno que pueda, o elige otra carpeta.',
  } as Record<string, string>,
  keyWritten: (file: string, recipient: string) => `Llave de respaldos en ${file}; su parte pública es ${recipient}.`,
  keepKey: 'Guarda una copia fuera de este equipo: sin ella ningún respaldo cifrado se puede abrir. Después define BACKUP_KEY_FILE.',
  otherBackupRuns: 'Hay otro respaldo o restauración en marcha sobre esta base de datos. Espera a que termine.',
  backedUp: (place: string, rows: number, images: number) =>
    `Respaldo listo en ${place}: ${pluralize(rows, 'fila', 'filas')} y ${pluralize(images, 'archivo', 'archivos')}.`,

  created: (email: string) => `Se registró a ${email} como Desarrollador. Ya puede entrar.`,
  noPasswordKept: 'Las contraseñas están desactivadas: no se guardó ninguna.',
  passwordSet: (email: string) => `Se definió la contraseña de ${email} y se cerraron sus sesiones, tokens, cuentas de chat y calendario.`,
  factorReset: (email: string) => `Se quitó el segundo factor de ${email} y se cerraron sus sesiones. Se le avisa por correo.`,
  wrongFormat: '--format es xlsx o csv.',
  exportLacks: (name: string) => `Falta el archivo ${name}: la exportación no lo lleva.`,
  exported: (place: string, rows: number, images: number) =>
    `Quedó en ${place}: ${pluralize(rows, 'fila', 'filas')} y ${pluralize(images, 'archivo', 'archivos')}.`,
  askAnonymise: (label: string) =>
    `Se olvidará quién fue ${label}: nombre, correo, número, teléfono, foto, cuentas y avisos. No se puede deshacer. ¿Continuar? [s/N] `,
  noPerson: (number: string) => `Nadie tiene el número de empleado «${number}».`,
  stillActive: (number: string) => `${number} sigue activa. Desactívala primero en Usuarios, con quien toma sus actividades.`,
  sealBusy: 'El historial se está sellando. Repite la orden en un minuto.',
  anonymised: (id: number, rows: number) =>
    `Quedó como «Persona anonimizada ${id}»; ${rows === 1 ? 'se reescribió' : 'se reescribieron'} ${pluralize(rows, 'renglón', 'renglones')} de los historiales. Los respaldos anteriores y los textos que otros escribieron aún pueden nombrarla.`,
  unlinked: (email: string, count: number) =>
    count === 0
      ? `${email} no tenía cuenta de la empresa vinculada. Se cerraron sus sesiones, tokens, cuentas de chat y calendario.`
      : `Se desvinculó la cuenta de la empresa de ${email} y se cerraron sus sesiones, tokens, cuentas de chat y calendario.`,
  resetLink: (email: string, until: string) =>
    `Enlace para ${email}, de un solo uso y válido hasta ${until}. Se cerraron sus sesiones, tokens, cuentas de chat y calendario.`,
} as const;
