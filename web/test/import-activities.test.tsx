import type { ActivityImportReply } from '@bitacora/core/contract/activities/activity-import-endpoints';
import type { ImportMapping } from '@bitacora/core/domain/activities/activity-import';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { choose } from './choose.ts';
import { complaints } from './complaints.ts';
import { adminAnswers, anAccount, someAdminData } from './fake-admin.ts';
import { aCompany, manager, today } from './fake-company.ts';
import { fakeIndexedDb } from './fake-indexed-db.ts';
import { Refusal } from './fake-transport.ts';
import { openScreen } from './open-screen.tsx';

const PATH = '/Admin_Import_Activities';
const saved: { name: string; blob: Blob }[] = [];
let blob = new Blob();
beforeEach(() => {
  saved.length = 0;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((object) => {
    blob = object as Blob;
    return 'blob:1';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push({ name: this.download, blob });
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

const column = (
  at: number,
  heading: string,
  role: ActivityImportReply['tables'][number]['columns'][number]['role'],
  ...samples: string[]
) => ({
  at,
  heading,
  role,
  samples,
  from: role ? ('heading' as const) : null,
});
const reply = (part: Partial<ActivityImportReply> = {}): ActivityImportReply => ({
  success: true,
  isDryRun: true,
  added: 3,
  activities: 3,
  rowsRead: 3,
  importedRows: 3,
  wrongRows: 0,
  grants: [],
  unchanged: 0,
  waiting: 0,
  wrongTotal: part.wrong?.length ?? 0,
  isOrderDoubtful: false,
  tables: [
    {
      sheet: 'Enero',
      headingRow: 3,
      rows: 3,
      columns: [
        column(0, 'Actividad', 'description', 'Pintar', 'Barrer'),
        column(1, 'Responsable', 'assignee', 'Luisa'),
        column(2, 'Lugar', null, 'Patio'),
        column(3, 'Fecha', 'dueOn', '3-nov'),
      ],
    },
  ],
  questions: [],
  remembered: [],
  leftOut: [],
  wrong: [],
  skipped: [],
  newTopics: [],
  people: [{ personId: 8, name: 'Luisa Vega', activities: 3, isNotified: true }],
  rows: [
    {
      sheet: 'Enero',
      row: 4,
      description: 'Pintar',
      topic: 'Patio',
      assignee: 'Luisa Vega',
      dueOn: today,
      priority: 'normal',
      state: 'not_started',
      folio: null,
      isNew: true,
    },
  ],
  ...part,
});
const luisa = {
  kind: 'person',
  said: 'Luisa',
  key: 'luisa',
  rows: 2,
  suggestion: [],
  candidates: [{ id: 8, name: 'Luisa Vega' }],
  options: [],
} as const;
const patio = { kind: 'topic', said: 'Patio', key: 'patio', rows: 3, suggestion: ['new'], candidates: [], options: [] } as const;
const asks = { questions: [luisa, patio] as unknown as ActivityImportReply['questions'], waiting: 3, added: 0 };
const wrongRow = (row: number) => ({
  sheet: 'Enero',
  row,
  column: 'Fecha',
  value: '=31/02',
  problem: 'dueUnreadable' as const,
  error: 'Esa fecha no existe.',
});

type ImportRequest = { mapping: ImportMapping; isDryRun?: boolean; isAnnotated?: boolean };

/** The wizard over a server that answers with what `answer` makes of each call. */
function openWizard(answer: (request: ImportRequest, call: number) => ActivityImportReply | Blob | Promise<ActivityImportReply>) {
  const requests: ImportRequest[] = [];
  const adminData = someAdminData({ accounts: [anAccount({ id: 8, firstName: 'Luisa', lastName: 'Vega' })] });
  const app = openScreen(PATH, aCompany({ user: manager }), {
    ...adminAnswers(adminData),
    downloadActivitySample: () => new Blob(['PK']),
    importActivities: (input) => {
      requests.push(input as unknown as ImportRequest);
      return answer(input as unknown as ImportRequest, requests.length) as never;
    },
  });
  const press = async (name: string | RegExp) => app.user.click(await screen.findByRole('button', { name }));
  const chooseFile = async (name = 'plan.xlsx', label = 'Hoja de cálculo') => {
    await app.user.upload(await screen.findByLabelText(label), new File(['PK'], name));
  };
  const start = async () => {
    await chooseFile();
    await screen.findByText('Archivo elegido: plan.xlsx');
    await press('Continuar');
    await screen.findByRole('heading', { name: 'Confirma qué dice cada columna' });
  };
  return { ...app, requests, press, chooseFile, start };
}

it('asks for a file, and gives a sample', async () => {
  const { press, requests } = openWizard(() => reply());
  await press('Continuar');
  expect((await screen.findByRole('alert')).textContent).toBe('Por favor selecciona un archivo antes de continuar');
  expect(requests).toEqual([]);
  await press('Descargar un ejemplo en Excel');
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]?.name).toBe('Ejemplo_Actividades.xlsx');
  expect(await complaints()).toEqual([]);
});

it('leads from the file to the end: columns, doubtful texts, review, and only then the import', async () => {
  const { user, press, requests, start } = openWizard(({ mapping, isDryRun }) => {
    if (!isDryRun) return reply({ isDryRun: false });
    return Object.keys(mapping.people).length > 0 ? reply() : reply(asks);
  });
  await start();
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Confirma qué dice cada columna'));
  await choose({ user }, 'Lugar', /^Tema$/);
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Lugar' }).getAttribute('aria-expanded')).toBe('false'));
  expect(await complaints()).toEqual([]);

  await press('Continuar');
  await screen.findByRole('heading', { name: 'Dinos quién es quién' });
  expect(requests.at(-1)?.mapping.columns).toEqual({ lugar: 'topic' });
  await press('Continuar');
  expect(await screen.findByText('Elige una respuesta.')).toBeTruthy();
  await choose({ user }, '«Luisa»', /Luisa Vega/);
  await press('Continuar');

  await screen.findByRole('heading', { name: 'Revisa antes de importar' });
  expect(requests.at(-1)).toMatchObject({ isDryRun: true, mapping: { people: { luisa: [8] }, topics: { patio: 'new' } } });
  expect(requests.every(({ isDryRun }) => isDryRun)).toBe(true);
  expect(await complaints()).toEqual([]);
  await press('Importar 3 actividades');
  await screen.findByRole('heading', { name: 'Listo: se importaron 3 actividades' });
  expect(requests.at(-1)?.isDryRun).toBeFalsy();
  expect(screen.getByRole('link', { name: 'Ver las actividades' }).getAttribute('href')).toBe('/Report_All_Activities_P?assignees=8');
});

it('shows earlier answers as remembered, and lets rows be left out', async () => {
  const remembered = [{ ...luisa, said: 'Lucha', key: 'lucha', suggestion: [8] }] as unknown as ActivityImportReply['remembered'];
  const leftOut: ActivityImportReply['leftOut'] = [{ reason: 'omitted', kind: 'person', said: 'Lucha', rows: 2 }];
  const { user, press, requests, start } = openWizard(({ mapping }) =>
    reply(mapping.people.lucha === 'left_out' ? { leftOut } : { remembered }),
  );
  await start();
  await press('Continuar');
  await screen.findByRole('heading', { name: 'Dinos quién es quién' });
  expect(await screen.findByDisplayValue('Luisa Vega')).toBeTruthy();
  expect(screen.getByText('Recordado')).toBeTruthy();
  expect(await complaints()).toEqual([]);
  await choose({ user }, '«Lucha»', /Omitir las filas de «Lucha»/);
  expect(screen.queryByText('Recordado')).toBeNull();
  await press('Continuar');
  await screen.findByText('Se quedan fuera 2 filas: 2 de «Lucha».');
  expect(requests.at(-1)?.mapping.people).toEqual({ lucha: 'left_out' });
});

it('gives the folios back in the same file', async () => {
  const { press, requests, start } = openWizard(({ isAnnotated }) => (isAnnotated ? new Blob(['PK']) : reply({ added: 1 })));
  await start();
  await press('Continuar');
  await press('Importar 1 actividad');
  expect((await screen.findByRole('link', { name: 'Ver «Patio»' })).getAttribute('href')).toBe('/Report_All_Activities_P?topics=Patio');
  await press('Descargar tu hoja con folios y enlaces');
  await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['Actividades_con_folio.xlsx']));
  expect(requests.at(-1)).toMatchObject({ isAnnotated: true, isDryRun: true });
});

