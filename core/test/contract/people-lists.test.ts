import { describe, expect, it } from 'vitest';
import type { GridRow } from '../../src/contract/activities/activity-sheet/cells.ts';
import { readUserSheet } from '../../src/contract/people/import-sheet.ts';
import { splitName } from '../../src/domain/people/user-import.ts';
import { Refused } from '../../src/domain/refusal.ts';
import { refusalSentence } from '../../src/messages/refusals.ts';
import { peopleGrid } from '../people-grid.ts';

/** The headings of one product, and a person under them. What is expected is 00123, Juan Carlos, García López, … */
const lists: Record<string, [heading: string, cell: string][]> = {
  template: [
    ['Número de empleado', '00123'],
    ['Nombre', 'Juan Carlos'],
    ['Apellidos', 'García López'],
    ['Correo electrónico', 'jc@demo.mx'],
    ['Nivel', 'Operativo'],
    ['Departamento', 'SISTEMAS'],
    ['Puesto', 'ANALISTA'],
  ],
  'NOI, with 40 columns': [
    ['No.', '1'],
    ['Clave del trabajador', '00123'],
    ['Ap. Paterno', 'García'],
    ['Ap. Materno', 'López'],
    ['Nombre(s)', 'Juan Carlos'],
    ['RFC', 'GALJ800101AB1'],
    ['CURP', 'GALJ800101HDFRPN01'],
    ['NSS', '12345678901'],
    ['Fecha de alta', '01/02/2020'],
    ['Salario diario', '512.30'],
    ['Clave del departamento', '7'],
    ['Departamento', 'SISTEMAS'],
    ['Puesto', 'ANALISTA'],
    ['E-Mail', 'jc@demo.mx'],
    ['Tipo de contrato', 'Indeterminado'],
    ...Array.from({ length: 25 }, (_, at): [string, string] => [`Percepción ${at + 1}`, String(at * 10)]),
  ],
  CONTPAQi: [
    ['Código', '00123'],
    ['Apellido paterno', 'García'],
    ['Apellido materno', 'López'],
    ['Nombre', 'Juan Carlos'],
    ['Estatus', 'A'],
    ['Departamento', 'SISTEMAS'],
    ['Puesto', 'ANALISTA'],
    ['Correo electrónico', 'jc@demo.mx'],
  ],
  'whole name, surnames first by its heading': [
    ['Núm. de nómina', '00123'],
    ['Apellidos y nombre(s)', 'García López Juan Carlos'],
    ['Correo', 'jc@demo.mx'],
    ['Área', 'SISTEMAS'],
    ['Cargo', 'ANALISTA'],
  ],
  'whole name, given name first by its heading': [
    ['ID EMPLEADO', '00123'],
    ['NOMBRE Y APELLIDOS', 'Juan Carlos García López'],
    ['CORREO INSTITUCIONAL', 'jc@demo.mx'],
    ['CORREO PERSONAL', 'otro@demo.mx'],
    ['DEPTO.', 'SISTEMAS'],
    ['ÁREA', 'PLANTA'],
    ['PUESTO', 'ANALISTA'],
  ],
  'whole name, surnames first by the RFC': [
    ['Clave', '00123'],
    ['Nombre del trabajador', 'García López Juan Carlos'],
    ['RFC', 'GALJ800101AB1'],
    ['Correo', 'jc@demo.mx'],
    ['Departamento', 'SISTEMAS'],
    ['Puesto', 'ANALISTA'],
  ],
  'whole name, given name first by the CURP': [
    ['Clave', '00123'],
    ['Nombre', 'Juan Carlos García López'],
    ['CURP', 'GALJ800101HDFRPN01'],
    ['Correo', 'jc@demo.mx'],
    ['Departamento', 'SISTEMAS'],
    ['Puesto', 'ANALISTA'],
  ],
  'whole name with a comma': [
    ['Empleado', 'García López, Juan Carlos'],
    ['Número', '00123'],
    ['Mail', 'jc@demo.mx'],
    ['Departamento', 'SISTEMAS'],
    ['Puesto', 'ANALISTA'],
  ],
  "a number under 'Empleado'": [
    ['Empleado', '00123'],
    ['Nombre', 'Juan Carlos'],
    ['Apellidos', 'García López'],
    ['Correo', 'jc@demo.mx'],
    ['Departamento', 'SISTEMAS'],
    ['Puesto', 'ANALISTA'],
  ],
  Workday: [
    ['Employee ID', '00123'],
    ['Legal First Name', 'Juan Carlos'],
    ['Legal Last Name', 'García López'],
    ['Email - Primary Work', 'jc@demo.mx'],
    ['Business Title', 'ANALISTA'],
    ['Job Profile', 'Analyst II'],
    ['Supervisory Organization', 'SISTEMAS'],
    ['Hire Date', '2020-02-01'],
  ],
  'Google Workspace': [
    ['First Name [Required]', 'Juan Carlos'],
    ['Last Name [Required]', 'García López'],
    ['Email Address [Required]', 'jc@demo.mx'],
    ['Password [Required]', '****'],
    ['Org Unit Path [Required]', '/planta'],
    ['Status [READ ONLY]', 'Active'],
    ['Recovery Email', 'x@demo.mx'],
    ['Employee ID', '00123'],
    ['Employee Title', 'ANALISTA'],
    ['Department', 'SISTEMAS'],
    ['Cost Center', '77'],
  ],
  'Entra ID': [
    ['userPrincipalName', 'jc@demo.onmicrosoft.com'],
    ['displayName', 'García, Juan Carlos (Planta)'],
    ['surname', 'García López'],
    ['mail', 'jc@demo.mx'],
    ['givenName', 'Juan Carlos'],
    ['objectId', '5e1f'],
    ['jobTitle', 'ANALISTA'],
    ['department', 'SISTEMAS'],
    ['accountEnabled', 'True'],
    ['employeeId', '00123'],
  ],
  BambooHR: [
    ['Employee #', '00123'],
    ['First Name', 'Juan'],
    ['Middle Name', 'Carlos'],
    ['Last Name', 'García López'],
    ['Work Email', 'jc@demo.mx'],
    ['Home Email', 'casa@demo.mx'],
    ['Department', 'SISTEMAS'],
    ['Division', 'Norte'],
    ['Job Title', 'ANALISTA'],
  ],
  'in Portuguese': [
    ['Matrícula', '00123'],
    ['Nome', 'Juan Carlos'],
    ['Sobrenome', 'García López'],
    ['E-mail', 'jc@demo.mx'],
    ['Setor', 'SISTEMAS'],
    ['Função', 'ANALISTA'],
    ['Situação', 'Ativo'],
  ],
  'in Portuguese, with the whole name': [
    ['Nº do funcionário', '00123'],
    ['Nome completo', 'Juan Carlos García López'],
    ['E-mail corporativo', 'jc@demo.mx'],
    ['Departamento', 'SISTEMAS'],
    ['Cargo', 'ANALISTA'],
  ],
};
const person = {
  employeeNumber: '00123',
  firstName: 'Juan Carlos',
  lastName: 'García López',
  email: 'jc@demo.mx',
  department: 'SISTEMAS',
  position: 'ANALISTA',
};
const rowsOf = (list: [string, string][]) => [list.map(([heading]) => heading), list.map(([, cell]) => cell)];

