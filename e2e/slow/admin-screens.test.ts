import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { connectBrowser, logIn, type Visit, visit } from '../browser.ts';
import { mailedLink } from '../mail.ts';
import { button, choose, dialogGone, inDialog, notice } from '../on-screen.ts';
import { picture } from '../picture.ts';

const browserEndpoint = inject('browserEndpoint');

describe.runIf(browserEndpoint)('the administration', () => {
  const mark = String(Date.now()).slice(-8);
  const email = `lucia.${mark}@demo.mx`;
  const topic = `Seguridad ${mark}`;
  let browser: Browser;
  let manager: Visit;
  let newcomer: Visit;

  beforeAll(async () => {
    browser = await connectBrowser(browserEndpoint as string);
    manager = await visit(browser, inject('productUrl'));
    newcomer = await visit(browser, inject('productUrl'));
    await logIn(manager.page, 'gerente@demo.mx');
  });
  afterAll(() => browser?.close());

  it('a manager registers a person of a new department, who is then invited', async () => {
    const { page } = manager;
    await page.goto('/Home');
    await page.getByRole('link', { name: 'Usuarios' }).click();
    await button(page, 'Registrar usuario').click();
    const texts = {
      Nombre: 'Lucía',
      Apellidos: `Ñáñez ${mark}`,
      'Número de empleado': mark,
      'Correo electrónico': email,
      Departamento: `Taller ${mark}`,
      Nivel: 'Operativo',
      Puesto: 'Mecánica',
    };
    for (const [label, text] of Object.entries(texts)) await inDialog(page).getByLabel(label, { exact: true }).fill(text);
    await inDialog(page).getByRole('button', { name: 'Registrar usuario' }).click();
    await notice(page, 'Usuario registrado.');
    await dialogGone(page);
    await page.getByPlaceholder('Buscar por nombre, número o correo').fill(mark);
    await page.getByRole('row').filter({ hasText: email }).getByText('Invitación pendiente').waitFor();
  });

  it('she sets her password through the mailed link and logs in', async () => {
    const { page } = newcomer;
    await page.goto(await mailedLink(inject('outboxDir'), email));
    await page.getByLabel('Nueva contraseña', { exact: true }).fill('Mecanica 1');
    await page.getByLabel('Confirma la nueva contraseña').fill('Mecanica 1');
    await button(page, 'Restablecer contraseña').click();
    await notice(page, 'Su contraseña ha sido restablecida exitosamente.');
    await page.getByLabel('Correo electrónico').fill(email);
    await page.getByLabel('Contraseña', { exact: true }).fill('Mecanica 1');
    await button(page, 'Entrar').click();
    await page.waitForURL('**/Home');

    await manager.page.reload();
    await manager.page.getByPlaceholder('Buscar por nombre, número o correo').fill(mark);
    await manager.page.getByRole('row').filter({ hasText: email }).getByText('Activo').waitFor();
    expect(await manager.page.getByText('Invitación pendiente').count()).toBe(0);
  });

  it('a topic is registered and corrected', async () => {
    const { page } = manager;
    await page.getByRole('link', { name: 'Registrar Temas' }).click();
    await button(page, 'Registrar tema').click();
    await inDialog(page).getByLabel('Tema').fill(topic);
    await choose(page, 'Departamento', 'Calidad');
    await inDialog(page).getByRole('button', { name: 'Registrar tema' }).click();
    await notice(page, 'Tema registrado.');
    await dialogGone(page);
    await page.getByPlaceholder('Buscar tema').fill(topic);
    await button(page, `Editar tema ${topic}`).click();
    await inDialog(page).getByLabel('Descripción').fill('Recorridos y hallazgos.');
    await button(page, 'Guardar cambios').click();
    await notice(page, 'Tema actualizado.');
    await page.getByRole('cell', { name: 'Recorridos y hallazgos.' }).waitFor();
  });

  it('is assigned to her from outside, so that she may use it, and taken back', async () => {
    const { page } = manager;
    await page.getByRole('link', { name: 'Asignación tema externo' }).click();
    await button(page, 'Asignar tema').click();
    await choose(page, 'Tema', topic);
    await choose(page, 'Empleados', `Lucía Ñáñez ${mark}`);
    await inDialog(page).getByRole('button', { name: 'Asignar tema' }).click();
    await notice(page, 'Tema asignado.');
    await dialogGone(page);

    await newcomer.page.goto('/Record_new_activity');
    // The topic is taken back only then, because the browser would log a refusal of its templates.
    const templates = newcomer.page.waitForResponse(/get_templates/);
    await choose(newcomer.page, 'Tema', topic);
    await templates;

    await page.getByPlaceholder('Buscar asignación').fill(topic);
    await page.getByRole('button', { name: `Eliminar asignación de ${topic}` }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('No');
    await button(page, 'Sí, eliminar').click();
    await notice(page, 'Asignación eliminada.');
    await page.getByText(`Ninguna asignación coincide con «${topic}».`).waitFor();
  });

  it('she finds her profile by the menu, changes it, and her photo is in the menu from then on', async () => {
    const { page } = newcomer;
    await page.getByRole('link', { name: 'Mi perfil' }).click();
    // The form that she left has a topic.
    await button(page, 'Descartar').click();
    await page.waitForURL('**/Edit_Profile');
    await page.getByLabel('Alias').fill('Lu');
    await button(page, 'Guardar cambios').click();
    await notice(page, 'Información personal actualizada.');
    await page.locator('input[type=file]').setInputFiles([picture('yo.png', 90)]);
    await button(page, 'Guardar foto').click();
    await notice(page, 'Foto actualizada.');
    const photo = page.locator('.shell-menu .menu-profile img');
    await photo.waitFor();
    await expect.poll(() => photo.evaluate((img) => (img as HTMLImageElement).naturalWidth)).toBe(64);
  });

  it('takes the photo away, changes the password, and is herself again', async () => {
    const { page } = newcomer;
    await button(page, 'Quitar foto').click();
    await button(page, 'Sí, quitar').click();
    await notice(page, 'Foto quitada.');
    await page.locator('.shell-menu .menu-profile img').waitFor({ state: 'detached' });
    await button(page, 'Elegir foto').waitFor();

    await page.getByRole('link', { name: 'Acceso', exact: true }).click();
    await page.getByLabel('Contraseña actual').fill('Mecanica 1');
    await page.getByLabel('Nueva contraseña', { exact: true }).fill('Mecanica_22');
    await page.getByLabel('Confirma la nueva contraseña').fill('Mecanica_22');
    await button(page, 'Cambiar contraseña').click();
    await notice(page, 'Contraseña actualizada.');
  });

  it('makes a token, sees its secret once, and revokes it', async () => {
    const { page } = newcomer;
    await page.getByRole('link', { name: 'Conexiones' }).click();
    await button(page, 'Crear token').click();
    await inDialog(page).getByLabel('Nombre').fill('Mi laptop');
    await inDialog(page).getByRole('button', { name: 'Crear token' }).click();
    expect((await page.getByLabel('Token', { exact: true }).inputValue()).length).toBeGreaterThan(20);
    await button(page, 'Listo').click();
    await button(page, 'Revocar Mi laptop').click();
    await button(page, 'Sí, revocar').click();
    await page.getByText('No tienes tokens.').waitFor();
  });

  it('a manager makes a token for an assistant on a phone, where no choice breaks a word', async () => {
    const { page } = manager;
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/Edit_Profile#conexiones');
    await button(page, 'Crear token').click();
    await inDialog(page).getByLabel('Nombre').fill('Mi asistente');
    const heights = await page.locator('.choice-option > span').evaluateAll((all) => all.map(({ clientHeight }) => clientHeight));
    expect(heights.filter((height) => height > 64)).toEqual([]);
    await page.getByRole('radio', { name: 'Solo un asistente: sin veredictos' }).check();
    await inDialog(page).getByRole('button', { name: 'Crear token' }).click();
    await button(page, 'Listo').click();
    await page.getByText(/^Solo un asistente: sin veredictos · vence el /).waitFor();
  });

  it('with nothing for the browser to complain about', () => {
    expect([...manager.complaints, ...newcomer.complaints]).toEqual([]);
  });
});
