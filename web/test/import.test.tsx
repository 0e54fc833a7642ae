import type { ImportReply } from '@bitacora/core/contract/people/user-endpoints';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pendingWrites } from '../src/app/pending-writes.ts';
import { complaints } from './complaints.ts';
import { adminAnswers, anAccount, someAdminData } from './fake-admin.ts';
import { aCompany, manager } from './fake-company.ts';
import { type Handlers, Refusal } from './fake-transport.ts';
import { openScreen } from './open-screen.tsx';

const saved: string[] = [];
beforeEach(() => {
  saved.length = 0;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
});
afterEach(() => vi.restoreAllMocks());

const person = (n: number, isPrivileged = false) => ({
  row: n + 1,
  employeeNumber: `200${n}`,
  firstName: `Luisa ${n}`,
  lastName: 'Vega',
  email: `luisa${n}@demo.mx`,
  department: 'LOGÍSTICA',
  position: isPrivileged ? 'GERENTE' : 'CHOFER',
  isPrivileged,
});
const reply = (people: ReturnType<typeof person>[], count = people.length): ImportReply => {
  const privileged = people.filter(({ isPrivileged }) => isPrivileged);
  return { success: true, count, isDryRun: true, rows: people, privileged, privilegedTotal: privileged.length };
};
const wrong = [
  { row: 3, column: 'Correo', value: 'nadie', error: 'El correo electrónico no es válido.' },
  { row: 7, column: 'Puesto', value: '', error: 'Este campo es obligatorio.' },
];
class WrongRows extends Refusal {
  constructor(sentence: string, rows = wrong) {
    super(400, 'import.wrongRows', sentence);
    Object.assign(this.body as object, { rows, total: rows.length });
  }
}

