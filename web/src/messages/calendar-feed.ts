/** The calendar feed of a person's deadlines (docs/product.md, 7). */
export const feedTexts = {
  title: 'Calendario',
  lead: 'Tus fechas de entrega en Google, Outlook o Apple. Quien tenga la dirección puede verlas: no la compartas.',
  none: 'No tienes una dirección de calendario.',
  since: (day: string) => `Creada el ${day}`,
  readAt: (instant: string) => `leída el ${instant}`,
  neverRead: 'ningún calendario la ha leído',

  create: 'Crear dirección',
  createFailed: 'No se pudo crear la dirección.',
  replace: 'Cambiar dirección',
  replaceTitle: '¿Cambiar la dirección?',
  replaceBody: 'La dirección de ahora dejará de servir y tendrás que poner la nueva en tus calendarios.',
  replaceConfirm: 'Sí, cambiar',
  revoke: 'Revocar',
  revokeTitle: '¿Revocar la dirección?',
  revokeBody: 'Los calendarios que la usan dejarán de mostrar tus actividades.',
  revokeConfirm: 'Sí, revocar',
  revokeFailed: 'No se pudo revocar la dirección.',
  revoked: 'Dirección revocada.',
  keep: 'No',

  madeTitle: 'Tu dirección está lista',
  madeLead: 'Cópiala ahora: no se vuelve a mostrar.',
  address: 'Dirección del calendario',
  how: 'Cómo agregarla',
  ways: [
    { program: 'Google', steps: 'En calendar.google.com: «Otros calendarios», el signo más, «Desde URL». Pega la dirección.' },
    { program: 'Outlook', steps: '«Agregar calendario», «Suscribirse desde la web». Pega la dirección.' },
    { program: 'Mac', steps: 'En Calendario: «Archivo», «Nueva suscripción a calendario». Pega la dirección.' },
    {
      program: 'iPhone',
      steps: 'En Calendario: «Calendarios», «Agregar calendario», «Agregar calendario de suscripción». Pega la dirección.',
    },
  ],
  reach:
    'Google y Outlook en la web la leen desde internet. Si Bitácora solo se abre en la red de tu empresa, usa el calendario de tu equipo.',
} as const;
