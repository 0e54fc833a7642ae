import type { Page } from 'playwright-core';

/** What is wrong with the headings that a screen reader lists: not one h1, or a level left out. */
export const headingFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const levels = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')]
      .filter((heading) => heading.checkVisibility() && !heading.closest('[aria-hidden="true"], [inert]'))
      .map((heading) => Number(heading.tagName.slice(1)));
    const skipped = levels.flatMap((level, at) => {
      const before = levels[at - 1] ?? 0;
      return level > before + 1 ? [`h${level} after h${before}`] : [];
    });
    const first = levels.filter((level) => level === 1).length;
    return first === 1 ? skipped : [`${first} of h1`, ...skipped];
  });
