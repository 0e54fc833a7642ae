import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { CLIENT_ID, CLIENT_SECRET, startProvider } from '../../api/test/company-login/provider.ts';
import { type Machine, machine } from '../../cli/test/bitacora.ts';
import { createBotClient } from '../../core/src/client/create-client.ts';
import { connectBrowser, visit } from '../browser.ts';
import { button, notice } from '../on-screen.ts';
import { startProduct } from '../product.ts';

const browserEndpoint = inject('browserEndpoint');
const LABEL = 'Entrar con la cuenta de la empresa';

describe.runIf(browserEndpoint)('a company without passwords', () => {
  let browser: Browser;
  let provider: Awaited<ReturnType<typeof startProvider>>;
  let product: Awaited<ReturnType<typeof startProduct>>;
  let at: Machine;
  beforeAll(async () => {
    provider = await startProvider();
    const settings = { LOGIN: 'oidc', OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: CLIENT_ID, OIDC_CLIENT_SECRET: CLIENT_SECRET };
    [browser, product, at] = await Promise.all([connectBrowser(browserEndpoint as string), startProduct(settings), machine()]);
    await provider.order({ publicUrl: product.url, email: 'gerente@demo.mx' });
  });
  afterAll(async () => {
    await at?.leave();
    await Promise.all([browser?.close(), product?.stop(), provider?.close()]);
  });

  it('comes in with the account of the provider, lets a terminal in, and leaves both', async () => {
    const { page, context, complaints } = await visit(browser, product.url);
    await page.goto('/activar');
    const companyLink = page.getByRole('link', { name: LABEL });
    await companyLink.waitFor();
    expect(await page.getByLabel('Contraseña', { exact: true }).count()).toBe(0);
    await companyLink.click();
    const code = page.getByRole('textbox', { name: 'Código' });
    await code.waitFor();
    expect(new URL(page.url()).pathname).toBe('/activar');

    let output = '';
    let isTyped = false;
    const login = at.bitacora(['login', '--url', product.url], {
      during: (child) => {
        child.stderr?.on('data', (chunk) => {
          output += chunk;
          const [, userCode] = /^ {4}([A-Z]{4}-[A-Z]{4})$/m.exec(output) ?? [];
          if (!userCode || isTyped) return;
          isTyped = true;
          void code.fill(userCode).then(() => button(page, 'Continuar').click());
        });
      },
    });
    await button(page, 'Autorizar').click();
    await page.getByRole('heading', { name: 'Terminal autorizada.' }).waitFor();
    expect(await login).toMatchObject({ status: 0, out: expect.stringContaining('(gerente@demo.mx)') });
    expect((await at.bitacora(['whoami'])).out).toContain('gerente@demo.mx');

    expect(complaints).toEqual([]);

    await button(page, 'Cerrar sesión').click();
    await page.waitForURL(`${provider.issuer}/session/end*`);
    await page.getByRole('button', { name: /sign me out/i }).click();
    await companyLink.waitFor();
    expect(new URL(page.url()).origin).toBe(product.url);
    await context.close();
  });

  it('keeps the link of a chat through the login at the provider', async () => {
    const bot = createBotClient(async ({ method, path, body }) => {
      const headers = { Authorization: `Bearer ${product.botToken}`, 'Content-Type': 'application/json' };
      const reply = await fetch(product.url + path, { method, headers, body: JSON.stringify(body) });
      return { status: reply.status, body: await reply.json() };
    });
    const identity = { service: 'slack', workspace: 'conservas-demo', chatUserId: 'U-company', conversation: 'D1' } as const;
    const { url } = await bot.offerChatLink({ ...identity, displayName: 'Pepe Muñoz' });
    const { page, context } = await visit(browser, product.url);
    await page.goto(url);
    await page.getByRole('link', { name: LABEL }).click();
    await button(page, 'Vincular Slack').click();
    await notice(page, 'Cuenta de Slack vinculada.');
    expect((await bot.exchangeChatIdentity(identity)).secret).toBeTruthy();
    await context.close();
  });

  it('refuses a password on the page of the break glass, and says how to come in', async () => {
    const { page, context } = await visit(browser, product.url);
    await page.goto('/?password');
    await page.getByLabel('Correo electrónico').fill('gerente@demo.mx');
    await page.getByLabel('Contraseña', { exact: true }).fill('demo1234');
    await page.keyboard.press('Enter');
    await page.getByText('Aquí no se usan contraseñas').waitFor();
    await context.close();
  });
});
