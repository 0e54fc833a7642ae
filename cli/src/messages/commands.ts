import { pluralize } from '@bitacora/core/messages/phrases';

const ownPassword = 'Pide tu contraseña: un token no administra cuentas.';
const personNamed = `${ownPassword} La persona se indica por correo, número de empleado, nombre completo o id.`;

/** Holds the help and the sentences of the commands about the own session and about people. */
export const terminalCommands = {
  code: 'Código de tu segundo factor:',
  passwordStdin: 'lee tu contraseña de la entrada estándar',

  logIn: {
    summary: 'inicia sesión y guarda un token en esta máquina',
    details: `Muestra un código: confírmalo en la página que se abre, también desde otro equipo o un teléfono. No pide contraseña.
Se guarda un token personal, que vale 90 días y se ve en tu perfil.
Con contraseña: bitacora login --password
Sin terminal: echo "$CLAVE" | bitacora login --email ana@empresa.mx --password-stdin`,
    url: 'dirección del servidor, por ejemplo https://bitacora.empresa.mx',
    email: 'tu correo, para entrar con contraseña',
    password: 'entra con correo y contraseña, sin navegador',
    noBrowser: 'no abre el navegador: solo muestra la dirección y el código',
    passwordStdin: 'lee la contraseña de la entrada estándar',
    readOnly: 'el token solo consulta, no cambia nada',
    prompt: ({ url, userCode, isOpen }: { url: string; userCode: string; isOpen: boolean }) => [
      isOpen ? `Confirma en tu navegador (${url}) con este código:` : `Abre ${url} en un navegador, entra y escribe este código:`,
      '',
      `    ${userCode}`,
      '',
      'Esperando tu confirmación; el código vale 10 minutos. Ctrl-C cancela.',
    ],
    emailQuestion: 'Correo:',
    emailMissing: 'Falta tu correo.',
    emailExample: 'Agrega --email ana@empresa.mx',
    inTheClear: (url: string) => `Cuidado: la conexión con ${url} no va cifrada; usa https si el servidor lo tiene.`,
    wrongUrl: (url: string) => `«${url}» no es la dirección de un servidor.`,
    urlExample: 'Ejemplo: https://bitacora.empresa.mx',
    done: ({ name, email, url, day, scope }: { name: string; email: string; url: string; day: string; scope: 'read' | 'write' }) => [
      `Iniciaste sesión como ${name} (${email}) en ${url}.`,
      `El token vale hasta el ${day}${scope === 'read' ? ' y es solo de lectura' : ''}.`,
    ],
    tokenInEnvironment: 'Mientras BITACORA_TOKEN esté definida, se usará ese token y no el de esta sesión.',
  },

  logOut: {
    summary: 'cierra la sesión y revoca su token',
    none: 'No había sesión.',
    others: (profiles: readonly string[]) => `Quedan otros perfiles: ${profiles.join(', ')}. Elige uno con: bitacora auth switch PERFIL`,
    done: (url: string) => `Se cerró la sesión en ${url} y su token quedó revocado.`,
    notRevoked: (url: string) => `La sesión se borró de esta máquina, pero ${url} no respondió y su token sigue vigente.`,
    tokenInEnvironment: 'El token de BITACORA_TOKEN no se revocó; se sigue usando mientras esa variable esté definida.',
    revokeByHand: 'Revócalo en tu perfil, en la web.',
  },

  exportOwn: {
    summary: 'descarga lo que Bitácora guarda de ti',
    details: `Un archivo ZIP con un libro de Excel y tus imágenes.`,
  },

  profiles: {
    list: 'muestra los perfiles y cuál es el actual',
    switch: 'elige el perfil que usan las demás órdenes',
    name: 'nombre del perfil',
    profile: 'Perfil',
    current: 'Actual',
    server: 'Servidor',
    email: 'Correo',
    expires: 'Vence',
    none: 'No hay perfiles.',
    unknown: (name: string) => `No hay un perfil «${name}».`,
    existing: (names: readonly string[]) => `Perfiles: ${names.join(', ')}`,
    switched: (name: string, url: string) => `El perfil actual es ${name} (${url}).`,
  },

  config: {
    list: 'muestra los ajustes del perfil y de dónde viene cada uno',
    get: 'muestra un ajuste',
    set: 'cambia un ajuste del perfil',
    key: 'ajuste (bitacora config list)',
    value: 'su valor',
    details:
      'Un ajuste se guarda en esta máquina, en el perfil actual o en el de --profile. --every y --page-size cuentan más que el suyo.',
    columns: { key: 'Ajuste', value: 'Valor', source: 'Origen', meaning: 'Qué es' },
    sources: { profile: 'ajuste', usual: 'usual', login: 'login' },
    facts: {
      url: 'servidor del perfil',
      email: 'cuenta del perfil',
      scope: 'qué permite su token: write o read',
      expires: 'último día de su token',
    },
    meanings: {
      color: 'colores: auto o no',
      browser: 'abrir el navegador: auto o no',
      every: ({ min, max }: { min: number; max: number }) => `segundos entre lecturas de --watch: de ${min} a ${max}`,
      'page-size': (max: number) => `filas de una página de los reportes: de 1 a ${max}`,
    },
    unknown: (key: string) => `No hay un ajuste «${key}». Hay:`,
    fixed: (key: string) => `«${key}» no se ajusta: lo fija el login.`,
    howFixed: 'Cámbialo con: bitacora login',
    wrongWord: (typed: string, words: readonly string[]) => `«${typed}» no sirve; usa ${words.join(' o ')}.`,
    wrongNumber: (typed: string, min: number, max: number) => `«${typed}» no es un número entre ${min} y ${max}.`,
    done: (key: string, value: string) => `${key} es ahora ${value}.`,
  },

  watch: {
    needsTerminal: '--watch necesita una terminal.',
    useJson: 'En un guion usa --watch --json: una línea por cada cambio.',
    status: (time: string, seconds: number) => `Leído a las ${time} · cada ${seconds} s · Ctrl-C termina`,
    stale: (time: string, why: string) => `Leído a las ${time} · ${why} Se sigue intentando · Ctrl-C termina`,
    more: (count: number) => `… y ${pluralize(count, 'línea más', 'líneas más')}; agranda la ventana.`,
  },

  whoAmI: {
    summary: 'muestra quién eres y en qué servidor',
    lines: (person: { name: string; email: string; position: string; department: string }, url: string) => [
      `${person.name} (${person.email})`,
      `${person.position}, ${person.department}`,
      `Servidor: ${url}`,
    ],
  },

  matching: {
    nobody: (typed: string) => `Nada coincide con «${typed}».`,
    several: (typed: string) => `«${typed}» puede ser varios; indica el id:`,
  },

  usersList: {
    summary: 'lista a las personas',
    department: 'solo las de este departamento',
    status: 'solo las activas o las inactivas',
    count: (count: number) => pluralize(count, 'persona', 'personas'),
    empty: 'Nadie coincide.',
  },

  usersDeactivate: {
    summary: 'desactiva a una persona',
    details: personNamed,
    person: 'a quién',
    reassignTo: 'quién se hace cargo de sus actividades abiertas',
    handOver: 'Agrega --reassign-to con quién se hará cargo.',
    question: (name: string, successor: string | null) =>
      successor === null ? `¿Desactivar a ${name}?` : `¿Desactivar a ${name} y pasar sus actividades abiertas a ${successor}?`,
  },

  usersCancelEmailChange: {
    summary: 'cancela el cambio de correo que una persona tiene por confirmar',
    details: `El enlace enviado al correo nuevo deja de servir, y el correo que sigue recibe un aviso.
${personNamed}`,
    person: 'de quién',
    question: (name: string, email: string, pending: string) => `¿Cancelar el cambio de correo de ${name}, de ${email} a ${pending}?`,
  },

  usersCreate: {
    manager: 'jefe, por correo, número, nombre completo o id; vacío lo quita',
    summary: 'registra a una persona y le envía su invitación',
    details: `La invitación es un correo con un enlace, válido por 7 días, para definir la contraseña.
${ownPassword}`,
  },

  usersUpdate: {
    summary: 'corrige los datos de una persona',
    details: `Lo que no se menciona queda igual; un alias o teléfono vacío se borra. Un correo nuevo se confirma con un enlace.
${personNamed}`,
    person: 'a quién',
    nothing: 'Indica qué cambia, por ejemplo --position.',
  },

  usersInvite: {
    summary: 'envía otra vez la invitación a quien aún no define su contraseña',
    details: `El enlace anterior deja de servir.
${personNamed}`,
    person: 'a quién',
  },

  usersActivate: {
    summary: 'activa de nuevo a una persona',
    details: personNamed,
    person: 'a quién',
    question: (name: string) => `¿Activar a ${name}?`,
  },

  usersImport: {
    summary: 'registra a las personas de un libro de Excel o un .csv',
    details: `Primero se revisa todo el libro; si una fila tiene un error, no se registra a nadie y la lista dice fila, columna, valor y motivo.
Para registrar pide tu contraseña, salvo con un token «Solo cargar usuarios», que creas en tu perfil. Con «-» el libro llega por la entrada estándar.`,
    file: 'el libro (.xlsx, .xls o .csv), o «-»',
    dryRun: 'solo revisa; no registra a nadie',
    annotated: 'si hay errores, guarda aquí el libro con los errores marcados',
    oneStandardInput: 'La entrada estándar no puede llevar a la vez el libro y la contraseña.',
    row: 'Fila',
    column: 'Columna',
    value: 'Valor',
    error: 'Motivo',
    checking: 'Revisando el libro…',
    registering: (count: number) => `Registrando a ${pluralize(count, 'persona', 'personas')}…`,
    wouldRegister: (count: number) => `Se registraría a ${pluralize(count, 'persona', 'personas')}.`,
    privileged: (count: number) => `Por su puesto, ${pluralize(count, 'persona podría', 'personas podrían')} ver y administrar todo:`,
    privilegedRow: (row: number, name: string, position: string) => `  fila ${row}: ${name}, ${position}`,
    privilegedMore: (count: number) => `  y ${pluralize(count, 'persona más', 'personas más')}`,
    question: (count: number) => `¿Registrar a ${pluralize(count, 'persona', 'personas')}?`,
    registered: (count: number) => `Se registró a ${pluralize(count, 'persona', 'personas')}; su invitación va por correo.`,
  },

  completion: {
    summary: 'escribe el guion que completa órdenes, opciones y valores con la tecla Tab',
    details: `También completa folios, temas, personas, departamentos y perfiles. El guion es el mismo en cada versión.
bash:        bitacora completion bash > ~/.local/share/bash-completion/completions/bitacora
zsh:         bitacora completion zsh > "\${fpath[1]}/_bitacora"
fish:        bitacora completion fish > ~/.config/fish/completions/bitacora.fish
PowerShell:  bitacora completion powershell | Add-Content $PROFILE`,
    shell: 'bash, zsh, fish o powershell',
    complete: 'responde a un guion qué puede ir en el cursor',
    line: 'la línea hasta el cursor',
    unknown: (typed: string) => `No hay guion para «${typed}». Hay para:`,
  },
} as const;

