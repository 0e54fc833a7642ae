import type { Endpoints, Input } from '@bitacora/core/contract';
import { addDays } from '@bitacora/core/domain/calendar';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { choose } from './choose.ts';
import { complaints } from './complaints.ts';
import { aCompany, anActivity, manager, today } from './fake-company.ts';
import { type Handlers, Refusal } from './fake-transport.ts';
import { openScreen } from './open-screen.tsx';

const seven = Array.from({ length: 7 }, (_, at) =>
  anActivity({
    id: 201 + at,
    status: 'in_progress',
    dueOn: addDays(today, -2),
    topicId: at < 6 ? 1 : 2,
    description: `Contar el pasillo ${at}`,
  }),
);
const openAssigned = (answers: Handlers) =>
  openScreen('/Report_Activities_Assigned?urgencies=late', aCompany({ user: manager, activities: seven }), answers);
const bar = async () => within(await screen.findByRole('region', { name: 'Actividades elegidas' }));
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

it('reminds all that the list counts, also those of other pages, and names each refusal with its reason', async () => {
  let request: Input<Endpoints['remindActivities']> | undefined;
  const { user } = openAssigned({
    remindActivities: (input) => {
      request = input;
      const results = input.activityIds.map((activityId) =>
        activityId === 203
          ? { activityId, success: false, error: 'Ya se recordó hoy.', code: 'reminder.tooSoon' }
          : { activityId, success: true },
      );
      return { success: true, results };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Elegir todas' }));
  await user.click((await bar()).getByRole('button', { name: 'Recordar' }));
  const question = await dialog('¿Recordar 7 actividades?');
  expect(await complaints()).toEqual([]);
  await user.click(question.getByRole('button', { name: 'Sí, recordar' }));
  const refused = await dialog('1 no se hizo');
  expect(refused.getByText('203 · Contar el pasillo 2')).toBeTruthy();
  expect(refused.getByText('Ya se recordó hoy.')).toBeTruthy();
  expect(request?.activityIds.toSorted()).toEqual(seven.map(({ id }) => id));
  expect(await screen.findByText('6 actividades recordadas')).toBeTruthy();
  await user.click(refused.getAllByRole('button', { name: 'Cerrar' }).at(-1) as HTMLElement);
  expect(screen.queryByRole('region', { name: 'Actividades elegidas' })).toBeNull();
});

it('reassigns what was picked row by row to somebody who may work on all their topics', async () => {
  const candidates = [2, 3].map((id) => ({
    id,
    employeeNumber: `100${id}`,
    firstName: id === 2 ? 'Ana' : 'Beto',
    lastName: 'Ruiz',
    position: 'ANALISTA',
    department: 'OPERACIONES',
  }));
  let request: Input<Endpoints['reassignActivities']> | undefined;
  const app = openAssigned({
    listEligibleAssignees: ({ topicId }) => (topicId === 1 ? candidates : candidates.slice(1)),
    reassignActivities: (input) => {
      request = input;
      return { success: true, results: input.activityIds.map((activityId) => ({ activityId, success: true })) };
    },
  });
  const { user } = app;
  await user.click(await screen.findByRole('button', { name: 'Folio' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Elegir actividad 201' }));
  await user.click(screen.getByRole('button', { name: 'Página siguiente' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Elegir actividad 207' }));
  await user.click((await bar()).getByRole('button', { name: 'Reasignar' }));
  const form = await dialog('Reasignar 2 actividades');
  expect(document.activeElement).not.toBe(form.getByLabelText(/^Motivo/));
  await waitFor(() => expect(document.activeElement).toBe(form.getByRole('combobox', { name: /^Nuevo responsable/ })));
  await user.click(form.getByRole('button', { name: 'Reasignar' }));
  expect(await form.findByText('Este campo es obligatorio.')).toBeTruthy();
  await choose(app, 'Nuevo responsable', /Beto Ruiz/);
  await user.click(form.getByRole('button', { name: 'Reasignar' }));
  expect(await screen.findByText('2 actividades reasignadas')).toBeTruthy();
  expect(request).toMatchObject({ activityIds: [201, 207], assigneeId: 3, reason: null });
});

it('keeps the selection when the call fails, and says why', async () => {
  const { user } = openAssigned({
    cancelActivities: () => {
      throw new Refusal(503, 'database.away', 'El sistema no está disponible por el momento.');
    },
  });
  await user.click(await screen.findByRole('checkbox', { name: 'Elegir actividad 201' }));
  await user.click((await bar()).getByRole('button', { name: 'Cancelar' }));
  const question = await dialog('¿Cancelar 1 actividad?');
  await user.click(question.getByRole('button', { name: 'Sí, cancelar' }));
  expect(await question.findByText('El sistema no está disponible por el momento.')).toBeTruthy();
  await user.click(question.getByRole('button', { name: 'No' }));
  expect((await bar()).getByText('1 elegida')).toBeTruthy();
  await user.click((await bar()).getByRole('button', { name: 'Quitar selección' }));
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Elegir actividad 201' }).checked).toBe(false));
});

it('says why a further row cannot be picked', async () => {
  const many = Array.from({ length: 101 }, (_, at) => anActivity({ id: 301 + at, status: 'in_progress', dueOn: addDays(today, -2) }));
  const { user } = openScreen('/Report_Activities_Assigned?sort=-id', aCompany({ user: manager, activities: many }));
  await user.click(await screen.findByRole('button', { name: 'Elegir todas' }));
  expect((await bar()).getByText('100 elegidas')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Última página' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Elegir actividad 301' }));
  expect(await screen.findByText('Se pueden elegir 100 a la vez. Quita alguna antes de elegir otra.')).toBeTruthy();
  expect((await bar()).getByText('100 elegidas')).toBeTruthy();
});

it('chooses several rows with J and X alone, because the focus stays on the row that was chosen', async () => {
  const { user } = openAssigned({});
  await screen.findByRole('checkbox', { name: 'Elegir actividad 201' });
  await user.keyboard('jxjx');
  expect((await bar()).getByText('2 elegidas')).toBeTruthy();
});
