import { execFile } from 'node:child_process';
import { readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Person } from '@bitacora/core/domain/people/person';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RunningApp, runningApp } from '../../api/test/running-app.ts';
import { openWorkbook, otherSheetOf, rowsOf, sheetOf } from '../../api/test/sheets/workbooks.ts';
import { given, PASSWORD } from '../../core/test/factories.ts';
import { holding, type Machine, machine, main } from './bitacora.ts';

let app: RunningApp;
let at: Machine;
let ana: Person;
beforeAll(async () => {
  app = await runningApp({ rateLimitFactor: 100 });
});
beforeEach(async () => {
  await app.wipe();
  ana = await given(app.db).manager({ firstName: 'Ana', lastName: 'Ruiz', email: 'ana@demo.mx' });
  at = await machine({ ...(await holding(app, ana)), BITACORA_PASSWORD: PASSWORD });
});
afterEach(() => at.leave());
afterAll(() => app.close());

const headings = ['Número de empleado', 'Nombre', 'Apellidos', 'Correo electrónico', 'Nivel', 'Departamento', 'Puesto'];
const row = (n: number, more: Partial<Record<number, string>> = {}) =>
  Object.assign([`0${n}`, `Nombre${n}`, 'Pérez', `p${n}@demo.mx`, 'Operativo', 'VENTAS', 'ANALISTA'], more);
const good = () => sheetOf([headings, row(1), row(2, { 6: 'GERENTE DE VENTAS' })]);
const bad = () => sheetOf([headings, row(1), row(2, { 3: 'no es' }), row(3, { 6: '' })]);
const stored = async () => (await app.db('users').whereNot({ id: ana.id }).orderBy('id')).map(({ email }) => email);

