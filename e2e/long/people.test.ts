import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { connectBrowser, logIn, type Visit, visit } from '../browser.ts';
import { assign } from '../client.ts';
import { mailedLink } from '../mail.ts';
import { inviteNewcomer, registerNewcomer } from '../newcomer.ts';
import { button, choose, dialogGone, findRow, inDialog, notice } from '../on-screen.ts';

const browserEndpoint = inject('browserEndpoint');

describe.runIf(browserEndpoint)('people who come and go', () => {
  const mark = String(Date.now()).slice(-8);
  const email = `saulo.${mark}@demo.mx`;
  const description = `Ordenar el almacén de moldes ${mark}`;
  let browser: Browser;
  let manager: Visit;
  let leaver: Visit;

  beforeAll(async () => {
    browser = await connectBrowser(browserEndpoint as string);
    manager = await visit(browser, inject('productUrl'));
    leaver = await visit(browser, inject('productUrl'));
    await logIn(manager.page, 'gerente@demo.mx');
    const facts = { employeeNumber: mark, firstName: 'Saulo', lastName: `Peña ${mark}`, email };
    await registerNewcomer(manager.context, inject('outboxDir'), facts);
    await assign(manager.context, email, description);
    await logIn(leaver.page, email);
  });
  afterAll(() => browser?.close());

  it('one is corrected: with a new position she reads that it opens the administration', async () => {
    const { page } = manager;
    await page.goto('/Admin_Users');
    await page.getByPlaceholder('Buscar por nombre, número o correo').fill(mark);
    await button(page, `Editar a Saulo Peña ${mark}`).click();
    await inDialog(page).getByLabel('Puesto').fill('SUPERVISOR DE MOLDES');
    await notice(page, 'Con este puesto podrá ver y administrar todo.');
    await inDialog(page).getByLabel('Puesto').fill('Analista de moldes');
    await button(page, 'Guardar cambios').click();
    await notice(page, 'Usuario actualizado.');
    await dialogGone(page);
    await page.getByRole('row').filter({ hasText: email }).getByText('Analista de moldes').waitFor();
  });

  it('a person who leaves hands the open work over and is out at once', async () => {
    const { page } = manager;
    await button(page, `Desactivar a Saulo Peña ${mark}`).click();
    await button(page, 'Sí, desactivar').click();
    await button(page, 'Reasignar y desactivar').click();
    await notice(page, 'Este campo es obligatorio.');
    await choose(page, 'Se hará cargo', 'José Ángel Muñoz Peña');
    await button(page, 'Reasignar y desactivar').click();
    await notice(page, 'Sus actividades abiertas pasaron a José Ángel Muñoz Peña.');
    await dialogGone(page);
    await page.getByRole('row').filter({ hasText: email }).getByText('Inactivo').waitFor();

    await leaver.page.goto('/My_Activities');
    await button(leaver.page, 'Entrar').waitFor();
    const row = await findRow(page, '/Report_Activities_Assigned', description);
    await row.getByText('José Ángel Muñoz Peña').waitFor();
  });

  it('an invitation is sent again, with another link', async () => {
    const { page } = manager;
    const invited = `vera.${mark}@demo.mx`;
    const { link: first } = await inviteNewcomer(manager.context, inject('outboxDir'), { employeeNumber: `9${mark}`, email: invited });
    await page.goto('/Admin_Users');
    await page.getByPlaceholder('Buscar por nombre, número o correo').fill(invited);
    await button(page, /^Más acciones de /).click();
    await button(page, /^Invitar de nuevo a /).click();
    await button(page, 'Sí, invitar').click();
    await notice(page, 'Invitación enviada.');
    const second = await mailedLink(inject('outboxDir'), invited, [first]);
    expect(new URL(second).origin).toBe(inject('productUrl'));
  });

  it('with nothing for the browser to complain about but the refusal to leave work behind', () => {
    const isRefusal = (complaint: string) => complaint.includes('status of 409');
    expect(manager.complaints.filter((complaint) => !isRefusal(complaint))).toEqual([]);
    expect(manager.complaints.filter(isRefusal)).toHaveLength(1);
    expect(leaver.complaints).toEqual([]);
  });
});
