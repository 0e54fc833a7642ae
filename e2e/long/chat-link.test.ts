import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createBotClient } from '../../core/src/client/create-client.ts';
import { connectBrowser, type Visit, visit } from '../browser.ts';
import { button, dialogGone, inDialog, notice } from '../on-screen.ts';

const browserEndpoint = inject('browserEndpoint');
const identity = { service: 'slack', workspace: 'conservas-demo', chatUserId: `U${Date.now()}`, conversation: 'D1' } as const;

/** The bot, with nothing but its service token. */
const bot = createBotClient(async ({ method, path, body }) => {
  const headers = { Authorization: `Bearer ${inject('botToken')}`, 'Content-Type': 'application/json' };
  const reply = await fetch(inject('productUrl') + path, { method, headers, body: JSON.stringify(body) });
  return { status: reply.status, body: await reply.json() };
});

describe.runIf(browserEndpoint)('the link a bot sends', () => {
  let browser: Browser;
  let employee: Visit;

  beforeAll(async () => {
    browser = await connectBrowser(browserEndpoint as string);
    employee = await visit(browser, inject('productUrl'));
  });
  afterAll(() => browser?.close());

  it('asks who one is, then whether the chat account is one’s own', async () => {
    const { page } = employee;
    await expect(bot.exchangeChatIdentity(identity)).rejects.toMatchObject({ status: 404 });
    const { url } = await bot.offerChatLink({ ...identity, displayName: 'Pepe Muñoz' });
    await page.goto(url);
    await page.getByLabel('Correo electrónico').fill('empleado@demo.mx');
    await page.getByLabel('Contraseña', { exact: true }).fill('demo1234');
    await button(page, 'Entrar').click();
    await page.waitForURL(/\/Edit_Profile#chat_link=/);
    await inDialog(page).getByText('Pepe Muñoz en Slack').waitFor();
    await inDialog(page).getByText('Espacio conservas-demo').waitFor();
  });

  it('links it, and the bot then acts in that person’s name', async () => {
    const { page } = employee;
    await button(page, 'Vincular Slack').click();
    await notice(page, 'Cuenta de Slack vinculada.');
    await dialogGone(page);
    expect(new URL(page.url()).hash).toBe('#conexiones');
    expect(await bot.exchangeChatIdentity(identity)).toMatchObject({ name: 'José Ángel Muñoz Peña' });
  });

  it('binds nobody who says no', async () => {
    const { page } = employee;
    const other = { ...identity, chatUserId: `${identity.chatUserId}-2` };
    await page.goto('/Home');
    await page.goto((await bot.offerChatLink({ ...other, displayName: 'Otra persona' })).url);
    await inDialog(page).getByText('Otra persona en Slack').waitFor();
    await button(page, 'Cancelar').click();
    await dialogGone(page);
    await expect(bot.exchangeChatIdentity(other)).rejects.toMatchObject({ status: 404 });
  });

  it('is ended in the profile', async () => {
    const { page } = employee;
    await button(page, 'Desvincular a Pepe Muñoz en Slack').click();
    await button(page, 'Sí, desvincular').click();
    await notice(page, 'Cuenta desvinculada.');
    await notice(page, 'No tienes cuentas vinculadas.');
    await expect(bot.exchangeChatIdentity(identity)).rejects.toMatchObject({ status: 404 });
  });

  it('with nothing for the browser to complain about', () => {
    expect(employee.complaints).toEqual([]);
  });
});
