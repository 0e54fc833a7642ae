/** Notifications that the browser shows. */
export const pushTexts = {
  product: 'Bitácora',
  unread: 'Tienes un aviso. Ábrelo en Bitácora.',
  start: 'Iniciar',
  view: 'Ver',
  started: (folio: number) => `Iniciaste la actividad ${folio}.`,
} as const;

/** The card of the profile about this browser. */
export const deviceTexts = {
  title: 'Este dispositivo',
  lead: 'Recibe tus avisos aquí, también con Bitácora cerrada.',
  on: 'Este dispositivo muestra tus avisos hasta que cierres sesión.',
  off: 'Este dispositivo no muestra tus avisos.',
  denied: 'Este navegador tiene bloqueados los avisos de Bitácora: permítelos en la configuración del sitio.',
  unsupported: 'Este navegador no puede mostrar avisos. En un iPhone, instala antes Bitácora.',
  enable: 'Recibir avisos aquí',
  disable: 'Dejar de recibirlos aquí',
  choose: 'Elige abajo, en «Avisos», qué avisos llegan a tus dispositivos.',
  failed: 'No se pudo cambiar.',
} as const;
