/** Only Slack needs these words, for its modals, its buttons and its channels. */
export const botSlack = {
  product: 'Bitácora',
  saving: 'Guardando…',
  done: 'Listo.',
  close: 'Cerrar',
  cancel: 'Cancelar',
  choose: 'Elige',
  chooseDate: 'Elige una fecha',
  confirmTitle: 'Confirma',
  yes: 'Sí',
  no: 'No',
  answeredAlone: 'Te respondí en tu conversación con Bitácora.',
  /** The shapes differ too, because some people cannot distinguish the colors. An item's facts repeat it in words. */
  tones: { overdue: '🚩', soon: '⏳', calm: '🔹', done: '✅' },
  wrong: (error: string) => `⚠️ ${error}`,
  nothing: '—',
  fact: (label: string, value: string) => `${label}: ${value}`,
} as const;

/** Only Teams says these; the rest of the bot's words are the same in every chat. */
export const botTeams = {
  more: 'Lo demás está en Bitácora.',
  openDoor: (name: string) => `${name} no puede estar definida: el bot no arranca sin comprobar quién le escribe.`,
  loginRefused: 'Microsoft no aceptó la aplicación de Teams: revisa TEAMS_CLIENT_ID, TEAMS_CLIENT_SECRET y TEAMS_TENANT_ID.',
  /** Teams does not name a team's first channel. */
  channel: 'este canal',
  answeredSeparately: 'Te contesto en nuestro chat personal.',

  app: {
    short: 'Tus actividades y sus avisos, en Teams',
    full: 'Recibe los avisos de tus actividades donde trabajas y complétalas, coméntalas o verifícalas sin salir de Teams, con los mismos permisos que en la web.',
    tab: 'Inicio',
    newActivity: { title: 'Crear actividad', description: 'Una actividad con el texto de este mensaje' },
  },
  packageUsage: 'Uso: npm run teams-package [-- --tab] [archivo.zip]',
  packageNeeds: 'Faltan TEAMS_CLIENT_ID y un PUBLIC_URL que empiece con https.',
  packaged: (file: string) => `Paquete de Teams: ${file}`,
} as const;
