import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { installation } from '../doubles/whatsapp/cloud-api.ts';
import { startWhatsAppDouble, type WhatsAppDouble } from '../doubles/whatsapp/whatsapp-double.ts';

// The double must refuse what WhatsApp refuses, or the tests of the channel prove nothing.

const HOUR = 60 * 60_000;
let now = Date.parse('2026-11-20T09:00:00Z');
let whatsapp: WhatsAppDouble;
let ana: ReturnType<WhatsAppDouble['person']>;
const webhooks: { raw: string; signature: string }[] = [];
const bot = createServer(async (request, response) => {
  webhooks.push({ raw: await readText(request), signature: String(request.headers['x-hub-signature-256']) });
  response.end();
});
beforeAll(async () => {
  await new Promise<void>((resolve) => bot.listen(0, '127.0.0.1', resolve));
  whatsapp = await startWhatsAppDouble({ now: () => now });
  whatsapp.botAt(`http://127.0.0.1:${(bot.address() as AddressInfo).port}`);
});
afterAll(async () => {
  await whatsapp.stop();
  bot.close();
});
beforeEach(async () => {
  ana = whatsapp.person('Ana');
  await ana.says('hola');
  await whatsapp.settled();
  webhooks.length = 0;
});

const call = async (path: string, body?: object | FormData, token = installation.token) => {
  const isForm = body instanceof FormData;
  const reply = await fetch(`${whatsapp.state.url}${path}`, {
    ...(body && { method: 'POST', body: isForm ? body : JSON.stringify(body) }),
    headers: { Authorization: `Bearer ${token}`, ...(body && !isForm && { 'Content-Type': 'application/json' }) },
  });
  return { status: reply.status, body: (await reply.json()) as { error?: { code: number }; id?: string; url?: string } };
};
const send = (content: object, to: object = { to: ana.contact.phone }) =>
  call(`/v25.0/${installation.phoneId}/messages`, { messaging_product: 'whatsapp', ...to, ...content });
const code = async (reply: ReturnType<typeof send>) => (await reply).body.error?.code;
const statuses = async () => {
  await whatsapp.settled();
  return webhooks.flatMap(({ raw }) => JSON.parse(raw).entry[0].changes[0].value.statuses ?? []);
};

const text = (letters: number) => ({ type: 'text', text: { body: 'x'.repeat(letters) } });
const button = (n: number, more: object = {}) => ({ type: 'reply', reply: { id: `id${n}`, title: `Botón ${n}`, ...more } });
const buttons = (all: object[], more: object = {}) => ({
  type: 'interactive',
  interactive: { type: 'button', body: { text: 'Elige' }, action: { buttons: all }, ...more },
});
const row = (n: number, more: object = {}) => ({ id: `id${n}`, title: `Fila ${n}`, ...more });
const list = (rows: object[], more: object = {}) => ({
  type: 'interactive',
  interactive: { type: 'list', body: { text: 'Elige' }, action: { button: 'Ver', sections: [{ rows }], ...more } },
});
const many = <Part>(count: number, make: (n: number) => Part) => Array.from({ length: count }, (_, n) => make(n));
const template = (more: object = {}) => ({
  type: 'template',
  template: { name: installation.template, language: { code: installation.language }, ...more },
});

it.each([
  ['a text of 4,096 letters', text(4_096)],
  ['three buttons', buttons(many(3, button))],
  ['ten rows', list(many(10, row))],
  [
    'titles, ids and descriptions at the limit',
    list([row(1, { title: 'x'.repeat(24), id: 'y'.repeat(200), description: 'z'.repeat(72) })]),
  ],
  ['a button at the limit', buttons([button(1, { title: 'x'.repeat(20), id: 'y'.repeat(256) })])],
  ['the template', template()],
])('takes %s', async (_, content) => {
  expect((await send(content)).status).toBe(200);
});

