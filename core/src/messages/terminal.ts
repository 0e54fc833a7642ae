/** What the terminal app says when something does not go, and what to do next (issue 6). */
export const terminal = {
  logIn: 'Inicia sesión con: bitacora login',
  logInAt: (url: string) => `Inicia sesión con: bitacora login --url ${url}`,
  logInAgain: 'Vuelve a iniciar sesión con: bitacora login',
  notLoggedIn: 'No has iniciado sesión.',
  notLoggedInAt: (url: string, kept: string) => `No has iniciado sesión en ${url}; tu sesión es de ${kept}.`,
  sessionEnded: 'Tu sesión ya no vale: el token venció o fue revocado.',
  othersCanRead: (file: string) => `Otras personas pueden leer ${file}, donde está tu token.`,
  protectFile: (file: string) => `Protégelo con «chmod 600 '${file}'» si nadie lo ha leído, o vuelve a iniciar sesión.`,
  damagedSession: (file: string) => `El archivo ${file} está dañado.`,

  unreachable: (url: string) => `No se pudo conectar con ${url}.`,
  checkAddress: 'Revisa que el servidor esté encendido y la dirección (BITACORA_URL o --url).',
  redirected: (location: string) => `El servidor manda a otra dirección: ${location}`,
  notBitacora: (url: string) => `En ${url} no responde Bitácora.`,
  unexpected: (status: number) => `El servidor respondió algo que no se entiende (${status}).`,
  fileExists: (file: string) => `El archivo ${file} ya existe.`,
  replaceFile: 'Agrega --yes para reemplazarlo o elige otro nombre.',
  written: (file: string) => `Se escribió ${file}.`,
  cannotWrite: (file: string, why: string) => `No se pudo escribir ${file}: ${why}.`,
  cannotRead: (file: string, why: string) => `No se pudo leer ${file}: ${why}.`,
  /** By the code of the system. */
  fileFailures: {
    ENOENT: 'no existe la carpeta o el archivo',
    EACCES: 'no tienes permiso',
    EPERM: 'no tienes permiso',
    EISDIR: 'es una carpeta',
    ENOTDIR: 'parte de la ruta no es una carpeta',
    ENOSPC: 'no hay espacio en el disco',
    EROFS: 'el disco es de solo lectura',
    ENAMETOOLONG: 'el nombre es demasiado largo',
  },

  interrupted: 'Interrumpido; no se dejó nada a medias.',
  bug: (message: string) => `Ocurrió un error inesperado: ${message}`,
} as const;
