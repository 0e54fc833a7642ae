import ExcelJS from 'exceljs';

/** Spreadsheets as offices in Mexico keep them: each shows one habit that a reader of tidy tables stumbles over. */
export interface CompanySheet {
  file: string;
  /** What is unusual about it. */
  habit: string;
  bytes: () => Promise<Buffer>;
}

type Value = string | number | Date | null;
const utc = (day: string) => new Date(`${day}T00:00:00Z`);

async function workbook(fill: (book: ExcelJS.Workbook) => void): Promise<Buffer> {
  const book = new ExcelJS.Workbook();
  fill(book);
  return Buffer.from(await book.xlsx.writeBuffer());
}

const addRows = (sheet: ExcelJS.Worksheet, rows: readonly (readonly Value[])[]) => sheet.addRows(rows.map((row) => [...row]));
const paint = (sheet: ExcelJS.Worksheet, address: string, argb: string) => {
  sheet.getCell(address).fill = { type: 'pattern', pattern: 'solid', fgColor: { argb } };
};
const GREEN = 'FF92D050';
const YELLOW = 'FFFFFF00';
const RED = 'FFFF0000';
const HEADING_BLUE = 'FF1F4E78';

/** A weekly meeting's minutes: title rows, real dates, 'URGENTE' in the priority, statuses in words. */
const minutes = () =>
  workbook((book) => {
    const sheet = book.addWorksheet('Minuta');
    addRows(sheet, [
      ['MINUTA DE SEGUIMIENTO SEMANAL', null, null, null, null, null],
      ['Fecha:', utc('2026-11-16'), null, 'Lugar: Sala de juntas', null, null],
      [],
      ['No.', 'Acuerdo', 'Responsable', 'Fecha compromiso', 'Prioridad', 'Estatus'],
      [1, 'Actualizar el plano de evacuación de la planta', 'Laura Ramírez', utc('2026-11-30'), 'URGENTE', 'En proceso'],
      [2, 'Cotizar tres proveedores de extintores', 'Ing. Pedro Solís', utc('2026-12-04'), 'Alta', 'Pendiente'],
      [3, 'Enviar el reporte de incidencias de octubre', 'Laura Ramírez', utc('2026-11-10'), 'Media', 'Terminado'],
      [4, 'Cambiar luminarias del pasillo B', 'Pedro Solís', utc('2026-11-20'), 'Baja', 'Cancelado'],
      [],
      ['Elaboró: Lic. Sandra Ponce'],
    ]);
    sheet.mergeCells('A1:F1');
  });

/** Merged headings of two rows, responsible merged over his rows, dates as texts without a year. */
const mergedHeadings = () =>
  workbook((book) => {
    const sheet = book.addWorksheet('Plan de trabajo');
    addRows(sheet, [
      ['PLAN DE TRABAJO 2026'],
      ['Responsable', 'Actividad', 'Fechas', null, '% Avance'],
      ['Responsable', 'Actividad', 'Inicio', 'Fin', '% Avance'],
      ['Laura Ramírez', 'Levantar inventario de refacciones', '3-nov', '27-nov', '50%'],
      [null, 'Depurar el almacén de consumibles', '10-nov', '4-dic', '0%'],
      [null, 'Etiquetar los racks', '1-dic', '15-ene', null],
      ['Pedro Solís', 'Calibrar básculas', '3-nov', '14-nov', '100%'],
      ['TOTAL', 4, null, null, '38%'],
    ]);
    for (const range of ['A1:E1', 'A2:A3', 'B2:B3', 'C2:D2', 'E2:E3', 'A4:A6']) sheet.mergeCells(range);
  });

/** First names only, two people in one cell, colours as the status. */
const coloured = () =>
  workbook((book) => {
    const sheet = book.addWorksheet('PENDIENTES');
    addRows(sheet, [
      ['Pendientes', 'Quién', 'Para cuándo', 'Área'],
      ['Llamar al cliente por la garantía', 'Lau', 'vie 27/11', 'Ventas'],
      ['Revisar contrato de arrendamiento', 'Pedro', '30 nov', 'Legal'],
      ['Arqueo de caja chica', 'Lau y Sandra', '1 de diciembre', 'Finanzas'],
      ['Pintar la fachada', 'Juan', '5/12', 'Mantenimiento'],
    ]);
    for (const cell of ['A1', 'B1', 'C1', 'D1']) paint(sheet, cell, HEADING_BLUE);
    paint(sheet, 'A2', GREEN);
    paint(sheet, 'A3', YELLOW);
    paint(sheet, 'A4', RED);
  });

