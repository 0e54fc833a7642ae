import { writeFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { aPng } from '../../api/test/pictures.ts';
import { type RunningApp, runningApp } from '../../api/test/running-app.ts';
import type { Person } from '../../core/src/domain/people/person.ts';
import { given } from '../../core/test/factories.ts';
import { holding, type Machine, machine } from './bitacora.ts';
import { typed } from './in-process.ts';

let app: RunningApp;
let at: Machine;
let ana: Person;
beforeAll(async () => {
  app = await runningApp({ rateLimitFactor: 100 });
});
beforeEach(async () => {
  await app.wipe();
  ana = await given(app.db).manager({ firstName: 'Ana', lastName: 'Ruiz' });
  at = await machine(await holding(app, ana));
});
afterEach(() => at.leave());
afterAll(() => app.close());

it('makes any call, by either of its names, with fields as texts, JSON, lists and files', async () => {
  const { id } = await given(app.db).ownActivity(ana, { status: 'in_progress', description: 'Contar cajas' });
  const read = await at.bitacora(['api', 'get_activity', `id=${id}`]);
  expect(JSON.parse(read.out)).toMatchObject({ id, objetive_project: 'Contar cajas' });
  expect((await at.bitacora(['api', 'readActivity', `id:=${id}`])).out).toBe(read.out);

  await writeFile(at.file('a.png'), await aPng());
  const added = await at.bitacora(['api', 'record_evidences_activity', `activity_id=${id}`, 'images=@a.png', 'images=@a.png']);
  expect([added.status, added.err]).toEqual([0, '']);
  expect(await app.db('images').where('activityId', id)).toHaveLength(2);
  const many = await at.bitacora(['api', 'cancel_activities', `activity_ids=${id}`, 'activity_ids=999999']);
  expect(JSON.parse(many.out).results.map(({ success }: { success: boolean }) => success)).toEqual([true, false]);
});

it('lists the calls, and refuses what is none in words', async () => {
  const calls = await at.bitacora(['api', '--json']);
  expect(calls.out).toContain('Recuerda la actividad al responsable, una vez al día');
  for (const [words, sentence] of [
    [['get_nothing'], 'La API no tiene la llamada «get_nothing».'],
    [['get_activity'], 'Falta el campo id.'],
    [['get_activity', 'id'], '«id» no es un campo con su valor.'],
    [['get_activity', 'id:=x'], 'El valor de id no es JSON.'],
  ] as const) {
    const { status, err } = await typed(['api', ...words]);
    expect([status, err.split('\n')[0]]).toEqual([2, sentence]);
  }
});

it('says a failure as JSON where the answer would be JSON', async () => {
  const unknown = await at.bitacora(['api', 'get_activity', 'id=999999', '--json']);
  expect(unknown.out).toBe('');
  expect(JSON.parse(unknown.err)).toEqual({ error: { exit: 1, code: 'activity.unknown', message: expect.any(String), hint: null } });
  const wrong = await at.bitacora(['report', 'pending', '--json', '--nada']);
  expect(JSON.parse(wrong.err).error).toMatchObject({ exit: 2, code: null });
});

it('opens the web, and says the address where nothing opens', async () => {
  const { out } = await at.bitacora(['open', '134']);
  expect(out).toBe(`${app.origin}/Consult_My_Activity/134\n`);
  expect((await at.bitacora(['open', 'abc'])).status).toBe(2);
});