/** Holds the help texts of the terminal app. */
export const terminalHelp = {
  about: 'Bitácora en la terminal. Sola abre la aplicación de pantalla completa; con una orden, sirve para programas.',
  titles: {
    'Usage:': 'Uso:',
    'Arguments:': 'Argumentos:',
    'Options:': 'Opciones:',
    'Commands:': 'Órdenes:',
  },
  usage: { program: '<orden> [opciones]', group: '<orden> [opciones]', options: '[opciones]' },
  after: `
Variables de entorno:
  BITACORA_URL       dirección del servidor
  BITACORA_TOKEN     token en lugar del que guardó login
  BITACORA_PROFILE   perfil, si no se usa --profile
  BITACORA_PASSWORD  contraseña para las órdenes que la piden, cuando no hay quien la escriba
  NO_COLOR           sin colores

Códigos de salida:
  0  hecho
  1  el servidor dijo que no
  2  la orden está mal escrita
  3  no se pudo conectar con el servidor
  4  no has iniciado sesión
  130  interrumpida con Ctrl-C`,
  helpCommand: { name: 'help', summary: 'muestra el manual de una orden, con códigos de salida y variables de entorno' },
  examples: 'Ejemplos:',
  common: {
    json: 'responde en JSON',
    csv: 'responde en CSV',
    excel: 'CSV para abrir en Excel (con marca UTF-8)',
    output: 'escribe en este archivo; «-» es la salida estándar',
    overwrite: 'reemplaza el archivo de --output si ya existe',
    confirm: 'no pide confirmación y reemplaza el archivo de --output si ya existe',
    noColour: 'sin colores',
    profile: 'perfil en lugar del actual (bitacora auth list)',
    profileAlone: 'perfil en lugar del actual; sin orden, abre la pantalla completa con él',
    columns: 'solo estas, con coma: encabezados o campos de la API',
    watch: 'vuelve a leer hasta Ctrl-C; con --json, una línea por cada cambio',
    every: ({ min, max }: { min: number; max: number }, usual: number) =>
      `cada cuántos segundos lee --watch, de ${min} a ${max} (usual: ${usual})`,
    help: 'muestra esta ayuda',
    version: 'muestra la versión',
  },
  groups: {
    auth: 'perfiles de esta máquina: servidores y cuentas',
    config: 'ajustes de un perfil',
    activities: 'actividades, una o varias',
    users: 'personas de la empresa',
    topics: 'temas',
    templates: 'plantillas de los temas',
    assignments: 'temas asignados a externos',
    absence: 'ausencias y quién suple',
    profile: 'tus propios datos',
    report: 'reportes de actividades',
    chats: 'canales de chat en los que se avisa de un tema',
    outbox: 'avisos que no llegaron',
  },

  flagsMissing: (flags: readonly string[]) => (flags.length === 1 ? `Falta ${flags[0]}.` : `Faltan ${flags.join(', ')}.`),
  oneFormat: 'Elige un solo formato: --json o --csv.',
  watchAlone: 'Con --watch no va --csv, --excel ni --output. Para un programa usa --watch --json.',
  unknownColumn: (typed: string) => `«${typed}» no es una columna. Columnas:`,
  columnsOfTable: '--columns va con la tabla o con --csv.',
  everyWithoutWatch: '--every va con --watch.',
  notAChoice: (flag: string, typed: string) => `«${typed}» no es una opción de ${flag}. Opciones:`,
  seeHelp: 'Consulta la ayuda con --help.',
  didYouMean: (name: string) => `¿Quisiste decir ${name}?`,
  wrong: {
    missingArgument: (name: string) => `Falta el argumento <${name}>.`,
    optionMissingArgument: (name: string) => `Falta el valor de ${name}.`,
    unknownOption: (name: string) => `No existe la opción ${name}.`,
    unknownCommand: (name: string) => `No existe la orden «${name}».`,
    excessArguments: (name: string) => `Sobran argumentos en «${name}».`,
    otherwise: () => 'La orden está mal escrita.',
  },
} as const;
