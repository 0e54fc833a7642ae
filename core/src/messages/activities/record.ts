/** The record of an activity, and the expedient of many. */
export const recordTexts = {
  download: 'Descargar constancia',
  preparing: 'Preparando la constancia…',
  ready: 'Constancia lista',
  failed: 'No se pudo preparar la constancia.',
  fileName: (folio: number) => `Constancia_${folio}.pdf`,
  title: 'CONSTANCIA DE ACTIVIDAD',
  folio: (folio: number) => `Folio ${folio}`,
  issued: (when: string, by: string) => `Emitida el ${when} por ${by}`,
  qrText: (url: string) => `Código QR con la dirección ${url}`,
  page: (page: number, total: number) => `Página ${page} de ${total}`,

  pictured: (place: number, name: string) => `Foto ${place}: ${name}`,
  more: (shown: number, total: number) => `Se dibujan ${shown} de ${total} fotos; abajo están todas con su huella.`,
  noEvidence: 'No hay evidencias.',
  missingFile: 'El archivo no está en el servidor.',
  uploaded: (by: string, when: string) => `${by}, ${when}`,
  captured: (when: string) => `tomada sin conexión el ${when}`,
  sha256: (digest: string) => `SHA-256 ${digest}`,
  capturedSha256: (digest: string) => `SHA-256 de lo que tomó el dispositivo ${digest}`,

  seal: 'Sello',
  row: (row: number, act: string, seal: string) => `Renglón ${row} (${act}): ${seal}`,
  sealOfRow: (seal: number, day: string) => `sello ${seal}, del ${day}`,
  states: {
    earlier: 'con sello de una versión anterior',
    pending: 'todavía sin sello',
    redacted: 'sellado; se reescribió para olvidar a una persona',
    broken: 'no coincide con su sello: pide a la administración que verifique el historial',
  },
  pending: (count: number) =>
    `${count === 1 ? 'Un movimiento todavía no tiene sello' : `${count} movimientos todavía no tienen sello`}: Bitácora sella cada minuto mientras está en marcha. Descarga la constancia de nuevo en dos minutos.`,
  earlier: (count: number) =>
    `${count === 1 ? 'Un movimiento tiene' : `${count} movimientos tienen`} el sello de una versión anterior, que la administración comprueba. Bitácora los está sellando otra vez para que se comprueben sin red: descarga la constancia de nuevo en unos minutos.`,
  noHistory: 'Esta actividad no tiene historial que sellar.',
  lastSealed: (row: number) => `Último movimiento sellado: renglón ${row}`,
  leaf: (hash: string) => `Huella del renglón: ${hash}`,
  step: (side: string, hash: string) => `${side === 'left' ? 'Camino, a la izquierda' : 'Camino, a la derecha'}: ${hash}`,
  root: (hash: string) => `Raíz: ${hash}`,
  sealLine: (number: number, hash: string) => `Sello ${number}: ${hash}`,
  sealedAt: (when: string) => `Sellado el ${when}`,
  stamp: 'Sello de tiempo (RFC 3161)',
  stamped: (when: string, signer: string) => `Lo emitió ${signer} el ${when}.`,
  badStamp: (fault: string) => `El sello de tiempo guardado no prueba nada: ${fault}.`,
  stampedLine: (line: string) => `Sobre esta línea, con su salto de línea al final: ${line}`,
  token: 'Respuesta completa, en base64:',
  stampToCome: 'El sello de tiempo de una autoridad llega con el primer sello de cada día que siga; entonces esta constancia lo llevará.',
  noStamps: 'Esta empresa no pide sellos de tiempo a una autoridad.',
  lastLines: (shown: number, total: number) => `Son ${total}; aquí están los últimos ${shown}. El expediente los lleva todos.`,
  codes: 'Cada letra que la tipografía de este documento no tiene, como un emoji, aparece con su código Unicode: [U+1F44D].',
  documents: (name: string, pages: number) => `Documento: ${name} (${pages === 1 ? '1 página' : `${pages} páginas`})`,
  howToCheck:
    'Para comprobarla sin Bitácora pide el expediente: lleva los archivos originales, los renglones sellados y una página que los compara sin red.',
} as const;

/** The expedient of a report. */
export const expedientTexts = {
  generate: 'Descargar expediente',
  generating: 'Preparando el expediente…',
  generated: 'Expediente listo.',
  failed: 'No se pudo preparar el expediente.',
} as const;
