import fs from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

/** As much of axe as is asked. */
interface Axe {
  run(context: Document | string, options: object): Promise<Record<'violations' | 'passes', AxeViolation[]>>;
}
interface AxeViolation {
  id: string;
  impact: string | null;
  nodes: { html: string }[];
}

const source = fs.readFileSync(createRequire(new URL('../web/package.json', import.meta.url)).resolve('axe-core/axe.min.js'), 'utf8');

/** Only a browser can tell contrast and the size of targets. */
const OF_BROWSERS = ['color-contrast', 'target-size'];

/**
 * What axe has against the page as it stands, serious or critical. With `only`, those rules alone are looked at: a theme changes nothing but
 * colours. With `part`, a selector, the rest of the page is left out.
 */
export async function seriousOn(page: Page, only?: readonly string[], part?: string): Promise<string[]> {
  // A page keeps it until it loads again.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(
    async ({ ofBrowsers, rules, selector }) => {
      const { axe: injected } = window as never as { axe: Axe };
      const { violations, passes } = await injected.run(selector ?? document, {
        rules: { 'target-size': { enabled: true } },
        // A selector for every node that passes would take longer than many rules.
        selectors: false,
        resultTypes: ['violations'],
        ...(rules && { runOnly: { type: 'rule', values: rules } }),
      });
      const looked = new Set([...violations, ...passes].map(({ id }) => id));
      const blind = (rules ?? ofBrowsers).filter((rule) => !looked.has(rule)).map((rule) => `${rule} was not looked at`);
      const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      return [...blind, ...serious.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))];
    },
    { ofBrowsers: OF_BROWSERS, rules: only, selector: part },
  );
}
