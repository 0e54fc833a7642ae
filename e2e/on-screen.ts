import type { Locator, Page } from 'playwright-core';
import type { picture } from './picture.ts';

export const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });
export const inDialog = (page: Page): Locator => page.getByRole('dialog');
export const dialogGone = (page: Page): Promise<void> => inDialog(page).waitFor({ state: 'detached' });
export const notice = (page: Page, text: string | RegExp): Promise<void> => page.getByText(text).first().waitFor();
/** The status beside the folio of a consult page. */
export const status = (page: Page, label: string): Promise<void> => page.locator('.consult-folio').getByText(label).waitFor();

/** Waits for choices that still load, because their field takes no click until then. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.locator('.select', { has: page.getByRole('combobox', { name: label, exact: true, disabled: false }) }).click();
  await page.getByRole('option', { name: option }).first().click();
}

export async function typeDay(page: Page, day: string): Promise<void> {
  await page.getByPlaceholder('dd/mm/aaaa').fill(day);
  await page.keyboard.press('Tab');
}

/** Finds the row of an activity in a list by the list's own search. */
export async function findRow(page: Page, path: string, description: string): Promise<Locator> {
  await page.goto(path);
  await page.getByPlaceholder('Buscar actividad').fill(description);
  return page.getByRole('row').filter({ hasText: description });
}

/** Presses an act of a consult page, which may stand behind 'Más acciones'. */
export async function pressAct(page: Page, name: string): Promise<void> {
  const more = page.getByRole('button', { name: 'Más acciones', expanded: false });
  await button(page, name).or(more).first().waitFor();
  if ((await button(page, name).count()) === 0) await more.click();
  await button(page, name).click();
}

/** Performs an act of a consult page, with its text, and confirms its question. */
export async function act(page: Page, name: string, confirm: string, text?: string): Promise<void> {
  await pressAct(page, name);
  if (text) await inDialog(page).getByRole('textbox').fill(text);
  await button(page, confirm).click();
}

/** Finds the value beside a term on a consult page. */
export const fact = (page: Page, term: string): Locator =>
  page.locator('dl > div', { has: page.locator('dt', { hasText: new RegExp(`^${term}$`) }) }).locator('dd');

/** Gives a part of the page an image as a mouse drops it or a clipboard holds it. */
export const hand = (page: Page, part: string, how: 'drop' | 'paste', { name, mimeType, buffer }: ReturnType<typeof picture>) =>
  page.locator(part).evaluate(
    (element, { how, name, type, bytes }) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([Uint8Array.from(bytes)], name, { type }));
      const usual = { bubbles: true, cancelable: true };
      const event =
        how === 'drop'
          ? new DragEvent('drop', { ...usual, dataTransfer })
          : new ClipboardEvent('paste', { ...usual, clipboardData: dataTransfer });
      element.dispatchEvent(event);
    },
    { how, name, type: mimeType, bytes: [...buffer] },
  );
