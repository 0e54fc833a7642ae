import type { Person } from '@bitacora/core/domain/people/person';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { given } from '../../../core/test/factories.ts';
import { everythingIn } from '../../../core/test/tables.ts';
import type { Browser } from '../browser.ts';
import { type RunningApp, runningApp } from '../running-app.ts';
import { HEADINGS, peopleSheet, rowFor, uploaded } from './upload.ts';
import { openWorkbook, otherSheetOf, rowsOf, sheetOf } from './workbooks.ts';

let app: RunningApp;
let boss: Person;
let manager: Browser;
beforeAll(async () => {
  app = await runningApp({ rateLimitFactor: 1_000 });
});
beforeEach(async () => {
  await app.wipe();
  boss = await given(app.db).manager();
  manager = await app.as(boss);
});
afterAll(() => app.close());

const upload = (bytes: Uint8Array, fields: Record<string, string> = {}) => uploaded(manager, bytes, fields);
const everybody = () =>
  app.db('users').whereNot('id', boss.id).orderBy('id').select('employeeNumber', 'email', 'kind', 'isActive', 'passwordHash');
const wrongIn = async (rows: Parameters<typeof sheetOf>[0]) => {
  const { status, body } = await upload(await sheetOf(rows));
  expect(status).toBe(400);
  return body as { error: string; code: string; total: number; rows: { row: number; column: string; value: string; error: string }[] };
};

