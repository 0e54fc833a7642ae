/** Requests that take long, and uploads. */
export const requestTexts = {
  chooseFile: 'Toca para elegir un archivo',
  stopped:
    'Dejamos de esperar al servidor, y no sabemos si alcanzó a registrarlo. Si envías otra vez lo mismo, sin cambiarlo, no se duplica.',
  timedOut: 'El servidor no respondió a tiempo. Revisa tu conexión y envía otra vez lo mismo, sin cambiarlo: no se duplica.',
  otherSession: 'No se envió nada: tu sesión terminó, o alguien más entró en otra pestaña.',
  sending: (percent: number) => (percent < 100 ? `Enviando: ${percent} %` : 'Enviado; el servidor lo revisa…'),
  stop: 'Cancelar envío',
  stopWaiting: 'Dejar de esperar',
} as const;
