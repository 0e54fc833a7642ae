import { pluralize } from '@bitacora/core/messages/phrases';

/** The command that makes any call of the API, and the one that opens the web. */
export const terminalApi = {
  summary: 'hace cualquier llamada de la API; sin llamada, las lista',
  details: `Los campos llevan los nombres de la API (/api/openapi.json). La respuesta es JSON, tal como llega.
  campo=texto     también un número: id=134
  campo:=JSON     ids:=[134,135]
  campo=@archivo  una imagen o un libro: images=@foto.jpg
Un campo repetido hace una lista.`,
  call: 'llamada',
  fields: 'campos de la llamada, como campo=valor',
  method: 'método',
  does: 'qué hace',
  unknown: (name: string) => `La API no tiene la llamada «${name}».`,
  seeList: 'Lista de llamadas: bitacora api',
  notAField: (word: string) => `«${word}» no es un campo con su valor.`,
  notJson: (name: string) => `El valor de ${name} no es JSON.`,
  notAFile: (name: string) => `El campo ${name} de esta llamada no es un archivo.`,
  textWithAt: (name: string, text: string) => `Un texto que empieza con @ se escribe como JSON: ${name}:='"@${text}"'`,
  missing: (name: string) => `Falta el campo ${name}.`,
  fieldExample: 'Ejemplos: id=134, ids:=[134,135], images=@foto.jpg',
  schema: {
    summary: 'muestra el esquema JSON de lo que responde una orden con --json, o de una llamada',
    details: `Los nombres de --json son los de la API. Una lista es {"total", "rows"}; el esquema sale del mismo contrato que /api/openapi.json.
«activities show» agrega comments, images e history (null si no se pudieron leer); «whoami», url.`,
    word: 'orden o llamada, como report pending o get_activity',
    unknown: (name: string) => `«${name}» no es una llamada de la API ni una orden con esquema.`,
  },
  open: {
    summary: 'abre la web en el navegador: el inicio o una actividad',
    folio: 'folio de la actividad',
    notAFolio: (word: string) => `«${word}» no es un folio.`,
    opened: (address: string) => `Se abrió ${address}`,
  },
} as const;

/** Help and sentences of the commands about webhooks. */
export const terminalWebhooks = {
  webhook: 'nombre o id del webhook',
  columns: { id: 'ID', name: 'Nombre', url: 'Dirección', events: 'Eventos', state: 'Estado', waiting: 'Por enviar', failed: 'No llegaron' },
  list: {
    summary: 'lista los webhooks y cómo les va (solo Desarrollador)',
    none: 'No hay webhooks.',
    active: 'activo',
    inactive: 'desactivado',
    disabled: (since: string, reason: string) => `desactivado desde ${since}. ${reason}`,
    failing: (since: string) => `falla desde ${since}`,
    all: 'todos',
  },
  add: {
    summary: 'registra un webhook y muestra su secreto, solo esta vez',
    name: 'cómo se llamará',
    url: 'dirección con https://',
    event: 'un evento que recibe; se repite; sin ninguno, todos',
    comments: 'incluye el texto de los comentarios',
    done: (id: number) => `Webhook registrado con el id ${id}. Guarda su secreto en el receptor; no se muestra otra vez:`,
  },
  update: {
    summary: 'cambia un webhook, o lo activa o desactiva',
    details: 'Lo que no se menciona queda igual.',
    active: 'si recibe eventos',
    comments: 'si recibe el texto de los comentarios',
    nothing: 'Indica qué cambia: --name, --url, --event, --comments o --active.',
    done: 'Webhook guardado.',
  },
  rotate: {
    summary: 'cambia el secreto de un webhook y muestra el nuevo; durante 24 horas firman los dos',
    question: (name: string) => `¿Cambiar el secreto de «${name}»?`,
    done: 'Guarda este secreto en el receptor; no se muestra otra vez:',
  },
  remove: {
    summary: 'quita un webhook y sus entregas',
    question: (name: string) => `¿Quitar «${name}» y sus entregas?`,
    done: 'Webhook quitado.',
  },
  test: {
    summary: 'envía un evento de prueba a un webhook',
    done: 'Prueba en camino. Su resultado: bitacora webhooks deliveries',
  },
  deliveries: {
    summary: 'lista las entregas de los últimos 30 días',
    ofWebhook: 'solo las de este webhook (nombre o id)',
    state: 'solo las que están así',
    columns: {
      id: 'ID',
      at: 'Fecha',
      event: 'Evento',
      folio: 'Folio',
      webhook: 'Webhook',
      state: 'Estado',
      tries: 'Intentos',
      answer: 'Última respuesta',
      next: 'Siguiente intento',
    },
    none: 'No hay entregas.',
    foot: (page: number, pages: number, total: number) =>
      `Página ${page.toLocaleString('es-MX')} de ${pages.toLocaleString('es-MX')}, ${pluralize(total, 'entrega', 'entregas')}.`,
  },
  resend: {
    summary: 'envía entregas otra vez, con el mismo webhook-id',
    ids: 'ids de las entregas',
    failedOf: 'todas las fallidas de este webhook (nombre o id)',
    leftOut: (ids: readonly number[]) =>
      `No ${ids.length === 1 ? 'sale' : 'salen'}: ${ids.join(', ')}. No existe la entrega, ya se está enviando, o su webhook está desactivado.`,
    idsOrWebhook: 'Indica ids de entregas o --failed-of, una de las dos cosas.',
    seeList: 'Consulta los ids con: bitacora webhooks deliveries',
    wrongId: (typed: string) => `«${typed}» no es el id de una entrega.`,
  },
} as const;
