import { addDays } from '@bitacora/core/domain/calendar';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { choose } from './choose.ts';
import { complaints } from './complaints.ts';
import { anAccount } from './fake-admin.ts';
import { aCompany, anActivity, employee, manager, today } from './fake-company.ts';
import { type Handlers, Refusal } from './fake-transport.ts';
import { openScreen } from './open-screen.tsx';

const done = { success: true } as const;
const people = [
  { id: 21, name: 'María Ruiz', position: 'ANALISTA' },
  { id: 22, name: 'Pedro Luna', position: 'CAJERO' },
];
const absence = { id: 5, userId: employee.id, name: employee.name, substituteId: 21, substituteName: 'María Ruiz' };
const current = { ...absence, fromOn: today, toOn: addDays(today, 4) };

const open = (answers: Handlers = {}) =>
  openScreen('/Edit_Profile#ausencias', aCompany({ user: employee }), {
    readOwnData: () => ({
      ...done,
      ...employee,
      firstName: 'José',
      lastName: 'Peña',
      level: 'Operativo',
      alias: null,
      phone: null,
      workTime: null,
    }),
    listSubstitutes: () => people,
    ...answers,
  });
type OpenScreen = ReturnType<typeof open>;
const dayField = (label: string) => screen.findByLabelText(new RegExp(`^${label}`));

async function fill({ user }: OpenScreen, to: string) {
  await user.click(await screen.findByRole('button', { name: 'Registrar ausencia' }));
  await user.type(await dayField('Último día'), to);
  await user.tab();
  await choose({ user }, 'Quién suple', /María Ruiz/);
  await user.click(screen.getAllByRole('button', { name: 'Registrar ausencia' }).at(-1) as HTMLElement);
}

it('registers an absence of one’s own, with one of the people whom the server offers', async () => {
  const inputs: unknown[] = [];
  const add: Handlers['addAbsence'] = (input) => {
    inputs.push(input);
    return { ...done, id: 5 };
  };
  await fill(open({ addAbsence: add }), '24/11/2026');
  await waitFor(() => expect(inputs).toEqual([expect.objectContaining({ fromOn: today, toOn: '2026-11-24', substituteId: 21 })]));
  expect(await screen.findByText('Ausencia registrada. Mientras tanto suple María Ruiz.')).toBeTruthy();
});

it('keeps what was typed where the server refuses, with the sentence at its field', async () => {
  const sentence = 'Esa persona también está ausente en esos días. Selecciona a otra.';
  const refuse = () => {
    throw new Refusal(400, 'input.invalid', 'Revisa los campos.', { id_substitute: sentence });
  };
  await fill(open({ addAbsence: refuse }), '24/11/2026');
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(((await dayField('Último día')) as HTMLInputElement).value).toBe('24/11/2026');
  expect(await complaints()).toEqual([]);
});

