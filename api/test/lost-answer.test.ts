import { connect } from '@bitacora/core/server';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testDatabase } from '../../core/test/database.ts';
import { given } from '../../core/test/factories.ts';
import { cutLine } from './cut-line.ts';
import { aPng } from './pictures.ts';
import { type RunningApp, runningApp } from './running-app.ts';

let app: RunningApp;
let line: Awaited<ReturnType<typeof cutLine>>;
beforeAll(async () => {
  const { url, wipe, close } = await testDatabase();
  line = await cutLine(url);
  const db = connect(line.url);
  const closeBoth = async () => {
    await db.destroy();
    await close();
    line.close();
  };
  app = await runningApp({ database: { db, wipe, close: closeBoth } });
});
beforeEach(() => app.wipe());
afterAll(() => app.close());

it('an activity whose commit was carried out but never answered keeps its image, and the retry answers its folio', async () => {
  const mine = await app.as(await given(app.db).person());
  const { id: topicId } = await given(app.db).topic();
  const form = new FormData();
  for (const [name, value] of Object.entries({ id_project: topicId, objective: 'Inventario', priority: 'Normal', due_date: '2026-12-01' }))
    form.set(name, String(value));
  form.set('images[0]', new Blob([await aPng()]), 'foto.png');
  const headers = { 'Idempotency-Key': 'once' };
  const register = () => mine.call('POST', '/api/create_my_new_activity', { body: form, headers });
  await mine.csrfToken();

  line.cutAtNextCommit();
  expect(await register()).toMatchObject({ status: 503, body: { success: false, code: 'database.away', error: expect.any(String) } });
  const [{ id }] = await app.db('activities').select('id');
  expect(await register()).toMatchObject({ status: 200, body: { success: true, id } });

  const images = await app.db('images').select('id', 'activityId');
  expect(images).toEqual([{ id: expect.any(String), activityId: id }]);
  expect(await app.stored()).toEqual([images[0].id, `${images[0].id}.thumbnail`]);
  expect((await mine.call('GET', `/api/images/${images[0].id}`)).status).toBe(200);
});
