import { addDays, calendarDate } from '@bitacora/core/domain/calendar';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { complaints } from './complaints.ts';
import { aCompany, anActivity, employee, manager, now, today } from './fake-company.ts';
import { Refusal } from './fake-transport.ts';
import { act, openScreen } from './open-screen.tsx';

const repeatable = anActivity({ id: 102, status: 'in_progress', startedAt: now, repeats: 'week' });
const series = {
  success: true as const,
  occurrences: [
    { id: 101, occurrence: 0, dueOn: addDays(today, -7), status: 'verified' as const, ownerId: manager.id, assigneeId: employee.id },
    { id: 102, occurrence: 1, dueOn: today, status: 'in_progress' as const, ownerId: manager.id, assigneeId: employee.id },
  ],
  nextOn: addDays(today, 7),
};
const section = async () => within(await screen.findByRole('region', { name: 'Serie' }));

it('says what came before a repeatable activity and when it comes back', async () => {
  openScreen('/Consult_My_Activity/102', aCompany({ activities: [repeatable] }), { readSeries: () => series });
  const seriesSection = await section();
  const before = await seriesSection.findByRole('link', { name: 'Consultar folio 101' });
  expect(before.getAttribute('href')).toBe('/Consult_Completed_Activity/101');
  expect(seriesSection.getByText('13 nov 2026')).toBeTruthy();
  expect(seriesSection.getByText('Verificado')).toBeTruthy();
  expect(seriesSection.getByText('Esta actividad')).toBeTruthy();
  expect(seriesSection.getByText('Se repite cada semana; siguiente: 27 nov 2026.')).toBeTruthy();
  expect(await complaints()).toEqual([]);
});

it('says until when a series goes on, and that it stands still', async () => {
  const quarterly = { ...repeatable, repeats: 'quarter' as const, repeatUntil: calendarDate('2027-12-31') };
  openScreen('/Consult_My_Activity/102', aCompany({ activities: [quarterly] }), { readSeries: () => ({ ...series, isStopped: true }) });
  const seriesSection = await section();
  expect(await seriesSection.findByText('Se repite cada trimestre, hasta dic 2027; detenida: hay cinco sin entregar.')).toBeTruthy();
});

it.each([
  ['Cancelar solo esta: la siguiente llega en su fecha', 'continues'],
  ['Cancelar la serie: todo lo que falta por entregar, y no llega ninguna más', 'canceled'],
])('asks at canceling: %s', async (label, word) => {
  const canceled: unknown[] = [];
  const company = aCompany({ user: manager, activities: [repeatable] });
  const { user } = openScreen('/Consult_Activitie_Assigned/102', company, {
    readSeries: () => series,
    cancelActivity: (input: unknown) => {
      canceled.push(input);
      return { success: true };
    },
  });
  await (await section()).findByText('Esta actividad');
  await user.click(await act('Cancelar Actividad'));
  await user.click(await screen.findByRole('radio', { name: label }));
  await user.click(screen.getByRole('button', { name: 'Sí, cancelar' }));
  await waitFor(() => expect(canceled).toEqual([expect.objectContaining({ activityId: 102, series: word })]));
});

it('leads the person who assigned it to their own page of the next one', async () => {
  const first = anActivity({ id: 101, status: 'verified', repeats: 'week' });
  openScreen('/Consult_Completed_Activity/101', aCompany({ user: manager, activities: [first] }), { readSeries: () => series });
  const after = await (await section()).findByRole('link', { name: 'Consultar folio 102' });
  expect(after.getAttribute('href')).toBe('/Consult_Activitie_Assigned/102');
});

it('leads each person to the page of what they are there: work handed over is another’s', async () => {
  const handedOver = { id: 100, occurrence: 0, dueOn: today, status: 'completed' as const, ownerId: employee.id, assigneeId: manager.id };
  const occurrences = [handedOver, ...series.occurrences];
  const first = anActivity({ id: 102, status: 'in_progress', startedAt: now, repeats: 'week' });
  const readSeries = () => ({ ...series, occurrences });
  openScreen('/Consult_Activitie_Assigned/102', aCompany({ user: manager, activities: [first] }), { readSeries });
  const mine = await (await section()).findByRole('link', { name: 'Consultar folio 100' });
  expect(mine.getAttribute('href')).toBe('/Consult_My_Activity/100');
});

it('is not there for what does not come back', async () => {
  const { calls } = openScreen('/Consult_My_Activity/101', aCompany({ activities: [anActivity()] }));
  await screen.findByRole('region', { name: 'Comentarios e historial' });
  expect(screen.queryByRole('region', { name: 'Serie' })).toBeNull();
  expect(calls).not.toContain('readSeries');
});

it('says why it did not come, and tries again', async () => {
  let isAway = true;
  const { user } = openScreen('/Consult_My_Activity/102', aCompany({ activities: [repeatable] }), {
    readSeries: () => {
      if (isAway) throw new Refusal(503, 'database.away', 'La base de datos no responde.');
      return series;
    },
  });
  await (await section()).findByText('La base de datos no responde.');
  isAway = false;
  await user.click((await section()).getByRole('button', { name: 'Reintentar' }));
  await (await section()).findByRole('link', { name: 'Consultar folio 101' });
});
