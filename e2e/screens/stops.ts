import type { Locator, Page } from 'playwright-core';

interface Stop {
  name: string;
  /** It has a size, and looks otherwise with the cursor on it than without. */
  isSeen: boolean;
}

const MOST_STOPS = 200;
/** Where a control is drawn by what is around it. */
const frames = '.select, .checkbox, .switch, .choice-option';

export const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement).catch(() => false);

/** All that the tabulator reaches, header and menu too, until the last link of the footer; fails where it is caught. */
export async function stopsFromStart(page: Page): Promise<Stop[]> {
  await page.locator('footer a').last().waitFor();
  const stops: Stop[] = [];
  for (let presses = 0; presses <= MOST_STOPS; presses += 1) {
    await page.keyboard.press('Tab');
    const here = await page.evaluate(stopHere, frames);
    if (!here) continue;
    stops.push(here.stop);
    if (here.isLast) return stops;
  }
  throw new Error(`caught after ${stops.at(-1)?.name}`);
}

/** The same from the screen's own content on, where the page's first link leads. */
export async function stopsFromContent(page: Page): Promise<Stop[]> {
  const skip = page.locator('.skip');
  if (await skip.count()) {
    await skip.focus();
    await page.keyboard.press('Enter');
  }
  return stopsFromStart(page);
}

/** Runs in the page. The control loses the cursor for a moment, to see what it looks like without; transitions do not count. */
function stopHere(drawnBy: string): { stop: Stop; isLast: boolean } | null {
  const at = document.activeElement as HTMLElement;
  // A list that another test changed may take the row with the cursor away. The next press goes on from there.
  // A field for a time of day is left only after its hours and minutes.
  if (at === document.body || at.matches('[data-stopped]')) return null;
  for (const earlier of document.querySelectorAll('[data-stopped]')) earlier.removeAttribute('data-stopped');
  at.setAttribute('data-stopped', '');
  const box = at.closest<HTMLElement>(drawnBy) ?? at;
  const { width, height } = box.getBoundingClientRect();
  const look = () =>
    // The link of a row shows its focus around the whole row, and the link of a ring in the stroke of its circle.
    [at, box, box.parentElement as HTMLElement, at.closest('tr') ?? at, at.querySelector('circle') ?? at]
      .map((element) => {
        for (const animation of element.getAnimations()) animation.finish();
        const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, stroke } = getComputedStyle(element);
        return [outlineStyle === 'none' ? '' : [outlineStyle, outlineWidth, outlineColor], boxShadow, borderColor, stroke].join();
      })
      .join(' | ');
  const focused = look();
  at.blur();
  const blurred = look();
  at.focus({ focusVisible: true } as FocusOptions);
  const name = `${at.tagName.toLowerCase()} ${at.getAttribute('aria-label') ?? at.textContent?.trim().slice(0, 40)}`;
  const stop = { name, isSeen: width >= 1 && height >= 1 && focused !== blurred };
  return { stop, isLast: at === [...document.querySelectorAll('footer a')].at(-1) };
}