describe('users import', () => {
  it.each(['a file', 'standard input'])('registers everybody from %s, and invites them', async (from) => {
    await writeFile(at.file('personas.xlsx'), await good());
    const typed = ['users', 'import', from === 'a file' ? 'personas.xlsx' : '-', '--yes'];
    const { status, out, err } = await at.bitacora(typed, { input: from === 'a file' ? '' : await good() });
    expect([status, out]).toEqual([0, 'Se registró a 2 personas; su invitación va por correo.\n']);
    expect(err).toBe('Por su puesto, 1 persona podría ver y administrar todo:\n  fila 3: Nombre2 Pérez, GERENTE DE VENTAS\n');
    expect(await stored()).toEqual(['p1@demo.mx', 'p2@demo.mx']);
    expect(await app.db('outbox').where({ kind: 'invitation' })).toHaveLength(2);
    expect(await app.db('sessions').whereNot({ idHash: Buffer.alloc(1) })).toHaveLength(1); // the one that made the token
  });

  it('takes the old kind of workbook', async () => {
    await writeFile(at.file('viejo.xls'), otherSheetOf([headings, row(1)], 'biff8'));
    expect((await at.bitacora(['users', 'import', 'viejo.xls', '--yes'])).status).toBe(0);
  });

  it.each(['-raro.xlsx', 'con espacios y ñ.xlsx', '..xlsx', 'a";rm -rf $HOME;".xlsx', "l'année.xlsx", 'línea\nnueva.xlsx'])(
    'takes a file that is called %j',
    async (name) => {
      await writeFile(at.file(name), await good());
      const { status, err } = await at.bitacora(['users', 'import', '--yes', '--', name]);
      expect([status, err]).toEqual([0, expect.stringMatching(/^Por su puesto, 1 persona podría/)]);
    },
  );

  it('only looks with --dry-run, and points out who would gain privilege', async () => {
    await writeFile(at.file('personas.xlsx'), await good());
    const { status, out } = await at.bitacora(['users', 'import', 'personas.xlsx', '--dry-run']);
    expect([status, out]).toEqual([
      0,
      'Se registraría a 2 personas.\nPor su puesto, 1 persona podría ver y administrar todo:\n  fila 3: Nombre2 Pérez, GERENTE DE VENTAS\n',
    ]);
    const { out: json } = await at.bitacora(['users', 'import', 'personas.xlsx', '--dry-run', '--json']);
    expect(JSON.parse(json)).toMatchObject({ count: 2, dry_run: true, privileged: [{ row: 3 }] });
    expect(await stored()).toEqual([]);
  });

  it('names to a script the people who gained privilege, with any name', async () => {
    await writeFile(at.file('personas.xlsx'), await sheetOf([headings, row(1, { 1: 'Ana\u200b 2J\u202e', 6: 'GERENTE' })]));
    const { status, out, err } = await at.bitacora(['users', 'import', 'personas.xlsx', '--yes', '--json']);
    expect([status, JSON.parse(out)]).toEqual([
      0,
      { success: true, count: 1, privileged_total: 1, privileged: [expect.objectContaining({ row: 2, position: 'GERENTE' })] },
    ]);
    expect(err).toContain('fila 2: Ana 2J Pérez, GERENTE\n');
  });

  it.each([
    ['the file that is read', '--annotated', 'personas.xlsx'],
    ['the same by another name', '--annotated', './otro.xlsx'],
    ['it as the place of the outcome', '--output', 'personas.xlsx'],
  ])('never writes onto the workbook it reads: %s', async (_, flag, place) => {
    const bytes = await bad();
    await writeFile(at.file('personas.xlsx'), bytes);
    await symlink(at.file('personas.xlsx'), at.file('otro.xlsx'));
    const { status, err } = await at.bitacora(['users', 'import', 'personas.xlsx', '--yes', flag, place]);
    expect([status, err]).toEqual([2, `El archivo ${place} es el que se lee: no se escribe encima.\nElige otro nombre.\n`]);
    expect(Buffer.compare(await readFile(at.file('personas.xlsx')), bytes)).toBe(0);
  });

  it('registers nobody without --yes where nobody can be asked', async () => {
    await writeFile(at.file('personas.xlsx'), await good());
    const { status, err } = await at.bitacora(['users', 'import', 'personas.xlsx']);
    expect([status, err]).toEqual([2, expect.stringContaining('Agrega --yes para confirmarla.')]);
    expect(await stored()).toEqual([]);
  });

  it('lists every mistake with row, column, value and reason, registers nobody, and marks them in the workbook', async () => {
    await writeFile(at.file('mal.xlsx'), await bad());
    const { status, out, err } = await at.bitacora(['users', 'import', 'mal.xlsx', '--yes', '--csv', '--annotated', 'marcado.xlsx']);
    expect(status).toBe(1);
    expect(out).toBe(
      'Fila,Columna,Valor,Motivo\r\n3,Correo electrónico,no es,El correo electrónico no es válido.\r\n4,Puesto,,Este campo es obligatorio.\r\n',
    );
    expect(err).toBe('Se escribió marcado.xlsx.\nNo se registró a nadie: 2 filas tienen errores.\n');
    const [sheet] = (await openWorkbook(await readFile(at.file('marcado.xlsx')))).worksheets;
    expect(rowsOf(sheet).map((cells) => cells[7])).toEqual([
      'Error',
      undefined,
      expect.stringContaining('válido'),
      expect.stringContaining('obligatorio'),
    ]);
    expect(await stored()).toEqual([]);
    const { out: json } = await at.bitacora(['users', 'import', 'mal.xlsx', '--yes', '--json']);
    expect(JSON.parse(json)).toMatchObject({ total: 2, rows: [{ row: 3, value: 'no es' }, { row: 4 }] });
  });

  it('says the sentence again below a list that is longer than a screen', async () => {
    await writeFile(at.file('mal.xlsx'), await sheetOf([headings, ...Array.from({ length: 21 }, (_, n) => row(n + 1, { 3: 'no es' }))]));
    const { out, err } = await at.bitacora(['users', 'import', 'mal.xlsx', '--yes']);
    expect(err).toBe('No se registró a nadie: 21 filas tienen errores.\n');
    expect(out.endsWith(`\n\n${err}`)).toBe(true);
  });

  it('replaces no annotated workbook that is there already', async () => {
    await writeFile(at.file('mal.xlsx'), await bad());
    await writeFile(at.file('marcado.xlsx'), 'mío');
    const { status, err } = await at.bitacora(['users', 'import', 'mal.xlsx', '--annotated', 'marcado.xlsx']);
    expect([status, err]).toEqual([2, 'El archivo marcado.xlsx ya existe.\nAgrega --yes para reemplazarlo o elige otro nombre.\n']);
    expect(await readFile(at.file('marcado.xlsx'), 'utf8')).toBe('mío');
  });

  it.each<[string, string | Uint8Array, number, RegExp]>([
    ['no.xlsx', '', 2, /^No se pudo leer no\.xlsx: no existe/],
    ['.', '', 2, /^No se pudo leer \.: es una carpeta/],
    ['-', 'no es un libro', 1, /^Faltan las columnas «Número de empleado»/],
    ['-', '', 1, /./],
    ['-', new Uint8Array(2_000_001), 1, /^El archivo pesa demasiado: el máximo es de 2 MB\. Repártelo en varios archivos\.\n$/],
  ])('says what is wrong with %j', async (name, input, expected, message) => {
    const { status, err } = await at.bitacora(['users', 'import', name, '--yes'], { input });
    expect(status).toBe(expected);
    expect(err).toMatch(message);
    expect(err).not.toMatch(/\bat .*\.ts|Error:/);
    expect(await readdir(at.home)).toEqual([]);
  });

  it('needs no password with a token for it, from the bare environment of cron', async () => {
    await writeFile(at.file('personas.xlsx'), await sheetOf([headings, row(1)]));
    const { BITACORA_URL = '', BITACORA_TOKEN = '' } = await holding(app, ana, 'import_people');
    const script = `PATH='${path.dirname(process.execPath)}:/usr/bin:/bin' BITACORA_URL='${BITACORA_URL}' BITACORA_TOKEN='${BITACORA_TOKEN}' node '${main}' users import personas.xlsx --yes`;
    const night = await promisify(execFile)('/usr/bin/env', ['-i', '/bin/sh', '-c', script], { cwd: at.home });
    expect(night.stderr).toBe('');
    expect(night.stdout).toContain('Se registró a 1 persona');
    expect(await stored()).toEqual(['p1@demo.mx']);
  });

  it('asks for the right password: a token alone administers nobody', async () => {
    await writeFile(at.file('personas.xlsx'), await good());
    const wrong = await at.bitacora(['users', 'import', 'personas.xlsx', '--yes', '--password-stdin'], { input: 'equivocada\n' });
    expect(wrong).toMatchObject({ status: 1, err: 'Usuario o Contraseña incorrectas\n' });
    const none = await at.bitacora(['users', 'import', 'personas.xlsx', '--yes'], { env: { BITACORA_PASSWORD: '' } });
    expect(none).toMatchObject({ status: 2, err: expect.stringContaining('--password-stdin') });
    expect(await stored()).toEqual([]);
  });
});

