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
  missing: (name: string) => `Falta el campo ${name}.`,
  fieldExample: 'Ejemplos: id=134, ids:=[134,135], images=@foto.jpg',
  open: {
    summary: 'abre la web en el navegador: el inicio o una actividad',
    folio: 'folio de la actividad',
    notAFolio: (word: string) => `«${word}» no es un folio.`,
    opened: (address: string) => `Se abrió ${address}`,
  },
} as const;
