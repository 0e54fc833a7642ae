import { addDays } from '@bitacora/core/domain/calendar';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { choose } from './choose.ts';
import { complaints } from './complaints.ts';
import { aCompany, employee, today } from './fake-company.ts';
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
  openScreen('/Edit_Profile', aCompany({ user: employee }), {
    readOwnData: () => ({ ...done, ...employee, firstName: 'José', lastName: 'Peña', level: 'Operativo', alias: null, phone: null }),
    listSubstitutes: () => people,
    ...answers,
  });
type Opened = ReturnType<typeof open>;
const dayField = (label: string) => screen.findByLabelText(new RegExp(`^${label}`));

async function fill({ user }: Opened, to: string) {
  await user.click(await screen.findByRole('button', { name: 'Registrar ausencia' }));
  await user.type(await dayField('Último día'), to);
  await user.tab();
  await choose({ user }, 'Quién suple', /María Ruiz/);
  await user.click(screen.getAllByRole('button', { name: 'Registrar ausencia' }).at(-1) as HTMLElement);
}

it('registers an absence of one’s own, with one of the people whom the server offers', async () => {
  const sent: unknown[] = [];
  const add: Handlers['addAbsence'] = (input) => {
    sent.push(input);
    return { ...done, id: 5 };
  };
  await fill(open({ addAbsence: add }), '24/11/2026');
  await waitFor(() => expect(sent).toEqual([expect.objectContaining({ fromOn: today, toOn: '2026-11-24', substituteId: 21 })]));
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

it('shows whom one substitutes, and not what is over or of others', async () => {
  const ofPedro = { ...current, id: 6, userId: 22, name: 'Pedro Luna', substituteId: employee.id, substituteName: employee.name };
  const over = { ...absence, id: 7, fromOn: addDays(today, -4), toOn: addDays(today, -1) };
  const foreign = { ...current, id: 8, userId: 22, name: 'Pedro Luna' };
  open({ listAbsences: () => [ofPedro, over, foreign] });
  expect(await screen.findByText('En curso · Suples a Pedro Luna')).toBeTruthy();
  expect(screen.queryByText(/Suple María Ruiz/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Terminar' })).toBeNull();
});