describe('users deactivate', () => {
  it('hands open work over to the person who is named', async () => {
    const beto = await given(app.db).person({ firstName: 'Beto', lastName: 'Sanz', email: 'beto@demo.mx' });
    const { id } = await given(app.db).ownActivity(beto);
    const refused = await at.bitacora(['users', 'deactivate', 'beto@demo.mx', '--yes']);
    expect(refused).toMatchObject({ status: 1, err: expect.stringMatching(/1 actividad abierta.*\nAgrega --reassign-to/) });
    const oneself = await at.bitacora(['users', 'deactivate', 'BETO SANZ', '--reassign-to', ana.employeeNumber, '--yes']);
    expect(oneself).toMatchObject({ status: 1, err: expect.stringContaining('No puedes quedarte tú con su trabajo.') });
    const caro = await given(app.db).person({ firstName: 'Caro', lastName: 'Ríos' });
    const done = await at.bitacora(['users', 'deactivate', 'BETO SANZ', '--reassign-to', caro.employeeNumber, '--yes']);
    expect(done).toMatchObject({ status: 0, out: 'Usuario desactivado.\nSus actividades abiertas pasaron a Caro Ríos.\n' });
    expect(await app.db('activities').where({ id }).first('ownerId', 'assigneeId')).toEqual({ ownerId: ana.id, assigneeId: caro.id });
  });

  it('takes nobody for somebody else', async () => {
    for (const email of ['uno@demo.mx', 'dos@demo.mx']) await given(app.db).person({ firstName: 'Eva', lastName: 'Paz', email });
    const { status, err } = await at.bitacora(['users', 'deactivate', 'eva paz', '--yes']);
    expect(status).toBe(2);
    expect(err).toMatch(/^«eva paz» puede ser varios; indica el id:\n\d+ {2}Eva Paz {2}uno@demo\.mx\n\d+ {2}Eva Paz {2}dos@demo\.mx\n$/);
    expect(await app.db('users').where({ isActive: false })).toEqual([]);
  });
});

