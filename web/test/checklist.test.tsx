import { screen, act as settle, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aCompany, anActivity, employee, listOf, manager, now } from './fake-company.ts';
import { Refusal } from './fake-transport.ts';
import { act, openScreen } from './open-screen.tsx';

const TEXTS = ['Sellos', 'Extintores', 'Acta firmada'];
const withChecklist = (overrides = {}) => anActivity({ status: 'in_progress', startedAt: now, ...listOf(TEXTS), ...overrides });
const section = async () => within(await screen.findByRole('region', { name: /Lista de verificación/ }));
const box = async (text: string) => (await (await section()).findByLabelText(new RegExp(text))) as HTMLInputElement;

it('ticks an item, says who did it, and takes it back', async () => {
  const { user, calls } = openScreen('/Consult_My_Activity/101', aCompany({ activities: [withChecklist()] }));
  expect((await section()).getByText('0 de 3')).toBeTruthy();
  await user.click(await box('Extintores'));
  await waitFor(async () => expect((await section()).getByText(new RegExp(`^${employee.name}`))).toBeTruthy());
  expect((await section()).getByText('1 de 3')).toBeTruthy();
  expect((await box('Extintores')).checked).toBe(true);
  await user.click(await box('Extintores'));
  await waitFor(async () => expect((await section()).getByText('0 de 3')).toBeTruthy());
  expect(calls.filter((name) => name.endsWith('Items'))).toEqual(['tickItems', 'untickItems']);
});

it('shows a tick before the server answers, takes the next one at once, and undoes a tick that was refused', async () => {
  const answers: (() => void)[] = [];
  const refused = new Refusal(409, 'activity.untimely', 'La actividad está en estado «En pausa».');
  const { user } = openScreen('/Consult_My_Activity/101', aCompany({ activities: [withChecklist()] }), {
    tickItems: () =>
      new Promise((_, reject) => {
        answers.push(() => reject(refused));
      }),
  });
  await user.click(await box('Sellos'));
  await user.click(await box('Extintores'));
  expect([(await box('Sellos')).checked, (await box('Extintores')).checked]).toEqual([true, true]);
  await waitFor(() => expect(answers).toHaveLength(2));
  await settle(async () => answers[0]?.());
  expect(await screen.findByText('La actividad está en estado «En pausa».')).toBeTruthy();
  expect([(await box('Sellos')).checked, (await box('Extintores')).checked]).toEqual([false, true]);
});

it('is read by the owner without boxes, and absent where nothing is demanded', async () => {
  const app = openScreen('/Consult_Activitie_Assigned/101', aCompany({ user: manager, activities: [withChecklist()] }));
  expect((await section()).queryAllByRole('checkbox')).toEqual([]);
  expect((await section()).getAllByRole('img', { name: 'Sin marcar' })).toHaveLength(3);
  expect(app.calls).toContain('readActivity');
});

it('completing names what is missing before it is sent, and sends nothing', async () => {
  const company = aCompany({ activities: [withChecklist({ minimumImages: 2 })] });
  const { user, calls } = openScreen('/Consult_My_Activity/101', company);
  expect(await screen.findByText('Se piden 2 imágenes; aún no hay.')).toBeTruthy();
  await user.click(await box('Sellos'));
  await user.click(await act('Marcar completado de actividad'));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('Falta marcar: Extintores, Acta firmada. Faltan 2 imágenes.')).toBeTruthy();
  expect((dialog.getByRole('button', { name: 'Sí, completar' }) as HTMLButtonElement).disabled).toBe(true);
  expect(calls).not.toContain('completeActivity');
});

it('what the server finds missing keeps the dialog and its text', async () => {
  const refused = new Refusal(409, 'activity.incomplete', 'Falta marcar: Sellos.');
  const { user } = openScreen('/Consult_My_Activity/101', aCompany({ activities: [withChecklist({ checklist: undefined })] }), {
    completeActivity: () => {
      throw refused;
    },
  });
  await user.click(await act('Marcar completado de actividad'));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(await dialog.findByRole('textbox'), 'Quedó listo');
  await user.click(dialog.getByRole('button', { name: 'Sí, completar' }));
  expect(await dialog.findByText('Falta marcar: Sellos.')).toBeTruthy();
  expect(dialog.getByRole('button', { name: 'Sí, completar' })).toBeTruthy();
  expect((dialog.getByRole('textbox') as HTMLTextAreaElement).value).toBe('Quedó listo');
});