describe('a workbook of people', () => {
  it('says of a row everything at once: what is wrong in it, which row it repeats, and who is registered already', async () => {
    await given(app.db).person({ employeeNumber: 'E-00009', email: 'alta9@demo.mx' });
    const rows = [
      HEADINGS,
      rowFor(1, { 1: '' }),
      rowFor(1, { 2: '' }),
      rowFor(9, { 3: 'alta9' }),
      rowFor(2, { 3: 'nadie' }),
      rowFor(3, { 3: 'nadie' }),
    ];
    expect((await wrongIn(rows)).rows.map(({ row, column, error }) => [row, column, error])).toEqual([
      [2, 'Nombre', expect.anything()],
      [3, 'Apellidos', expect.anything()],
      [3, 'Número de empleado', 'Se repite: ya está en la fila 2.'],
      [3, 'Correo electrónico', 'Se repite: ya está en la fila 2.'],
      [4, 'Correo electrónico', expect.not.stringContaining('Ya existe')],
      [4, 'Número de empleado', 'Ya existe un usuario con ese número de empleado.'],
      [5, 'Correo electrónico', expect.not.stringContaining('repite')],
      [6, 'Correo electrónico', expect.not.stringContaining('repite')],
    ]);
  });

  it('registers everybody without a password, active, and invites each of them', async () => {
    const { status, body } = await upload(await sheetOf(peopleSheet(3)));
    expect([status, body]).toEqual([200, { success: true, count: 3, dry_run: false, rows: [], privileged: [], privileged_total: 0 }]);
    expect(await everybody()).toEqual(
      [1, 2, 3].map((n) => ({
        employeeNumber: `E-0000${n}`,
        email: `alta${n}@demo.mx`,
        kind: 'Usuario',
        isActive: true,
        passwordHash: null,
      })),
    );
    const letters = await app.db('outbox').orderBy('id').select('kind', 'recipientId', 'facts');
    const resets = await app.db('passwordResets').select('id', 'userId');
    expect(letters.map(({ kind }) => kind)).toEqual(['invitation', 'invitation', 'invitation']);
    expect(letters.map(({ facts }) => facts.resetId).sort()).toEqual(resets.map(({ id }) => id).sort());
  });

  it.each([
    ['exceljs, .xlsx', (rows: never) => sheetOf(rows)],
    ['SheetJS, .xlsx', async (rows: never) => otherSheetOf(rows, 'xlsx')],
    ['SheetJS, .xls of Excel 97 to 2003', async (rows: never) => otherSheetOf(rows, 'biff8')],
  ])('is read alike, no matter who wrote it: %s', async (_, writeSheet) => {
    const rows = [HEADINGS, rowFor(1, { 0: '00123', 1: 'Ñusta', 2: 'Peña Ibáñez' }), rowFor(2, { 0: 123_456_789_012 })];
    expect((await upload(await writeSheet(rows as never))).body).toMatchObject({ success: true, count: 2 });
    expect(await app.db('users').whereNot('id', boss.id).orderBy('id').select('employeeNumber', 'firstName', 'lastName')).toEqual([
      { employeeNumber: '00123', firstName: 'Ñusta', lastName: 'Peña Ibáñez' },
      { employeeNumber: '123456789012', firstName: 'Nombre 2', lastName: 'Apellido 2' },
    ]);
  });

  it('is what its bytes say, under any name', async () => {
    const legacy = otherSheetOf(peopleSheet(1) as never, 'biff8');
    expect((await uploaded(manager, legacy, {}, 'personas.xlsx')).status).toBe(200);
    expect((await uploaded(manager, await sheetOf([HEADINGS, rowFor(2)]), {}, '../../foto.png')).status).toBe(200);
    expect(await app.scratched()).toEqual([]);
  });

  it('may head its columns as the forms or as the calls do, in any order, with other columns between', async () => {
    const rows = [
      [
        'POSITION',
        'Observaciones',
        '  NÚMERO  DE EMPLEADO ',
        'name_user',
        'apellidos',
        'E-mail',
        'nivel',
        'DEPARTAMENTO',
        'Teléfono',
        'alias',
      ],
      ['ANALISTA', 'nada', '7', 'Ana', 'Luz', 'ana@demo.mx', 'Operativo', 'SISTEMAS', '55 1234', 'Anita'],
    ];
    expect((await upload(await sheetOf(rows))).body).toMatchObject({ count: 1 });
    expect(await app.db('users').where({ email: 'ana@demo.mx' }).first('employeeNumber', 'phone', 'alias', 'position')).toEqual({
      employeeNumber: '7',
      phone: '55 1234',
      alias: 'Anita',
      position: 'ANALISTA',
    });
  });

  it('may begin further down, with gaps between, and blanks that people paste', async () => {
    const rows = [[], HEADINGS, rowFor(1, { 0: '\u00a0E-1\u200b ', 3: ' ana@demo.mx\u3000' }), [], ['', ' ', null], rowFor(2)];
    expect((await upload(await sheetOf(rows as never))).body).toMatchObject({ count: 2 });
    expect((await everybody())[0]).toMatchObject({ employeeNumber: 'E-1', email: 'ana@demo.mx' });
  });

  it('takes what cells read as: formats, formulas’ results and rich text, never the objects', async () => {
    const row = rowFor(1, { 0: 123, 1: { richText: [{ text: 'Ana ' }, { text: 'María' }] }, 2: { formula: '"Lu"&"z"', result: 'Luz' } });
    const bytes = await sheetOf([HEADINGS, row], (sheet) => {
      sheet.getCell('A2').numFmt = '00000';
    });
    expect((await upload(bytes)).status).toBe(200);
    expect(await app.db('users').whereNot('id', boss.id).first('employeeNumber', 'firstName', 'lastName')).toEqual({
      employeeNumber: '00123',
      firstName: 'Ana María',
      lastName: 'Luz',
    });
  });

  it('happens once for one Idempotency-Key', async () => {
    manager.extra['Idempotency-Key'] = 'carga-1';
    const form = async () => ({ file: new Blob([new Uint8Array(await sheetOf(peopleSheet(2)))]) });
    const first = await manager.client.importUsers(await form());
    expect(await manager.client.importUsers(await form())).toEqual(first);
    expect(await everybody()).toHaveLength(2);
  });
});

