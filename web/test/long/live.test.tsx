import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pendingWrites } from '../../src/app/pending-writes.ts';
import { aCompany, anActivity, employee, manager, now } from '../fake-company.ts';
import { act, openScreen } from '../open-screen.tsx';

// Another file of the same process may have left a write that nobody answers.
const isEcho = vi.spyOn(pendingWrites, 'isEcho');
beforeEach(() => void isEcho.mockReturnValue(false));
afterEach(() => void isEcho.mockReset());

const working = (overrides = {}) => anActivity({ status: 'in_progress', startedAt: now, ...overrides });
const entry = (id: number, { id: actorId, name: actorName }: { id: number; name: string }, actName: string) => ({
  id,
  act: actName,
  actorId,
  actorName,
  at: now,
  from: 'in_progress' as const,
  to: 'on_pause' as const,
  channel: 'web' as const,
  note: null,
});
const times = (calls: readonly string[], name: string) => calls.filter((each) => each === name).length;
const aMoment = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function consulting() {
  const company = aCompany({ activities: [working(), working({ id: 102 })], history: [entry(1, employee, 'start')] });
  return { company, ...openScreen('/Consult_My_Activity/101', company) };
}

it('shows what somebody else did to the activity on screen, and says that they did', async () => {
  const { company, streams } = consulting();
  expect(await screen.findByText('inició el trabajo', { exact: false })).toBeTruthy();
  company.activities = [anActivity({ status: 'on_pause' })];
  company.history.push(entry(2, manager, 'pause'));
  await streams.change(101);
  expect(await screen.findByText('Actualizada por otra persona')).toBeTruthy();
  expect(screen.getAllByText(`${manager.name} la puso en pausa`).length).toBeGreaterThan(0);
  expect(await act('Reanudar')).toBeTruthy();
});

it('says so too when that other person bears one’s own name', async () => {
  const { company, streams } = consulting();
  expect(await screen.findByText('inició el trabajo', { exact: false })).toBeTruthy();
  company.history.push(entry(2, { id: 909, name: employee.name }, 'pause'));
  await streams.change(101);
  expect(await screen.findByText('Actualizada por otra persona')).toBeTruthy();
});

it('does not say so of what one did oneself', async () => {
  const { company, streams } = consulting();
  await act('Poner en pausa');
  company.activities = [anActivity({ status: 'on_pause' })];
  company.history.push(entry(2, employee, 'pause'));
  await streams.change(101);
  await act('Reanudar');
  expect(screen.queryByText('Actualizada por otra persona')).toBeNull();
});

it('leaves a consult page alone when another activity changes', async () => {
  const { streams, calls } = consulting();
  await act('Poner en pausa');
  await streams.change(102);
  await aMoment(200);
  expect(times(calls, 'readActivity')).toBe(1);
});

