/** What this device keeps without network, and what waits to be sent. */
export const offlineTexts = {
  queuedTitle: 'Guardado en este dispositivo',
  queued: 'Se enviará en cuanto haya señal, con la hora en que lo hiciste.',
  full: 'Este dispositivo no tiene espacio para guardar esto sin señal. Libera espacio o envíalo cuando haya conexión: aquí sigue mientras no cierres.',
  waiting: (count: number) => `${count} por enviar`,
  refused: (count: number) => (count === 1 ? '1 rechazado' : `${count} rechazados`),
  offline: 'Sin conexión.',
  readAt: (when: string) => `Sin conexión. Leído ${when}.`,
  at: (clock: string) => `a las ${clock}`,
  newVersion: 'Hay una versión nueva',
  update: 'Actualizar',
  panelTitle: 'Por enviar',
  panelNone: 'Todo se envió.',
  send: 'Enviar ahora',
  sendAgain: 'Enviar otra vez',
  refusedPlainly: (status: number) => `El servidor no lo aceptó (error ${status}).`,
  savePhoto: (name: string) => `Guardar ${name}`,
  discard: 'Descartar',
  keep: 'Conservar',
  discardSure: 'Sí, descartar',
  behind: 'Se enviará cuando se resuelva lo anterior de esta actividad.',
  awaits: 'Se enviará en cuanto haya señal.',
  folio: (folio: number) => `Folio ${folio}`,
  text: 'Texto',
  queuedHere: 'Por enviar desde este dispositivo',
  captured: (when: string) => `capturado ${when}`,
} as const;

/** When something was captured without network and when it arrived, by what it is. */
export const captureTexts = {
  image: (takenAt: string, sentAt: string) => `tomada ${takenAt}, enviada ${sentAt}`,
  comment: (writtenAt: string, sentAt: string) => `escrito ${writtenAt}, enviado ${sentAt}`,
  act: (doneAt: string, sentAt: string) => `hecho ${doneAt}, enviado ${sentAt}`,
} as const;
