import { addDays } from '@bitacora/core/domain/calendar';
import { screen, within } from '@testing-library/react';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { complaints } from './complaints.ts';
import { aCompany, anActivity, employee, manager, now, today } from './fake-company.ts';
import { openScreen } from './open-screen.tsx';

const { happyDOM } = window as unknown as { happyDOM: { setViewport: (size: { width: number }) => void } };
beforeAll(() => happyDOM.setViewport({ width: 390 }));
afterAll(() => happyDOM.setViewport({ width: 1024 }));

const rows = async (label: string) =>
  within(await screen.findByRole('list', { name: label }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent ?? '');
const [delivery, verdict] = [3, 10].map((day) => new Date(`2026-11-${String(day).padStart(2, '0')}T18:00:00Z`)) as [Date, Date];

it('says when work ended as the table of the history does, and that canceled work was canceled', async () => {
  const closed = anActivity({ id: 7, status: 'verified', closedAt: delivery, verifiedAt: verdict });
  const canceled = anActivity({ id: 8, status: 'canceled', canceledAt: verdict });
  openScreen('/My_Historial_Activities?sort=id', aCompany({ activities: [closed, canceled] }));
  const [first, second] = await rows('HISTORIAL DE MIS ACTIVIDADES FINALIZADAS');
  expect(first).toContain('Finalizó el 03 nov');
  expect(second).toContain('Se canceló el 10 nov');
});

it('marks priorities above normal, and names the other person with a link to their load', async () => {
  const critical = anActivity({ id: 7, status: 'in_progress', priority: 'critical', dueOn: addDays(today, 20) });
  openScreen('/Report_Activities_Assigned?sort=id', aCompany({ user: manager, activities: [critical, anActivity({ id: 9 })] }));
  const [first, second] = await rows('REPORTE DE ACTIVIDADES ASIGNADAS');
  expect(first).toContain('Critica');
  expect(second).not.toContain('Normal');
  const [person] = screen.getAllByRole('link', { name: employee.name });
  expect(person?.getAttribute('href')).toBe(`/Person_Load/${employee.id}`);
  expect(await complaints()).toEqual([]);
});

it('shows no days of delivered work at Home, as the table there', async () => {
  const delivered = anActivity({ id: 7, status: 'completed', closedAt: now, assigneeId: manager.id, ownerId: employee.id });
  openScreen('/Home', aCompany({ user: manager, activities: [delivered] }));
  const [row] = await rows('Mis actividades pendientes');
  expect(row).toContain('0 días');
  expect(row).not.toContain('Entregada');
});

it('is a row of the inbox too, with its resolution, its evidence and its checkbox; what verifies stays in sight', async () => {
  const waiting = anActivity({ id: 7, status: 'completed', closedAt: delivery, resolution: 'Quedó contado.', ownerId: manager.id });
  const { user } = openScreen('/Verify_Inbox', aCompany({ user: manager, activities: [waiting] }));
  const [row] = await rows('ACTIVIDADES POR VERIFICAR');
  expect(row).toContain('Quedó contado.');
  expect(row).toContain('hace ');
  expect(row).not.toContain('Por verificar');
  expect(await screen.findByRole('button', { name: /^Revisar la entrega 7/ })).toBeTruthy();
  await user.click(await screen.findByRole('checkbox', { name: 'Elegir actividad 7' }));
  expect(screen.getByRole('button', { name: 'Verificar 1' })).toBeTruthy();
  expect(await complaints()).toEqual([]);
});