const file = new File(['PK'], 'personas.xlsx');
async function openDialog(answers: Handlers = {}) {
  const adminData = someAdminData({ accounts: [anAccount()] });
  const app = openScreen('/Admin_Users', aCompany({ user: manager }), { ...adminAnswers(adminData), ...answers });
  await app.user.click(await screen.findByRole('button', { name: 'Carga masiva' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Carga masiva de usuarios' }));
  const choose = (workbook = file) => app.user.upload(dialog.getByLabelText('Hoja de cálculo'), workbook);
  const press = (name: string) => app.user.click(dialog.getByRole('button', { name }));
  return { ...app, adminData, dialog, choose, press };
}

it('requires a file before the next step', async () => {
  const { dialog, press, calls } = await openDialog();
  await press('Revisar');
  expect(dialog.getByRole('alert').textContent).toBe('Por favor selecciona un archivo antes de continuar');
  expect(calls).not.toContain('importUsers');
});

it('shows what would be registered, those who gain privilege first, and registers only when that is confirmed', async () => {
  const dryRunFlags: unknown[] = [];
  const { dialog, choose, press, adminData } = await openDialog({
    importUsers: ({ isDryRun }) => {
      dryRunFlags.push(Boolean(isDryRun));
      if (!isDryRun) adminData.accounts = [...adminData.accounts, anAccount({ id: 8, firstName: 'Luisa', lastName: 'Nueva' })];
      return reply([person(1), person(2, true)]);
    },
  });
  await choose();
  expect(dialog.getByText('Archivo elegido: personas.xlsx')).toBeTruthy();
  await press('Revisar');
  expect(await dialog.findByText('2 personas listas para registrarse')).toBeTruthy();
  expect(dialog.getByText(/^Por su puesto, 1 persona podrá ver y administrar todo/)).toBeTruthy();
  const names = within(dialog.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);
  expect(names[0]).toContain('GERENTE');
  expect(names[0]).toContain('Podrá ver y administrar todo');
  expect(names[1]).not.toContain('administrar todo');
  expect(await complaints()).toEqual([]);
  expect(dryRunFlags).toEqual([true]);

  await press('Registrar 2 usuarios');
  expect(dryRunFlags).toEqual([true]);
  await press('Sí, podrán ver y administrar todo');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(dryRunFlags).toEqual([true, false]);
  expect(await screen.findByText('2 usuarios cargados.')).toBeTruthy();
  expect(await screen.findByRole('row', { name: /Luisa Nueva/ })).toBeTruthy();
});

it('shows every wrong cell with its row, column, value and reason, and gives the file back with them marked', async () => {
  const annotations: unknown[] = [];
  const { dialog, choose, press } = await openDialog({
    importUsers: ({ isAnnotated }) => {
      annotations.push(isAnnotated);
      if (isAnnotated) return new Blob(['PK']);
      throw new WrongRows('No se registró a nadie: 2 filas tienen errores.');
    },
  });
  await choose();
  await press('Revisar');
  expect((await dialog.findByRole('alert')).textContent).toContain('No se registró a nadie: 2 filas tienen errores.');
  const rows = within(dialog.getByRole('table', { name: '2 datos por corregir' }))
    .getAllByRole('row')
    .slice(1);
  expect(
    rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ),
  ).toEqual([
    ['3', 'Correo', 'nadie', 'El correo electrónico no es válido.'],
    ['7', 'Puesto', 'vacío', 'Este campo es obligatorio.'],
  ]);
  expect(dialog.queryByRole('button', { name: /^Registrar/ })).toBeNull();
  expect(await complaints()).toEqual([]);

  await press('Descargar con los errores señalados');
  await waitFor(() => expect(saved).toEqual(['Usuarios_con_errores.xlsx']));
  expect(annotations.at(-1)).toBe(true);
});

it('another file starts over', async () => {
  const { dialog, choose, press } = await openDialog({ importUsers: () => reply([person(1)]) });
  await choose();
  await press('Revisar');
  expect(await dialog.findByRole('button', { name: 'Registrar 1 usuario' })).toBeTruthy();
  await choose(new File(['PK'], 'otra.xls'));
  expect(dialog.getByRole('button', { name: 'Revisar' })).toBeTruthy();
  expect(dialog.queryByRole('table')).toBeNull();
});

it('says that somebody else has registered them, and asks for another review', async () => {
  const { dialog, choose, press } = await openDialog({
    importUsers: ({ isDryRun }) => {
      if (isDryRun) return reply([person(1)]);
      throw new WrongRows('Todas las personas de este archivo ya están registradas.');
    },
  });
  await choose();
  await press('Revisar');
  await dialog.findByRole('button', { name: 'Registrar 1 usuario' });
  await press('Registrar 1 usuario');
  expect((await dialog.findByRole('alert')).textContent).toContain('Todas las personas de este archivo ya están registradas.');
  expect(dialog.getByRole('button', { name: 'Revisar' })).toBeTruthy();
});

it('gives the template, and says so when it cannot', async () => {
  let isAway = false;
  const { dialog, press } = await openDialog({
    downloadImportTemplate: () => {
      if (isAway) throw new Refusal(503, 'database.away', 'El sistema no está disponible por el momento.');
      return new Blob(['PK']);
    },
  });
  await press('Descargar plantilla');
  await waitFor(() => expect(saved).toEqual(['Plantilla_Usuarios.xlsx']));
  isAway = true;
  await press('Descargar plantilla');
  expect((await dialog.findByRole('alert')).textContent).toContain('El sistema no está disponible por el momento.');
});

it('registers no other file than the one that was looked over', async () => {
  const { promise: answer, resolve } = Promise.withResolvers<ImportReply>();
  const fileNames: (string | undefined)[] = [];
  const { dialog, choose, press } = await openDialog({
    importUsers: (input) => {
      fileNames.push((input as unknown as { images: File[] }).images[0]?.name);
      return answer;
    },
  });
  await choose();
  await press('Revisar');
  const other = new File(['PK'], 'otra.xlsx');
  await choose(other);
  fireEvent.drop(dialog.getByRole('button', { name: /Archivo elegido/ }), { dataTransfer: { files: [other], types: ['Files'] } });
  resolve(reply([person(1)]));
  await press((await dialog.findByRole('button', { name: /^Registrar/ })).textContent ?? '');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(fileNames).toEqual(['personas.xlsx', 'personas.xlsx']);
});

it('says of a registration that failed that nobody was registered', async () => {
  const { dialog, choose, press } = await openDialog({
    importUsers: ({ isDryRun }) => {
      if (isDryRun) return reply([person(1)]);
      throw new Refusal(503, 'database.away', '');
    },
  });
  await choose();
  await press('Revisar');
  await dialog.findByRole('button', { name: 'Registrar 1 usuario' });
  await press('Registrar 1 usuario');
  expect((await dialog.findByRole('alert')).textContent).toContain('Error al registrar el usuario.');
});

it('stops waiting for a review that hangs', async () => {
  const stop = vi.spyOn(pendingWrites, 'stopAfter');
  const { press, choose, dialog } = await openDialog({ importUsers: () => new Promise(() => {}) });
  await choose();
  await press('Revisar');
  await press('Cancelar');
  expect(stop).toHaveBeenCalledOnce();
  expect(dialog.getByRole('button', { name: 'Revisar' })).toBeTruthy();
});