describe('users create, update, invite and activate', () => {
  const eva = ['--employee-number', '77', '--first-name', 'Eva', '--last-name', 'Paz', '--email', 'eva@demo.mx', '--level', 'Operativo'];
  const create = (...more: string[]) => at.bitacora(['users', 'create', ...eva, '--department', 'VENTAS', ...more]);
  const invitations = async () => (await app.db('outbox').where({ kind: 'invitation' })).length;

  it('registers a person and sends the invitation', async () => {
    const { status, out } = await create('--position', 'ANALISTA', '--json');
    const [row] = await app.db('users').where({ email: 'eva@demo.mx' });
    expect([status, JSON.parse(out)]).toEqual([0, { success: true, id: row.id }]);
    expect(row).toMatchObject({ employeeNumber: '77', firstName: 'Eva', lastName: 'Paz', alias: null, passwordHash: null });
    expect(await invitations()).toBe(1);
    expect(await create('--position', 'ANALISTA')).toMatchObject({ status: 1, err: 'Ya existe un usuario con ese correo electrónico.\n' });
  });

  it('asks before it gives privilege', async () => {
    const { status, err } = await create('--position', 'GERENTE DE VENTAS');
    expect([status, err]).toEqual([2, expect.stringContaining('Agrega --yes para confirmarla.')]);
    expect(await stored()).toEqual([]);
    expect((await create('--position', 'GERENTE DE VENTAS', '--yes')).status).toBe(0);
    expect(await stored()).toEqual(['eva@demo.mx']);
  });

  it('names every flag that is missing, and the one that is wrong', async () => {
    const none = await at.bitacora(['users', 'create', '--first-name', 'Eva']);
    const missing = '--employee-number, --last-name, --email, --level, --department, --position';
    expect(none).toMatchObject({ status: 2, err: `Faltan ${missing}.\nConsulta la ayuda con --help.\n` });
    const wrong = await create('--position', 'ANALISTA', '--email', 'no es');
    expect(wrong).toMatchObject({ status: 1, err: '--email: El correo electrónico no es válido.\n' });
  });

  it('corrects what is named, erases an alias, and leaves the rest', async () => {
    const { id, position } = await given(app.db).person({ email: 'beto@demo.mx', alias: 'Beto', phone: '55' });
    const { status, out } = await at.bitacora(['users', 'update', 'beto@demo.mx', '--department', 'PLANTA', '--alias', '']);
    expect([status, out]).toEqual([0, 'Usuario actualizado.\n']);
    expect(await app.db('users').where({ id }).first()).toMatchObject({ department: 'PLANTA', position, alias: null, phone: '55' });
    const email = await at.bitacora(['users', 'update', 'beto@demo.mx', '--email', 'nuevo@demo.mx', '--json']);
    expect(JSON.parse(email.out)).toEqual({ success: true, id, is_email_waiting: true });
    expect(await at.bitacora(['users', 'update', 'beto@demo.mx'])).toMatchObject({ status: 2 });
    expect(await at.bitacora(['users', 'update', 'beto@demo.mx', '--kind', 'desarrollador', '--yes'])).toMatchObject({ status: 1 });
  });

  it('invites again only who has no password yet', async () => {
    await create('--position', 'ANALISTA');
    expect(await at.bitacora(['users', 'invite', '77'])).toMatchObject({
      status: 0,
      out: 'Invitación enviada. Enviamos la invitación a eva@demo.mx.\n',
    });
    expect(await invitations()).toBeGreaterThan(0);
    expect(await at.bitacora(['users', 'invite', 'ana@demo.mx'])).toMatchObject({ status: 1, out: '' });
  });

  it('activates a person again, after a confirmation', async () => {
    const { id } = await given(app.db).person({ email: 'beto@demo.mx', isActive: false });
    expect(await at.bitacora(['users', 'activate', 'beto@demo.mx'])).toMatchObject({ status: 2 });
    expect(await at.bitacora(['users', 'activate', 'beto@demo.mx', '--yes'])).toMatchObject({ status: 0, out: 'Usuario activado.\n' });
    expect(await app.db('users').where({ id }).first('isActive')).toEqual({ isActive: true });
  });
});

