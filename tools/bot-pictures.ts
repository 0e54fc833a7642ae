import fs from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { quantised } from '../api/test/quantised.ts';
import { type BotDemo, startBotDemo } from '../e2e/bot-demo.ts';
import { visit } from '../e2e/browser.ts';

const themes = ['light', 'dark'] as const;
const REST_MS = 700;

/** What the page calls the reminder of each chat's employee, by a word of its work. */
const chats = { slack: 'tarimas', teams: 'etiquetadora' };

async function remind(page: Page, word: string): Promise<void> {
  await page.getByRole('button', { name: 'Mandar recordatorios' }).click();
  await page.getByRole('article').filter({ hasText: word }).last().waitFor();
}

/** The reminder of `npm run bot:demo` in both chats, light and dark. */
export async function takeBot(browser: Browser, folder: string): Promise<void> {
  const demo: BotDemo = await startBotDemo();
  try {
    for (const colorScheme of themes) {
      for (const [chat, word] of Object.entries(chats)) {
        const { page, context } = await visit(browser, demo.url, { viewport: { width: 1280, height: 900 }, colorScheme });
        await page.goto(`/#${chat}`);
        await remind(page, word);
        await page.waitForTimeout(REST_MS);
        fs.writeFileSync(path.join(folder, `bot-${chat}-${colorScheme}.png`), await quantised(await page.screenshot()));
        await context.close();
      }
    }
    console.log('✓ bot');
  } finally {
    await demo.stop();
  }
}
