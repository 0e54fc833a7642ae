import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { choose } from './choose.ts';
import { aCompany, anActivity, employee, manager, now } from './fake-company.ts';
import { Refusal } from './fake-transport.ts';
import { act, openScreen } from './open-screen.tsx';

const CONSULT = '/Consult_Activitie_Assigned/101';
const inDialog = async () => within(await screen.findByRole('dialog'));
const answer = (inputs: unknown[]) => (input: unknown) => {
  inputs.push(input);
  return { success: true } as const;
};
const open = (overrides = {}, answers = {}) => {
  const company = aCompany({ user: manager, activities: [anActivity({ version: 'v1', ...overrides })] });
  return { company, ...openScreen(CONSULT, company, answers) };
};

it('corrects the text and the priority, shows before and after, and sends only what differs', async () => {
  const inputs: unknown[] = [];
  const { user } = open({}, { amendActivity: answer(inputs) });
  await user.click(await act('Corregir'));
  const dialog = await inDialog();
  const text = dialog.getByDisplayValue('Conciliar el inventario del almacén norte');
  expect(dialog.queryByRole('region', { name: 'Antes → después' })).toBeNull();
  await user.type(text, ' y sur');
  await user.click(dialog.getByRole('radio', { name: 'Alta' }));
  const change = within(dialog.getByRole('region', { name: 'Antes → después' }));
  expect(change.getByText(/«Conciliar el inventario del almacén norte» → «Conciliar el inventario del almacén norte y sur»/)).toBeTruthy();
  expect(change.getByText(/Prioridad: Normal → Alta/)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Guardar corrección' }));
  expect(await screen.findByText('Folio 101 corregido')).toBeTruthy();
  expect(inputs).toEqual([
    expect.objectContaining({
      activityId: 101,
      description: 'Conciliar el inventario del almacén norte y sur',
      priority: 'high',
      topicId: undefined,
      dueOn: undefined,
      repeats: undefined,
      seen: 'v1',
    }),
  ]);
});

it.each([
  ['until the work begins', {}, 1],
  ['once the work began', { status: 'in_progress' }, 0],
  ['once it was extended', { extendedTo: '2026-12-20' }, 0],
])('offers to correct the date %s: %o', async (_, overrides, count) => {
  const { user } = open(overrides);
  await user.click(await act('Corregir'));
  await (await inDialog()).findByRole('combobox', { name: 'Tema' });
  expect(screen.queryAllByLabelText(/^Fecha de Finalización/)).toHaveLength(count);
});

it('takes a date typed key by key, and names what is no day', async () => {
  const inputs: unknown[] = [];
  const { user } = open({ createdAt: now }, { amendActivity: answer(inputs) });
  await user.click(await act('Corregir'));
  const dialog = await inDialog();
  const date = await dialog.findByLabelText<HTMLInputElement>(/^Fecha de Finalización/);
  await user.clear(date);
  await user.type(date, 'ayer no');
  expect(date.value).toBe('ayer no');
  await user.click(dialog.getByRole('button', { name: 'Guardar corrección' }));
  expect(await dialog.findByText(/ayer no/)).toBeTruthy();
  expect(inputs).toEqual([]);
  await user.clear(date);
  await user.type(date, '18/12/2026');
  await user.click(dialog.getByRole('button', { name: 'Guardar corrección' }));
  await waitFor(() => expect(inputs).toEqual([expect.objectContaining({ dueOn: '2026-12-18' })]));
});

it('asks why the date is corrected after the first hour, and not before', async () => {
  const inputs: unknown[] = [];
  const { user } = open({}, { amendActivity: answer(inputs) });
  await user.click(await act('Corregir'));
  const dialog = await inDialog();
  expect(dialog.getByLabelText('Motivo (opcional)')).toBeTruthy();
  const date = await dialog.findByLabelText<HTMLInputElement>(/^Fecha de Finalización/);
  await user.clear(date);
  await user.type(date, '18/12/2026');
  await user.click(dialog.getByRole('button', { name: 'Guardar corrección' }));
  expect(await dialog.findByText('Después de la primera hora, escribe por qué corriges la fecha.')).toBeTruthy();
  await user.type(dialog.getByLabelText(/^Motivo/), 'Cambió el turno');
  await user.click(dialog.getByRole('button', { name: 'Guardar corrección' }));
  await waitFor(() => expect(inputs).toEqual([expect.objectContaining({ dueOn: '2026-12-18', reason: 'Cambió el turno' })]));
});

it('offers a substitute the lists of the activity, without the load that only privileged people read', async () => {
  const inputs: unknown[] = [];
  const list = (input: unknown) => {
    inputs.push(input);
    return [];
  };
  const activity = anActivity({ version: 'v1' });
  const user = { ...employee, substitutesFor: [{ id: manager.id, name: 'Gerente', kind: 'Usuario', position: 'GERENTE' }] };
  const company = aCompany({ user, activities: [{ ...activity, ownerId: manager.id, assigneeId: 99 }] });
  const screenOf = openScreen('/Consult_Activitie_Assigned/101', company, { listMyTopics: list, listEligibleAssignees: list });
  await screenOf.user.click(await act('Reasignar'));
  await (await inDialog()).findAllByText('No hay nadie más');
  await screenOf.user.click((await inDialog()).getByRole('button', { name: 'Cancelar' }));
  await screenOf.user.click(await act('Corregir'));
  await (await inDialog()).findByRole('combobox', { name: 'Tema' });
  expect(inputs).toMatchObject([{ topicId: activity.topicId, activityId: 101 }, { activityId: 101 }]);
  expect(screenOf.calls).not.toContain('readPeopleLoad');
});

it('keeps a correction that somebody else was quicker than', async () => {
  const { user } = open(
    {},
    {
      amendActivity: () => {
        throw new Refusal(409, 'edit.outdated', 'Alguien la cambió mientras escribías.');
      },
    },
  );
  await user.click(await act('Corregir'));
  const dialog = await inDialog();
  await user.type(dialog.getByDisplayValue('Conciliar el inventario del almacén norte'), ' y sur');
  await user.click(dialog.getByRole('button', { name: 'Guardar corrección' }));
  expect(await dialog.findByText('Alguien la cambió mientras escribías.')).toBeTruthy();
  expect(dialog.getByDisplayValue('Conciliar el inventario del almacén norte y sur')).toBeTruthy();
});

it('gives the work to somebody else of the topic, whose load stands beside the name', async () => {
  const inputs: unknown[] = [];
  const { user } = open({}, { reassignActivity: answer(inputs) });
  await user.click(await act('Reasignar'));
  const dialog = await inDialog();
  await user.click(dialog.getByRole('button', { name: 'Reasignar' }));
  expect(await dialog.findByText('Este campo es obligatorio.')).toBeTruthy();
  await choose({ user }, 'Nuevo responsable', /Ñusta Zárate/);
  expect(within(dialog.getByRole('region', { name: 'Antes → después' })).getByText('Ñusta Zárate')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Reasignar' }));
  expect(await screen.findByText('Folio 101 reasignado a Ñusta Zárate')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(inputs).toEqual([expect.objectContaining({ activityId: 101, assigneeId: 3, reason: null })]);
});

it('says when the last reminder was', async () => {
  const { user } = open(
    {},
    {
      remindActivity: () => {
        throw new Refusal(409, 'activity.alreadyReminded', 'Ya se recordó hoy a las 09:15.');
      },
    },
  );
  await user.click(await act('Recordar'));
  await user.click((await inDialog()).getByRole('button', { name: 'Sí, recordar' }));
  expect(await (await inDialog()).findByText('Ya se recordó hoy a las 09:15.')).toBeTruthy();
});
