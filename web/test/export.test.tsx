import type { Endpoints, Input } from '@bitacora/core/contract';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { aCompany, anActivity, manager } from './fake-company.ts';
import { Refusal } from './fake-transport.ts';
import { openScreen } from './open-screen.tsx';

type ExportInput = Input<Endpoints['exportReport']>;

const saved: string[] = [];
beforeEach(() => {
  saved.length = 0;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
});
afterEach(() => vi.restoreAllMocks());

async function generated(address: string): Promise<ExportInput> {
  const inputs: ExportInput[] = [];
  const { user } = openScreen(address, aCompany({ user: manager, activities: [anActivity()] }), {
    exportReport: (input) => {
      inputs.push(input);
      return new Blob(['PK']);
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Generar reporte' }));
  await waitFor(() => expect(saved).toEqual(['Reporte_Actividades.xlsx']));
  expect(await screen.findByText('Reporte generado.')).toBeTruthy();
  return inputs[0] as ExportInput;
}

it('the finished report is downloaded with its range, filters and search', async () => {
  const address = '/Report_All_Activities_C?from=2026-10-01&to=2026-11-15&topics=Inventarios&owners=7&search=pasillo';
  expect(await generated(address)).toMatchObject({
    reportStatuses: ['verified'],
    from: '2026-10-01',
    to: '2026-11-15',
    topics: ['Inventarios'],
    owners: [7],
    search: 'pasillo',
  });
});

it('the pending report is of what is open', async () => {
  expect(await generated('/Report_All_Activities_P?statuses=in_progress')).toMatchObject({
    reportStatuses: ['not_started', 'in_progress', 'on_pause', 'completed'],
    statuses: ['in_progress'],
  });
});

it('the assigned report is of what I gave to others', async () => {
  const input = await generated('/Report_Activities_Assigned?assignees=3');
  expect(input).toMatchObject({ isAssigned: true, assignees: [3] });
  expect(input.reportStatuses).toBeUndefined();
});

it('is busy while it waits, and says under the button when it failed', async () => {
  let fail = () => {};
  const { user } = openScreen('/Report_All_Activities_C', aCompany({ user: manager }), {
    exportReport: () =>
      new Promise((_, reject) => {
        fail = () => reject(new Refusal(429, 'session.tooManyTries', 'Demasiados intentos. Espera 10 segundos y vuelve a intentarlo.'));
      }),
  });
  const button = await screen.findByRole('button', { name: 'Generar reporte' });
  await user.click(button);
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'));
  expect(screen.getByText('Generando el reporte…')).toBeTruthy();
  fail();
  expect((await screen.findByRole('alert')).textContent).toContain('Demasiados intentos.');
  expect(button.getAttribute('aria-busy')).toBeNull();
  expect(saved).toEqual([]);
});
