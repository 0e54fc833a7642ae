/** Two commands use these: one makes any call of the API, the other opens the web. */
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
