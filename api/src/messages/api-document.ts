export const areaTexts = {
  activities: {
    name: 'Actividades',
    description:
      'Registrar, asignar, iniciar, completar, verificar, comentar y adjuntar evidencias. Lo que cada quien puede hacer depende de si es dueño o responsable.',
  },
  reports: {
    name: 'Reportes',
    description: 'Listas de toda la empresa con filtros, orden y páginas; cifras, cumplimiento, puntualidad y carga; vistas guardadas.',
  },
  topics: { name: 'Temas y plantillas', description: 'Los temas en los que se trabaja, quién puede usarlos y sus plantillas.' },
  sheets: {
    name: 'Hojas de cálculo y archivos',
    description: 'Traer actividades de una hoja de cálculo y llevarse los datos propios o los de la empresa.',
  },
  people: { name: 'Personas', description: 'Altas, cambios, bajas y ausencias.' },
  notifications: {
    name: 'Avisos y calendario',
    description: 'Lo que pasó y a quién le importa, por dónde llega, y la dirección de calendario.',
  },
  webhooks: { name: 'Webhooks', description: 'A qué sistemas se envía cada evento, con firma, y qué recibieron (docs/webhooks.md).' },
  account: { name: 'Mi cuenta', description: 'Mis datos, contraseña, sesiones, tokens, segundo factor y chats vinculados.' },
  session: { name: 'Entrar y salir', description: 'Sesión de la web, contraseña olvidada, y terminales que se autorizan en la web.' },
  admin: { name: 'Administración', description: 'El estado del servidor, los días inhábiles y el historial de lo que se administra.' },
  chats: {
    name: 'Chats',
    description: 'Lo que usa el bot de los chats con su token de servicio, o con el token corto de una persona vinculada.',
  },
  live: {
    name: 'Imágenes y cambios en vivo',
    description: 'Lo que no contesta JSON: imágenes, calendario y los cambios en cuanto ocurren.',
  },
} as const satisfies Record<string, { name: string; description: string }>;

export type Area = keyof typeof areaTexts;

export const credentialTexts = {
  anyone: 'Sin credencial.',
  service: 'Solo con el token de servicio del bot.',
  session: 'Solo con la sesión de la web: un token personal recibe 403.',
  read: 'Con sesión, o con un token `read` o `write`.',
  write: 'Con sesión, o con un token `write`; uno `read` recibe 403.',
  import: 'Con sesión, o con un token `import_people`; uno `write` solo revisa (`dry_run`, `annotated`).',
  token: 'Solo con un token, sobre sí mismo.',
} as const;

/** The line of a call whose session must have proven its person's identity. */
export const recentLoginTexts = {
  always: 'Si pasaron 15 minutos desde el inicio de sesión o `confirm_identity`, responde 403 `session.notRecent`.',
  sometimes: 'Sobre la cuenta de otra persona, o al autorizar una terminal: si pasaron 15 minutos, responde 403 `session.notRecent`.',
} as const;

export const statusTexts: Readonly<Record<number, string>> = {
  400: 'Algo de lo enviado no es válido; `fields` dice qué, campo por campo.',
  401: 'No hay sesión, o el token no sirve.',
  403: 'Esta persona, o esta credencial, no puede hacerlo.',
  404: 'No existe, o no es de quien llama: son la misma respuesta.',
  409: 'El estado actual o un duplicado lo impide; nada cambió.',
  413: 'Pesa demasiado.',
  415: 'El tipo de contenido no es el que esta llamada recibe.',
  429: 'Demasiadas llamadas; `Retry-After` dice en cuántos segundos volver.',
  503: 'El servidor está ocupado o sin base de datos; se repite después de `Retry-After`.',
};

const megabytes = (bytes: number) => `${bytes / 1_000_000} MB`;

export const limitTexts = {
  json: (bytes: number) => `Cuerpo JSON: ${bytes / 1_000} kB como máximo.`,
  images: ({ field, min, max, maxBytes, megapixels, perActivity }: ImageLimits) =>
    `Imágenes (\`${field}\`): ${min === max ? min : `de ${min} a ${max}`} por llamada, PNG o JPEG, ${megabytes(maxBytes)} y ${megapixels} megapixeles cada una` +
    `${perActivity ? `; ${perActivity} por actividad` : ''}.`,
  documents: ({ field, min, max, maxBytes, maxPages, perActivity }: DocumentLimits) =>
    `Documentos (\`${field}\`): de ${min} a ${max} por llamada, PDF, ${megabytes(maxBytes)} y ${maxPages} páginas cada uno; ${perActivity} por actividad.`,
  sheet: (maxBytes: number, maxRows: number) => `Libro: ${megabytes(maxBytes)} y ${maxRows.toLocaleString('es-MX')} filas como máximo.`,
  keptAnswer: (days: number) => `\`Idempotency-Key\`: la respuesta se conserva ${days === 1 ? '24 horas' : `${days} días`}.`,
  page: (usual: number, max: number) =>
    `Sin \`page\` contesta todas las filas como un arreglo. Con \`page\` contesta una página: \`pageSize\` de 1 a ${max}, ${usual} si falta.`,
} as const;

