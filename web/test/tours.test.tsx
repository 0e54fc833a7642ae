import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { complaints } from './complaints.ts';
import { adminAnswers, someAdminData } from './fake-admin.ts';
import { aCompany, manager } from './fake-company.ts';
import { openScreen } from './open-screen.tsx';

const openTopics = () => openScreen('/Admin_Projects', aCompany({ user: manager }), adminAnswers(someAdminData()));
const tourPopover = () => document.querySelector('.driver-popover');
const progress = () => document.querySelector('.driver-popover-progress-text')?.textContent;

it('offers the tour once, in words and never by itself', async () => {
  openTopics();
  await screen.findByRole('button', { name: '¿Primera vez aquí? Ver recorrido' });
  expect(tourPopover()).toBeNull();
  cleanup();
  openTopics();
  await screen.findByRole('button', { name: 'Ver recorrido' });
});

it('walks from stop to stop and gives the focus back', async () => {
  const { user } = openTopics();
  await screen.findByRole('table');
  const button = screen.getByRole('button', { name: /Ver recorrido/ });
  await user.click(button);
  const tour = await screen.findByRole('dialog', { name: 'Registrar un tema' });
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Siguiente'));
  expect(tour.textContent).toContain('no se puede repetir, ni siquiera en otro departamento');
  expect(progress()).toBe('1 de 4');
  expect(await complaints()).toEqual([]);

  await user.keyboard('{ArrowRight}');
  await waitFor(() => expect(progress()).toBe('2 de 4'));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(tourPopover()).toBeNull());
  expect(document.activeElement).toBe(button);
});
