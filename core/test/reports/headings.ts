const first = ['Folio', 'Creado por', 'Fecha de registro'];
const work = ['Tema', 'Departamento', 'Actividad', 'Responsable', 'Fecha de entrega', 'Extensión de fecha'];

/** The columns of reports as the product names them, for the tests of web, workbook and terminal. It shares nothing with what it judges. */
export const reportHeadings = {
  pending: [...first, ...work, 'Días restantes / retraso', 'Prioridad', 'Estado'],
  finishedWorkbook: [...first, ...work, 'Dias requeridos', 'Fecha de finalizacion', 'Prioridad', 'Estado'],
};
