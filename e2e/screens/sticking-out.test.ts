import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { connectBrowser, visit } from '../browser.ts';
import { hiddenTexts, sticksOut } from './sticking-out.ts';

const browserEndpoint = inject('browserEndpoint');
const PAGE = (styles: string) => `
  <style>body { margin: 0 } p { width: 120px; white-space: nowrap; ${styles} }</style>
  <p class="one">Revisar el sello de las tapas</p><p class="two">Purgar el compresor</p>`;

describe.runIf(browserEndpoint)('what hides a text of a page', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await connectBrowser(browserEndpoint as string);
  });
  afterAll(() => browser.close());

  it.each([
    ['nothing', '', []],
    ['one over another', 'position: absolute; top: 0', ['overlap']],
    ['a frame that cuts', 'overflow: hidden', ['one', 'two']],
    ['a frame that cuts with an ellipsis', 'overflow: hidden; text-overflow: ellipsis', []],
    ['a frame that scrolls', 'overflow: auto', []],
  ])('is found: %s', async (_, styles, expected) => {
    const { page, context } = await visit(browser, inject('productUrl'), {});
    await page.setContent(PAGE(styles));
    const found = await hiddenTexts(page);
    expect(found).toHaveLength(expected.length);
    for (const [at, part] of expected.entries()) expect(found[at]).toContain(part);
    expect(await sticksOut(page)).toEqual([]);
    await context.close();
  });
});