/** A sheet for each month; the cells say the day of the month alone. A hidden sheet holds lists. */
const months = () =>
  workbook((book) => {
    for (const [name, rows] of [
      ['Octubre 2026', [['Limpieza de trampas de grasa', 'Pedro Solís', 15, 'ok']]],
      [
        'Noviembre 2026',
        [
          ['Limpieza de trampas de grasa', 'Pedro Solís', 15, 'ok'],
          ['Fumigación general', 'Laura Ramírez', 28, ''],
        ],
      ],
    ] as const) {
      const sheet = book.addWorksheet(name);
      addRows(sheet, [['Actividad', 'Responsable', 'Día', 'Hecho'], ...rows]);
    }
    const lists = book.addWorksheet('Listas', { state: 'hidden' });
    addRows(lists, [
      ['Responsable', 'Actividad'],
      ['Nadie', 'Nada'],
    ]);
  });

/** Two lists side by side, a third one below them, sections that name the branch. */
const twoTables = () =>
  workbook((book) => {
    const sheet = book.addWorksheet('Hoja1');
    addRows(sheet, [
      ['SUCURSALES'],
      ['Tarea', 'Responsable', 'Vence', null, 'Tarea', 'Responsable', 'Vence'],
      ['SUCURSAL NORTE', null, null, null, 'SUCURSAL SUR', null, null],
      ['Surtir anaquel de lácteos', 'Laura Ramírez', utc('2026-11-25'), null, 'Cambiar precios', 'Pedro Solís', utc('2026-11-26')],
      ['Contar merma', 'Laura Ramírez', utc('2026-11-27'), null, 'Contar merma', 'Pedro Solís', utc('2026-11-27')],
      [],
      ['Tarea', 'Responsable', 'Vence'],
      ['CENTRO DE DISTRIBUCIÓN', null, null],
      ['Auditar montacargas', 'Sandra Ponce', utc('2026-12-02')],
    ]);
  });

/** What Excel in Mexico saves as CSV: semicolons, Windows-1252, day before month. */
const csvOfExcel = async () =>
  Buffer.from(
    'DESCRIPCIÓN;RESPONSABLE;FECHA LÍMITE;ESTADO;OBSERVACIONES\r\nRevisión de señalización;Laura Ramírez;25/11/2026;Pendiente;"Pedir a compras; urge"\r\nCapacitación en evacuación;PEDRO SOLIS;03/12/2026;En proceso;\r\n',
    'latin1',
  );

/** No headings that say anything: only the values show what the columns hold. Ditto marks and a wrong date. */
const bare = () =>
  workbook((book) => {
    const sheet = book.addWorksheet('Control');
    addRows(sheet, [
      ['Control de pendientes del área de calidad'],
      ['Actividad', 'R.', 'F. C.', 'Estatus'],
      ['Documentar el procedimiento de recepción', 'Laura Ramírez', '24/11/26', 'Pendiente'],
      ['Validar certificados de proveedores críticos', '"', '31/11/26', 'Pendiente'],
      ['Cerrar no conformidades de la auditoría', 'Sandra Ponce', '28/11/26', 'Por validar'],
      ['', 'Pedro Solís', '29/11/26', 'Pendiente'],
    ]);
  });

/** Page headings repeated in the list, subtotals between, notes at the end, columns of other business. */
const printed = () =>
  workbook((book) => {
    const sheet = book.addWorksheet('Impresión');
    const heading = ['Folio int.', 'Hallazgo', 'Área', 'Encargado', 'Fecha de entrega', 'Costo', 'Situación'];
    addRows(sheet, [
      heading,
      ['A-001', 'Fuga de aceite en prensa 2', 'Producción', 'Pedro Solís', utc('2026-11-24'), 1500, 'Abierto'],
      ['A-002', 'Guarda faltante en banda', 'Producción', 'Laura Ramírez', utc('2026-11-21'), 800, 'Cerrado'],
      ['Subtotal', null, null, null, null, 2300, null],
      heading,
      ['A-003', 'Extintor vencido', 'Seguridad', 'Sandra Ponce', utc('2026-11-24'), 450, 'En proceso'],
      ['Total general', null, null, null, null, 2750, null],
      ['Nota: los costos no incluyen IVA'],
    ]);
  });

const csvOf = (rows: readonly (readonly string[])[]) =>
  Buffer.from(
    `\ufeff${rows.map((row) => row.map((text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(',')).join('\r\n')}`,
  );

