import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { launchBrowser, logIn, visit } from './browser.ts';

const browserPath = inject('browserPath');

describe.runIf(browserPath)('coming in', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser(browserPath as string);
  });
  afterAll(() => browser?.close());

  it('greets a demo manager, with nothing to complain about', async () => {
    const { page, context, complaints } = await visit(browser, inject('productUrl'));
    await logIn(page, 'gerente@demo.mx');
    await page.getByText(/^Buen[oa]s (días|tardes|noches), /).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('tells a wrong password from nothing else', async () => {
    const { page, context } = await visit(browser, inject('productUrl'));
    await page.goto('/');
    await page.getByLabel('Correo electrónico').fill('gerente@demo.mx');
    await page.getByLabel('Contraseña', { exact: true }).fill('equivocada');
    await page.getByRole('button', { name: 'Entrar' }).click();
    await page.getByText('Usuario o Contraseña incorrectas').waitFor();
    await context.close();
  });
});