describe('a list of payroll as a .csv', () => {
  const lines = [
    ['NÓMINA 2026, S.A. DE C.V.'],
    [],
    ['Clave', 'Ap. Paterno', 'Ap. Materno', 'Nombre(s)', 'Correo', 'Departamento', 'Puesto', 'Salario', 'Domicilio'],
    ['00123', 'Núñez', 'Peña', 'María José', 'mj@demo.mx', 'PRODUCCIÓN', 'ANALISTA', '512.30', 'Calle 1, int. 2; planta baja'],
  ];
  const encodings: Record<string, (text: string) => Buffer> = {
    'UTF-8': (text) => Buffer.from(text),
    'UTF-8 with its mark': (text) => Buffer.from(`\ufeff${text}`),
    'Windows-1252': (text) => Buffer.from(text, 'latin1'),
    'UTF-16': (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  };
  const kinds = Object.keys(encodings).flatMap((encoding) => [',', ';', '\t'].map((separator) => [encoding, separator] as const));
  it.each(kinds)('is read: %s, %j', async (encoding, separator) => {
    const text = lines.map((cells) => cells.map((cell) => (/[,;]/.test(cell) ? `"${cell}"` : cell)).join(separator)).join('\r\n');
    const { body } = await uploaded(manager, encodings[encoding]?.(text) ?? Buffer.from(''), { dry_run: 'true' }, 'personas.csv');
    const person = { num_employe: '00123', name_user: 'María José', last_name: 'Núñez Peña', department: 'PRODUCCIÓN' };
    expect(body).toMatchObject({ count: 1, rows: [{ row: 4, ...person }] });
  });
});

describe('all or nothing', () => {
  it('reports every wrong cell with its row, column, value and reason, and stores nobody', async () => {
    const before = await everythingIn(app.db);
    const problem = await wrongIn([
      HEADINGS,
      rowFor(1),
      rowFor(2, { 3: 'no es correo', 6: '' }),
      [],
      rowFor(4, { 0: 'X'.repeat(31) }),
      rowFor(1, { 3: 'ALTA1@DEMO.MX' }),
      rowFor(6, { 3: boss.email.toUpperCase() }),
      rowFor(7, { 0: boss.employeeNumber }),
    ]);
    expect(problem).toMatchObject({ code: 'import.wrongRows', error: 'No se registró a nadie: 5 filas tienen errores.', total: 7 });
    expect(problem.rows).toEqual([
      { row: 3, column: 'Correo electrónico', value: 'no es correo', error: 'El correo electrónico no es válido.' },
      { row: 3, column: 'Puesto', value: '', error: 'Este campo es obligatorio.' },
      { row: 5, column: 'Número de empleado', value: 'X'.repeat(31), error: 'Escribe 30 caracteres como máximo.' },
      { row: 6, column: 'Número de empleado', value: 'E-00001', error: 'Se repite: ya está en la fila 2.' },
      { row: 6, column: 'Correo electrónico', value: 'ALTA1@DEMO.MX', error: 'Se repite: ya está en la fila 2.' },
      { row: 7, column: 'Correo electrónico', value: boss.email.toUpperCase(), error: 'Ya existe un usuario con ese correo electrónico.' },
      { row: 8, column: 'Número de empleado', value: boss.employeeNumber, error: 'Ya existe un usuario con ese número de empleado.' },
    ]);
    expect(await everythingIn(app.db)).toEqual(before);
  });

  it('names the headings that are missing or doubled', async () => {
    const missing = await upload(await sheetOf([HEADINGS.filter((name) => name !== 'Puesto' && name !== 'Correo electrónico'), ['x']]));
    expect([missing.status, missing.body]).toMatchObject([
      400,
      {
        code: 'import.headings',
        error:
          'Faltan las columnas «Correo electrónico» (o «Correo», «Email» o «User principal name») y «Puesto» (o «Job title», «Business title» o «Cargo») en los encabezados de la hoja «Hoja1».',
      },
    ]);
    const doubled = await upload(await sheetOf([[...HEADINGS, 'E-mail'], rowFor(1)]));
    expect(doubled.body).toMatchObject({ error: 'La columna «Correo electrónico» aparece más de una vez.' });
  });

  it('says so when there is nobody in it, and when there is no file', async () => {
    for (const rows of [[], [HEADINGS], [HEADINGS, ['', ' ']]])
      expect((await upload(await sheetOf(rows))).body).toMatchObject({ code: 'import.empty' });
    const without = await manager.call('POST', '/api/upload_users_bulk', { body: new FormData() });
    expect([without.status, without.body]).toMatchObject([400, { fields: { file: 'Por favor selecciona un archivo antes de continuar' } }]);
  });

  it('says clearly that the same file came twice', async () => {
    const bytes = await sheetOf(peopleSheet(4));
    await upload(bytes);
    const { status, body } = await upload(bytes);
    expect([status, body]).toMatchObject([400, { error: 'Todas las personas de este archivo ya están registradas.', total: 8 }]);
    expect(await everybody()).toHaveLength(4);
  });

  it('of two at the same moment with somebody in common one wins, whole, and the other stores nobody', async () => {
    const [one, other] = [await sheetOf([HEADINGS, rowFor(1), rowFor(2)]), await sheetOf([HEADINGS, rowFor(2), rowFor(3)])];
    const answers = await Promise.all([upload(one), upload(other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await everybody()).toHaveLength(2);
  });
});

describe('a dry run', () => {
  it('says what would be registered, points out who would gain privilege, and stores nothing', async () => {
    const before = await everythingIn(app.db);
    const rows = [
      ...peopleSheet(250),
      rowFor(251, { 6: 'Gerente de área' }),
      rowFor(252, { 6: 'CONTRALORÍA' }),
      rowFor(253, { 6: 'súpervisor' }),
    ];
    const { status, body } = await upload(await sheetOf(rows), { dry_run: 'true' });
    const reply = body as { count: number; rows: unknown[]; privileged: { row: number; privileged: boolean }[]; privileged_total: number };
    expect([status, reply.count, reply.rows.length, reply.privileged_total]).toEqual([200, 253, 200, 3]);
    expect(reply.rows[0]).toEqual({
      row: 2,
      num_employe: 'E-00001',
      name_user: 'Nombre 1',
      last_name: 'Apellido 1',
      email: 'alta1@demo.mx',
      department: 'SISTEMAS',
      position: 'ANALISTA',
      privileged: false,
    });
    expect(reply.privileged.map(({ row, privileged }) => [row, privileged])).toEqual([
      [252, true],
      [253, true],
      [254, true],
    ]);
    expect(await everythingIn(app.db)).toEqual(before);
  });

  it('refuses what it would be refused for', async () => {
    const { status, body } = await upload(await sheetOf([HEADINGS, rowFor(1, { 1: '' })]), { dry_run: '1' });
    expect([status, body]).toMatchObject([400, { rows: [{ row: 2, column: 'Nombre', value: '', error: 'Este campo es obligatorio.' }] }]);
  });

  it('sends the workbook back with its wrong cells in red and a column that says why; corrected, it can be sent again', async () => {
    const rows = [HEADINGS, rowFor(1), [], rowFor(2, { 3: '=nadie' }), rowFor(3)];
    const { status, bytes, headers } = await upload(await sheetOf(rows as never), { annotated: 'true' });
    expect([status, headers.get('content-disposition')]).toEqual([
      200,
      `attachment; filename="Usuarios_con_errores.xlsx"; filename*=UTF-8''Usuarios_con_errores.xlsx`,
    ]);
    const sheet = (await openWorkbook(bytes)).worksheets[0];
    expect(rowsOf(sheet)[0]).toEqual([...HEADINGS, 'Error']);
    expect(sheet?.getCell('H4').value).toBe('Correo electrónico: El correo electrónico no es válido.');
    expect(sheet?.getCell('D4')).toMatchObject({ value: '=nadie', fill: { type: 'pattern', fgColor: { argb: 'FFF6D5D5' } } });
    expect(sheet?.getCell('H2').value).toBeNull();
    expect(await everybody()).toEqual([]);

    if (sheet) sheet.getCell('D4').value = 'alguien@demo.mx';
    const corrected = Buffer.from((await sheet?.workbook.xlsx.writeBuffer()) as ArrayBuffer);
    expect((await upload(corrected)).body).toMatchObject({ count: 3 });
  });
});

it('the template is a workbook that can be filled in and sent as it is', async () => {
  const { bytes, headers } = await manager.call('GET', '/api/users_template');
  expect(headers.get('content-type')).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
  const book = await openWorkbook(bytes);
  const sheet = book.getWorksheet('Usuarios');
  const [headings, example] = rowsOf(sheet);
  expect(headings).toEqual([...HEADINGS, 'Alias', 'Teléfono', 'Jefe']);
  expect(example?.slice(0, 3)).toEqual(['EJEMPLO', 'María José', 'Núñez Peña']);
  expect(sheet?.getCell('F2').dataValidation).toMatchObject({ type: 'list' });
  expect(rowsOf(book.getWorksheet('Instrucciones')).flat()).toContain('SISTEMAS');
  expect((await upload(bytes)).body).toMatchObject({ code: 'import.empty' });

  sheet?.addRow(rowFor(1, { 0: '00123' }));
  expect((await upload(Buffer.from(await book.xlsx.writeBuffer()))).body).toMatchObject({ count: 1 });
  expect((await everybody())[0]).toMatchObject({ employeeNumber: '00123' });
});

it('writes the reader’s own error about a damaged workbook to the log, and nothing of its contents', async () => {
  const bytes = await sheetOf(peopleSheet(1));
  const before = app.logged.length;
  expect((await upload(bytes.subarray(0, bytes.length / 2))).body).toMatchObject({ code: 'sheet.unreadable' });
  const lines = app.logged.slice(before).filter(({ msg }) => msg === 'sheet.unreadable');
  expect(lines).toMatchObject([{ err: { message: expect.stringContaining('central directory') } }]);
  expect(JSON.stringify(lines)).not.toContain('demo.mx');
});
