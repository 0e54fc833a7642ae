/** What was typed and not sent. */
export const draftTexts = {
  recovered: 'Dejaste algo sin enviar.',
  recoveredDetail: 'Lo guardamos en este dispositivo y aquí está de nuevo.',
  restart: 'Empezar de nuevo',
  leaveTitle: '¿Salir sin enviar?',
  leaveBody: 'Guarda el borrador en este dispositivo y termínalo cuando vuelvas, o descártalo.',
  imagesLost: 'Este navegador no puede guardar las imágenes: al volver tendrás que elegirlas otra vez.',
  closeTitle: '¿Cerrar sin enviar?',
  closeBody: 'Se perderá lo que escribiste o elegiste aquí.',
  logOutTitle: '¿Cerrar sesión sin enviar?',
  logOutBody:
    'Dejaste algo sin enviar. Al cerrar sesión se borra de este dispositivo: lo que escribiste y las fotos sin enviar se pierden.',
  logOut: 'Borrar y cerrar sesión',
  goOn: 'Seguir escribiendo',
  stay: 'Seguir aquí',
  discard: 'Descartar',
  keep: 'Guardar borrador',
} as const;
