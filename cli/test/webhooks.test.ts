import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type RunningApp, runningApp } from '../../api/test/running-app.ts';
import { given, NOW } from '../../core/test/factories.ts';
import { holding, type Machine, machine } from './bitacora.ts';

let app: RunningApp;
let at: Machine;
beforeAll(async () => {
  app = await runningApp({ rateLimitFactor: 100 });
});
beforeEach(async () => {
  await app.wipe();
  at = await machine(await holding(app, await given(app.db).person({ kind: 'Desarrollador' })));
});
afterEach(() => at.leave());
afterAll(() => app.close());

const url = 'https://erp.example.mx/eventos';
const add = (...words: string[]) => at.bitacora(['webhooks', 'add', '--name', 'ERP', '--url', url, ...words]);
const stored = () => app.db('webhooks').select('name', 'url', 'acts', 'isActive', 'hasComments');

it('webhooks are registered, listed, changed, given another secret and removed', async () => {
  const webhook = JSON.parse((await add('--event', 'activity.completed', '--event', 'activity.verified', '--json')).out);
  expect(webhook).toEqual({ success: true, id: expect.any(Number), secret: expect.stringMatching(/^whsec_/) });
  expect((await at.bitacora(['webhooks', 'list'])).out).toMatch(/ERP.*activity\.completed/);
  const { rows } = JSON.parse((await at.bitacora(['webhooks', 'list', '--json'])).out);
  expect(rows).toMatchObject([
    { id: webhook.id, url, events: ['activity.completed', 'activity.verified'], active: true, waiting: 0, failed: 0 },
  ]);

  expect(await at.bitacora(['webhooks', 'update', 'erp', '--name', 'Planta', '--active', 'no', '--comments', 'si'])).toMatchObject({
    status: 0,
  });
  expect(await stored()).toEqual([{ name: 'Planta', url, acts: ['complete', 'approve'], isActive: false, hasComments: true }]);
  await app.db('webhooks').update({ disabledAt: NOW, disablingReason: 'gone' });
  expect((await at.bitacora(['webhooks', 'list'])).out).toContain('ya no existe (410)');
  expect((await at.bitacora(['webhooks', 'rotate', 'planta'])).status).toBe(2);
  expect((await at.bitacora(['webhooks', 'rotate', 'planta', '--yes'])).out).toMatch(/\nwhsec_\S+\n$/);
  expect((await at.bitacora(['webhooks', 'remove', String(webhook.id), '--yes'])).out).toBe('Webhook quitado.\n');
  expect(await stored()).toEqual([]);
});

it('without events it receives all of them; a wrong address is refused beside its flag', async () => {
  expect(await add()).toMatchObject({ status: 0, out: expect.stringContaining('whsec_') });
  expect((await at.bitacora(['webhooks', 'list'])).out).toContain('todos');
  const wrong = await at.bitacora(['webhooks', 'add', '--name', 'X', '--url', 'http://erp.example.mx']);
  expect(wrong).toMatchObject({ status: 1, err: expect.stringContaining('--url') });
  expect(await at.bitacora(['webhooks', 'update', 'erp'])).toMatchObject({ status: 2, err: expect.stringContaining('--active') });
});

it('deliveries are tested, listed and sent again, alone or all that failed', async () => {
  const { id } = JSON.parse((await add('--json')).out);
  expect((await at.bitacora(['webhooks', 'test', 'ERP'])).status).toBe(0);
  const failed = {
    webhookId: id,
    act: 'test',
    happenedAt: NOW,
    tries: 8,
    failedAt: NOW,
    failure: 'status',
    lastStatus: 503,
    answer: 'apagado',
  };
  await app.db('webhookDeliveries').insert([failed, failed]);
  const { rows, total } = JSON.parse((await at.bitacora(['webhooks', 'deliveries', '--state', 'fallido', '--json'])).out);
  expect([total, rows[0]]).toMatchObject([2, { event: 'webhook.test', state: 'failed', last_status: 503 }]);
  expect((await at.bitacora(['webhooks', 'deliveries', '--webhook', 'ERP'])).out).toContain('«apagado»');

  expect((await at.bitacora(['webhooks', 'resend', String(rows[0].id)])).out).toBe('1 entrega se enviará otra vez.\n');
  expect((await at.bitacora(['webhooks', 'resend', '--failed-of', 'ERP'])).out).toBe('1 entrega se enviará otra vez.\n');
  expect((await at.bitacora(['webhooks', 'resend', '--failed-of', 'ERP'])).out).toBe('No hay entregas fallidas.\n');
  expect(await app.db('webhookDeliveries').whereNotNull('failedAt')).toEqual([]);
  const partial = await at.bitacora(['webhooks', 'resend', String(rows[0].id), '999', '--json']);
  expect(partial.status).toBe(1);
  expect(JSON.parse(partial.out)).toEqual({ success: false, count: 1, left_out: [999] });
  expect((await at.bitacora(['webhooks', 'resend', String(rows[0].id), '999'])).out).toContain('No sale: 999.');
  for (const words of [[], ['1', '--failed-of', 'ERP'], ['uno']])
    expect((await at.bitacora(['webhooks', 'resend', ...words])).status).toBe(2);
});
