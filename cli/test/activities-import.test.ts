import { readFile, writeFile } from 'node:fs/promises';
import type { Person } from '@bitacora/core/domain/people/person';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RunningApp, runningApp } from '../../api/test/running-app.ts';
import { openWorkbook, rowsOf } from '../../api/test/sheets/workbooks.ts';
import { given } from '../../core/test/factories.ts';
import { holding, type Machine, machine } from './bitacora.ts';

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
    expect([status, out]).toEqual([0, 'Se traería 1 actividad; 0 ya están.\nSe queda fuera 1 fila: 1 de trabajo terminado.\n']);
    expect(await stored()).toEqual([]);
  });

  it('names the texts that need an answer, with exit code 1, until --mapping gives them', async () => {
    await writeFile(at.file('pendientes.csv'), good);
    const result = await at.bitacora(['activities', 'import', 'pendientes.csv', '--finished', '--yes']);
    expect(result.status).not.toBe(0);
    expect(result.out).toContain(`«Lau» (1 fila): ${laura.id} Laura Ramírez`);
    expect(result.out).toContain('«Patio» (1 fila): new');
    await writeFile(at.file('r.json'), JSON.stringify({ people: { Lau: [laura.id] }, topics: { Patio: 'new' } }));
    const flags = ['--finished', '--mapping', 'r.json', '--folios', 'folios.xlsx', '--yes'];
    const done = await at.bitacora(['activities', 'import', 'pendientes.csv', ...flags]);
    expect([done.status, done.out]).toEqual([0, 'Se trajeron 2 actividades de 1 persona.\n']);
    expect(await stored()).toMatchObject([{ status: 'not_started' }, { status: 'verified', assigneeId: laura.id }]);
    const rows = rowsOf((await openWorkbook(await readFile(at.file('folios.xlsx')))).worksheets[0]);
    expect(rows[0]?.slice(-2)).toEqual(['Folio Bitácora', 'Enlace Bitácora']);
    const again = await at.bitacora(['activities', 'import', 'pendientes.csv', '--finished', '--yes']);
    expect([again.status, again.out]).toEqual([0, 'No hay nada que traer: todo lo del archivo ya está.\n']);
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
});
