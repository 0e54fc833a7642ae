import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import type { openScreen } from './open-screen.tsx';

/** Picks an option of a PrimeReact list by the label of its field, as the keyboard does. */
export async function choose({ user }: Pick<ReturnType<typeof openScreen>, 'user'>, label: string, option: RegExp): Promise<void> {
  const list = await waitFor(() => {
    const input = screen.getByRole<HTMLInputElement>('combobox', { name: label });
    expect(input.disabled).toBe(false);
    return input;
  });
  list.focus();
  await user.keyboard('{ArrowDown}');
  // Without a layout PrimeReact keeps the open list hidden.
  const optionItem = await waitFor(() => {
    const item = [...document.querySelectorAll<HTMLElement>('li[role="option"]')].find(({ textContent }) => option.test(textContent));
    expect(item).toBeTruthy();
    return item as HTMLElement;
  });
  await user.click(optionItem);
}
