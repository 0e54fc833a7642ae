import type { ActivityImportReply } from '@bitacora/core/contract/activities/activity-import-endpoints';
import type { ImportMapping } from '@bitacora/core/domain/activities/activity-import';
import { leftOutSentence } from '@bitacora/core/messages/activities/activity-import';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { noAnswers } from '../src/activities/import/answers.ts';
import { choose } from './choose.ts';
import { complaints } from './complaints.ts';
import { adminAnswers, anAccount, someAdminData } from './fake-admin.ts';
import { aCompany, manager, today } from './fake-company.ts';
import { fakeIndexedDb } from './fake-indexed-db.ts';
import { type Handlers, Refusal } from './fake-transport.ts';
import { openScreen } from './open-screen.tsx';

const PATH = '/Admin_Import_Activities';
const saved: string[] = [];
const figures = () =>
  [...document.querySelectorAll('.figure-card')].map((card) =>
    [...card.querySelectorAll('.figure-label, .figure')].map(({ textContent }) => textContent).join(' '),
  );
beforeEach(() => {
  saved.length = 0;
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
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
  cut: [],
  unchanged: 0,
  waiting: 0,
  wrongRows: new Set(part.wrong?.map(({ row }) => row)).size,
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
  grants: [],
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

type ImportRequest = { mapping: ImportMapping; isDryRun?: boolean; isAnnotated?: boolean; isOnlyGood?: boolean };

/** The wizard over a server that answers with what `answer` makes of each call. */
function openWizard(
  answer: (request: ImportRequest, call: number) => ActivityImportReply | Blob | Promise<ActivityImportReply>,
  others: Handlers = {},
) {
  const requests: ImportRequest[] = [];
  const adminData = someAdminData({ accounts: [anAccount({ id: 8, firstName: 'Luisa', lastName: 'Vega' })] });
  const app = openScreen(PATH, aCompany({ user: manager }), {
    ...adminAnswers(adminData),
    ...others,
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
  expect(saved[0]).toBe('Ejemplo_Actividades.xlsx');
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
  expect(await screen.findAllByText('Elige una respuesta.')).toHaveLength(2);
  expect(screen.getByText('2 dudas esperan tu respuesta.')).toBeTruthy();
  await waitFor(() => expect(document.activeElement?.closest('[data-wrong]')?.textContent).toContain('«Luisa»'));
  await choose({ user }, '«Luisa»', /Luisa Vega/);
  await press('Sí, crear el tema «Patio»');
  expect(screen.getByText('3 filas en un tema nuevo')).toBeTruthy();
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
  await choose({ user }, '«Lucha»', /^Omitir las filas de «Lucha»2 filas se quedan fuera$/);
  expect(screen.getByText('2 filas se quedan fuera', { selector: '.import-aside' })).toBeTruthy();
  expect(screen.queryByText('Recordado')).toBeNull();
  await press('Continuar');
  await screen.findByText('Se quedan fuera 2 filas: 2 de «Lucha».');
  expect(requests.at(-1)?.mapping.people).toEqual({ lucha: 'left_out' });
});

const question = (part: Partial<ActivityImportReply['questions'][number]>) =>
  ({ ...luisa, candidates: [], ...part }) as unknown as ActivityImportReply['questions'][number];

it('takes no suggestion for an answer before the person says so, one by one or all that are on screen', async () => {
  const near = question({ kind: 'topic', said: 'Línea 1', key: 'linea 1', suggestion: [1], candidates: [{ id: 1, name: 'Inventarios' }] });
  const questions = [
    question({ suggestion: [8] }),
    near,
    question({ kind: 'topic', said: 'Patio', key: 'patio', suggestion: ['new'] }),
    question({ kind: 'topic', said: 'Techo', key: 'techo', suggestion: ['new'] }),
    question({ kind: 'state', said: 'Ok', key: 'ok', suggestion: ['finished'] }),
    question({ kind: 'priority', said: 'Ya', key: 'ya', suggestion: ['high'] }),
    question({
      kind: 'date',
      said: 'mar 01/12/26',
      key: 'mar 01 12 26',
      suggestion: ['2026-12-01'],
      options: [
        { value: '2026-12-01', label: 'martes 1 de diciembre de 2026' },
        { value: '2026-01-12', label: 'lunes 12 de enero de 2026' },
      ],
    }),
  ];
  const { press, requests, start } = openWizard(({ mapping }) => reply(Object.keys(mapping.dates).length > 0 ? {} : { questions }));
  await start();
  await press('Continuar');
  expect(await screen.findByText('7 dudas esperan tu respuesta.')).toBeTruthy();
  await press('Continuar');
  expect(requests).toHaveLength(1);
  const yes = await screen.findByRole('button', { name: 'Sí, es «martes 1 de diciembre de 2026»' });
  yes.click();
  await waitFor(() => expect(yes.getAttribute('aria-pressed')).toBe('true'));
  yes.click();
  await waitFor(() => expect(yes.getAttribute('aria-pressed')).toBe('false'));
  await press('Confirmar las 5 propuestas');
  expect(screen.getByText('2 dudas esperan tu respuesta.')).toBeTruthy();
  await press('Crear los 2 temas que faltan');
  expect(await complaints()).toEqual([]);
  await press('Continuar');
  await screen.findByRole('heading', { name: 'Revisa antes de importar' });
  expect(requests.at(-1)?.mapping).toMatchObject({
    people: { luisa: [8] },
    topics: { 'linea 1': 1, patio: 'new', techo: 'new' },
    states: { ok: 'finished' },
    priorities: { ya: 'high' },
    dates: { 'mar 01 12 26': '2026-12-01' },
  });
});

it('never proposes a new topic where another is near, and lists the near one first', async () => {
  const near = question({
    kind: 'topic',
    said: 'Línea 1',
    key: 'linea 1',
    suggestion: ['new'],
    candidates: [{ id: 1, name: 'Inventarios' }],
  });
  const { press, start } = openWizard(() => reply({ questions: [near] }));
  await start();
  await press('Continuar');
  const list = await screen.findByRole('combobox', { name: '«Línea 1»' });
  expect(screen.queryByRole('button', { name: /^Sí/ })).toBeNull();
  list.focus();
  list.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', code: 'ArrowDown', bubbles: true }));
  await waitFor(() => expect(document.querySelector('li[role="option"]')?.textContent).toContain('Inventarios'));
});

it('asks about a column that only its values name, and about the order of dates', async () => {
  const later = question({
    kind: 'column',
    said: 'Fecha de finalización',
    key: 'dueOn',
    suggestion: ['fecha'],
    options: [
      { value: 'lugar', label: 'Lugar' },
      { value: 'fecha', label: 'Fecha' },
    ],
  });
  const { user, press, requests, start } = openWizard(({ mapping }) =>
    reply({ questions: 'fecha' in mapping.columns ? [] : [later], isOrderDoubtful: mapping.dayOrder === null }),
  );
  await start();
  expect(screen.getByText('Se propone la fecha más tardía')).toBeTruthy();
  await press('Continuar');
  expect(await screen.findByText('Confirma o cambia lo que dice esta columna.')).toBeTruthy();
  expect(screen.getByText('2 dudas esperan tu respuesta.')).toBeTruthy();
  expect(await complaints()).toEqual([]);
  await press('Sí, es «Fecha de finalización»');
  expect(screen.queryByText('Confirma o cambia lo que dice esta columna.')).toBeNull();
  await press('Continuar');
  expect(requests).toHaveLength(1);
  await waitFor(() => expect((document.activeElement as HTMLInputElement).name).toBe('dayOrder'));
  await user.click(screen.getByRole('radio', { name: /^3 de noviembre/ }));
  await press('Continuar');
  await screen.findByRole('heading', { name: 'Revisa antes de importar' });
  expect(requests.at(-1)?.mapping).toMatchObject({ columns: { fecha: 'dueOn' }, dayOrder: 'dmy' });
});

it('gives the folios back in the same file', async () => {
  const { press, requests, start } = openWizard(({ isAnnotated }) => (isAnnotated ? new Blob(['PK']) : reply({ added: 1, activities: 1 })));
  await start();
  await press('Continuar');
  await press('Importar 1 actividad');
  expect((await screen.findByRole('link', { name: 'Ver «Patio»' })).getAttribute('href')).toBe('/Report_All_Activities_P?topics=Patio');
  await press('Descargar tu hoja con folios y enlaces');
  await waitFor(() => expect(saved).toEqual(['Actividades_con_folio.xlsx']));
  expect(requests.at(-1)).toMatchObject({ isAnnotated: true, isDryRun: true });
});

it('keeps the answers on the way back and forth, and gives a role to one column only', async () => {
  const { user, press, requests, start } = openWizard(({ mapping }) => (Object.keys(mapping.people).length > 0 ? reply() : reply(asks)));
  await start();
  await choose({ user }, 'Lugar', /^Actividad$/);
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Actividad' }).value).toBe('No traer esta columna');
  await press('Continuar');
  await choose({ user }, '«Luisa»', /Luisa Vega/);
  expect(requests.at(-1)?.mapping.columns).toEqual({ actividad: null, lugar: 'description' });
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

it('names every wrong row, gives them as a workbook with their reasons, and takes the corrected sheet with the same answers', async () => {
  const { press, requests, start, chooseFile } = openWizard(({ isAnnotated }, call) =>
    isAnnotated ? new Blob(['PK']) : call < 4 ? reply({ added: 0, importedRows: 0, wrong: [4, 5, 6, 7, 8, 9].map(wrongRow) }) : reply(),
  );
  await start();
  await press('Continuar');
  const table = within(await screen.findByRole('table', { name: 'Filas por corregir' }));
  expect(table.getAllByRole('row')[1]?.textContent).toBe('4FechaEsa fecha no existe.');
  expect(screen.getByText('1–5 de 6')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Importar/ })).toBeNull();
  expect(await complaints()).toEqual([]);
  await press('Descargar las filas por corregir');
  await waitFor(() => expect(saved).toEqual(['Actividades_por_corregir.xlsx']));
  expect(requests.at(-1)).toMatchObject({ isAnnotated: true, isDryRun: true, isOnlyGood: true });

  await chooseFile('corregido.xlsx', 'Sube aquí la hoja corregida');
  await screen.findByRole('button', { name: 'Importar 3 actividades' });
  expect(requests).toHaveLength(5);
});

it('mends cells in the table, and reviews them before the good rows may enter', async () => {
  const wrong = [wrongRow(4), wrongRow(5), { ...wrongRow(6), column: '', value: '' }, { ...wrongRow(7), value: 'x'.repeat(200) }];
  const { user, press, requests, start, chooseFile } = openWizard(({ mapping: { cells } }) =>
    reply({ wrong: cells.length > 1 ? [] : wrong.slice(cells.length) }),
  );
  await start();
  await press('Continuar');
  const first = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Dato de la fila 4, Fecha' });
  // A row without its column and a value that the reply cut can only be mended in the sheet.
  expect(screen.getAllByRole('textbox', { name: /^Dato/ })).toHaveLength(2);
  await user.clear(first);
  await user.type(first, '28/02/2027{Enter}');
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Dato de la fila 5, Fecha' }));
  expect(screen.getByText('Corregiste datos: vuelve a revisar.')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Importar las 3 y descargar las 4' }).disabled).toBe(true);
  expect(await complaints()).toEqual([]);
  await press('Volver a revisar');
  const second = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Dato de la fila 5, Fecha' });
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Dato de la fila 4, Fecha' })).toBeNull());
  expect(second.value).toBe('=31/02');
  await user.type(screen.getByRole('textbox', { name: 'Dato de la fila 5, Fecha' }), 'x');
  await press('Volver a revisar');
  await screen.findByRole('button', { name: 'Importar 3 actividades' });
  expect(requests.at(-1)?.mapping.cells).toEqual([
    { sheet: 'Enero', row: 4, column: 'Fecha', value: '28/02/2027' },
    { sheet: 'Enero', row: 5, column: 'Fecha', value: '=31/02x' },
  ]);
  await press(/Archivo/);
  await chooseFile();
  await press('Continuar');
  await press('Continuar');
  await screen.findByRole('textbox', { name: 'Dato de la fila 4, Fecha' });
  expect(requests.at(-1)?.mapping.cells).toEqual([]);
});

it('asks for the order of dates that only a mended cell makes doubtful', async () => {
  const { user, press, start } = openWizard(({ mapping: { cells, dayOrder } }) =>
    reply(cells.length === 0 ? { wrong: [wrongRow(4)] } : { isOrderDoubtful: dayOrder === null }),
  );
  await start();
  await press('Continuar');
  await user.type(await screen.findByRole('textbox', { name: 'Dato de la fila 4, Fecha' }), '3/2');
  await press('Volver a revisar');
  await user.click(await screen.findByRole('radio', { name: /3 de noviembre/ }));
  await press('Continuar');
  await screen.findByRole('button', { name: 'Importar 3 actividades' });
});

it('takes the good rows on request, and gives back the others', async () => {
  const left: ActivityImportReply['leftOut'] = [
    { reason: 'hiddenRow', kind: 'row', said: '', rows: 3 },
    { reason: 'struck', kind: 'row', said: '', rows: 1 },
  ];
  const { user, press, requests, start } = openWizard(({ isDryRun, isAnnotated, mapping }) => {
    if (isAnnotated) return new Blob(['PK']);
    const leftOut = mapping.takesHidden ? left.slice(1) : left;
    const sums = { rowsRead: 11, importedRows: 3, unchanged: 1 };
    if (isDryRun) return reply({ ...sums, wrong: [wrongRow(4), wrongRow(4), wrongRow(5), wrongRow(6)], leftOut });
    return reply({ ...sums, isDryRun: false, leftOut: [...leftOut, { reason: 'wrong', kind: 'row', said: '', rows: 3 }] });
  });
  await start();
  expect(screen.getByText(leftOutSentence(left))).toBeTruthy();
  await user.click(screen.getByRole('checkbox', { name: 'Traer también 3 filas ocultas' }));
  await press('Continuar');
  await press('Importar las 3 y descargar las 3');
  await screen.findByRole('heading', { name: 'Listo: se importaron 3 actividades' });
  expect(figures()).toEqual(['Filas leídas 11', 'Importadas 3', 'Ya estaban 1', 'Fuera 4']);
  expect(requests[3]).toMatchObject({ isOnlyGood: true, mapping: { takesHidden: true } });
  expect(requests[3]?.isDryRun).toBeFalsy();
  await waitFor(() => expect(saved).toEqual(['Actividades_por_corregir.xlsx']));
  expect(screen.getByText(/^3 filas esperan tu corrección/)).toBeTruthy();
  expect(await complaints()).toEqual([]);
});

it('gives people the topic that their rows need, and reviews again', async () => {
  const given: number[] = [];
  const grants = [{ topicId: 4, topic: 'Patio', rows: 9, people: [8, 9, 10].map((id) => ({ id, name: `Persona ${id}` })) }];
  const { press, start } = openWizard(
    () => (given.length < 3 ? reply({ wrong: [{ ...wrongRow(4), problem: 'assigneeNotEligible' }], grants }) : reply()),
    {
      assignTopic: ({ topicId, userId }) => {
        expect(topicId).toBe(4);
        given.push(userId);
        return { success: true, id: userId };
      },
    },
  );
  await start();
  await press('Continuar');
  expect(await screen.findByText('9 filas: Persona 8, Persona 9 y Persona 10.')).toBeTruthy();
  await press('Dar el tema a estas 3 personas');
  await screen.findByRole('button', { name: 'Importar 3 actividades' });
  expect(given).toEqual([8, 9, 10]);
});

it('goes on with a draft of an earlier release', async () => {
  const { dates, cells, takesHidden, ...mapping } = noAnswers;
  const old = { fileName: 'plan.xlsx', mapping: { ...mapping, columns: { 'Fecha Límite': 'startedOn' }, people: { luisa: [8] } } };
  localStorage.setItem(`draft.${manager.id}.import`, JSON.stringify({ savedAt: Date.now(), fields: old }));
  const { press, requests, chooseFile } = openWizard(() => reply());
  await screen.findByText('Elige otra vez «plan.xlsx»: tus respuestas siguen aquí.');
  await chooseFile();
  await press('Continuar');
  await press('Continuar');
  await screen.findByRole('heading', { name: 'Revisa antes de importar' });
  expect(requests.at(-1)?.mapping).toMatchObject({
    columns: { 'fecha limite': 'startedOn' },
    people: { luisa: [8] },
    dates: {},
    cells: [],
  });
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
  const { press, start } = openWizard(({ isDryRun = false }) => reply({ isDryRun, added: 0, importedRows: 0, unchanged: 3, people: [] }));
  await start();
  await press('Continuar');
  await press('Terminar sin cambios');
  expect(await screen.findByRole('heading', { name: 'No había nada nuevo que importar' })).toBeTruthy();
  expect(figures()).toEqual(['Filas leídas 3', 'Importadas 0', 'Ya estaban 3']);
});

it('names what of the file is not read, without a number where its rows were not counted', async () => {
  const leftOut: ActivityImportReply['leftOut'] = [
    { reason: 'noHeading', kind: 'sheet', said: 'Febrero', rows: 12 },
    { reason: 'hidden', kind: 'sheet', said: 'Vieja', rows: 0 },
  ];
  const cut = [{ sheet: 'Enero', columns: { count: 1, first: 'AZ' } }];
  const { start, press } = openWizard(() => reply({ leftOut, cut }));
  await start();
  const sentences = [
    'Se quedan fuera 12 filas: 12 de «Febrero» (hoja sin encabezados que se reconozcan) y «Vieja» (hoja oculta).',
    'No se leyó 1 columna desde la AZ de «Enero», fuera de la lista.',
  ];
  for (const sentence of sentences) expect(screen.getByText(sentence)).toBeTruthy();
  expect(leftOutSentence(leftOut.slice(1))).toBe('Se queda fuera: «Vieja» (hoja oculta).');
  await press('Continuar');
  await screen.findByRole('heading', { name: 'Revisa antes de importar' });
  for (const sentence of sentences) expect(screen.getByText(sentence)).toBeTruthy();
});