interface FileLimits {
  field: string;
  min: number;
  max: number;
  maxBytes: number;
}
interface ImageLimits extends FileLimits {
  megapixels: number;
  perActivity: number | null;
}
interface DocumentLimits extends FileLimits {
  maxPages: number;
  perActivity: number;
}

export interface SharedLimits {
  tokenWrites: number;
  sessionWrites: number;
  uploads: { points: number; minutes: number };
  workbooks: number;
  evidenceBytesPerDay: number;
  running: number;
  waiting: number;
  streams: number;
  jsonBytes: number;
  keyLetters: number;
  tokenDays: number;
  pageSize: number;
  pageSizeMax: number;
}

const sections = (limits: SharedLimits) =>
  [
    [
      'Empezar',
      [
        'Crea un token en **Mi perfil › Tokens personales** y envíalo en cada llamada:',
        '```\ncurl -H "Authorization: Bearer $TOKEN" $BITACORA/api/get_my_activities\n```',
        `Un token \`read\` consulta, uno \`write\` también cambia, uno \`assistant\` solo sirve a un asistente en \`/mcp\`, y uno \`import_people\` solo carga personas. Vence a más tardar en ${limits.tokenDays} días, se revoca en el perfil y nunca cambia contraseñas, tokens ni personas.`,
        'Con la sesión de la web: `GET /api/csrf-token`, `POST /api/login`, otro `GET /api/csrf-token`, y ese token en `X-CSRF-Token` en toda llamada que escribe. Con un token personal no hace falta.',
      ],
    ],
    ['Fechas', ['Los días son `AAAA-MM-DD` del calendario de la empresa; los instantes, ISO 8601 en UTC.']],
    [
      'Páginas',
      [
        `Las listas de los reportes aceptan \`page\` (desde 1) y \`pageSize\` (hasta ${limits.pageSizeMax}, ${limits.pageSize} si falta) y contestan \`{success, rows, total}\`. Sin \`page\` contestan todo como un arreglo.`,
      ],
    ],
    [
      'Repetir sin miedo',
      [
        `Envía \`Idempotency-Key\` (hasta ${limits.keyLetters} caracteres, distinta para cada acto) en toda llamada que escribe. Si no llegó la respuesta, repite la llamada igual y con la misma llave: el acto ocurre una vez y recibes la misma respuesta. La misma llave con otro contenido recibe 409.`,
      ],
    ],
    [
      'Errores',
      [
        'Todo error es `{"success": false, "error": "…", "code": "…"}`: `error` es una frase para mostrar, `code` es la regla, y `fields` nombra cada campo mal llenado.',
      ],
    ],
    [
      'Límites',
      [
        [
          '| de qué | cuánto |\n|---|---|',
          `| Escrituras por persona | ${limits.tokenWrites} por minuto con un token, ${limits.sessionWrites} con la sesión |`,
          `| Envíos con imágenes por persona | ${limits.uploads.points} en ${limits.uploads.minutes} minutos, ${megabytes(limits.evidenceBytesPerDay)} en 24 horas |`,
          `| Libros de Excel por persona | ${limits.workbooks} por minuto |`,
          `| Llamadas a la vez por persona | ${limits.running}; otras ${limits.waiting} esperan su turno |`,
          `| Conexiones de \`/api/live\` por persona | ${limits.streams} |`,
          `| Cuerpo JSON | ${limits.jsonBytes / 1_000} kB |`,
        ].join('\n'),
        'Quien pasa un límite recibe 429 con `Retry-After`. Las consultas no se cuentan. El máximo de cada texto está en su campo (`maxLength`).',
      ],
    ],
  ] as const;

export const introduction = (limits: SharedLimits): string =>
  sections(limits)
    .map(([title, paragraphs]) => `## ${title}\n\n${paragraphs.join('\n\n')}`)
    .join('\n\n');

export const apiPageTexts = {
  title: 'API de Bitácora',
  lead: 'Todo lo que hace la web lo puede hacer un programa tuyo. Para probar una llamada aquí:',
  steps: [
    'Crea un token en <a href="/Edit_Profile">tu perfil</a>, en «Tokens personales», y cópialo.',
    'Pulsa «Autorizar», pega el token y ciérralo. Esta página lo olvida al cerrarse.',
    'Abre una llamada, pulsa «Probar» y después «Enviar». Lo que envías ocurre de verdad, en tu nombre.',
  ],
  document: 'Documento OpenAPI',
  toBitacora: 'Ir a Bitácora',
  noScript: 'Esta página necesita JavaScript. El documento está en <a href="/api/openapi.json">/api/openapi.json</a>.',
  failed: 'No se pudo leer el documento de la API. Vuelve a cargar la página.',
  label: 'Llamadas',
};
