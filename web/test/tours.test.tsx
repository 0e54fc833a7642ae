import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { tours } from '../src/tours/run-tour.ts';
import { complaints } from './complaints.ts';
import { adminAnswers, someAdminData } from './fake-admin.ts';
import { aCompany, manager } from './fake-company.ts';
import { openScreen } from './open-screen.tsx';

const openTopics = () => openScreen('/Admin_Projects', aCompany({ user: manager }), adminAnswers(someAdminData()));
const tourPopover = () => document.querySelector('.driver-popover');
const progress = () => document.querySelector('.driver-popover-progress-text')?.textContent;

it('starts from a visible button, at the first visit and after it, and never by itself', async () => {
  for (const _ of [1, 2]) {
    const { user } = openTopics();
    const button = await screen.findByRole('button', { name: 'Ver recorrido' });
    expect(tourPopover()).toBeNull();
    await user.click(button);
    await screen.findByRole('dialog', { name: 'Registrar un tema' });
    cleanup();
  }
});

it.each(Object.entries(tours))('the tour %s says that the server detects duplicate activities', (_, stops) => {
  expect(stops.map(({ text }) => text).join()).toContain('El servidor detecta las actividades duplicadas');
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
