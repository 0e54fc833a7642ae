import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { launchBrowser, type Visit, visit } from './browser.ts';
import { picture } from './picture.ts';

const browserPath = inject('browserPath');
const root = path.resolve(import.meta.dirname, '..');
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'bitacora-bot-demo-'));

/** `npm run bot:demo`, until it tells where its page is. */
async function startDemo(): Promise<{ demo: ChildProcess; url: string }> {
  fs.chmodSync(dataDir, 0o755);
  const demo = spawn(process.execPath, [path.join(root, 'tools/bot-demo.ts')], {
    ...{ cwd: root, env: { ...process.env, DATA_DIR: dataDir, PORT: '' }, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
  });
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [demo.stdout, demo.stderr])
      stream?.on('data', (chunk: Buffer) => {
        output += chunk;
        const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(output) ?? [];
        if (found) resolve(found);
      });
    demo.once('exit', () => reject(new Error(output)));
  });
  return { demo, url };
}

const sits = (page: Page, name: string) => page.getByRole('button', { name }).click();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** The newest message that says so. */
const says = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text }).last();

describe.runIf(browserPath)('npm run bot:demo', () => {
  let demo: ChildProcess;
  let browser: Browser;
  let newcomer: Visit;

  beforeAll(async () => {
    browser = await launchBrowser(browserPath as string);
    const started = await startDemo();
    demo = started.demo;
    newcomer = await visit(browser, started.url);
  });
  afterAll(async () => {
    await browser?.close();
    const gone = once(demo, 'exit');
    demo.kill('SIGTERM');
    expect(await gone).toEqual([0, null]);
    fs.rmSync(dataDir, { recursive: true, force: true });
  });

  it('in Slack: an employee goes from the reminder to done with a photo, and whoever asked for it verifies', async () => {
    const { page } = newcomer;
    await page.goto('/#slack');
    await button(page, 'Mandar recordatorios').click();
    await says(page, 'vencen mañana').waitFor();
    await page.getByLabel('Mensaje').fill('actividades');
    await button(page, 'Enviar').click();
    const folio = (await page.getByRole('link', { name: 'Fotografiar el acomodo' }).last().textContent())?.split(' ')[0] ?? '';
    await page.getByLabel('Mensaje').fill(folio);
    await button(page, 'Enviar').click();

    const card = says(page, `Actividad ${folio}`);
    await button(page, 'Iniciar Trabajo').last().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sí' }).click();
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
    const letter = says(page, 'Fotografiar los sellos');
    await letter.getByRole('button', { name: 'Iniciar Trabajo' }).last().click();
    await letter.getByRole('button', { name: 'Iniciar Trabajo' }).last().click();
    await letter.getByRole('button', { name: 'Marcar completado' }).last().click();
    await page.getByLabel('Resolución final').fill('Doce sellos, todos derechos');
    await button(page, 'Sí, completar').click();
    await says(page, 'La actividad se ha marcado como completada.').waitFor();

    await sits(page, 'Ramón Ordóñez');
    const waiting = says(page, 'Doce sellos, todos derechos');
    await waiting.getByRole('button', { name: 'Verificar' }).click();
    await waiting.getByRole('button', { name: 'Verificar' }).last().click();
    await waiting.getByText('Verificado').waitFor();
    await sits(page, 'María Guadalupe');
    await says(page, 'Ramón Ordóñez Núñez verificó tu actividad').waitFor();
  });

  it('offers a stranger a link, and shows the home of both chats', async () => {
    const { page } = newcomer;
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