describe('users cancel-email-change', () => {
  const cancel = (...more: string[]) => at.bitacora(['users', 'cancel-email-change', 'beto@demo.mx', ...more]);
  const acts = () => app.db('adminHistory').where({ act: 'email.cancel' }).select('actorId', 'subjectId', 'before', 'after');

  it('ends the change that waits, with its row in the history and the notice to the address that stays', async () => {
    const { isActive: _, ...beto } = await given(app.db).person({ firstName: 'Beto', lastName: 'Sanz', email: 'beto@demo.mx' });
    const boss = await app.as(await given(app.db).person({ kind: 'Desarrollador' }));
    await boss.client.updateUser({ ...beto, kind: 'Usuario', email: 'equivocado@demo.mx' });
    const unsure = await cancel();
    expect(unsure).toMatchObject({ status: 2, err: expect.stringContaining('Agrega --yes para confirmarla.') });
    const wrong = await at.bitacora(['users', 'cancel-email-change', 'beto@demo.mx', '--yes', '--password-stdin'], {
      input: 'equivocada\n',
    });
    expect(wrong).toMatchObject({ status: 1, err: 'Usuario o Contraseña incorrectas\n' });
    expect([await acts(), await app.db('emailChanges')]).toMatchObject([[], [{ email: 'equivocado@demo.mx' }]]);

    const { status, out } = await cancel('--yes', '--json');
    expect([status, JSON.parse(out)]).toEqual([
      0,
      { success: true, id: beto.id, email: 'beto@demo.mx', canceled_email: 'equivocado@demo.mx' },
    ]);
    expect(await acts()).toEqual([
      {
        actorId: ana.id,
        subjectId: String(beto.id),
        before: { email: 'beto@demo.mx', pendingEmail: 'equivocado@demo.mx' },
        after: { email: 'beto@demo.mx' },
      },
    ]);
    expect(await app.db('emailChanges')).toEqual([]);
    expect(await app.db('outbox').where({ kind: 'emailChangeCanceled' })).toMatchObject([{ facts: { to: 'beto@demo.mx' } }]);
    expect(await cancel('--yes')).toMatchObject({ status: 1, err: 'La persona no tiene un cambio de correo por confirmar.\n' });
  });
});

describe('users list', () => {
  it('finds people without regard to case and accents', async () => {
    await given(app.db).person({ firstName: 'Íñigo', lastName: 'Peña', email: 'i@demo.mx' });
    const { out } = await at.bitacora(['users', 'list', '--search', 'INIGO pena', '--json']);
    expect(JSON.parse(out)).toMatchObject({ total: 1, rows: [{ name_user: 'Íñigo', email: 'i@demo.mx' }] });
  });

  it('writes CSV that no spreadsheet runs, with the mark of UTF-8 for Excel only', async () => {
    await given(app.db).person({ firstName: '=HYPERLINK("http://x")', lastName: 'a, b', email: 'z@demo.mx' });
    const { out } = await at.bitacora(['users', 'list', '--search', 'z@', '--csv']);
    expect(out.split('\r\n')[1]).toContain(`"'=HYPERLINK(""http://x"") a, b"`);
    expect(out.charCodeAt(0)).not.toBe(0xfeff);
    expect((await at.bitacora(['users', 'list', '--excel'])).bytes.subarray(0, 3).toString('hex')).toBe('efbbbf');
  });

  it('lets no name of somebody’s move the cursor', async () => {
    await app.db('users').where({ id: ana.id }).update({ firstName: '\u001b[2J\u202eAna' });
    const { out } = await at.bitacora(['users', 'list']);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that there are none is the point.
    expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
  });
});
