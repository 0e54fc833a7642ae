import { writeFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { aPng } from '../../api/test/pictures.ts';
import { type RunningApp, runningApp } from '../../api/test/running-app.ts';
import type { Person } from '../../core/src/domain/people/person.ts';
import { given } from '../../core/test/factories.ts';
import { between } from './between.ts';
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
    [['record_comments_activity', 'comment=@nota.txt'], 'El campo comment de esta llamada no es un archivo.'],
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

it('watches as a line of JSON for each change, also after the server was away, and ends with 0', async () => {
  const topic = await given(app.db).topic({ name: 'Visitas' });
  const proxy = await between(app, '/api/get_projects', (answer, body, n) => {
    // The second reading with both of its repeats.
    if (n >= 2 && n <= 4) return answer.destroy();
    answer.end(body);
  });
  const lines: string[] = [];
  const { status, err } = await at.bitacora(['topics', 'list', '--watch', '--every', '2', '--json'], {
    env: proxy.env,
    during: (child) =>
      child.stdout?.on('data', async (text) => {
        lines.push(...String(text).trim().split('\n'));
        if (lines.length === 1) await app.db('topics').where('id', topic.id).update({ name: 'Auditorías' });
        if (lines.length === 2) await app.db('topics').where('id', topic.id).del();
        if (lines.length === 3) child.kill('SIGINT');
      }),
  });
  await proxy.close();
  expect([status, err]).toEqual([0, `No se pudo conectar con ${proxy.env.BITACORA_URL}.\n`]);
  expect(lines.map((line) => JSON.parse(line)).map(({ change, row }) => [change, row.id])).toEqual([
    ['added', topic.id],
    ['changed', topic.id],
    ['removed', topic.id],
  ]);
});

it.each<[string[], string[]]>([
  [
    ['users', 'list'],
    ['users', 'list'],
  ],
  [
    ['topics', 'list'],
    ['topics', 'list'],
  ],
  [
    ['report', 'pending'],
    ['report', 'pending'],
  ],
  [
    ['report', 'load'],
    ['report', 'load'],
  ],
  [
    ['report', 'punctuality'],
    ['report', 'punctuality'],
  ],
  [['whoami'], ['whoami']],
  [['api', 'get_stats_activities'], ['get_stats_activities']],
])('%j --json has the names of its schema, which are those of the wire', async (words, schemaWords) => {
  await given(app.db).ownActivity(ana, { status: 'in_progress' });
  const out = JSON.parse((await at.bitacora([...words, '--json'])).out);
  const { out: text, status } = await typed(['schema', ...schemaWords]);
  expect(status).toBe(0);
  const { reply, ...whole } = JSON.parse(text);
  const schema = reply ?? whole;
  const at_ = (one: { $ref?: string }) => (one.$ref ? schema.$defs[one.$ref.replace('#/$defs/', '')] : one);
  const [value, described] = out.rows ? [out.rows[0], at_(schema.properties.rows.items)] : [out, at_(schema)];
  const { url: _, ...answer } = value;
  expect(Object.keys(described.properties)).toEqual(expect.arrayContaining(Object.keys(answer)));
  expect(Object.keys(answer)).toEqual(expect.arrayContaining(described.required));
});

it('opens the web, and says the address where nothing opens', async () => {
  const { out } = await at.bitacora(['open', '134']);
  expect(out).toBe(`${app.origin}/Consult_My_Activity/134\n`);
  expect((await at.bitacora(['open', 'abc'])).status).toBe(2);
});
