import type { Page } from 'playwright-core';

/** A phone, a tablet, and three desks. The usual one comes last, because a window that changes back is drawn once more. */
export const WIDTHS = [390, 768, 1440, 1920, 1280];
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

/** Lists texts that cover each other, and texts cut without an ellipsis. What a bar or a list that scrolls hides is by design. */
export const hiddenTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const name = (element: Element) => `${element.tagName}.${element.className} «${element.textContent?.trim().slice(0, 30)}»`;
    const isFloating = (element: Element | null): boolean =>
      element !== null && (/fixed|sticky/.test(getComputedStyle(element).position) || isFloating(element.parentElement));
    const visible = { opacityProperty: true, visibilityProperty: true };
    const texts = [...document.querySelectorAll('body *')].flatMap((element) => {
      const ownText = [...element.childNodes].find((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
      if (!ownText || !element.checkVisibility(visible) || element.closest('svg, [aria-hidden="true"], select')) return [];
      const range = document.createRange();
      range.selectNodeContents(ownText);
      // A text of several lines has a box for each.
      return [...range.getClientRects()].flatMap((line) => {
        const box = { left: line.left, top: line.top, right: line.right, bottom: line.bottom };
        let isCut = false;
        for (let frame: Element | null = element; frame; frame = frame.parentElement) {
          const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(frame);
          if (overflowX === 'visible' && overflowY === 'visible') continue;
          const edges = frame.getBoundingClientRect();
          const isByDesign = textOverflow === 'ellipsis' || webkitLineClamp !== 'none' || /auto|scroll/.test(overflowX + overflowY);
          isCut ||= !isByDesign && (box.right > edges.right + 2 || box.bottom > edges.bottom + 4);
          box.left = Math.max(box.left, edges.left);
          box.top = Math.max(box.top, edges.top);
          box.right = Math.min(box.right, edges.right);
          box.bottom = Math.min(box.bottom, edges.bottom);
        }
        const isOnlyRead = element.getBoundingClientRect().width <= 1 || box.right - box.left <= 1 || box.bottom - box.top <= 1;
        return isOnlyRead ? [] : [{ element, box, isCut, isFloating: isFloating(element) }];
      });
    });
    const covering = texts.flatMap((one, at) =>
      texts
        .slice(at + 1)
        .filter(
          (other) =>
            one.isFloating === other.isFloating &&
            one.element !== other.element &&
            !one.element.contains(other.element) &&
            !other.element.contains(one.element) &&
            Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left) > 2 &&
            Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top) > 3,
        )
        .map((other) => `${name(one.element)} and ${name(other.element)} overlap`),
    );
    const cut = texts.filter(({ isCut }) => isCut).map(({ element }) => `${name(element)} is cut`);
    return [...covering, ...cut].slice(0, 5);
  });

/** Lists what sticks out or hides a text at each width. It leaves the page at the last width. */
export async function stickingOut(page: Page, address: string): Promise<string[]> {
  const findings: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    const faults = [...(await sticksOut(page)), ...(await hiddenTexts(page))];
    findings.push(...faults.map((what) => `${address} at ${width}: ${what}`));
  }
  return findings;
}
