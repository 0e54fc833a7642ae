import net from 'node:net';
import { connect } from '@bitacora/core/server';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testDatabase } from '../../core/test/database.ts';
import { given } from '../../core/test/factories.ts';
import { aPng } from './pictures.ts';
import { type RunningApp, runningApp } from './running-app.ts';

let app: RunningApp;
/** A line to PostgreSQL that can be cut after a COMMIT has been carried out and before its answer is heard. */
async function cutLine(serverUrl: string) {
  const { hostname, port } = new URL(serverUrl);
  let isArmed = false;
  const line = net.createServer((near) => {
    const far = net.connect(Number(port), hostname);
    let isCut = false;
    const hangUp = () => {
      near.destroy();
      far.destroy();
    };
    for (const end of [near, far]) end.on('error', hangUp).on('close', hangUp);
    near.on('data', (bytes) => {
      if (isArmed && bytes.includes('COMMIT')) [isArmed, isCut] = [false, true];
      far.write(bytes);
    });
    far.on('data', (answer) => {
      if (isCut) hangUp();
      else near.write(answer);
    });
  });
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
  const url = new URL(serverUrl);
  url.hostname = '127.0.0.1';
  url.port = String((line.address() as net.AddressInfo).port);

  return {
    url: url.href,
    /** The next COMMIT is carried out and never answered. */
    cutAtNextCommit: () => {
      isArmed = true;
    },
    close: () => line.close(),
  };
}

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
