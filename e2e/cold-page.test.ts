import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { seriousOn } from './axe.ts';
import { connectBrowser, logIn, PHONE, visit } from './browser.ts';

const browserEndpoint = inject('browserEndpoint');
/** The entry of the build. */
const ENTRY = '**/assets/index-*.js';
const MENU = 'Menú principal';

const ROWS = 'main tbody tr, main .agenda-rows > li';
/** Opens a page until its rows come with it, as a busy machine sends them late. */
const openWithRows = (page: Page, address: string) =>
  expect
    .poll(async () => {
      await page.goto(address, { waitUntil: 'commit' });
      await page.locator('h1').waitFor();
      return page.locator(ROWS).count();
    })
    .toBeGreaterThan(0);

/** Where the heading, the visible frame and the rows stand. */
const readPlaces = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('h1, .menu-item, .phone-bottom a, .page-head, tbody tr, .agenda-rows > li')].map((part) => {
      const { x, y, width, height } = part.getBoundingClientRect();
      return [part.className, ...[x, y, width, height].map(Math.round)].join();
    }),
  );

describe.runIf(browserEndpoint)('a page before its scripts', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await connectBrowser(browserEndpoint as string);
  });
  afterAll(() => browser?.close());

  it.each([
    ['/My_Activities', 'empleado@demo.mx', 'REGISTRO DE MIS ACTIVIDADES PENDIENTES'],
    ['/', 'gerente@demo.mx', 'INICIO'],
    ['/Report_All_Activities_P', 'gerente@demo.mx', 'REPORTE DE ACTIVIDADES TOTALES PENDIENTES DE REALIZAR'],
  ])('%s has the frame of %s, the heading and rows, also with JavaScript off', async (address, email, heading) => {
    const { page, context, complaints } = await visit(browser, inject('productUrl'), { javaScriptEnabled: false });
    await logIn(page, email);
    await openWithRows(page, address);
    expect(await page.locator('h1').textContent()).toContain(heading);
    expect(await page.locator(`nav[aria-label="${MENU}"] a`).count()).toBeGreaterThan(4);
    expect(await page.locator(ROWS).first().isVisible()).toBe(true);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it.each(['light', 'dark'])('is drawn in the %s theme with its rows, and has nothing against axe', async (theme) => {
    const { page, context } = await visit(browser, inject('productUrl'));
    await logIn(page, 'empleado@demo.mx');
    await context.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme);
    await page.route(ENTRY, (route) => route.abort());
    await openWithRows(page, '/My_Activities');
    await page.waitForLoadState();
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe(theme);
    expect(await page.locator('h1').isVisible()).toBe(true);
    // Nothing reads or presses an inert page; its colours and sizes are seen all the same.
    await page.evaluate(() => document.getElementById('root')?.removeAttribute('inert'));
    expect(await seriousOn(page)).toEqual([]);
    await context.close();
  });

  it.each([
    ['desktop', {}],
    ['phone', PHONE],
  ])('stays where it is on a %s when the scripts take over', async (_, device) => {
    const { page, context } = await visit(browser, inject('productUrl'), device);
    await logIn(page, 'gerente@demo.mx');
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    // The server knows the width of a window that has shown a page before.
    await page.goto('/');
    await page.locator('#root:not([inert])').waitFor();
    await page.route(ENTRY, (route) => held.then(() => route.continue()));
    await page.route('**/api/get_notifications*', (route) => route.abort());
    await openWithRows(page, '/Report_All_Activities_P');
    // `fonts.ready` is also kept before the first font is asked for, and the letters of the fallback are taller.
    await page.waitForFunction(() => [...document.fonts].some(({ status }) => status === 'loaded') && document.fonts.status === 'loaded');
    const before = await readPlaces(page);
    release();
    await page.locator('#root:not([inert])').waitFor();
    expect(await readPlaces(page)).toEqual(before);
    await context.close();
  });
});
