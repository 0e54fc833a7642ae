import { act, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
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