it('keeps the answers on the way back and forth, and gives a role to one column only', async () => {
  const { user, press, requests, start } = openWizard(({ mapping }) => (Object.keys(mapping.people).length > 0 ? reply() : reply(asks)));
  await start();
  await choose({ user }, 'Lugar', /^Actividad$/);
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Actividad' }).value).toBe('No traer esta columna');
  await press('Continuar');
  await choose({ user }, '«Luisa»', /Luisa Vega/);
  await press('Atrás');
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Lugar' }).value).toBe('Actividad');
  const calls = requests.length;
  await press('Continuar');
  expect(await screen.findByDisplayValue('Luisa Vega')).toBeTruthy();
  expect(requests).toHaveLength(calls);
});

it('asks for one value for the rows that say nothing', async () => {
  const gap = { ...wrongRow(5), problem: 'topicMissing' as const, column: '', value: '', error: 'Falta el tema.' };
  const { user, press, requests, start } = openWizard(({ mapping }) => reply(mapping.defaults.topicId ? {} : { wrong: [gap] }));
  await start();
  await press('Continuar');
  await choose({ user }, 'Tema para las filas que no lo dicen', /./);
  await press('Continuar');
  await screen.findByRole('heading', { name: 'Revisa antes de importar' });
  expect(requests.at(-1)?.mapping.defaults.topicId).toEqual(expect.any(Number));
});