it('refreshes a list once for a burst of changes, and keeps its page, its order and the focus', async () => {
  const company = aCompany({ activities: Array.from({ length: 12 }, (_, at) => working({ id: 101 + at })) });
  const { user, streams, calls, askedInBackground } = openScreen('/My_Activities', company);
  await user.click(await screen.findByRole('button', { name: 'ID' }));
  await user.click(await screen.findByRole('button', { name: 'Página siguiente' }));
  const consult = await screen.findByRole('link', { name: 'Consultar actividad 107' });
  consult.focus();
  company.activities = company.activities.map((each) => ({ ...each, topic: 'Cambiado' }));
  const before = times(calls, 'listAllActivities');
  for (const id of [101, 102, 107]) await streams.change(id);
  expect((await screen.findAllByText('Cambiado')).length).toBeGreaterThan(0);
  expect(times(calls, 'listAllActivities')).toBe(before + 1);
  expect(askedInBackground).toContain('listAllActivities');
  expect(screen.getByText('6–10 de 12')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Consultar actividad 107' }));
});

it('rests half a minute between two re-reads of a list', async () => {
  const company = aCompany({ activities: [working()] });
  const { streams, calls } = openScreen('/My_Activities', company);
  await screen.findByRole('link', { name: 'Consultar actividad 101' });
  await streams.change(101);
  await waitFor(() => expect(times(calls, 'listAllActivities')).toBe(2));
  await streams.change(101);
  await aMoment(6_500);
  expect(times(calls, 'listAllActivities')).toBe(2);
});

it('marks as its own what nobody asked for: the counts of the menu, and what is read anew', async () => {
  const company = aCompany({ user: manager, activities: [working()] });
  const { user, streams, calls, askedInBackground } = openScreen('/Consult_Activitie_Assigned/101', company);
  await act('Extender fecha');
  await waitFor(() => expect([...askedInBackground].sort()).toEqual(['listAssignedByMe', 'listOwnNotifications', 'listRequests']));
  await streams.change(101);
  await waitFor(() => expect(times(calls, 'readActivity')).toBe(2));
  expect(askedInBackground).toContain('readActivity');
  expect(calls).not.toContain('listHistory');
  const before = askedInBackground.length;
  await user.click(screen.getByRole('link', { name: 'Pendientes globales' }));
  await screen.findByRole('link', { name: 'Consultar actividad 101' });
  expect(askedInBackground.slice(before)).not.toContain('listAllActivities');
});

it('marks as its own also what it asks after the answer of a server that ignores what the call includes', async () => {
  const company = aCompany({ user: manager, activities: [working()] });
  const [activity] = company.activities as [(typeof company.activities)[number]];
  const { streams, calls, askedInBackground } = openScreen('/Consult_Activitie_Assigned/101', company, {
    readActivity: () => aMoment(100).then(() => activity),
  });
  await act('Extender fecha');
  await waitFor(() => expect(times(calls, 'listHistory')).toBe(1));
  expect(askedInBackground).not.toContain('listHistory');
  await streams.change(101);
  await waitFor(() => expect(times(calls, 'listHistory')).toBe(2));
  for (const part of ['listComments', 'listEvidence', 'listHistory']) expect(times(askedInBackground, part)).toBe(1);
});

it('asks the count of the menu once in ten seconds, not for every page of a report', async () => {
  const activities = Array.from({ length: 12 }, (_, at) => working({ id: 101 + at }));
  const { user, calls } = openScreen('/Report_All_Activities_P', aCompany({ user: manager, activities }));
  for (const range of ['6–10 de 12', '11–12 de 12']) {
    await user.click(await screen.findByRole('button', { name: 'Página siguiente' }));
    await screen.findByText(range);
  }
  expect(times(calls, 'listAssignedByMe')).toBe(1);
});

it('waits under a dialog, and refreshes when that has closed', async () => {
  const { user, company, streams, calls } = consulting();
  await user.click(await act('Marcar completado de actividad'));
  await user.type(within(await screen.findByRole('dialog')).getByRole('textbox'), 'Falta');
  company.activities = [anActivity({ status: 'on_pause' })];
  await streams.change(101);
  expect(await screen.findByText('Hay cambios. Los verás al cerrar.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Actualizar' })).toBeNull();
  expect(times(calls, 'readActivity')).toBe(1);
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancelar' }));
  await user.click(await screen.findByRole('button', { name: 'Descartar' }));
  expect(await act('Reanudar')).toBeTruthy();
  expect(screen.queryByText(/Hay cambios/)).toBeNull();
});

it('waits while somebody types, until they ask', async () => {
  const { user, streams, calls } = openScreen('/Report_All_Activities_C', aCompany({ user: manager }));
  await user.click(await screen.findByLabelText(/Fecha de inicio/));
  const before = times(calls, 'listAllActivities');
  await streams.change(5);
  await user.click(await screen.findByRole('button', { name: 'Actualizar' }));
  await waitFor(() => expect(times(calls, 'listAllActivities')).toBe(before + 1));
  expect(screen.queryByText('Hay cambios.')).toBeNull();
});

it('asks nothing on a screen nobody else changes', async () => {
  const { streams, calls } = openScreen('/Record_new_activity', aCompany());
  await screen.findByText('REGISTRO DE NUEVA ACTIVIDAD');
  await streams.change(101);
  await streams.refresh();
  await aMoment(1_200);
  expect(times(calls, 'listMyTopics')).toBe(1);
});

it('says nothing of the reader’s own act, also under the next dialog', async () => {
  const { user, streams, calls } = consulting();
  await user.click(await act('Agregar Comentario'));
  await screen.findByRole('dialog');
  const before = times(calls, 'readActivity');
  // As the transport does for each write; that of these tests has no network.
  isEcho.mockReset();
  pendingWrites.begin(false).end();
  await streams.change(101);
  await waitFor(() => expect(times(calls, 'readActivity')).toBe(before + 1));
  expect(screen.queryByText(/Hay cambios/)).toBeNull();
});
