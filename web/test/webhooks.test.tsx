import type { DeliveryView, WebhookView } from '@bitacora/core/contract/admin/webhook-endpoints';
import { webhookActs } from '@bitacora/core/domain/admin/webhook';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { complaints } from './complaints.ts';
import { aCompany, manager, now } from './fake-company.ts';
import { type Handlers, Refusal } from './fake-transport.ts';
import { openScreen } from './open-screen.tsx';

const done = { success: true } as const;
const developer = { ...manager, kind: 'Desarrollador' };
const aWebhook = (overrides: Partial<WebhookView> = {}): WebhookView => ({
  id: 7,
  name: 'ERP',
  url: 'https://erp.example.mx/eventos',
  acts: [...webhookActs],
  hasComments: false,
  isActive: true,
  disabledAt: null,
  disablingReason: null,
  failingSince: null,
  deliveredAt: now,
  createdAt: now,
  previousUntil: null,
  waiting: 0,
  failed: 0,
  ...overrides,
});
const aDelivery = (id: number, overrides: Partial<DeliveryView> = {}): DeliveryView => ({
  id,
  webhookId: 7,
  webhookName: 'ERP',
  isWebhookActive: true,
  messageId: `msg_${id}`,
  activityId: 134,
  act: 'complete',
  happenedAt: now,
  state: 'delivered',
  tries: 1,
  triedAt: now,
  lastStatus: 204,
  failure: null,
  answer: null,
  nextTryAt: null,
  deliveredAt: now,
  failedAt: null,
  ...overrides,
});

/** The page, with what it sent with each call that changes something or lists deliveries. */
function open(webhooks: WebhookView[], deliveries: DeliveryView[] = [], extra: Handlers = {}, address = '/Admin_Webhooks') {
  const inputs: object[] = [];
  const note =
    <Answer,>(answer: Answer) =>
    (input: object) => {
      inputs.push(input);
      return answer;
    };
  const app = openScreen(address, aCompany({ user: developer }), {
    listWebhooks: () => webhooks,
    listWebhookDeliveries: note({ ...done, rows: deliveries, total: deliveries.length }),
    createWebhook: note({ ...done, id: 7, secret: 'whsec_abc' }),
    rotateWebhookSecret: note({ ...done, secret: 'whsec_new' }),
    testWebhook: note({ ...done, id: 1 }),
    resendWebhookDeliveries: note({ ...done, count: 2, leftOut: [] }),
    updateWebhook: note(done),
    removeWebhook: note(done),
    ...extra,
  });
  return { ...app, inputs };
}
const dialog = async () => within(await screen.findByRole('dialog'));