it('shows who substitutes, and ends the absence after asking', async () => {
  const ended: number[] = [];
  const cancel: Handlers['cancelAbsence'] = ({ absenceId }) => {
    ended.push(absenceId);
    return done;
  };
  const { user } = open({ listAbsences: () => [current], cancelAbsence: cancel });
  expect(await screen.findByText('En curso · Suple María Ruiz')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Terminar' }));
  expect(await screen.findByText('María Ruiz deja de suplir desde ahora.')).toBeTruthy();
  await user.click(screen.getAllByRole('button', { name: 'Terminar' }).at(-1) as HTMLElement);
  await waitFor(() => expect(ended).toEqual([5]));
});

it('shows the people that one substitutes, and no absences that ended or are of others', async () => {
  const ofPedro = { ...current, id: 6, userId: 22, name: 'Pedro Luna', substituteId: employee.id, substituteName: employee.name };
  const over = { ...absence, id: 7, fromOn: addDays(today, -4), toOn: addDays(today, -1) };
  const foreign = { ...current, id: 8, userId: 22, name: 'Pedro Luna' };
  open({ listAbsences: () => [ofPedro, over, foreign] });
  expect(await screen.findByText('En curso · Suples a Pedro Luna')).toBeTruthy();
  expect(screen.queryByText(/Suple María Ruiz/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Terminar' })).toBeNull();
});

const represented = { id: 60, name: 'Juana Gómez', kind: 'Usuario', position: 'GERENTE' };
const theirs = anActivity({
  id: 301,
  description: 'Cuadrar la caja',
  assigneeId: 60,
  assigneeFirstName: 'Juana',
  assigneeLastName: 'Gómez',
});

it('lists the work of the people that the reader substitutes, reachable from the own list and the notifications', async () => {
  const user = { ...employee, substitutesFor: [represented] };
  const inputs: object[] = [];
  const { go, ...app } = openScreen('/My_Activities', aCompany({ user }), {
    listAllActivities: (input) => {
      inputs.push(input);
      return {
        success: true,
        rows: input.isSubstituted ? [theirs] : [],
        total: input.isSubstituted ? 7 : 0,
        late: 0,
        hasMore: false,
      };
    },
  });
  const links = await screen.findAllByRole('link', { name: 'Actividades que suplo' });
  expect(links).toHaveLength(2); // in the menu and above the list
  await app.user.click(links[1] as HTMLElement);
  expect(await screen.findByText('Suples hoy a Juana Gómez')).toBeTruthy();
  expect(await screen.findByText('Cuadrar la caja')).toBeTruthy();
  expect(inputs.at(-1)).toMatchObject({ isSubstituted: true, page: 1, pageSize: 5, sort: { column: 'daysLeft', isDescending: false } });
  await app.user.click(screen.getByRole('button', { name: 'Página siguiente' }));
  await waitFor(() => expect(inputs.at(-1)).toMatchObject({ isSubstituted: true, page: 2 }));
  expect((await screen.findByRole('link', { name: 'Consultar actividad 301' })).getAttribute('href')).toBe(
    '/Consult_Activitie_Assigned/301',
  );
  await go('/Notifications');
  await waitFor(() => expect(screen.getAllByRole('link', { name: 'Actividades que suplo' })).toHaveLength(2));
});

it('says once where the reader substitutes nobody, and leads to the own absences', async () => {
  openScreen('/Substituted_Activities', aCompany({ user: employee }), {
    listAllActivities: () => ({ success: true, rows: [], total: 0, late: 0, hasMore: false }),
  });
  expect(await screen.findAllByText(/Hoy no suples a nadie/)).toHaveLength(1);
  expect(screen.getByRole('link', { name: 'Ver mis ausencias y suplencias' }).getAttribute('href')).toBe('/Edit_Profile#ausencias');
  expect(screen.queryByRole('link', { name: 'Actividades que suplo' })).toBeNull();
});

it('lets an administrator see, register and end the absences of another person', async () => {
  const inputs: unknown[] = [];
  const keep = (input: unknown) => {
    inputs.push(input);
    return { ...done, id: 5 };
  };
  const account = anAccount({ id: 60, firstName: 'Juana', lastName: 'Gómez' });
  const app = openScreen('/Admin_Users', aCompany({ user: manager }), {
    listUsers: () => [account],
    listDepartments: () => [],
    listSubstitutes: (input) => {
      inputs.push(input);
      return people;
    },
    listAbsences: () => [{ ...absence, userId: 60, name: 'Juana Gómez', fromOn: today, toOn: addDays(today, 4) }],
    addAbsence: keep,
    cancelAbsence: keep,
  });
  const { user } = app;
  await user.click((await screen.findAllByRole('button', { name: 'Ausencias de Juana Gómez' }))[0] as HTMLElement);
  expect(await screen.findByText('En curso · Suple María Ruiz')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Registrar ausencia' }));
  await user.type(await dayField('Último día'), '25/12/2026');
  await user.tab();
  await choose({ user }, 'Quién suple', /Pedro Luna/);
  await user.click(screen.getAllByRole('button', { name: 'Registrar ausencia' }).at(-1) as HTMLElement);
  await waitFor(() => expect(inputs.at(-1)).toMatchObject({ userId: 60, substituteId: 22, toOn: '2026-12-25' }));
  expect(inputs[0]).toMatchObject({ userId: 60 });
  await user.click(await screen.findByRole('button', { name: 'Terminar' }));
  await user.click((await screen.findAllByRole('button', { name: 'Terminar' })).at(-1) as HTMLElement);
  await waitFor(() => expect(inputs.at(-1)).toMatchObject({ absenceId: 5 }));
});