it('names every wrong row, gives them as a file that runs no formula, and takes the corrected sheet with the same answers', async () => {
  const { press, requests, start, chooseFile } = openWizard((_, call) =>
    call < 3 ? reply({ added: 0, wrong: [4, 5, 6, 7, 8, 9].map(wrongRow) }) : reply(),
  );
  await start();
  await press('Continuar');
  const table = within(await screen.findByRole('table', { name: 'Filas por corregir' }));
  expect(table.getAllByRole('row')[1]?.textContent).toBe('4Fecha=31/02Esa fecha no existe.');
  expect(screen.getByText('1–5 de 6')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Importar/ })).toBeNull();
  expect(await complaints()).toEqual([]);
  await press('Descargar los errores');
  expect(await saved[0]?.blob.text()).toContain("Enero,4,Fecha,'=31/02,Esa fecha no existe.");

  await chooseFile('corregido.xlsx', 'Sube aquí la hoja corregida');
  await screen.findByRole('button', { name: 'Importar 3 actividades' });
  expect(requests).toHaveLength(4);
});

it('keeps everything when a step fails, and repeats it', async () => {
  let isAway = true;
  const { press, start } = openWizard(({ isDryRun }) => {
    if (!isDryRun && isAway) throw new Refusal(507, 'database.full', 'El servidor se quedó sin espacio.');
    return reply();
  });
  await start();
  await press('Continuar');
  await press('Importar 3 actividades');
  expect((await screen.findByRole('alert')).textContent).toContain('El servidor se quedó sin espacio.');
  isAway = false;
  await press('Importar 3 actividades');
  await screen.findByRole('heading', { name: /^Listo/ });
});

it('asks before it is left, and is there again after the session ended', async () => {
  fakeIndexedDb();
  const { start, go, user, press } = openWizard(() => reply());
  await start();
  await choose({ user }, 'Lugar', /^Tema$/);
  await go('/Home');
  await screen.findByRole('dialog', { name: '¿Salir sin enviar?' });
  await press('Guardar borrador');
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Confirma qué dice cada columna' })).toBeNull());
  await go(PATH);
  expect(await screen.findByText('Dejaste algo sin enviar.')).toBeTruthy();
  await screen.findByText('Archivo elegido: plan.xlsx');
  await press('Continuar');
  await screen.findByRole('heading', { name: 'Confirma qué dice cada columna' });
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Lugar' }).value).toBe('Tema');
});

it('says that nothing was new where all was there already', async () => {
  const { press, start } = openWizard(() => reply({ added: 0, unchanged: 3, people: [] }));
  await start();
  await press('Continuar');
  await press('Terminar sin cambios');
  expect(await screen.findByRole('heading', { name: 'No había nada nuevo que importar' })).toBeTruthy();
  expect(screen.getByText('3 actividades ya estaban y no cambiaron.')).toBeTruthy();
});

it('names the sheets that are not read', async () => {
  const { start, press } = openWizard(() => reply({ skipped: [{ sheet: 'Febrero', row: 1, reason: 'noHeading' }] }));
  await start();
  expect(screen.getByText('Sin encabezados que se reconozcan, no se trae nada de: «Febrero».')).toBeTruthy();
  await press('Continuar');
  await screen.findByRole('heading', { name: 'Revisa antes de importar' });
  expect(screen.getByText('Sin encabezados que se reconozcan, no se trae nada de: «Febrero».')).toBeTruthy();
});
