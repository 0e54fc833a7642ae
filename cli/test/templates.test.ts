import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type RunningApp, runningApp } from '../../api/test/running-app.ts';
import type { Person } from '../../core/src/domain/people/person.ts';
import { given } from '../../core/test/factories.ts';
import { holding, type Machine, machine } from './bitacora.ts';

let app: RunningApp;
let at: Machine;
let ana: Person;
let beto: Person;
beforeAll(async () => {
  app = await runningApp({ rateLimitFactor: 100 });
});
beforeEach(async () => {
  await app.wipe();
  ana = await given(app.db).manager({ email: 'ana@demo.mx' });
  beto = await given(app.db).person({ firstName: 'Beto', lastName: 'Sanz', email: 'beto@demo.mx' });
  await given(app.db).topic({ name: 'Calidad' });
  at = await machine(await holding(app, ana));
});
afterEach(() => at.leave());
afterAll(() => app.close());

const create = ['templates', 'create', 'Auditoría 5S', '--topic', 'calidad', '--days', '7', '--repeats', 'mensual', '--images', '1'];
const items = ['--item', 'Pasillos libres', '--item', 'Extintores vigentes'];
const done = (out: string) => expect.objectContaining({ status: 0, out, err: '' });

it('a template is registered, listed, changed and retired', async () => {
  expect(await at.bitacora([...create, ...items])).toMatchObject({ status: 0, err: '' });
  const { out } = await at.bitacora(['templates', 'list', 'Calidad', '--json']);
  const work = { description: 'Auditoría 5S', days: 7, priority: 'normal', repeats: 'month', minimumImages: 1 };
  expect(JSON.parse(out).rows).toMatchObject([
    { objective: 'Auditoría 5S', days: 7, checklist: ['Pasillos libres', 'Extintores vigentes'] },
  ]);

  const update = ['templates', 'update', 'auditoria 5s', '--topic', 'Calidad'];
  expect(await at.bitacora(update)).toMatchObject({ status: 2, err: 'Indica qué cambia, por ejemplo --days o --item.\n' });
  expect(await at.bitacora([...update, '--days', '0', '--repeats', 'no'])).toEqual(done('La plantilla se guardó.\n'));
  const [stored] = await app.db('activityTemplates');
  expect(stored).toMatchObject({ ...work, days: 0, repeats: null, checklist: ['Pasillos libres', 'Extintores vigentes'] });

  const retired = await at.bitacora(['templates', 'retire', 'Auditoría 5S', '--topic', 'Calidad', '--yes']);
  expect(retired).toEqual(done('La plantilla se retiró.\n'));
  expect(await at.bitacora(['templates', 'list', 'Calidad'])).toEqual(done('El tema no tiene plantillas.\n'));
});

it('an activity starts from a template, its items are ticked, and completing names what is missing', async () => {
  await at.bitacora([...create, ...items]);
  const assign = [
    'activities',
    'assign',
    '--topic',
    'Calidad',
    '--template',
    'auditoría 5s',
    '--to',
    'ana@demo.mx',
    '--to',
    'beto@demo.mx',
  ];
  expect(await at.bitacora(assign)).toMatchObject({ status: 0, err: '' });
  const rows = await app.db('activities').orderBy('id');
  expect(rows).toMatchObject(
    [ana, beto].map(({ id }) => ({
      assigneeId: id,
      dueOn: '2026-11-27',
      repeats: 'month',
      minimumImages: 1,
      checklist: [{}, {}],
      templateId: expect.any(Number),
    })),
  );
  const folio = String(rows[0].id);
  expect(await at.bitacora(['activities', 'start', folio])).toEqual(done(`Actividad ${folio} iniciada.\n`));
  expect(await at.bitacora(['activities', 'tick', folio, '1', '2', '1'])).toEqual(done(`Actividad ${folio}: 2 de 2.\n`));
  expect(await at.bitacora(['activities', 'tick', folio, '2', '--undo'])).toEqual(done(`Actividad ${folio}: 1 de 2.\n`));
  const refused = await at.bitacora(['activities', 'complete', folio, 'Listo']);
  expect(refused).toMatchObject({ status: 1, err: 'Falta marcar: Extintores vigentes. Falta 1 imagen.\n' });
  const result = await at.bitacora(['activities', 'show', folio]);
  expect(result.out).toMatch(
    /Lista de verificación \(1 de 2\)\n\[x\] 1: Pasillos libres \(.+\)\n\[ \] 2: Extintores vigentes\nSe pide 1 imagen\.\n/,
  );

  await app.db('activities').where({ id: folio }).update({ minimumImages: 0 });
  await at.bitacora(['activities', 'tick', folio, '2']);
  expect(await at.bitacora(['activities', 'complete', folio, 'Listo'])).toEqual(done(`Actividad ${folio} completada.\n`));
});

it.each<[string, string[], number, RegExp]>([
  ['a word that is no item', ['activities', 'tick', '12', 'uno'], 2, /^«uno» no es el número de un punto\.\n$/],
  [
    'an unknown template',
    ['activities', 'assign', '--topic', 'Calidad', '--to', 'beto@demo.mx', '--template', 'Nada'],
    2,
    /^--template: Nada/,
  ],
  ['a template without days', ['templates', 'create', 'Cierre', '--topic', 'Calidad'], 2, /^Falta --days/],
  ['too many days', ['templates', 'create', 'Cierre', '--topic', 'Calidad', '--days', '366'], 2, /entre 0 y 365/],
])('refuses %s', async (_, words, status, sentence) => {
  expect(await at.bitacora(words)).toMatchObject({ status, err: expect.stringMatching(sentence) });
});
