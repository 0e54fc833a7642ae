import { addDays, calendarDate, daysBetween } from '@bitacora/core/domain/calendar';
import { writtenDay, writtenTimeLeft } from '@bitacora/core/messages/dates';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { TODAY } from '../../core/test/factories.ts';
import { type Drawn, drawnAsOwn, drawnInOrder, factsOf, samples } from '../../core/test/reports/every-channel.ts';
import { aCompany, anActivity, employee, manager, today } from './fake-company.ts';
import { openScreen } from './open-screen.tsx';

/** The samples of every channel, as many days from this company's today. */
const moved = (date: string) => addDays(today, daysBetween(TODAY, calendarDate(date)));
const activities = samples.toReversed().map((sample, index) => {
  const { dueOn = today, extendedTo = null, ...facts } = factsOf(sample);
  const dates = { dueOn: moved(dueOn), extendedTo: extendedTo && moved(extendedTo) };
  return anActivity({ id: index + 1, ...facts, ...dates, daysLeft: sample.days } as Parameters<typeof anActivity>[0]);
});

const readRow = (row: HTMLElement) => {
  const cell = (label: string) => row.querySelector(`[data-label^="${label}"]`);
  const days = [...(cell('Extensión')?.querySelectorAll('time') ?? []), ...(cell('Fecha de entrega')?.querySelectorAll('time') ?? [])];
  return {
    description: cell('Actividad')?.textContent,
    words: [...(cell('Estado')?.querySelectorAll('[data-status], .rejected') ?? [])].map(({ textContent }) => textContent).join(' · '),
    deadline: days[0]?.getAttribute('title'),
    left: cell('Días')?.textContent,
  };
};
const drawnRow = ({ description, words, deadline, days }: Drawn) => ({
  description,
  words,
  deadline: writtenDay(moved(deadline)),
  left: writtenTimeLeft(words === 'Por verificar' ? 'completed' : 'in_progress', days),
});

it.each([
  ['/Report_All_Activities_P?size=20', manager, drawnInOrder, 'Primero lo más atrasado'],
  ['/Report_Activities_Assigned?size=20', manager, drawnInOrder, 'Primero lo más atrasado'],
  ['/Home?size=20', manager, drawnAsOwn, 'Rechazadas, luego por fecha'],
])('the table of %s says of each what every channel says, in its order', async (path, user, expected, order) => {
  const isOwn = expected === drawnAsOwn;
  const all = isOwn ? activities.map((activity) => ({ ...activity, assigneeId: user.id })) : activities;
  openScreen(path, aCompany({ user, activities: all }));
  expect(await screen.findByText(order)).toBeTruthy();
  const rows = (await screen.findAllByRole('row')).filter((row) => within(row).queryByRole('link', { name: /^Consultar actividad/ }));
  const read = rows.map(readRow);
  const wanted = expected.map(drawnRow);
  expect(read).toEqual(isOwn ? wanted.map((row) => (row.left === 'Entregada' ? { ...row, left: '0 días' } : row)) : wanted);
});

it('the list of an employee begins with what was rejected', async () => {
  const own = activities.map((activity) => ({ ...activity, assigneeId: employee.id }));
  openScreen('/My_Activities?size=20', aCompany({ user: employee, activities: own }));
  expect(await screen.findByText('Rechazadas, luego por fecha')).toBeTruthy();
  const folios = (await screen.findAllByRole('link', { name: /^Consultar actividad/ })).map((link) =>
    Number(link.getAttribute('data-folio')),
  );
  expect(folios.map((folio) => activities[folio - 1]?.description)).toEqual(drawnAsOwn.map(({ description }) => description));
});
