import type { TestProject } from 'vitest/node';
import { serveBrowser } from './browser.ts';
import { findBrowser } from './find-browser.ts';
import { startProduct } from './product.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the browser of the run listens; null when this machine has none, and then the journeys are skipped. */
    browserEndpoint: string | null;
    /** Where the whole product runs, on an embedded database of its own with the demo company. */
    productUrl: string;
    /** Where it leaves its mails as .eml files. */
    outboxDir: string;
    /** What the bot shows to be let in. */
    botToken: string;
  }
}

/** One product and one browser for all files of the run. */
export default async function setup(project: TestProject) {
  const browserPath = await findBrowser();
  project.provide('browserEndpoint', null);
  project.provide('productUrl', '');
  project.provide('outboxDir', '');
  project.provide('botToken', '');
  if (!browserPath) return;

  const [browser, product] = await Promise.all([serveBrowser(browserPath), startProduct()]);
  project.provide('browserEndpoint', browser.wsEndpoint());
  project.provide('productUrl', product.url);
  project.provide('outboxDir', product.outboxDir);
  project.provide('botToken', product.botToken);
  return async () => {
    await browser.close();
    await product.stop();
  };
}