it.each([
  ['a text of 4,097 letters', text(4_097)],
  ['an empty text', text(0)],
  ['four buttons', buttons(many(4, button))],
  ['a button of 21 letters', buttons([button(1, { title: 'x'.repeat(21) })])],
  ['an id of 257 letters', buttons([button(1, { id: 'x'.repeat(257) })])],
  ['two buttons with one id', buttons([button(1), button(2, { id: 'id1' })])],
  ['two buttons with one title', buttons([button(1), button(2, { title: 'Botón 1' })])],
  ['a body of 1,025 letters', buttons([button(1)], { body: { text: 'x'.repeat(1_025) } })],
  ['a footer of 61 letters', buttons([button(1)], { footer: { text: 'x'.repeat(61) } })],
  ['a header of 61 letters', buttons([button(1)], { header: { type: 'text', text: 'x'.repeat(61) } })],
  ['eleven rows', list(many(11, row))],
  [
    'eleven rows in two sections',
    list([], {
      sections: [
        { title: 'A', rows: many(6, row) },
        { title: 'B', rows: many(5, (n) => row(n + 6)) },
      ],
    }),
  ],
  ['a row of 25 letters', list([row(1, { title: 'x'.repeat(25) })])],
  ['a description of 73 letters', list([row(1, { description: 'x'.repeat(73) })])],
  ['a row with an id of 201 letters', list([row(1, { id: 'x'.repeat(201) })])],
  ['a caption of 1,025 letters', { type: 'image', image: { link: 'https://a.mx/b.png', caption: 'x'.repeat(1_025) } }],
  ['a picture from nowhere', { type: 'image', image: {} }],
  ['an unknown property', { ...text(1), silent: true }],
])('refuses %s', async (_, content) => {
  expect(await code(send(content))).toBe(131009);
});

it('refuses a wrong token, media that it does not know, and a template of another name or with words', async () => {
  expect(await call(`/v25.0/${installation.phoneId}`, undefined, 'EAAother')).toMatchObject({
    status: 401,
    body: { error: { code: 190 } },
  });
  expect(await code(send({ type: 'image', image: { id: '1' } }))).toBe(131053);
  expect(await send(template({ name: 'otra' }))).toMatchObject({ status: 404, body: { error: { code: 132001 } } });
  const words = [{ type: 'body', parameters: [{ type: 'text', text: 'Ana' }] }];
  expect(await code(send(template({ components: words })))).toBe(132000);
  expect(await code(send(text(1), {}))).toBe(131008);
  expect(await code(send(text(1), { to: ana.contact.userId }))).toBe(131009);
});

describe('the window of 24 hours', () => {
  it('is open after the person has written, and a day later only the template arrives', async () => {
    await send({ ...text(3), biz_opaque_callback_data: 'm1' });
    expect(await statuses()).toMatchObject([{ status: 'sent', biz_opaque_callback_data: 'm1' }, { status: 'delivered' }]);
    now += 24 * HOUR + 1;
    webhooks.length = 0;
    expect((await send(text(4))).status).toBe(200);
    expect(await statuses()).toMatchObject([{ status: 'failed', errors: [{ code: 131047 }] }]);
    await send(template());
    expect(ana.reads()).toBe(`xxx\n(plantilla ${installation.template})\n[Ver mis actividades]`);
  });

  it('is nobody else’s: a number that is not on WhatsApp fails otherwise', async () => {
    await send(text(1), { to: '5215599999999' });
    expect(await statuses()).toMatchObject([{ status: 'failed', errors: [{ code: 131026 }] }]);
  });
});

it('takes a business-scoped id in `recipient`, and names no number of who hides it', async () => {
  ana.hidesPhone();
  await ana.says('aquí sigo');
  const said = JSON.parse(webhooks[0]?.raw ?? '').entry[0].changes[0].value;
  expect(said.contacts).toEqual([{ profile: { name: 'Ana' }, user_id: ana.contact.userId }]);
  expect(said.messages[0]).toMatchObject({ from_user_id: ana.contact.userId, type: 'text', text: { body: 'aquí sigo' } });
  expect(JSON.stringify(said)).not.toContain(ana.contact.phone);
  await send(text(2), { recipient: ana.contact.userId });
  expect(ana.reads()).toBe('xx');
  expect(JSON.stringify(await statuses())).not.toContain(ana.contact.phone);
});

it('signs the raw body with the secret of the app', async () => {
  await ana.says('¡hola!');
  const [{ raw = '', signature } = {}] = webhooks;
  expect(signature).toBe(`sha256=${createHmac('sha256', installation.appSecret).update(raw).digest('hex')}`);
});

it('gives media an address that needs the token and ends after five minutes', async () => {
  const form = new FormData();
  form.set('messaging_product', 'whatsapp');
  form.set('file', new File(['png'], 'foto.png', { type: 'image/png' }));
  const { id } = (await call(`/v25.0/${installation.phoneId}/media`, form)).body;
  const { url = '' } = (await call(`/v25.0/${id}`)).body;
  const get = (token: string) => fetch(url, { headers: { Authorization: `Bearer ${token}` } });
  expect(await (await get(installation.token)).text()).toBe('png');
  expect((await get('EAAother')).status).toBe(401);
  now += 5 * 60_000 + 1;
  expect((await get(installation.token)).status).toBe(404);
});
