/** Requests that take long, and uploads. */
export const requestTexts = {
  chooseFile: 'Toca para elegir un archivo',
  stopped: 'Dejamos de esperar al servidor, y no sabemos si alcanzó a registrarlo. Si lo intentas otra vez, no se duplica.',
  timedOut: 'El servidor no respondió a tiempo. Revisa tu conexión e inténtalo otra vez: no se duplica.',
  sending: (percent: number) => (percent < 100 ? `Enviando imágenes: ${percent} %` : 'Imágenes enviadas; el servidor las revisa…'),
  stop: 'Cancelar envío',
  stopWaiting: 'Dejar de esperar',
} as const;
