/** Help texts of the terminal app. */
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
  BITACORA_PASSWORD  contraseña para las órdenes que la piden, cuando no hay quien la escriba
  NO_COLOR           sin colores

Códigos de salida:
  0  hecho
  1  el servidor dijo que no
  2  la orden está mal escrita
  3  no se pudo conectar con el servidor
  4  no has iniciado sesión
  130  interrumpida con Ctrl-C`,
  helpCommand: { name: 'help [orden]', summary: 'muestra la ayuda de una orden' },
  common: {
    json: 'responde en JSON',
    csv: 'responde en CSV',
    excel: 'CSV para abrir en Excel (con marca UTF-8)',
    output: 'escribe en este archivo; «-» es la salida estándar',
    overwrite: 'reemplaza el archivo de --output si ya existe',
    confirm: 'no pide confirmación y reemplaza el archivo de --output si ya existe',
    noColour: 'sin colores',
    help: 'muestra esta ayuda',
    version: 'muestra la versión',
  },
  groups: {
    users: 'personas de la empresa',
    topics: 'temas',
    assignments: 'temas asignados a externos',
    report: 'reportes de actividades',
    outbox: 'avisos que no llegaron',
  },

  oneFormat: 'Elige un solo formato: --json o --csv.',
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
