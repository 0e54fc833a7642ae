import type { TestProject } from 'vitest/node';
import { findBrowser } from './find-browser.ts';
import { startProduct } from './product.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Path of the browser; null when this machine has none, and then the journeys are skipped. */
    browserPath: string | null;
    /** Where the whole product runs, on an embedded database of its own with the demo company. */
    productUrl: string;
    /** Where it leaves its mails as .eml files. */
    outboxDir: string;
    /** What the bot shows to be let in. */
    botToken: string;
  }
}

/** One product for all journeys of the run. */
export default async function setup(project: TestProject) {
  const browserPath = await findBrowser();
  project.provide('browserPath', browserPath);
  project.provide('productUrl', '');
  project.provide('outboxDir', '');
  project.provide('botToken', '');
  if (!browserPath) return;

  const product = await startProduct();
  project.provide('productUrl', product.url);
  project.provide('outboxDir', product.outboxDir);
  project.provide('botToken', product.botToken);
  return product.stop;
}
