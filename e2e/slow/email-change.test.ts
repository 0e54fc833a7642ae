import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { connectBrowser, logIn, PHONE, type Visit, visit } from '../browser.ts';
import { mailedLink } from '../mail.ts';
import { registerNewcomer } from '../newcomer.ts';
import { button, dialogGone, inDialog, notice } from '../on-screen.ts';

const browserEndpoint = inject('browserEndpoint');

describe.runIf(browserEndpoint)('an account of one’s own', () => {
  const mark = String(Date.now()).slice(-8);
  const [email, newEmail] = [`nora.${mark}@demo.mx`, `nora.nueva.${mark}@demo.mx`];
  let browser: Browser;
  let manager: Visit;
  let laptop: Visit;
  let phone: Visit;

  beforeAll(async () => {
    browser = await connectBrowser(browserEndpoint as string);
    manager = await visit(browser, inject('productUrl'));
    laptop = await visit(browser, inject('productUrl'));
    phone = await visit(browser, inject('productUrl'), PHONE);
    await logIn(manager.page, 'gerente@demo.mx');
    const facts = { employeeNumber: mark, firstName: 'Nora', lastName: `Núñez ${mark}`, email };
    await registerNewcomer(manager.context, inject('outboxDir'), facts);
    await logIn(laptop.page, email);
    await logIn(phone.page, email);
  });
  afterAll(() => browser?.close());

  it('on a phone she sees where it is open and ends the other session, which is then at the login', async () => {
    const { page } = phone;
    await page.goto('/Edit_Profile#acceso');
    const sessions = page.getByRole('region', { name: 'Sesiones abiertas' });
    await sessions.getByText('Chrome en Linux').first().waitFor();
    await sessions
      .getByText(/desde 127\.0\.0\.1/)
      .first()
      .waitFor();
    await sessions.scrollIntoViewIfNeeded();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await sessions.getByRole('button', { name: /^Cerrar la sesión de / }).click();
    await button(page, 'Sí, cerrar').click();
    await notice(page, 'Sesión cerrada.');
    await dialogGone(page);
    await sessions.getByText('No hay otras sesiones abiertas.').waitFor();

    await laptop.page.goto('/My_Activities');
    await button(laptop.page, 'Entrar').waitFor();
  });

  it('a manager changes her email: the list says that it waits, and she still comes in with the old one', async () => {
    const { page } = manager;
    await page.goto('/Admin_Users');
    await page.getByPlaceholder('Buscar por nombre, número o correo').fill(mark);
    await button(page, `Editar a Nora Núñez ${mark}`).click();
    await inDialog(page).getByLabel('Correo electrónico').fill(newEmail);
    await inDialog(page)
      .getByText(/Se confirma con un enlace/)
      .waitFor();
    await button(page, 'Guardar cambios').click();
    await notice(page, `Enviamos un enlace a ${newEmail}.`);
    await dialogGone(page);
    await page.getByText(`${newEmail}: pendiente de confirmar`).waitFor();
    await logIn(laptop.page, email);
  });

  it('she confirms it on her phone by the mailed link; sessions end and the new email comes in', async () => {
    const { page } = phone;
    const link = await mailedLink(inject('outboxDir'), newEmail);
    expect(new URL(link).pathname).toBe('/Confirm_Email');
    await page.goto(link);
    await page.getByText(`¿confirmas que tu correo en Bitácora será ${newEmail}?`).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await button(page, 'Confirmar mi correo').click();
    await page.getByText('Correo confirmado.').waitFor();
    await page.getByRole('link', { name: 'Ir a iniciar sesión' }).click();
    await logIn(page, newEmail);

    await laptop.page.goto('/My_Activities');
    await button(laptop.page, 'Entrar').waitFor();
    await page.goto(link);
    await page.reload();
    await page.getByText(/El enlace ya se usó, venció o fue reemplazado/).waitFor();
  });

  it('with nothing for the browsers to complain about but the link that was used', () => {
    const isUsedLink = (complaint: string) => complaint.includes('status of 400');
    for (const { complaints } of [manager, laptop, phone]) expect(complaints.filter((complaint) => !isUsedLink(complaint))).toEqual([]);
  });
});
