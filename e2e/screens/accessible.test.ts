import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { deep } from '../../core/test/deep.ts';
import { paths } from '../../web/src/layout/paths.ts';
import { assign } from '../assigned.ts';
import { seriousOn } from '../axe.ts';
import { connectBrowser, logIn, type Visit, visit } from '../browser.ts';
import { clientOf } from '../client.ts';
import { button, inDialog } from '../on-screen.ts';

const browserEndpoint = inject('browserEndpoint');
/** The dark theme has the same elements in other colours. */
const themes = [
  ['light', undefined],
  ['dark', deep(undefined, ['color-contrast'])],
] as const;
/** Controls and messages that PrimeReact did not draw. The browser's own file chooser is hidden behind a button. */
const drawnOtherwise = (page: Page) =>
  page
    .locator(':is(button, input, select, textarea, [role="alert"]):not([data-pc-name], [data-pc-section], [type="file"], [hidden])')
    .evaluateAll((all) => all.map((element) => element.outerHTML.slice(0, 200)));
const places = Object.values(paths).filter((path) => typeof path === 'string' && path !== paths.login);

describe.runIf(browserEndpoint).each(themes)('nothing serious or critical, says axe, in the %s theme,', (theme, rules) => {
  let browser: Browser;
  let manager: Visit;
  let folio = 0;
  let finished = 0;

  beforeAll(async () => {
    browser = await connectBrowser(browserEndpoint as string);
    manager = await visit(browser, inject('productUrl'), { reducedMotion: 'reduce' });
    await manager.context.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme);
    await manager.page.goto('/');
    await manager.page.getByLabel('Correo electrónico').waitFor();
    expect(await seriousOn(manager.page, rules)).toEqual([]);
    expect(await drawnOtherwise(manager.page)).toEqual([]);
    await logIn(manager.page, 'gerente@demo.mx');
    folio = await assign(manager.context, 'empleado@demo.mx', `Barrer el patio de maniobras ${theme} ${Date.now()}`);
    const { rows } = await clientOf(manager.context).listAllActivities({ reportStatuses: ['verified'], page: 1 });
    finished = rows[0]?.id ?? 0;
  });
  afterAll(() => browser?.close());

  async function show(page: Page, address: string) {
    await page.goto(address);
    await page.locator('main h1').waitFor();
    await page.waitForLoadState('networkidle');
  }

  it.each([...places, '/No_existe'])('of %s', async (path) => {
    const { page } = manager;
    await show(page, path);
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe(theme);
    expect(await seriousOn(page, rules)).toEqual([]);
    expect(await drawnOtherwise(page)).toEqual([]);
  });

  it('of the consult pages', async () => {
    const { page } = manager;
    for (const path of [paths.inProcess(folio), paths.assigned(folio), paths.finished(finished)]) {
      await show(page, path);
      expect(await seriousOn(page, rules), path).toEqual([]);
      expect(await drawnOtherwise(page), path).toEqual([]);
    }
  });

  it.each([
    ['Filtros', () => paths.pendingReport, /^Filtros/],
    ['an extension', () => paths.assigned(folio), 'Extender fecha'],
    ['the bulk upload', () => paths.users, 'Carga masiva'],
    ['a topic', () => paths.topics, 'Registrar tema'],
    ['the palette', () => paths.home, /^Buscar/],
  ])('of the dialog of %s', async (_, path, opener) => {
    const { page } = manager;
    await show(page, path());
    await button(page, opener).first().click();
    await inDialog(page).first().waitFor();
    expect(await seriousOn(page, rules)).toEqual([]);
  });
});
