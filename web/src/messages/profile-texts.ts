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
  replacement: {
    title: '¿Cambiar la dirección?',
    body: 'La dirección de ahora dejará de servir y tendrás que poner la nueva en tus calendarios.',
    confirm: 'Sí, cambiar',
    failed: 'No se pudo crear la dirección.',
  },
  revoke: 'Revocar',
  revocation: {
    title: '¿Revocar la dirección?',
    body: 'Los calendarios que la usan dejarán de mostrar tus actividades.',
    confirm: 'Sí, revocar',
    failed: 'No se pudo revocar la dirección.',
    done: 'Dirección revocada.',
  },

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

/** Notifications that the browser shows. */
export const pushTexts = {
  product: 'Bitácora',
  unread: 'Tienes un aviso. Ábrelo en Bitácora.',
  start: 'Iniciar',
  view: 'Ver',
  started: (folio: number) => `Iniciaste la actividad ${folio}.`,
  startQueued: (folio: number) => `Guardado en este dispositivo: iniciar la actividad ${folio}.`,
  whenOpened: 'Se enviará cuando abras Bitácora con señal, con la hora en que lo hiciste.',
  afterLogin: 'Tu sesión venció. Se enviará cuando entres a Bitácora, con la hora en que lo hiciste.',
  notStarted: (folio: number) => `No se inició la actividad ${folio}.`,
  full: 'Este dispositivo no tiene espacio para guardarlo. Ábrela en Bitácora e iníciala ahí.',
} as const;

/** The card of the profile about this browser. */
export const deviceTexts = {
  title: 'Este dispositivo',
  lead: 'Instala Bitácora y recibe tus avisos aquí, también con ella cerrada.',
  on: 'Este dispositivo muestra tus avisos hasta que cierres sesión.',
  off: 'Este dispositivo no muestra tus avisos.',
  denied: 'Este navegador tiene bloqueados los avisos de Bitácora: permítelos en la configuración del sitio.',
  unsupported: 'Este navegador no puede mostrar avisos. En un iPhone, instala antes Bitácora como se ve abajo.',
  enable: 'Recibir avisos aquí',
  disable: 'Dejar de recibirlos aquí',
  choose: 'Elige abajo, en «Avisos», qué avisos llegan a tus dispositivos.',
  failed: 'No se pudo cambiar.',
  installed: 'Bitácora está instalada en este dispositivo.',
  install: 'Instalar',
  howToInstall: 'Cómo instalarla en un teléfono',
  android: {
    name: 'Android (Chrome)',
    steps: ['Abre el menú ⋮ del navegador.', 'Toca «Instalar aplicación» o «Agregar a la pantalla principal».', 'Confirma con «Instalar».'],
    picture: 'Un teléfono con el menú de tres puntos abierto y la opción «Instalar aplicación» marcada.',
  },
  iphone: {
    name: 'iPhone (Safari)',
    steps: ['Toca el botón Compartir.', 'Elige «Agregar a inicio».', 'Toca «Agregar» y ábrela desde su icono.'],
    picture: 'Un teléfono con el botón Compartir marcado abajo y la opción «Agregar a inicio» en la lista.',
  },
} as const;
