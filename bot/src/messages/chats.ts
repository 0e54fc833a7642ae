/** Only Slack needs these words, for its modals, its buttons and its channels. */
export const botSlack = {
  product: 'Bitácora',
  saving: 'Guardando…',
  /** Follows «Un momento…» and «Guardando…», because a bot that dies meanwhile leaves them there. */
  ifItStays: 'Si en un minuto sigue igual, revisa la actividad antes de repetirlo.',
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

/** Only WhatsApp says these: it has no forms, so a form is questions. */
export const botWhatsapp = {
  linkIntro:
    'Aún no sé quién eres en Bitácora. Abre «Mi perfil» en la web con tu sesión iniciada, pide el código para WhatsApp y envíamelo desde este número.',
  profile: 'Abrir mi perfil',
  consent: 'Al enviar tu código aceptaste recibir aquí avisos de tu trabajo. Escribe BAJA cuando ya no los quieras.',
  notLinked: 'Este WhatsApp no está vinculado con nadie de Bitácora, así que no te escribiré.',
  tooMany: 'Son demasiados mensajes en una hora, así que los siguientes no los leeré. Sigue en la web, o aquí dentro de una hora.',
  unsupported: 'Aquí entiendo textos, fotos y PDF. Escribe «ayuda» para ver qué puedo hacer.',
  noDocument: 'De los documentos solo recibo PDF e imágenes.',
  choose: 'Elige qué hacer.',
  options: 'Ver opciones',
  imagesLeft: (count: number) =>
    count === 1 ? 'Hay otra evidencia en la web.' : `Hay otras ${count.toLocaleString('es-MX')} evidencias en la web.`,
  templateRefused: 'Meta no acepta la plantilla de WHATSAPP_TEMPLATE: revisa su nombre, su idioma (es_MX) y que esté aprobada.',
  place: (place: number, count: number) => `(${place} de ${count})`,
  cancel: 'Cancelar',
  left: 'De acuerdo, no cambié nada.',
  /** A question ends with the process that asked it, and after half an hour. */
  questionOver:
    'Si respondías a una pregunta, ya se cerró: para empezar de nuevo escribe «actividades» o el folio, o envía otra vez la foto o el PDF.',
  keep: 'Dejar así',
  skip: 'Omitir',
  web: 'Abrir Bitácora',
  tomorrow: 'Mañana',
  dateHint: 'Escribe la fecha, como «mañana», «viernes» o «15/12».',
  noDate: 'No entendí la fecha.',
  tooEarly: (earliest: string) => `La fecha más próxima es el ${earliest}.`,
  tooLong: (length: number, most: number) =>
    `Son a lo más ${most.toLocaleString('es-MX')} letras y escribiste ${length.toLocaleString('es-MX')}.`,
  current: (value: string) => `Ahora: «${value}»`,
  manyOptions: (count: number) => `Son ${count.toLocaleString('es-MX')}: si no está en la lista, escribe parte de su nombre.`,
  noOption: 'Ninguna opción se llama así.',
  numbersHint: 'Escribe los números de lo que cambia, como «1, 3».',
  numbers: (most: number) => `Escribe números del 1 al ${most}, separados por comas.`,
  tooManyQuestions: 'Esto lleva demasiadas preguntas para un chat. Hazlo en la web.',
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
