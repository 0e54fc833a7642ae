import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type BotDemo, startBotDemo } from '../bot-demo.ts';
import { connectBrowser, type Visit, visit } from '../browser.ts';
import { picture } from '../picture.ts';

const browserEndpoint = inject('browserEndpoint');
const sits = (page: Page, name: string) => page.getByRole('button', { name }).click();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const answerable = (page: Page) => ({ has: page.getByLabel('Respuesta') });
/** The newest message that says so. */
const says = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text }).last();

describe.runIf(browserEndpoint)('npm run bot:demo', () => {
  let demo: BotDemo;
  let browser: Browser;
  let newcomer: Visit;

  beforeAll(async () => {
    [browser, demo] = await Promise.all([connectBrowser(browserEndpoint as string), startBotDemo()]);
    newcomer = await visit(browser, demo.url);
  });
  afterAll(async () => {
    await browser?.close();
    expect(await demo?.stop()).toBe(0);
  });

  it('in Slack: an employee goes from the reminder to done with a photo, and the person who asked for it verifies', async () => {
    const { page } = newcomer;
    await page.goto('/#slack');
    await button(page, 'Mandar recordatorios').click();
    await says(page, 'vencen mañana').filter(answerable(page)).waitFor();
    const greeting = says(page, 'Tu cuenta quedó vinculada');
    await greeting.waitFor();
    expect(await greeting.filter(answerable(page)).count()).toBe(0);
    await page.getByLabel('Mensaje').fill('actividades');
    await button(page, 'Enviar').click();
    const folio = (await page.getByRole('link', { name: 'Fotografiar el acomodo' }).last().textContent())?.split(' ')[0] ?? '';
    await page.getByLabel('Mensaje').fill(folio);
    await button(page, 'Enviar').click();

    const card = says(page, `Actividad ${folio}`);
    await card.getByRole('button', { name: 'Iniciar Trabajo' }).click();
    await card.getByText('En progreso').waitFor();
    await card.locator('input[type=file]').setInputFiles(picture('tarimas.png', 120));
    await says(page, 'Las evidencias se han registrado correctamente.').waitFor();
    await card.getByRole('button', { name: 'Marcar completado' }).click();
    await page.getByLabel('Resolución final').fill('Quedaron en tres hileras');
    await button(page, 'Sí, completar').click();
    await page.getByRole('dialog').getByText('La actividad se ha marcado como completada.').waitFor();
    await button(page, 'Cerrar').click();

    await sits(page, 'Alejandra Ibáñez');
    const waiting = says(page, 'Quedaron en tres hileras');
    await waiting.getByRole('button', { name: 'Verificar' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sí' }).click();
    await waiting.getByText('Verificado').waitFor();
    await sits(page, 'José Ángel');
    await says(page, 'Alejandra Ibáñez Montaño verificó tu actividad').waitFor();
  });

  it('in Teams: the same with its cards', async () => {
    const { page } = newcomer;
    await button(page, 'Teams').click();
    expect(await says(page, 'Tu cuenta quedó vinculada').filter(answerable(page)).count()).toBe(0);
    // The message about deadlines, because the one about the assignment shows the same work, and either may come last.
    const letter = says(page, 'vencen mañana').filter(answerable(page));
    const ofSeals = (name: string) =>
      letter.locator(`xpath=.//*[contains(text(), 'Fotografiar los sellos')]/following::button[1][normalize-space()='${name}']`);
    await ofSeals('Iniciar Trabajo').click();
    await ofSeals('Marcar completado').click();
    await page.getByLabel('Resolución final').fill('Doce sellos, todos derechos');
    await button(page, 'Sí, completar').click();
    await says(page, 'Ya atendidas').waitFor();

    await sits(page, 'Ramón Ordóñez');
    const waiting = says(page, 'Doce sellos, todos derechos');
    await waiting.getByRole('button', { name: 'Verificar' }).click();
    await waiting.getByRole('button', { name: 'Verificar' }).last().click();
    await waiting.getByText('Verificado').waitFor();
    await sits(page, 'María Guadalupe');
    await says(page, 'Ramón Ordóñez Núñez verificó tu actividad').waitFor();
  });

  it('in WhatsApp: questions take the place of forms, and after a day a template asks first', async () => {
    const { page } = newcomer;
    await button(page, 'WhatsApp').click();
    const write = async (words: string) => {
      await page.getByLabel('Mensaje').fill(words);
      await button(page, 'Enviar').click();
    };
    await button(page, 'Dejar pasar un día').click();
    await button(page, 'Mandar recordatorios').click();
    await says(page, 'responde BAJA').getByRole('button', { name: 'Ver mis actividades' }).click();
    const list = says(page, 'Fotografiar el conteo del rack 4').filter({ hasText: 'Mis actividades' });
    const folio = /(\d+) · Fotografiar el conteo/.exec((await list.textContent()) ?? '')?.[1] ?? '';
    await write(`empezar ${folio}`);
    await says(page, 'En progreso')
      .filter({ hasText: `${folio} ·` })
      .waitFor();
    await write(`${folio} listo`);
    await says(page, 'Resolución final').waitFor();
    await write('Cuadró con el sistema');
    await says(page, 'La actividad se ha marcado como completada.').waitFor();
    await sits(page, 'Tomás Ureña');
    await says(page, 'Cuadró con el sistema').waitFor();
  });

  it('offers a stranger a link, and shows the home of both chats', async () => {
    const { page } = newcomer;
    await button(page, 'Teams').click();
    await button(page, 'Inicio').click();
    await page.getByText('Actividades de María Guadalupe').waitFor();
    await button(page, 'Slack').click();
    await button(page, 'Inicio').click();
    await page.getByText('Actividades de José Ángel').waitFor();
    await sits(page, 'Alguien sin vincular');
    await page.getByLabel('Mensaje').fill('actividades');
    await button(page, 'Enviar').click();
    await page.getByRole('link', { name: 'Vincular Slack' }).waitFor();
  });

  it('with nothing for the browser to complain about', () => {
    expect(newcomer.complaints).toEqual([]);
  });
});
