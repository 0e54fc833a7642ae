import { readFile, writeFile } from 'node:fs/promises';
import type { Person } from '@bitacora/core/domain/people/person';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RunningApp, runningApp } from '../../api/test/running-app.ts';
import { openWorkbook, rowsOf } from '../../api/test/sheets/workbooks.ts';
import { given } from '../../core/test/factories.ts';
import { holding, type Machine, machine } from './bitacora.ts';
import { hasPseudoTerminal, onTerminal } from './pseudo-terminal.ts';

let app: RunningApp;
let at: Machine;
let laura: Person;
beforeAll(async () => {
  app = await runningApp({ rateLimitFactor: 100 });
});
beforeEach(async () => {
  await app.wipe();
  const ana = await given(app.db).manager({ firstName: 'Ana', lastName: 'Ruiz' });
  laura = await given(app.db).person({ firstName: 'Laura', lastName: 'Ramírez' });
  await given(app.db).topic({ name: 'Calidad' });
  at = await machine(await holding(app, ana));
});
afterEach(() => at.leave());
afterAll(() => app.close());

const sheet = (...rows: string[]) => ['Actividad;Responsable;Tema;Vence;Estatus', ...rows].join('\r\n');
const good = sheet('Revisar tablero;Laura Ramírez;Calidad;25/11/2026;', 'Barrer;Lau;Patio;30/11/2026;Terminado');
const stored = () => app.db('activities').orderBy('id').select('description', 'status', 'assigneeId');