const wrappings: Record<string, (rows: string[][]) => Parameters<typeof readUserSheet>[0]> = {
  alone: (rows) => [peopleGrid(rows)],
  'under titles': (rows) => [peopleGrid([['EMPRESA, S.A. DE C.V.'], ['Lista de empleados', '', 'Corte:', '30/11/2026'], [], ...rows])],
  'behind a cover': (rows) => [peopleGrid([['Contenido'], ['Plantilla', 'Nombre']], 'Portada'), peopleGrid(rows, 'Plantilla')],
  'after a hidden sheet': (rows) => [{ sheet: 'Listas', rows: [{ row: 1, cells: [] }], isHidden: true }, peopleGrid(rows, 'Plantilla')],
  'with an empty column before': (rows) => [peopleGrid(rows.map((cells) => ['', ...cells]))],
  'in capitals': ([headings = [], ...rows]) => [
    peopleGrid([headings.map((text) => text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toUpperCase()), ...rows]),
  ],
  'with the total below': (rows) => [peopleGrid([...rows, [], ['Total de empleados:', '1']])],
};

describe('a list of people', () => {
  const cases = Object.entries(lists).flatMap(([name, list]) => Object.keys(wrappings).map((wrapping) => [name, wrapping, list] as const));
  it.each(cases)('of %s, %s', (_, wrapping, list) => {
    const { people, wrong } = readUserSheet(wrappings[wrapping]?.(rowsOf([...list])) ?? []);
    expect(wrong).toEqual([]);
    expect(people).toMatchObject([{ person }]);
    expect(people[0]?.person.level).toBe(list.find(([heading]) => heading === 'Nivel')?.[1] ?? 'ANALISTA');
  });
});

