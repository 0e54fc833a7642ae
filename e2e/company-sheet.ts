import { sheetOf } from '../api/test/sheets/workbooks.ts';
import { addDays, type CalendarDate } from '../core/src/domain/calendar.ts';

const FIRST_NAMES =
  'Ana Ana Bruno Carmen Daniel Elena Fabián Gloria Hugo Irma Javier Karla Leonel Marta Noé Olga Pablo Rita Saúl Tania Ulises Vera Wendy Ximena Zoé'.split(
    ' ',
  );
const SURNAMES = 'Lugo Ríos Pérez Solís Vega'.split(' ');
const MONTHS = 'ene feb mar abr may jun jul ago sep oct nov dic'.split(' ');
const AREAS = ['Mantenimiento', 'Calidad', 'Almacén', 'Seguridad'];
const WORK = ['Revisar', 'Limpiar', 'Calibrar', 'Documentar', 'Reparar'];
const PLACES = ['la línea 1', 'el andén', 'el comedor', 'la subestación', 'las básculas', 'el archivo'];

/** 25 people; two have one first name. */
export const companyPeople = FIRST_NAMES.map((firstName, at) => ({
  employeeNumber: String(3001 + at),
  firstName,
  lastName: `${SURNAMES[at % SURNAMES.length]} ${SURNAMES[(at + 2) % SURNAMES.length]}`,
  email: `persona${at + 1}@empresa.mx`,
}));

/** '3-nov', as people type it. */
const asTyped = (day: CalendarDate) => `${Number(day.slice(8))}-${MONTHS[Number(day.slice(5, 7)) - 1]}`;

export interface CompanyRow {
  work: string;
  assignee: string;
  area: string;
  dueOn: CalendarDate;
  state: 'Pendiente' | 'En proceso' | 'Terminado' | '';
}

/** A list as an office keeps it: each person by the first name alone, and days around `today`. */
export const companyRows = (today: CalendarDate, count = 600): CompanyRow[] =>
  Array.from({ length: count }, (_, at) => ({
    work: `${WORK[at % WORK.length]} ${PLACES[at % PLACES.length]}, punto ${at + 1}`,
    assignee: companyPeople[1 + (at % (companyPeople.length - 1))]?.firstName ?? '',
    area: AREAS[at % AREAS.length] ?? '',
    dueOn: addDays(today, (at % 90) - 20),
    state: (['Pendiente', 'En proceso', 'Terminado', ''] as const)[at % 4] ?? '',
  }));

/** Title rows, headings of two rows that are merged, days as texts without a year, and a total at the end. */
export const companySheet = (rows: readonly CompanyRow[]): Promise<Buffer> =>
  sheetOf(
    [
      ['PLAN ANUAL DE ACTIVIDADES'],
      ['Elaboró: Gerencia de planta'],
      ['No.', 'Actividad', 'Responsable', 'Área', 'Fechas', null, 'Observaciones', 'Estatus'],
      [null, null, null, null, 'Compromiso', 'Cierre', null, null],
      ...rows.map(({ work, assignee, area, dueOn, state }, at) => {
        const closedOn = state === 'Terminado' ? asTyped(dueOn) : null;
        return [at + 1, work, assignee, area, asTyped(dueOn), closedOn, at % 7 === 0 ? 'Urge' : null, state];
      }),
      ['TOTAL', rows.length],
    ],
    (sheet) => {
      sheet.mergeCells('A1:H1');
      for (const column of 'ABCDGH') sheet.mergeCells(`${column}3:${column}4`);
      sheet.mergeCells('E3:F3');
    },
  );
