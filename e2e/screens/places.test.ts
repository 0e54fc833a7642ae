import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { reportEndpoints } from '../../core/src/contract/reports/report-endpoints.ts';
import { paths } from '../../web/src/app/paths.ts';
import { seriousOn } from '../axe.ts';
import { connectBrowser, logIn, type Visit, visit, withoutFirstAnswers } from '../browser.ts';
import { assign, sessionClient } from '../client.ts';
import { registerNewcomer } from '../newcomer.ts';
import { button, inDialog, pressAct } from '../on-screen.ts';
import { headingFaults } from './headings.ts';
import { stickingOut, sticksOut } from './sticking-out.ts';
import { stopsFromContent, stopsFromStart } from './stops.ts';

const browserEndpoint = inject('browserEndpoint');
const USUAL = { width: 1280, height: 800 };
const ROWS = 10_000;
const LONG = 'Comprobar con el proveedor la calibración de cada báscula del andén de embarques antes del corte. '.repeat(4);
/** Nothing in it where a line could be broken. */
const SURNAME = `Wolfeschlegelsteinhausenbergerdorff${'ñ'.repeat(25)}`;

/** Controls and messages that PrimeReact did not draw. The browser's own file chooser is hidden behind a button. */
const drawnOtherwise = (page: Page) =>
  page
    .locator(
      ':is(button, input, select, textarea, details, progress, [role="alert"], [role="status"]):not([data-pc-name], [data-pc-section], [type="file"], [hidden])',
    )
    .evaluateAll((all) => all.map((element) => element.outerHTML.slice(0, 200)));

/** Finds what axe has against the page in both themes. The dark one has the same elements in other colours; `part` alone is new in a dialog. */
async function seriousInBothThemes(page: Page, part?: string) {
  const wear = (theme: string) =>
    page.evaluate(async (theme) => {
      document.documentElement.dataset.theme = theme;
      // Colours are judged at their end. Each level of the page may begin its transition a frame after the level above.
      for (let still = 0, frames = 0; still < 5 && frames < 200; frames += 1) {
        await new Promise(requestAnimationFrame);
        const running = document.getAnimations();
        for (const animation of running) animation.finish();
        still = running.length ? 0 : still + 1;
      }
    }, theme);
  const inLight = await seriousOn(page);
  await wear('dark');
  const inDark = await seriousOn(page, ['color-contrast'], part);
  await wear('light');
  return { inLight, inDark };
}
const DIALOG = 'dialog[open], [role="dialog"]';
const NOTHING_SERIOUS = { inLight: [], inDark: [] };

async function show(page: Page, address: string) {
  await page.goto(address);
  await page.locator('h1').first().waitFor();
  await page.waitForLoadState('networkidle');
}

/** Each of these leads a manager with a session to Home. */
const NOT_OF_MANAGERS: readonly string[] = [paths.login, paths.secondFactor, paths.adminHistory, paths.webhooks];
const places = Object.values(paths)
  .filter((path) => typeof path === 'string')
  .filter((path) => !NOT_OF_MANAGERS.includes(path));