const refusalOf = (rows: string[][]) => {
  try {
    return readUserSheet([peopleGrid(rows)]).wrong;
  } catch (error) {
    return error instanceof Refused ? refusalSentence(error.refusal) : error;
  }
};

it.each(Object.keys(person).filter((field) => field !== 'firstName'))('names the one column that is missing: %s', (field) => {
  const at = ['employeeNumber', 'firstName', 'lastName', 'email', 'level', 'department', 'position'].indexOf(field);
  const rows = rowsOf(lists.template as [string, string][]).map((cells) => cells.toSpliced(at, 1));
  // Without surnames, 'Nombre' is read as the whole name, and its order is not known.
  if (field === 'lastName') expect(refusalOf(rows)).toMatchObject([{ row: 2, column: 'Nombre' }]);
  else
    expect(refusalOf(rows)).toMatch(
      new RegExp(`^Falta la columna «${lists.template?.[at]?.[0]}»( \\(o «[^.]*)? en los encabezados del archivo\\.$`),
    );
});

it.each([
  ['Nombre completo', 'García López Juan Carlos', ''],
  ['Nombre del trabajador', 'Juan Carlos García López', ''],
  ['Empleado', 'García López Juan Carlos', 'XXXX800101AB1'],
  ['Apellidos y nombre', 'García', ''],
  ['Nombre', 'García López, Juan, Carlos', ''],
])('under «%s» nobody guesses what «%s» begins with', (heading, name, taxId) => {
  const rows = [
    ['Clave', heading, 'RFC', 'Correo', 'Departamento', 'Puesto'],
    ['7', name, taxId, 'jc@demo.mx', 'SISTEMAS', 'ANALISTA'],
  ];
  expect(refusalOf(rows)).toMatchObject([
    { row: 2, column: heading, value: name, error: expect.stringMatching(/^No se sabe cuáles son los apellidos/) },
  ]);
});

it('an order that two RFC contradict is none', () => {
  const rows = [
    ['Clave', 'Nombre', 'RFC', 'Correo', 'Departamento', 'Puesto'],
    ['7', 'García López Juan', 'GALJ800101', 'jc@demo.mx', 'SISTEMAS', 'ANALISTA'],
    ['8', 'Ana Núñez Peña', 'NUPA800101', 'an@demo.mx', 'SISTEMAS', 'ANALISTA'],
  ];
  expect(refusalOf(rows)).toHaveLength(2);
});

