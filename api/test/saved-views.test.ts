import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { given } from '../../core/test/factories.ts';
import { everythingIn } from '../../core/test/tables.ts';
import { type RunningApp, runningApp } from './running-app.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await runningApp({ rateLimitFactor: 100 });
});
beforeEach(() => app.wipe());
afterAll(() => app.close());

const someone = async () => app.as(await given(app.db).person());
const urgent = { screen: 'pending_report', name: 'Urgentes', query: 'priorities=High&sort=-created_at' } as const;

it('a person keeps views of their screens, sees only their own and removes them', async () => {
  const [mine, other] = [await someone(), await someone()];
  const { id } = await mine.client.saveView(urgent);
  await mine.client.saveView({ ...urgent, screen: 'finished_report', query: '' });
  expect(await mine.client.listSavedViews()).toEqual([
    { id: id + 1, ...urgent, screen: 'finished_report', query: '' },
    { id, ...urgent },
  ]);
  expect(await other.client.listSavedViews()).toEqual([]);
  const before = await everythingIn(app.db);
  const unknown = { status: 404, code: 'savedView.unknown', message: 'No se encontró la vista guardada.' };
  await expect(other.client.removeSavedView({ viewId: id })).rejects.toMatchObject(unknown);
  await expect(other.client.removeSavedView({ viewId: 2_000_000 })).rejects.toMatchObject(unknown);
  expect(await everythingIn(app.db)).toEqual(before);
  await mine.client.removeSavedView({ viewId: id });
  expect(await mine.client.listSavedViews()).toMatchObject([{ screen: 'finished_report' }]);
});

it('a view replaces one of the same name in any case and accents; the same name on another screen is another view', async () => {
  const mine = await someone();
  const { id } = await mine.client.saveView({ ...urgent, name: 'Atención' });
  expect(await mine.client.saveView({ ...urgent, name: ' ATENCION ', query: 'page=2' })).toEqual({ success: true, id });
  expect(await mine.client.listSavedViews()).toEqual([{ id, screen: 'pending_report', name: 'ATENCION', query: 'page=2' }]);
});

it('thirty views of a screen are enough, also for many saved at once; one of them may still be replaced', async () => {
  const [mine, other] = [await someone(), await someone()];
  await mine.csrfToken();
  const saves = Array.from({ length: 34 }, (_, n) => mine.call('POST', '/api/save_view', { body: { ...urgent, name: `Vista ${n}` } }));
  const answers = await Promise.all(saves);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused).toHaveLength(4);
  for (const { status, body } of refused)
    expect([status, body]).toEqual([
      409,
      {
        success: false,
        code: 'savedView.tooMany',
        error: 'Ya tienes 30 vistas guardadas de esta pantalla. Borra alguna para guardar otra.',
      },
    ]);
  const [savedView] = await mine.client.listSavedViews();
  await expect(mine.client.saveView({ ...urgent, name: savedView?.name ?? '', query: 'otra' })).resolves.toMatchObject({
    id: savedView?.id,
  });
  await expect(mine.client.saveView({ ...urgent, screen: 'users' })).resolves.toMatchObject({ success: true });
  await expect(other.client.saveView(urgent)).resolves.toMatchObject({ success: true });
});

it('the same view saved twice at once is one view', async () => {
  const mine = await someone();
  await mine.csrfToken();
  const [one, two] = await Promise.all([mine.client.saveView(urgent), mine.client.saveView(urgent)]);
  expect(one).toEqual(two);
  expect(await app.db('savedViews')).toHaveLength(1);
});

it('a view without a name, of no screen or with an endless query is refused by its field', async () => {
  const mine = await someone();
  const refusal = async (body: object) => (await mine.call('POST', '/api/save_view', { body: { ...urgent, ...body } })).body;
  expect(await refusal({ name: ' ' })).toMatchObject({ fields: { name: 'Este campo es obligatorio.' } });
  expect(await refusal({ name: 'x'.repeat(61) })).toMatchObject({ fields: { name: 'Escribe 60 caracteres como máximo.' } });
  expect(await refusal({ query: 'x'.repeat(8_001) })).toMatchObject({ fields: { query: 'Escribe 8000 caracteres como máximo.' } });
  expect(await refusal({ screen: 'cocina' })).toMatchObject({ fields: { screen: expect.stringContaining('Elige una de estas opciones') } });
  expect(await app.db('savedViews')).toEqual([]);
});

it('how many rows a person wants is kept for all lists, and nobody else’s changes', async () => {
  const [mine, other] = [await someone(), await someone()];
  const sizeFor = async ({ client }: typeof mine) => (await client.readSession()).user?.pageSize;
  expect(await sizeFor(mine)).toBe(5);
  await mine.client.saveListSize({ size: 25 });
  expect(await sizeFor(mine)).toBe(25);
  // A page of 1.2.0 names its list.
  await mine.call('POST', '/api/save_list_size', { body: { screen: 'pending', size: 10 } });
  expect(await sizeFor(mine)).toBe(10);
  await mine.client.saveListSize({ size: null });
  expect(await sizeFor(mine)).toBeNull();
  expect(await sizeFor(other)).toBe(5);
  const refused = await mine.call('POST', '/api/save_list_size', { body: { size: 201 } });
  expect(refused.body).toMatchObject({ fields: { size: expect.any(String) } });
});