/** An address is loaded once for all that is asked of it, because loading costs more than each question. */
describe.runIf(browserEndpoint)('every screen', () => {
  let browser: Browser;
  let manager: Visit;
  let folio = 0;
  let finished = 0;
  const mark = String(Date.now()).slice(-8);
  const email = `wolfe.${mark}@demo.mx`;

  beforeAll(async () => {
    browser = await connectBrowser(browserEndpoint as string);
    manager = await visit(browser, inject('productUrl'), { viewport: USUAL });
    const { page, context } = manager;
    await show(page, paths.login);
    expect(await seriousInBothThemes(page)).toEqual(NOTHING_SERIOUS);
    expect(await drawnOtherwise(page)).toEqual([]);
    expect(await stickingOut(page, paths.login)).toEqual([]);
    await page.setViewportSize(USUAL);
    await logIn(page, 'gerente@demo.mx');
    await registerNewcomer(context, inject('outboxDir'), { employeeNumber: mark, lastName: SURNAME, email });
    folio = await assign(context, email, `${mark} ${LONG}`.slice(0, 300));
    const { rows } = await sessionClient(context).listAllActivities({ reportStatuses: ['verified'], page: 1 });
    finished = rows[0]?.id ?? 0;
  });
  afterAll(() => browser?.close());

  it.each<[name: string, address: () => string]>([
    ...[...places, '/No_existe'].map((path): [string, () => string] => [path, () => path]),
    ['work assigned', () => paths.assigned(folio)],
    ['work that ended', () => paths.finished(finished)],
  ])(
    '%s has no serious fault for axe, is drawn by PrimeReact, skips no level of heading, fits its window and traps no keyboard',
    async (_, address) => {
      const { page } = manager;
      await show(page, address());
      expect(new URL(page.url()).pathname).toBe(address());
      expect(await seriousInBothThemes(page)).toEqual(NOTHING_SERIOUS);
      expect(await drawnOtherwise(page)).toEqual([]);
      expect(await headingFaults(page)).toEqual([]);
      expect(await stickingOut(page, address())).toEqual([]);
      await page.setViewportSize(USUAL);
      // The header and the menu are the same everywhere.
      const stops = address() === paths.home ? await stopsFromStart(page) : await stopsFromContent(page);
      expect(stops.filter(({ isSeen }) => !isSeen)).toEqual([]);
    },
  );

  it.each([
    ['Filtros', () => paths.pendingReport, /^Filtros/],
    ['an extension', () => paths.assigned(folio), 'Extender fecha'],
    ['the bulk upload', () => paths.users, 'Carga masiva'],
    ['a topic', () => paths.topics, 'Registrar tema'],
    ['the palette', () => paths.home, /^Buscar/],
  ])('has no serious fault for axe in the dialog of %s', async (_, path, opener) => {
    const { page } = manager;
    await show(page, path());
    if (opener === 'Extender fecha') await pressAct(page, opener);
    else await button(page, opener).first().click();
    await inDialog(page).first().waitFor();
    expect(await seriousInBothThemes(page, DIALOG)).toEqual(NOTHING_SERIOUS);
  });

  it('has headings without a skipped level beside a list', async () => {
    const { page } = manager;
    await show(page, paths.pendingReport);
    await page.locator('[data-row-link]').first().focus();
    await page.keyboard.press('Space');
    await page.locator('.preview').waitFor();
    expect(await headingFaults(page)).toEqual([]);
  });

  it('holds the same of the history and the webhooks, which a Desarrollador alone opens', async () => {
    const developer = await visit(browser, inject('productUrl'), { viewport: USUAL });
    const { page, context, complaints } = developer;
    await logIn(page, 'desarrollo@demo.mx');
    const client = sessionClient(context);
    const url = `https://localhost/${'x'.repeat(300)}`;
    const { id } = await client.createWebhook({ name: `Receptor ${mark}`, url, acts: ['start', 'complete'] });
    await client.testWebhook({ id });
    await expect.poll(async () => (await client.listWebhookDeliveries({ webhookId: id })).rows[0]?.failure).toBe('private');
    for (const path of [paths.adminHistory, paths.webhooks]) {
      await show(page, path);
      expect(new URL(page.url()).pathname).toBe(path);
      expect(await seriousInBothThemes(page)).toEqual(NOTHING_SERIOUS);
      expect(await drawnOtherwise(page)).toEqual([]);
      expect(await headingFaults(page)).toEqual([]);
      expect((await stopsFromContent(page)).filter(({ isSeen }) => !isSeen)).toEqual([]);
    }
    // A row of the history is as tall as the fields it lists, so the webhooks alone are asked for short rows.
    expect(await stickingOut(page, paths.webhooks)).toEqual([]);
    await page.setViewportSize(USUAL);
    await button(page, 'Registrar webhook').click();
    await inDialog(page).getByLabel('Verificada').waitFor();
    expect(await seriousInBothThemes(page, DIALOG)).toEqual(NOTHING_SERIOUS);
    await client.removeWebhook({ id });
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('has no serious fault for axe in an open list of choices', async () => {
    const { page } = manager;
    await show(page, paths.assign);
    await page.locator('.select', { has: page.getByRole('combobox', { name: 'Tema' }) }).click();
    await page.getByRole('option').first().waitFor();
    expect(await seriousOn(page)).toEqual([]);
  });

  it('has a manual for everybody, without fault for axe, that fits its window and shows every picture', async () => {
    const { page, context } = await visit(browser, inject('productUrl'), { viewport: USUAL });
    await show(page, paths.login);
    await page.locator('footer').getByRole('link', { name: 'Ayuda' }).click();
    await page.getByRole('heading', { name: 'Ayuda de Bitácora' }).waitFor();
    await page.getByRole('link', { name: 'Si te la rechazan' }).filter({ visible: true }).first().click();
    expect(
      await page.getByRole('heading', { name: 'Si te la rechazan' }).evaluate((heading) => heading.getBoundingClientRect().top),
    ).toBeLessThan(USUAL.height);
    expect(await seriousInBothThemes(page)).toEqual(NOTHING_SERIOUS);
    expect(await stickingOut(page, '/ayuda')).toEqual([]);
    const areShown = await page.locator('img').evaluateAll((images) =>
      Promise.all(
        (images as HTMLImageElement[]).map((image) => {
          image.loading = 'eager';
          return image.decode().then(
            () => true,
            () => image.src,
          );
        }),
      ),
    );
    expect(areShown.length).toBeGreaterThan(5);
    expect(areShown.filter((isShown) => isShown !== true)).toEqual([]);
    await context.close();
  });

  it('says that its script did not come, and comes at the next try', async () => {
    const { page, complaints } = manager;
    const before = complaints.length;
    await show(page, paths.home);
    await page.route('**/assets/my-history*', (route) => route.abort());
    await page.locator('.shell-menu').getByRole('link', { name: 'Historial finalizadas' }).click();
    await page.getByText('No se pudo cargar la pantalla.').waitFor();
    await page.unroute('**/assets/my-history*');
    await button(page, 'Reintentar').click();
    await page.getByText('HISTORIAL DE MIS ACTIVIDADES FINALIZADAS').waitFor();
    // The browser reports the script that was blocked.
    complaints.splice(before);
  });

  it('is dark from its first moment where this browser keeps that theme', async () => {
    const { page } = manager;
    await page.evaluate(() => localStorage.setItem('theme', 'dark'));
    await show(page, paths.notifications);
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
    await page.evaluate(() => localStorage.removeItem('theme'));
  });

  it('scrolls nothing sideways at twice the size, which leaves half the width, and has no serious fault in work under way', async () => {
    const zoomed = await visit(browser, inject('productUrl'), { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 });
    await logIn(zoomed.page, email);
    for (const path of [paths.home, paths.pending, paths.register, paths.profile, paths.inProcess(folio)]) {
      await show(zoomed.page, path);
      expect(await sticksOut(zoomed.page)).toEqual([]);
    }
    // Only the work of an assignee comes with so long a text.
    await show(zoomed.page, paths.notifications);
    expect(await stickingOut(zoomed.page, paths.notifications)).toEqual([]);
    await show(zoomed.page, paths.inProcess(folio));
    await zoomed.page.setViewportSize({ width: 720, height: 450 });
    // A manager never sees this one, so it is not among the places above.
    expect(new URL(zoomed.page.url()).pathname).toBe(paths.inProcess(folio));
    expect(await seriousInBothThemes(zoomed.page)).toEqual(NOTHING_SERIOUS);
    expect(zoomed.complaints).toEqual([]);
    await zoomed.context.close();
  });

  it('scrolls nothing sideways in a history of ten thousand, of which it asks one page', async () => {
    const { page } = manager;
    const { path } = reportEndpoints.listAllActivities;
    await withoutFirstAnswers(page);
    await page.route(`**${path}`, async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { rows: { id: number }[] };
      const rows = Array.from({ length: 50 }, (_, at) => ({ ...answer.rows[at % answer.rows.length], id: 1_000_000 + at }));
      await route.fulfill({ response, json: { ...answer, rows, total: ROWS } });
    });
    await show(page, '/My_Historial_Activities?size=50');
    await page.getByText('1–50 de 10,000').waitFor();
    expect(await stickingOut(page, '/My_Historial_Activities')).toEqual([]);
    await page.unrouteAll({ behavior: 'wait' });
  });

  it('gives the browser nothing to complain about', () => {
    expect(manager.complaints).toEqual([]);
  });
});