describe('activities import', () => {
  it('says with --dry-run what would come, and stores nothing', async () => {
    await writeFile(at.file('pendientes.csv'), good);
    const { status, out } = await at.bitacora(['activities', 'import', 'pendientes.csv', '--dry-run']);
    expect([status, out]).toEqual([
      0,
      [
        ...['Se traería 1 actividad; 0 ya están.', '2 filas leídas: 1 por traer, 0 que ya estaban y 1 fuera.'],
        ...['Se queda fuera 1 fila: 1 de trabajo terminado.', 'Con --finished se trae también lo terminado.'],
        ...['Para seguir:', '  bitacora activities import pendientes.csv', ''],
      ].join('\n'),
    ]);
    expect(await stored()).toEqual([]);
  });

  it('names the texts that need an answer, with exit code 1, until --mapping gives them', async () => {
    await writeFile(at.file('pendientes.csv'), good);
    const result = await at.bitacora(['activities', 'import', 'pendientes.csv', '--finished', '--yes']);
    expect(result.status).not.toBe(0);
    expect(result.out).toContain(`«Lau» (1 fila): ${laura.id} Laura Ramírez`);
    expect(result.out).toContain('«Patio» (1 fila): Crear el tema «Patio»');
    const draft = JSON.stringify({ people: { Lau: [laura.id] }, topics: { Patio: 'crear' } });
    expect(result.out).toContain(
      `${draft}\nPara seguir:\n  bitacora activities import pendientes.csv --mapping respuestas.json --finished`,
    );
    await writeFile(at.file('r.json'), draft);
    const flags = ['--finished', '--mapping', 'r.json', '--folios', 'folios.xlsx', '--yes'];
    const done = await at.bitacora(['activities', 'import', 'pendientes.csv', ...flags]);
    expect([done.status, done.out]).toEqual([
      0,
      'Se trajeron 2 actividades de 1 persona.\n2 filas leídas: 2 con actividades nuevas, 0 que ya estaban y 0 fuera.\n',
    ]);
    expect(await stored()).toMatchObject([{ status: 'not_started' }, { status: 'verified', assigneeId: laura.id }]);
    const rows = rowsOf((await openWorkbook(await readFile(at.file('folios.xlsx')))).worksheets[0]);
    expect(rows[0]?.slice(-2)).toEqual(['Folio Bitácora', 'Enlace Bitácora']);
    const again = await at.bitacora(['activities', 'import', 'pendientes.csv', '--finished', '--yes']);
    expect([again.status, again.out]).toEqual([
      0,
      'No hay nada que traer: todo lo del archivo ya está.\n2 filas leídas: 0 con actividades nuevas, 2 que ya estaban y 0 fuera.\n',
    ]);
  });

  it('lists every wrong row, as JSON too, and brings nothing', async () => {
    await writeFile(at.file('mal.csv'), sheet('Sin fecha;Laura Ramírez;Calidad;;', 'Buena;Laura Ramírez;Calidad;25/11/2026;'));
    const { status, out } = await at.bitacora(['activities', 'import', 'mal.csv', '--yes', '--json']);
    expect(status).not.toBe(0);
    expect(JSON.parse(out)).toMatchObject({ total: 1, rows: [{ row: 2, column: 'Vence', error: 'Falta la fecha de finalización.' }] });
    expect(await stored()).toEqual([]);
  });

  it('says that a mapping is no JSON before it sends anything', async () => {
    await writeFile(at.file('pendientes.csv'), good);
    await writeFile(at.file('r.json'), '{');
    const { err } = await at.bitacora(['activities', 'import', 'pendientes.csv', '--mapping', 'r.json', '--yes']);
    expect(err).toContain('r.json: Eso no es JSON');
  });

  it('takes the good rows with --only-good, and the file of the others finishes the import', async () => {
    const file = 'plan de la planta.csv';
    await writeFile(at.file(file), sheet('Sin fecha;Laura Ramírez;Calidad;;', 'Buena;Laura Ramírez;Calidad;25/11/2026;'));
    const plain = await at.bitacora(['activities', 'import', file, '--dry-run']);
    expect([plain.status, plain.err]).toEqual([1, expect.stringContaining(`  bitacora activities import "${file}" --only-good\n`)]);
    const done = await at.bitacora(['activities', 'import', file, '--only-good', '--yes']);
    expect([done.status, done.out]).toEqual([
      0,
      [
        ...['Se trajo 1 actividad de 1 persona.', '2 filas leídas: 1 con actividades nuevas, 0 que ya estaban y 1 fuera.'],
        'Se queda fuera 1 fila: 1 por corregir.',
        'Corrige plan de la planta-por-corregir.xlsx y tráelo:',
        ...['  bitacora activities import "plan de la planta-por-corregir.xlsx"', ''],
      ].join('\n'),
    ]);
    const rest = 'plan de la planta-por-corregir.xlsx';
    const book = await openWorkbook(await readFile(at.file(rest)));
    expect(rowsOf(book.worksheets[0])[1]).toEqual(['Sin fecha', 'Laura Ramírez', 'Calidad', undefined, undefined, expect.any(String)]);
    const onto = await at.bitacora(['activities', 'import', file, '--only-good']);
    expect([onto.status, onto.err]).toEqual([2, expect.stringContaining(rest)]);
    Object.assign(book.worksheets[0]?.getCell('D2') ?? {}, { value: '28/11/2026' });
    await writeFile(at.file(rest), new Uint8Array(await book.xlsx.writeBuffer()));
    const last = await at.bitacora(['activities', 'import', rest, '--yes']);
    expect([last.status, (await stored()).map(({ description }) => description)]).toEqual([0, ['Buena', 'Sin fecha']]);
  });

  it('says how to go on where every row is wrong or waits', async () => {
    await writeFile(at.file('a.csv'), sheet('Podar;Lau;;25/11/2026;'));
    const wrong = await at.bitacora(['activities', 'import', 'a.csv', '--dry-run']);
    expect(wrong.err).toContain('1 texto espera respuesta:');
    const draft = { people: { Lau: [laura.id] }, default_topic: null };
    const command = 'bitacora activities import a.csv --mapping respuestas.json';
    expect(wrong.err).toContain(`  ${JSON.stringify(draft)}\nCorrige la hoja y tráela otra vez:\n  ${command}\n`);
    await writeFile(at.file('a.csv'), sheet('Podar;Lau;Calidad;25/11/2026;', 'Barrer;Laura Ramírez;Calidad;;'));
    const waiting = await at.bitacora(['activities', 'import', 'a.csv', '--dry-run']);
    expect(waiting.err).toContain(`guarda aparte 1 fila con errores:\n  ${command} --only-good\n`);
  });

  it('stores no dates that can be read in two ways until --day-order says how', async () => {
    await writeFile(at.file('fechas.csv'), sheet('Podar;Laura Ramírez;Calidad;03/11/2026;'));
    const { status, out } = await at.bitacora(['activities', 'import', 'fechas.csv', '--yes']);
    expect([status, out]).toEqual([1, expect.stringContaining('bitacora activities import fechas.csv --day-order dia-mes\n')]);
    expect(await stored()).toEqual([]);
    const done = await at.bitacora(['activities', 'import', 'fechas.csv', '--yes', '--day-order', 'mes-dia']);
    expect([done.status, await app.db('activities').select('dueOn')]).toEqual([0, [{ dueOn: '2026-03-11' }]]);
  });

  it('names who lacks a topic with the command that gives it', async () => {
    await given(app.db).topic({ name: 'Control de gastos', department: 'FINANZAS' });
    await writeFile(at.file('a.csv'), sheet('Arqueo;Laura Ramírez;Control de gastos;25/11/2026;'));
    const { err } = await at.bitacora(['activities', 'import', 'a.csv', '--dry-run']);
    expect(err).toContain('  bitacora assignments create "Control de gastos" "Laura Ramírez"\n');
    await at.bitacora(['assignments', 'create', 'Control de gastos', 'Laura Ramírez']);
    expect((await at.bitacora(['activities', 'import', 'a.csv', '--yes'])).status).toBe(0);
  });

  it('shows no word of the code', async () => {
    await writeFile(at.file('a.csv'), sheet('Podar;Nadie;Calidad;03/11/2026;Rarísimo', ';;;;', 'Pintar;Laura Ramírez;Patio;;Terminado'));
    const { out, err } = await at.bitacora(['activities', 'import', 'a.csv', '--dry-run']);
    const { out: help } = await at.bitacora(['activities', 'import', '--help']);
    for (const word of ['left_out', 'not_started', 'in_progress', 'dmy', 'mdy', 'undefined', ': new', 'day_order'])
      expect(`${out}${err}${help}`).not.toContain(word);
  });

  it.runIf(hasPseudoTerminal)(
    'asks for the order of doubtful dates and for people on a terminal, and then takes the good rows',
    async () => {
      await writeFile(
        at.file('a.csv'),
        sheet('Podar;Lau;Calidad;03/11/2026;', 'Barrer;Laura Ramírez;Calidad;04/11/2026;', 'Sin fecha;Laura Ramírez;Calidad;;'),
      );
      const screen = onTerminal(at, ['activities', 'import', 'a.csv', '--only-good'], { columns: 200 });
      for (const [question, answer] of [
        ['1 = día/mes, 2 = mes/día:', '2'],
        ['varias personas con coma:', 'Laura Ramírez'],
        ['¿Traer 2 actividades?', 's'],
      ] as const) {
        await screen.shows(question);
        screen.type(`${answer}\r`);
      }
      expect(await screen.ended).toBe(0);
      expect(await app.db('activities').orderBy('id').select('description', 'dueOn')).toEqual([
        { description: 'Podar', dueOn: '2026-03-11' },
        { description: 'Barrer', dueOn: '2026-04-11' },
      ]);
      expect(rowsOf((await openWorkbook(await readFile(at.file('a-por-corregir.xlsx')))).worksheets[0])).toHaveLength(2);
    },
  );
});
