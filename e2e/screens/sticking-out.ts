import type { Page } from 'playwright-core';

const WIDTHS = [390, 768, 1440];
/** These have a visible edge: content past it is as wrong as content past the page's. */
const FRAMED = '.card, .form-card, .agenda';

/** In pixels; three lines of a name need less. */
const ROW_MAX = 96;

/** Lists what sticks out sideways of the page or of its frame, and the page itself where it is too wide. */
export const sticksOut = (page: Page): Promise<string[]> =>
  page.evaluate(
    ({ framed, rowMax }) => {
      const scrolls = (element: Element | null, until: Element | null): boolean =>
        element !== null &&
        element !== until &&
        (/auto|scroll|hidden|clip/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement, until));
      const out = [...document.querySelectorAll('body *')].filter((element) => {
        const { right, left, width, height } = element.getBoundingClientRect();
        if (width <= 1 || height <= 1 || !element.checkVisibility()) return false;
        const frame = element.parentElement?.closest(framed) ?? null;
        const isOutside = (edges: { left: number; right: number }, box: Element | null) =>
          (right > edges.right + 1 || left < edges.left - 1) && !scrolls(element.parentElement, box);
        return isOutside({ left: 0, right: innerWidth }, null) || (frame !== null && isOutside(frame.getBoundingClientRect(), frame));
      });
      // A column without room breaks its text into letters.
      const rows = [...document.querySelectorAll('tr')].filter((row) => getComputedStyle(row).display === 'table-row');
      const tall = rows.filter((row) => row.clientHeight > rowMax);
      const page = document.documentElement.scrollWidth > innerWidth ? [`page ${document.documentElement.scrollWidth}`] : [];
      return [...page, ...[...out, ...tall].map((element) => `${element.tagName}.${element.className}`)].slice(0, 5);
    },
    { framed: FRAMED, rowMax: ROW_MAX },
  );

/** Lists what sticks out at each width. It leaves the page at the last width. */
export async function stickingOut(page: Page, address: string): Promise<string[]> {
  const findings: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    findings.push(...(await sticksOut(page)).map((what) => `${address} at ${width}: ${what}`));
  }
  return findings;
}