it('says what to do where there are no webhooks, without what belongs to the first', async () => {
  open([]);
  expect(await screen.findByText(/Todavía no hay webhooks/)).toBeTruthy();
  expect(screen.queryByRole('heading', { name: /^Entregas/ })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Actualizar' })).toBeNull();
  expect(await complaints()).toEqual([]);
});

it('registers one with chosen events, and shows its secret once', async () => {
  const { user, inputs } = open([]);
  await user.click(await screen.findByRole('button', { name: 'Registrar webhook' }));
  const form = await dialog();
  await user.click(form.getByRole('button', { name: 'Registrar webhook' }));
  expect(await form.findAllByText('Este campo es obligatorio.')).toHaveLength(2);
  await user.type(form.getByLabelText(/^Nombre/), 'ERP');
  await user.type(form.getByLabelText(/^Dirección/), 'https://erp.example.mx/');
  await user.click(form.getByLabelText('Marcar todos'));
  await user.click(form.getByLabelText('Verificada'));
  await user.click(form.getByRole('button', { name: 'Registrar webhook' }));
  expect(await screen.findByDisplayValue('whsec_abc')).toBeTruthy();
  expect(inputs).toContainEqual(
    expect.objectContaining({ name: 'ERP', url: 'https://erp.example.mx/', acts: ['approve'], hasComments: false }),
  );
});

it('shows the health of each: failing, who disabled it, an earlier secret', async () => {
  open([
    aWebhook({ failingSince: now, waiting: 3, previousUntil: now }),
    aWebhook({ id: 8, name: 'Tablero', isActive: false, disabledAt: now, disablingReason: 'gone', failed: 2 }),
  ]);
  expect(await screen.findByText(/^Falla desde/)).toBeTruthy();
  expect(screen.getByText(/ya no existe \(410\)/)).toBeTruthy();
  expect(screen.getByText(/El secreto anterior firma hasta/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Enviar prueba a Tablero' })).toBeNull();
});

it('sends a test, sends failed ones again, changes the secret and removes it', async () => {
  const { user, inputs } = open([aWebhook({ failed: 2 })]);
  await user.click(await screen.findByRole('button', { name: 'Enviar prueba a ERP' }));
  expect(await screen.findByText(/Prueba en camino/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Reenviar las fallidas de ERP' }));
  expect(await screen.findByText('2 entregas se enviarán otra vez.')).toBeTruthy();
  expect(document.activeElement?.textContent).toBe('ERP');
  await user.click(screen.getByRole('button', { name: 'Cambiar el secreto de ERP' }));
  await user.click((await dialog()).getByRole('button', { name: 'Sí, cambiarlo' }));
  expect(await screen.findByDisplayValue('whsec_new')).toBeTruthy();
  await user.click((await dialog()).getByRole('button', { name: 'Listo' }));
  await user.click(screen.getByRole('button', { name: 'Quitar ERP' }));
  await user.click((await dialog()).getByRole('button', { name: 'Sí, quitarlo' }));
  expect(await screen.findByText('Webhook quitado.')).toBeTruthy();
  for (const input of [{ id: 7 }, { failedOf: 7 }]) expect(inputs).toContainEqual(expect.objectContaining(input));
});

it('lists deliveries with why one failed and when it is tried again, by state, a page at a time', async () => {
  const waiting = aDelivery(3, {
    state: 'waiting',
    deliveredAt: null,
    failure: 'status',
    lastStatus: 503,
    answer: 'apagado',
    nextTryAt: now,
  });
  const { user, inputs } = open([aWebhook()], [waiting, aDelivery(2), aDelivery(1)]);
  expect(await screen.findByText('El receptor respondió con un error. (503) «apagado»')).toBeTruthy();
  expect(screen.getByText(/^Siguiente intento/)).toBeTruthy();
  const [resend] = screen.getAllByRole('button', { name: /^Reenviar Completada, folio 134, .+, a ERP$/ }) as [HTMLElement];
  await user.click(resend);
  expect(await screen.findByText('2 entregas se enviarán otra vez.')).toBeTruthy();
  expect(inputs).toContainEqual(expect.objectContaining({ ids: [3] }));
  await expect.poll(() => resend.hasAttribute('aria-busy')).toBe(false);
  expect(document.activeElement).toBe(resend);
  expect(await complaints()).toEqual([]);
});

it('sends nothing again to a webhook that is off, and keeps the focus where a row leaves the list', async () => {
  const off = aDelivery(3, { webhookName: 'Tablero', isWebhookActive: false, state: 'failed' });
  const { user } = open([aWebhook()], [off, aDelivery(2, { state: 'failed' })], {}, '/Admin_Webhooks?state=failed');
  expect(await screen.findByText('Webhook desactivado')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /^Reenviar/ }));
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Entregas de los últimos 30 días' }));
});

it('sends what was changed of a webhook alone, and joins the error of its events to them', async () => {
  const { user, inputs } = open([aWebhook()]);
  await user.click(await screen.findByRole('button', { name: 'Editar ERP' }));
  const form = await dialog();
  const all = form.getByLabelText('Marcar todos');
  await user.click(all);
  await user.click(form.getByRole('button', { name: 'Guardar' }));
  expect(await form.findByText('Este campo es obligatorio.')).toBeTruthy();
  expect(all.getAttribute('aria-invalid')).toBe('true');
  expect(document.getElementById(all.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Este campo es obligatorio.');
  await user.click(form.getByLabelText('Verificada'));
  await user.click(form.getByRole('button', { name: 'Guardar' }));
  expect(await screen.findByText('Webhook guardado.')).toBeTruthy();
  const untouched = { name: undefined, url: undefined, hasComments: undefined, isActive: undefined };
  expect(inputs.at(1)).toMatchObject({ id: 7, acts: ['approve'], ...untouched });
});

it('reads its filters from the address, and offers all where none match', async () => {
  const { user, inputs, address } = open([aWebhook()], [], {}, '/Admin_Webhooks?webhook=7&state=failed&page=2&size=50');
  expect(await screen.findByText('Ninguna entrega coincide con lo que elegiste.')).toBeTruthy();
  expect(inputs).toMatchObject([{ webhookId: 7, state: 'failed', page: 2, pageSize: 50 }]);
  await user.click(screen.getAllByRole('button', { name: 'Ver todas' })[0] as HTMLElement);
  expect(await screen.findByText(/Todavía no hay entregas/)).toBeTruthy();
  expect(address()).toBe('/Admin_Webhooks?size=50');
});

it('keeps the form and says why an address was refused', async () => {
  const createWebhook = () => {
    throw new Refusal(400, 'input.invalid', 'Revisa los campos señalados.', { url: 'Esa dirección está en una red privada.' });
  };
  const { user } = open([], [], { createWebhook });
  await user.click(await screen.findByRole('button', { name: 'Registrar webhook' }));
  const form = await dialog();
  await user.type(form.getByLabelText(/^Nombre/), 'ERP');
  await user.type(form.getByLabelText(/^Dirección/), 'https://10.0.0.8/');
  await user.click(form.getByRole('button', { name: 'Registrar webhook' }));
  expect(await form.findByText('Esa dirección está en una red privada.')).toBeTruthy();
});

it('says what failed, with a way to try again', async () => {
  const listWebhooks = () => {
    throw new Refusal(503, 'database.away', 'La base de datos no responde.');
  };
  open([], [], { listWebhooks });
  expect(await screen.findByRole('button', { name: 'Reintentar' })).toBeTruthy();
});

it('is for Desarrolladores alone', async () => {
  const { address } = openScreen('/Admin_Webhooks', aCompany({ user: manager }));
  await expect.poll(address).toBe('/Home');
  expect(screen.queryByRole('link', { name: 'Webhooks' })).toBeNull();
});
