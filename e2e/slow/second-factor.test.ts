import fs from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { codeAt } from '../../core/test/authenticator-app.ts';
import { seriousOn } from '../axe.ts';
import { connectBrowser, logIn, visit } from '../browser.ts';
import { assign, sessionClient } from '../client.ts';
import { button, inDialog, notice } from '../on-screen.ts';
import { startProduct } from '../product.ts';

const browserEndpoint = inject('browserEndpoint');
const [EMAIL, PASSWORD] = ['supervisor@demo.mx', 'demo1234'];
const STEP_MS = 30_000;

/** The codes of an app, of the time step after the last one that was shown, because each is used once. */
function authenticatorApp(secret: string) {
  let last = 0;
  return async () => {
    for (;;) {
      const step = Math.max(last + 1, Math.floor(Date.now() / STEP_MS));
      // The server takes codes of one step ahead.
      if (step * STEP_MS <= Date.now() + STEP_MS) {
        last = step;
        return codeAt(new Date(step * STEP_MS), secret);
      }
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  };
}

describe.runIf(browserEndpoint)('where the company demands a second factor', () => {
  let browser: Browser;
  let product: Awaited<ReturnType<typeof startProduct>>;
  beforeAll(async () => {
    [browser, product] = await Promise.all([
      connectBrowser(browserEndpoint as string),
      startProduct({ REQUIRE_SECOND_FACTOR: 'privileged' }),
    ]);
  });
  afterAll(async () => {
    await Promise.all([browser?.close(), product?.stop()]);
  });

  const fine = async (page: Page) => expect(await seriousOn(page)).toEqual([]);
  async function typePassword(page: Page, email = EMAIL) {
    await page.goto('/');
    await page.getByLabel('Correo electrónico').fill(email);
    await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
    await button(page, 'Entrar').click();
  }
  const atHome = (page: Page) => page.waitForURL('**/Home');
  async function logOut(page: Page) {
    await button(page, 'Cerrar sesión').click();
    await page.getByLabel('Correo electrónico').waitFor();
  }
  /** Sets one up without the screens. */
  async function prepared(page: Page, email: string) {
    await logIn(page, email);
    const client = sessionClient(page.context());
    const { secret } = await client.beginSecondFactor({ currentPassword: PASSWORD });
    await client.confirmSecondFactor({ code: codeAt(new Date(), secret) });
  }

  it('a supervisor sets it up before anything else, comes in with it, trusts a device, and is reset', async () => {
    const { page, context, complaints } = await visit(browser, product.url);
    await typePassword(page);
    await page.waitForURL('**/Second_Factor*');
    await fine(page);
    await page.getByLabel('Contraseña actual').fill(PASSWORD);
    await button(page, 'Siguiente').click();
    await page.getByRole('img', { name: 'Código QR para la aplicación de autenticación' }).waitFor();
    await fine(page);
    const secret = ((await page.locator('.factor-secret').textContent()) ?? '').replace(/\s/g, '');
    const nextCode = authenticatorApp(secret);
    const code = page.getByLabel('Código de seis dígitos');
    await code.fill(await nextCode());
    await button(page, 'Activar').click();
    await button(page, 'Ya los guardé').waitFor();
    await fine(page);
    const recoveryCodes = await page.locator('ol .factor-secret').allTextContents();
    await button(page, 'Ya los guardé').click();
    await atHome(page);

    await logOut(page);
    await typePassword(page);
    await code.waitFor();
    await fine(page);
    await code.fill(await nextCode());
    await page.getByText('No pedirlo en este equipo durante 30 días').click();
    await button(page, 'Entrar').click();
    await atHome(page);
    await logOut(page);
    await typePassword(page);
    await atHome(page); // the device is trusted

    const other = await visit(browser, product.url);
    await typePassword(other.page);
    await button(other.page, 'Usar un código de recuperación').click();
    await other.page.getByLabel('Código de recuperación').fill(recoveryCodes[0] as string);
    await button(other.page, 'Entrar').click();
    await atHome(other.page);
    await other.context.close();

    const developer = await visit(browser, product.url);
    await prepared(developer.page, 'desarrollo@demo.mx');
    await developer.page.goto('/Admin_Users');
    await developer.page
      .getByPlaceholder(/Buscar/)
      .first()
      .fill(EMAIL);
    await button(developer.page, /^Más acciones de /).click();
    await button(developer.page, /^Restablecer el segundo factor de /).click();
    await inDialog(developer.page).waitFor();
    await fine(developer.page);
    await button(developer.page, 'Sí, restablecer').click();
    await notice(developer.page, 'Segundo factor restablecido.');
    expect(developer.complaints).toEqual([]);
    await developer.context.close();

    await page.goto('/My_Activities');
    await page.getByLabel('Correo electrónico').waitFor(); // the sessions ended
    await typePassword(page);
    await page.waitForURL('**/Second_Factor*'); // also where the device was trusted
    expect(complaints.filter((one) => !one.includes('401') && !one.includes('403'))).toEqual([]);
    await context.close();
  });

  it('changes phones in the profile, and the page of unsubscribing has nothing against it', async () => {
    const { page, context } = await visit(browser, product.url);
    await logIn(page, 'gerente@demo.mx');
    const client = sessionClient(context);
    const { secret } = await client.beginSecondFactor({ currentPassword: PASSWORD });
    const nextCode = authenticatorApp(secret);
    await client.confirmSecondFactor({ code: await nextCode() });
    const text = `Revisar la bitácora ${Date.now()}`;
    await assign(context, 'empleado@demo.mx', text);

    await page.goto('/Edit_Profile#acceso');
    await button(page, 'Cambiar de teléfono').click();
    const change = inDialog(page);
    await change.getByLabel('Contraseña actual').fill(PASSWORD);
    await change.getByLabel('Código del teléfono de ahora').fill(await nextCode());
    await fine(page);
    await change.getByRole('button', { name: 'Siguiente' }).click();
    const newSecret = ((await change.locator('.factor-secret').textContent()) ?? '').replace(/\s/g, '');
    await fine(page);
    const newCode = authenticatorApp(newSecret);
    await change.getByLabel('Código del teléfono nuevo').fill(await newCode());
    await change.getByRole('button', { name: 'Cambiar de teléfono' }).click();
    await button(page, 'Ya los guardé').click();
    await notice(page, 'Ahora los códigos salen de tu teléfono nuevo.');
    await logOut(page);
    await typePassword(page, 'gerente@demo.mx');
    await page.getByLabel('Código de seis dígitos').fill(await newCode());
    await button(page, 'Entrar').click();
    await atHome(page);

    const stranger = await visit(browser, product.url);
    await stranger.page.goto(await unsubscribeLink(product.outboxDir));
    await stranger.page.getByRole('heading', { name: '¿Dejar de recibir estos correos?' }).waitFor();
    await fine(stranger.page);
    await stranger.page.emulateMedia({ colorScheme: 'dark' });
    await fine(stranger.page);
    await stranger.page.keyboard.press('Tab');
    await stranger.page.keyboard.press('Space');
    await stranger.page.getByRole('button', { name: 'Dejar de recibirlos' }).click();
    await fine(stranger.page);
    await stranger.page.goto('/unsubscribe/1.assigned.AAAAAAAAAAAAAAAAAAAAAA');
    await fine(stranger.page);
    await stranger.context.close();
    await context.close();
  });
});

/** The link of any mail that has one, once it has been sent. */
async function unsubscribeLink(outboxDir: string): Promise<string> {
  const link = /\/unsubscribe\/[\w.-]+/;
  let address: string | undefined;
  await expect
    .poll(
      async () => {
        const names = (await fs.readdir(outboxDir).catch(() => [])).filter((name) => name.endsWith('.eml'));
        const mails = await Promise.all(names.map((name) => fs.readFile(path.join(outboxDir, name), 'utf8')));
        address = mails.flatMap((mail) => link.exec(mail.replace(/=\r?\n/g, '').replace(/\r?\n[ \t]/g, '')) ?? [])[0];
        return address;
      },
      { timeout: 30_000 },
    )
    .toBeTruthy();
  return address as string;
}