it.each([
  ['De la Cruz López Juan', 'surnames', 'Juan', 'De la Cruz López'],
  ['Peña DEL MORAL María de los Ángeles', 'surnames', 'María de los Ángeles', 'Peña DEL MORAL'],
  ['Ibáñez Eva', 'surnames', 'Eva', 'Ibáñez'],
  ['Ana de la O Ruiz', 'given', 'Ana', 'de la O Ruiz'],
  ['João da Silva Santos', 'given', 'João', 'da Silva Santos'],
  ['Ana Luz Eva Ruiz Paz', 'given', 'Ana Luz Eva', 'Ruiz Paz'],
  ['Ana Ruiz', 'given', 'Ana', 'Ruiz'],
  ['Ruiz Paz , Ana Luz', null, 'Ana Luz', 'Ruiz Paz'],
] as const)('«%s», %s first: %s · %s', (name, order, firstName, lastName) => {
  expect(splitName(name, order)).toEqual({ firstName, lastName });
});

describe('somebody who is not there any more, or a row that is hidden or struck', () => {
  const headings = ['Clave', 'Nombre', 'Apellidos', 'Correo', 'Departamento', 'Puesto', 'Estatus', 'Fecha de baja'];
  const cellsOf = (n: number, standing: string, leftOn = '') => [
    `E-${n}`,
    'Ana',
    'Luz',
    `a${n}@demo.mx`,
    'SISTEMAS',
    'ANALISTA',
    standing,
    leftOn,
  ];

  it('is left out and counted', () => {
    const grid = peopleGrid([
      headings,
      cellsOf(1, 'Activo'),
      cellsOf(2, 'BAJA'),
      cellsOf(3, 'Inactivo'),
      cellsOf(4, '', '31/10/2026'),
      cellsOf(5, 'A', '31/12/9999'),
      cellsOf(6, 'Alta', '00/00/0000'),
      cellsOf(7, ''),
      cellsOf(8, ''),
      headings,
      ['Departamento: PLANTA'],
    ]);
    const rows = grid.rows.map(
      ({ row, cells }): GridRow => ({
        row,
        cells: cells.map((cell) => cell && { ...cell, ...(row === 9 && { isStruck: true }) }),
        ...(row === 8 && { isHidden: true }),
      }),
    );
    const { people, leftOut } = readUserSheet([{ ...grid, rows }]);
    expect(people.map(({ row }) => row)).toEqual([2, 6, 7]);
    expect(leftOut.map(({ reason, rows }) => [reason, rows])).toEqual([
      ['leftOut', 3],
      ['heading', 1],
      ['section', 1],
      ['hiddenRow', 1],
      ['struck', 1],
    ]);
    expect(people.length + leftOut.reduce((sum, { rows }) => sum + rows, 0)).toBe(grid.rows.length - 1);
  });

  it('the first of several whole lists is taken, and the others are named', () => {
    const { people, leftOut } = readUserSheet([
      peopleGrid(
        [
          ['Clave', 'Nombre'],
          ['1', 'Ana'],
        ],
        'Resumen',
      ),
      peopleGrid([headings, cellsOf(1, '')], 'Planta 1'),
      peopleGrid([headings, cellsOf(2, ''), cellsOf(3, '')], 'Planta 2'),
    ]);
    expect(people.map(({ person: { employeeNumber } }) => employeeNumber)).toEqual(['E-1']);
    expect(leftOut).toEqual([{ reason: 'omittedSheet', kind: 'sheet', said: 'Planta 2', rows: 2 }]);
  });
});

it('a department may be the title above its people', () => {
  const rows = [
    ['Clave', 'Nombre', 'Apellidos', 'Correo', 'Puesto'],
    ['Departamento: SISTEMAS'],
    ['1', 'Ana', 'Luz', 'a1@demo.mx', 'ANALISTA'],
    ['DEPTO. 02 PLANTA'],
    ['2', 'Eva', 'Luz', 'a2@demo.mx', 'OPERADORA'],
  ];
  expect(readUserSheet([peopleGrid(rows)]).people.map(({ person: { department } }) => department)).toEqual(['SISTEMAS', '02 PLANTA']);
});
