import { act, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { createNotices } from '../src/app/notice-store.ts';
import { Dialog } from '../src/ui/dialog.tsx';
import { NoticeStack } from '../src/ui/notices.tsx';

const dialog = <Dialog key="dialog" title="Pregunta" onClose={() => {}} footer={null} />;

it('keeps a notice until no dialog covers the page, because screen readers would not announce it', async () => {
  const notices = createNotices();
  const stack = <NoticeStack key="stack" notices={notices} />;
  const { rerender } = render([stack, dialog]);
  act(() => notices.show({ title: 'Durante' }));
  expect(screen.queryByText('Durante')).toBeNull();
  rerender([stack]);
  expect(await screen.findByText('Durante')).toBeTruthy();
});

it('leaves in place what was reported before a dialog opened', async () => {
  const notices = createNotices();
  const stack = <NoticeStack key="stack" notices={notices} />;
  const { rerender } = render([stack]);
  act(() => notices.show({ title: 'Antes' }));
  await screen.findByText('Antes');
  rerender([stack, dialog]);
  expect(screen.getByText('Antes')).toBeTruthy();
});

it('removes with «Deshacer» its own notice alone', async () => {
  const notices = createNotices();
  render(<NoticeStack notices={notices} />, { wrapper: MemoryRouter });
  const undo = vi.fn(async () => {});
  act(() => notices.show({ title: 'Primera' }));
  act(() => notices.show({ title: 'Segunda', undo }));
  act(() => notices.show({ title: 'Tercera', undo: async () => {} }));
  const second = (await screen.findByText('Segunda')).closest('.p-toast-message') as HTMLElement;
  act(() => within(second).getByRole('button', { name: 'Deshacer' }).click());
  await waitFor(() => expect(screen.queryByText('Segunda')).toBeNull());
  expect([undo.mock.calls.length, screen.queryByText('Primera') !== null, screen.queryByText('Tercera') !== null]).toEqual([1, true, true]);
});
