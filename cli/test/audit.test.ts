import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Person } from '@bitacora/core/domain/people/person';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type RunningApp, runningApp } from '../../api/test/running-app.ts';
import { given } from '../../core/test/factories.ts';
import { holding, type Machine, machine } from './bitacora.ts';

let app: RunningApp;
let at: Machine;
let manager: Person;
beforeAll(async () => {
  app = await runningApp({ rateLimitFactor: 100 });
});
beforeEach(async () => {
  await app.wipe();
  at = await machine(await holding(app, await given(app.db).person({ kind: 'Desarrollador' })));
  manager = await given(app.db).manager({ firstName: 'Marta', lastName: 'Ruiz', email: 'marta@demo.mx' });
  await (await app.as(manager)).client.saveHoliday({ day: '2027-01-06' as never, name: 'Reyes' });
});
afterEach(() => at.leave());
afterAll(() => app.close());

it('shows who did what, filtered by person and act, as a table, JSON and CSV', async () => {
  const table = await at.bitacora(['audit', '--actor', 'marta@demo.mx', '--act', 'holiday.save']);
  expect([table.status, table.err]).toEqual([0, '']);
  expect(table.out).toContain('Marta Ruiz');
  expect(table.out).toContain('Guardó un día de descanso');
  expect(table.out).toContain('Página 1 de 1, 1 cambio.');

  const json = JSON.parse((await at.bitacora(['audit', '--json', '--search', 'reyes'])).out);
  expect(json).toMatchObject({ total: 1, rows: [{ act: 'holiday.save', actor: 'Marta Ruiz', after: { name: 'Reyes' } }] });
  expect((await at.bitacora(['audit', '--csv', '--from', '2999-01-01'])).out.trim().split('\n')).toHaveLength(1);
});

it('leaves the workbook to the web, and refuses who is no Desarrollador', async () => {
  const file = path.join(at.home, 'historial.xlsx');
  expect(await at.bitacora(['audit', '--output', file])).toMatchObject({
    status: 2,
    err: expect.stringContaining('se descarga en la web'),
  });
  expect(existsSync(file)).toBe(false);
  await at.leave();
  at = await machine(await holding(app, manager));
  expect(await at.bitacora(['audit'])).toMatchObject({
    status: 1,
    err: expect.stringContaining('Solo un Desarrollador puede consultar el historial de la administración.'),
  });
});