/** The columns that Microsoft documents for "Export plan to Excel". */
const planner = () =>
  workbook((book) => {
    const plan = book.addWorksheet('Plan name');
    addRows(plan, [
      ['Plan name', 'Apertura Mérida'],
      ['Plan ID', 'Xq1'],
      ['Date of export', '11/20/2026'],
    ]);
    const sheet = book.addWorksheet('Tasks');
    addRows(sheet, [
      [
        'Task ID',
        'Task Name',
        'Bucket Name',
        'Progress',
        'Priority',
        'Assigned To',
        'Created By',
        'Created Date',
        'Start date',
        'Due date',
        'Is Recurring',
        'Late',
        'Completed Date',
        'Completed By',
        'Completed Checklist Items',
        'Checklist Items',
        'Labels',
        'Description',
      ],
      [
        'a1',
        'Contratar luz',
        'Permisos',
        'Not started',
        'Urgent',
        'Laura Ramírez',
        'Sandra Ponce',
        '11/02/2026',
        '',
        '11/30/2026',
        'false',
        'false',
        '',
        '',
        '',
        '',
        '',
        '',
      ],
      [
        'a2',
        'Pintar local',
        'Obra',
        'Completed',
        'Medium',
        'Laura Ramírez;Pedro Solís',
        'Sandra Ponce',
        '11/02/2026',
        '11/03/2026',
        '11/13/2026',
        'false',
        'false',
        '11/12/2026',
        'Pedro Solís',
        '',
        '',
        '',
        'Blanco hueso',
      ],
    ]);
  });

/** The columns of Asana's CSV export. */
const asana = async () =>
  csvOf([
    [
      'Task ID',
      'Created At',
      'Completed At',
      'Last Modified',
      'Name',
      'Section/Column',
      'Assignee',
      'Assignee Email',
      'Start Date',
      'Due Date',
      'Tags',
      'Notes',
      'Projects',
      'Parent task',
    ],
    [
      '120',
      '2026-11-02',
      '',
      '2026-11-19',
      'Definir alcance',
      'En curso',
      'Laura Ramírez',
      'laura@empresa.mx',
      '',
      '2026-11-27',
      '',
      'Con dirección',
      'Certificación',
      '',
    ],
    [
      '121',
      '2026-11-02',
      '2026-11-14',
      '2026-11-14',
      'Contratar auditor',
      'Listo',
      'Pedro Solís',
      'pedro@empresa.mx',
      '',
      '2026-11-15',
      '',
      '',
      'Certificación',
      '',
    ],
  ]);

/** The columns of Trello's CSV export: the list is the status. */
const trello = async () =>
  csvOf([
    [
      'Card ID',
      'Card Name',
      'Card URL',
      'Card Description',
      'Labels',
      'Members',
      'Due Date',
      'Attachment Count',
      'List ID',
      'List Name',
      'Board ID',
      'Board Name',
      'Archived',
    ],
    [
      'c1',
      'Diseñar volante',
      'https://trello.com/c/1',
      'Media carta',
      '',
      'Laura Ramírez',
      '2026-11-26T18:00:00.000Z',
      '0',
      'l1',
      'Por hacer',
      'b1',
      'Mercadotecnia',
      'false',
    ],
    [
      'c2',
      'Imprimir lonas',
      'https://trello.com/c/2',
      '',
      '',
      'Pedro Solís',
      '2026-11-20T18:00:00.000Z',
      '2',
      'l2',
      'En proceso',
      'b1',
      'Mercadotecnia',
      'false',
    ],
    [
      'c3',
      'Renovar dominio',
      'https://trello.com/c/3',
      '',
      '',
      'Pedro Solís',
      '2026-11-10T18:00:00.000Z',
      '0',
      'l3',
      'Hecho',
      'b1',
      'Mercadotecnia',
      'false',
    ],
  ]);

export const companySheets: readonly CompanySheet[] = [
  { file: 'minuta.xlsx', habit: 'title rows, real dates, URGENTE as a priority', bytes: minutes },
  { file: 'plan.xlsx', habit: 'merged headings of two rows, merged people, dates as texts, a total', bytes: mergedHeadings },
  { file: 'colores.xlsx', habit: 'first names, two people in a cell, colours as the status', bytes: coloured },
  { file: 'meses.xlsx', habit: 'a sheet for each month, days of the month alone, a hidden sheet', bytes: months },
  { file: 'sucursales.xlsx', habit: 'two lists side by side, one below, sections instead of a topic column', bytes: twoTables },
  { file: 'excel-mexico.csv', habit: 'semicolons and Windows-1252', bytes: csvOfExcel },
  { file: 'control.xlsx', habit: 'short headings, ditto marks, a date that does not exist, an empty text', bytes: bare },
  { file: 'hallazgos.xlsx', habit: 'headings of each page, subtotals, a note at the end, other columns', bytes: printed },
  { file: 'planner.xlsx', habit: 'export of Planner, month before day, two people', bytes: planner },
  { file: 'asana.csv', habit: 'export of Asana', bytes: asana },
  { file: 'trello.csv', habit: 'export of Trello, the list is the status', bytes: trello },
];
