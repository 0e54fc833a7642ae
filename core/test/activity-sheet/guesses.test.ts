import type { Grid } from '@bitacora/core/contract/activities/activity-sheet/cells';
import { readActivities } from '@bitacora/core/contract/activities/activity-sheet/read-activities';
import type { ImportAnswers, ImportMapping } from '@bitacora/core/domain/activities/activity-import';
import { calendarDate } from '@bitacora/core/domain/calendar';
import { sheetKey } from '@bitacora/core/domain/text';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import words from '../../src/messages/activities/spreadsheet-words.json' with { type: 'json' };

const person = (id: number, firstName: string, lastName: string, employeeNumber = `E-${id}`) => ({
  id,
  firstName,
  lastName,
  employeeNumber,
  email: `p${id}@empresa.mx`,
  alias: null,
  mayAssign: false,
});
const people = [
  person(1, 'Ana', 'Ruiz'),
  person(2, 'Luis', 'Ortega', '7'),
  person(3, 'Noemí', 'Xóchitl Oka'),
  person(4, 'Silvia', 'Natera', '12'),
  person(5, 'Guadalupe', 'Hernández Torres'),
  person(6, 'Mateo', 'Pérez Díaz'),
];
const topics = ['Calidad', 'Producción línea 1', 'Mantenimiento', 'Recursos Humanos', 'Seguridad e higiene'].map((name, at) => ({
  id: 10 + at,
  name,
}));
const noAnswers: ImportAnswers = { columns: {}, people: {}, topics: {}, states: {}, priorities: {}, dates: {} };

type Rows = readonly (readonly string[])[];
function read(rows: Rows, mapping: Partial<ImportMapping> = {}, remembered: Partial<ImportAnswers> = {}) {
  const grid: Grid = { sheet: 'Hoja1', rows: rows.map((cells, at) => ({ row: at + 1, cells: cells.map((text) => ({ text })) })) };
  return readActivities(
    'lista.xlsx',
    [grid],
    {
      ...noAnswers,
      withoutSheets: [],
      dayOrder: null,
      takesFinished: true,
      takesHidden: false,
      cells: [],
      defaults: { topicId: 10 },
      ...mapping,
    },
    {
      today: calendarDate('2026-11-23'),
      zone: 'America/Mexico_City',
      people,
      formerPeople: [],
      topics,
      remembered: { ...noAnswers, ...remembered },
    },
  );
}
type Reading = ReturnType<typeof read>;
/** The heading of each role, with a question mark where it is asked. */
const rolesOf = ({ tables, questions }: Reading) =>
  Object.fromEntries(
    (tables[0]?.columns ?? []).flatMap(({ heading, role }) =>
      role ? [[`${role}${questions.some(({ kind, key }) => kind === 'column' && key === role) ? '?' : ''}`, heading]] : [],
    ),
  );
const columnQuestions = ({ questions }: Reading) => questions.filter(({ kind }) => kind === 'column');
const briefly = ({ rows }: Reading) =>
  rows.map(({ description, assigneeIds, dueOn, state, topic }) => [description, assigneeIds, dueOn, state, topic]);
const split = (text: string): Rows => text.split('\n').map((line) => line.split('|'));

describe('exports of other products', () => {
  it.each<[string, string, Record<string, string>]>([
    [
      'Jira in English',
      'Summary|Issue key|Issue Type|Status|Project name|Priority|Resolution|Assignee|Reporter|Creator|Created|Updated|Due date|Description\nCheck pumps|OPS-1|Task|To Do|Calidad|Highest||Ana Ruiz|María Guadalupe Fernández Robledo|María Guadalupe Fernández Robledo|02/Nov/26 9:00 AM|03/Nov/26 9:00 AM|15/Dec/26 12:00 AM|All of the pumps in the second hall',
      {
        description: 'Summary',
        assignee: 'Assignee',
        owner: 'Reporter',
        dueOn: 'Due date',
        status: 'Status',
        priority: 'Priority',
        topic: 'Project name',
        createdOn: 'Created',
        notes: 'Description',
      },
    ],
    [
      'Jira in Spanish',
      'Resumen|Clave de incidencia|Tipo de Incidencia|Estado|Prioridad|Persona asignada|Informador|Creada|Actualizada|Fecha de vencimiento|Descripción\nRevisar bombas|OPS-1|Tarea|Tareas por hacer|Alta|Ana Ruiz|María Guadalupe Fernández|02/nov/26|03/nov/26|15/dic/26|Todas las bombas de la segunda nave',
      {
        description: 'Resumen',
        assignee: 'Persona asignada',
        owner: 'Informador',
        dueOn: 'Fecha de vencimiento',
        status: 'Estado',
        priority: 'Prioridad',
        createdOn: 'Creada',
        notes: 'Descripción',
      },
    ],
    [
      'Project in English',
      'ID|Active|Task Mode|Task Name|Duration|Start|Finish|Predecessors|Resource Names|% Complete\n1|Yes|Auto Scheduled|Check pumps|3 days|Wed 02/12/26|Tue 15/12/26||Ana Ruiz[50%]|0%',
      { description: 'Task Name', assignee: 'Resource Names', startedOn: 'Start', dueOn: 'Finish', status: '% Complete' },
    ],
    [
      'Project in Spanish',
      'Id|Nombre de tarea|Duración|Comienzo|Fin|Predecesoras|Nombres de los recursos|% completado\n1|Revisar bombas|3 días|mié 02/12/26|mar 15/12/26||Ana Ruiz|50%',
      { description: 'Nombre de tarea', assignee: 'Nombres de los recursos', startedOn: 'Comienzo', dueOn: 'Fin', status: '% completado' },
    ],
    [
      'ClickUp',
      'Task Type|Task ID|Task Name|Task Content|Status|Date Created|Due Date|Start Date|Assignees|Tags|Priority|List Name|Space Name\nTask|86a|Check pumps|All of the pumps in the hall|to do|11/02/2026|12/15/2026|12/01/2026|[Ana Ruiz]||urgent|Calidad|Planta',
      {
        description: 'Task Name',
        assignee: 'Assignees',
        createdOn: 'Date Created',
        dueOn: 'Due Date',
        startedOn: 'Start Date',
        status: 'Status',
        priority: 'Priority',
        topic: 'List Name',
        notes: 'Task Content',
      },
    ],
    [
      'Todoist',
      'TYPE|CONTENT|DESCRIPTION|PRIORITY|INDENT|AUTHOR|RESPONSIBLE|DATE|DATE_LANG|TIMEZONE\ntask|Revisar bombas|Todas las de la segunda nave|1|1|Luis Ortega (11)|Ana Ruiz (12)|15 dic 2026|es|America/Mexico_City',
      { description: 'CONTENT', notes: 'DESCRIPTION', priority: 'PRIORITY', owner: 'AUTHOR', assignee: 'RESPONSIBLE', dueOn: 'DATE' },
    ],
    [
      'Deck',
      'Card title|Description|List name|Tags|Due date|Created|Last modified|Assigned users\nRevisar bombas|Todas las de la segunda nave|Por hacer||2026-12-15|2026-11-02|2026-11-03|Ana Ruiz',
      {
        description: 'Card title',
        notes: 'Description',
        status: 'List name',
        dueOn: 'Due date',
        createdOn: 'Created',
        assignee: 'Assigned users',
      },
    ],
    [
      'Monday',
      'Name|Subitems|Person|Status|Date|Priority|Last updated\nRevisar bombas||Ana Ruiz|Working on it|2026-12-15|High|2026-11-03',
      { description: 'Name', assignee: 'Person', status: 'Status', dueOn: 'Date', priority: 'Priority' },
    ],
    [
      'Linear',
      'ID|Team|Title|Description|Status|Estimate|Priority|Project|Creator|Assignee|Labels|Created|Updated|Started|Completed|Canceled|Archived|Due Date\nOPS-1|Ops|Check pumps|All of the pumps in the hall|Backlog||No priority|Calidad|Luis Ortega|Ana Ruiz||2026-11-02|2026-11-03|2026-11-04|2026-11-05|||2026-12-15',
      {
        description: 'Title',
        notes: 'Description',
        status: 'Status',
        priority: 'Priority',
        topic: 'Project',
        owner: 'Creator',
        assignee: 'Assignee',
        createdOn: 'Created',
        startedOn: 'Started',
        finishedOn: 'Completed',
        archived: 'Archived',
        dueOn: 'Due Date',
      },
    ],
    [
      'Notion',
      'Task name|Assignee|Status|Due|Priority|Tags|Created time|Created by\nCheck pumps|Ana Ruiz|Not started|December 15, 2026|High||November 2, 2026|Luis Ortega',
      {
        description: 'Task name',
        assignee: 'Assignee',
        status: 'Status',
        dueOn: 'Due',
        priority: 'Priority',
        createdOn: 'Created time',
        owner: 'Created by',
      },
    ],
    [
      'OpenProject and Redmine',
      '#|Proyecto|Tipo|Estado|Prioridad|Asunto|Autor|Asignado a|Fecha de inicio|Fecha fin|% Realizado|Creado|Cerrado|Descripción\n7|Calidad|Tarea|En curso|Normal|Revisar bombas|Luis Ortega|Ana Ruiz|02/12/2026|15/12/2026|50|02/11/2026||Todas las de la segunda nave',
      {
        topic: 'Proyecto',
        status: 'Estado',
        priority: 'Prioridad',
        description: 'Asunto',
        owner: 'Autor',
        assignee: 'Asignado a',
        startedOn: 'Fecha de inicio',
        dueOn: 'Fecha fin',
        createdOn: 'Creado',
        finishedOn: 'Cerrado',
        notes: 'Descripción',
      },
    ],
    [
      'Wrike',
      'Key|Folder|Title|Status|Importance|Assigned To|Start Date|Duration|End Date|Description\nIE1|Calidad|Check pumps|Active|High|Ana Ruiz|12/02/2026|3d|12/15/2026|All of the pumps in the hall',
      {
        topic: 'Folder',
        description: 'Title',
        status: 'Status',
        priority: 'Importance',
        assignee: 'Assigned To',
        startedOn: 'Start Date',
        dueOn: 'End Date',
        notes: 'Description',
      },
    ],
    [
      'GitHub',
      'Title|URL|Assignees|Status|Milestone|Target date|Body\nCheck pumps|https://x.mx/1|Ana Ruiz|In progress||2026-12-15|All of the pumps in the hall',
      { description: 'Title', assignee: 'Assignees', status: 'Status', dueOn: 'Target date', notes: 'Body' },
    ],
    [
      'Planner in Portuguese',
      'ID da tarefa|Nome da tarefa|Nome do Bucket|Progresso|Prioridade|Atribuído a|Criado por|Data de criação|Data de início|Prazo|Descrição\n1|Revisar bombas|Calidad|Não iniciado|Média|Ana Ruiz|Luis Ortega|02/11/2026|02/12/2026|15/12/2026|Todas as bombas do galpão',
      {
        description: 'Nome da tarefa',
        topic: 'Nome do Bucket',
        status: 'Progresso',
        priority: 'Prioridade',
        assignee: 'Atribuído a',
        owner: 'Criado por',
        createdOn: 'Data de criação',
        startedOn: 'Data de início',
        dueOn: 'Prazo',
        notes: 'Descrição',
      },
    ],
    [
      'a list in Portuguese',
      'Atividade|Responsável|Setor|Data de entrega|Situação|Observações\nRevisar bombas|Ana Ruiz|Calidad|15/12/2026|Atrasado|Pedir peças',
      {
        description: 'Atividade',
        assignee: 'Responsável',
        topic: 'Setor',
        dueOn: 'Data de entrega',
        status: 'Situação',
        notes: 'Observações',
      },
    ],
    [
      'plain words',
      'Subject|Owner|Start|End Date|Completada\nRevisar bombas|Ana Ruiz|02/12/2026|15/12/2026|No',
      { description: 'Subject', assignee: 'Owner', startedOn: 'Start', dueOn: 'End Date', status: 'Completada' },
    ],
    [
      'headings with more than their word',
      'Tarea / Actividad|Responsable(s)|Área o tema|Fecha límite (dd/mm/aaaa)|Avance (%)\nRevisar bombas|Ana Ruiz|Calidad|15/12/2026|50%',
      {
        description: 'Tarea / Actividad',
        assignee: 'Responsable(s)',
        topic: 'Área o tema',
        dueOn: 'Fecha límite (dd/mm/aaaa)',
        status: 'Avance (%)',
      },
    ],
    [
      'a Gantt chart with a heading for each day',
      'Actividad|Recurso|Comienzo|Fin|01/12/2026|02/12/2026\nRevisar bombas|Ana Ruiz|01/12/2026|15/12/2026|x|x',
      { description: 'Actividad', assignee: 'Recurso', startedOn: 'Comienzo', dueOn: 'Fin' },
    ],
  ])('%s', (_, text, roles) => {
    const reading = read(split(text), { dayOrder: text.includes('12/15/') || text.includes('11/02/') ? 'mdy' : 'dmy' });
    expect(rolesOf(reading)).toEqual(roles);
    expect(reading.wrong).toEqual([]);
    const [row] = reading.rows;
    if (row) expect([row.assigneeIds, row.dueOn]).toEqual([[1], '2026-12-15']);
    else expect(reading.questions.length).toBeGreaterThan(0);
  });

  it('are known with signs inside that nobody sees', () => {
    const heading = (text: string) => [...text].join('\u00ad\u200b');
    const [first = [], ...rows] = lacking();
    expect(rolesOf(read([first.map(heading), ...rows]))).toEqual(
      Object.fromEntries(Object.entries(rolesOf(read(lacking()))).map(([role, text]) => [role, heading(text)])),
    );
  });

  it('have no word that means two things', () => {
    for (const meanings of [words.headings, words.states, words.priorities]) {
      const all = Object.values(meanings).flat();
      expect(all.filter((word, at) => all.indexOf(word) !== at)).toEqual([]);
    }
  });
});

const GOOD = ['Actividad', 'Responsable', 'Fecha límite', 'Tema', 'Estatus'];
const goodRows: Rows = [
  ['Contar cajas', 'Ana Ruiz', '15/12/2026', 'Calidad', 'Pendiente'],
  ['Revisar tablero', 'Luis Ortega', '16/12/2026', 'Mantenimiento', 'En proceso'],
  ['Barrer patio', 'Ana Ruiz', '17/12/2026', 'Calidad', ''],
];
/** Adds a column to a list; its values come again where there are fewer than rows. */
const withColumn = (rows: Rows, heading: string, values: readonly string[], at = 1): Rows =>
  rows.map((cells, row) => cells.toSpliced(at, 0, row === 0 ? heading : (values[(row - 1) % values.length] as string)));
const lacking = (...headings: string[]): Rows => {
  const kept = GOOD.flatMap((heading, at) => (headings.includes(heading) ? [] : at));
  return [GOOD, ...goodRows].map((row) => kept.map((at) => row[at] as string));
};

describe('values alone', () => {
  it.each<[string, string[]]>([
    ['Requiere paro', ['No', 'No', 'Sí']],
    ['Turno', ['X']],
    ['Aplica', ['NA', 'N/A', 'No aplica']],
    ['Visto', ['OK', 'x', 'P. D.']],
    ['Activo', ['TRUE', 'FALSE']],
    ['Cantidad', ['7', '12', '7']],
    ['Piezas', ['0', '1', '100']],
    ['Costo', ['46000', '46001', '46350']],
    ['Merma', ['100%', '50%', '0%']],
    ['Peso', ['1.5', '2.5', '11.10']],
    ['', ['7', 'x', 'No']],
    ['Fecha de solicitud', ['02/11/2026']],
    ['Emisión', ['02/11/2026']],
  ])('of %j %j are nobody, no deadline and no status, and are not asked about', (heading, values) => {
    for (const rows of [
      lacking(),
      lacking('Responsable'),
      lacking('Estatus'),
      lacking('Fecha límite'),
      lacking('Responsable', 'Estatus'),
    ]) {
      const [without, withIt] = [read(rows), read(withColumn(rows, heading, values))];
      expect([briefly(withIt), columnQuestions(withIt), withIt.wrong.length]).toEqual([briefly(without), [], without.wrong.length]);
    }
  });

  it.each<[string, string, string[], string]>([
    ['assignee', 'Elaboró', ['Ana Ruiz', 'Luis Ortega'], 'Responsable'],
    ['dueOn', 'F. C.', ['15/12/2026'], 'Fecha de finalización'],
    ['status', 'Etapa', ['Terminado', 'En proceso'], 'Estatus'],
    ['priority', 'Riesgo', ['Alta', 'Media'], 'Prioridad'],
    ['status', '% de cumplimiento', ['50 %', '100', '0'], 'Estatus'],
    ['topic', 'Línea', ['Calidad', 'Produccion linea 1', 'Mantto.'], 'Tema'],
    ['description', 'Qué falta', ['contar las cajas del anaquel 3'], 'Actividad'],
    ['assignee', '', ['Ana Ruiz', 'Luis Ortega'], 'Responsable'],
  ])('propose %s for %j, which is asked', (role, heading, values, said) => {
    const own = { assignee: 'Responsable', dueOn: 'Fecha límite', status: 'Estatus', topic: 'Tema', description: 'Actividad' }[role];
    const rows = withColumn(lacking(own ?? ''), heading, values);
    const [label, value] = heading ? [heading, sheetKey(heading)] : ['Columna B', 'columna b'];
    const asked = columnQuestions(read(rows));
    expect(asked).toEqual([{ kind: 'column', key: role, said, rows: 3, suggestion: value, options: [{ value, label }] }]);
    const yes = read(rows, { columns: { [value]: role as 'topic' } });
    expect([columnQuestions(yes), rolesOf(yes)[role]]).toEqual([[], label]);
    const no = read(rows, { columns: { [value]: null } });
    expect([columnQuestions(no), rolesOf(no)[role]]).toEqual([[], undefined]);
  });

  it('decide which of two headings names the people', () => {
    const rows = split('Actividad|Responsable|Encargado|Fecha límite\nContar cajas|Almacén|Ana Ruiz|15/12/2026');
    expect([read(rows).rows[0]?.assigneeIds, read(rows).questions]).toEqual([[1], []]);
  });

  it('of two columns of people that name others are a question, which proposes the surer heading', () => {
    const more = withColumn(lacking(), 'Asignado a', ['Silvia Natera']);
    expect(columnQuestions(read(more))).toMatchObject([
      { key: 'assignee', suggestion: 'responsable', options: [{ label: 'Responsable' }, { label: 'Asignado a' }] },
    ]);
    const same = withColumn(lacking(), 'Assignee Email', ['p1@empresa.mx', 'p2@empresa.mx', 'p1@empresa.mx']);
    expect(columnQuestions(read(same))).toEqual([]);
  });

  it.each<[string, string, string, string[]]>([
    ['Área', 'Proyecto', 'Proyecto', ['Almacén|Nave 3', 'Ventas|Nave 4']],
    ['Departamento', 'Categoría', 'Categoría', ['Calidad|Mantenimiento', 'Mantenimiento|Calidad']],
  ])('of %j and %j that may both be the topic are a question', (first, second, best, values) => {
    const rows = split(
      `Actividad|Responsable|Fecha límite|${first}|${second}\nPodar|Ana Ruiz|15/12/2026|${values.join('\nPintar|Ana Ruiz|15/12/2026|')}`,
    );
    const options = [best, first].map((label) => ({ value: sheetKey(label), label }));
    expect(columnQuestions(read(rows))).toEqual([
      { kind: 'column', key: 'topic', said: 'Tema', rows: 2, suggestion: sheetKey(best), options },
    ]);
    const chosen = read(rows, { columns: { [sheetKey(first)]: 'topic' } });
    expect([columnQuestions(chosen), rolesOf(chosen).topic]).toEqual([[], first]);
  });
  it.each<[string, string, string, string]>([
    ['Área', 'Proyecto', 'Calidad|Nave 3', 'Área'],
    ['Área', 'Proyecto', 'Nave 3|Calidad', 'Proyecto'],
    ['Área', 'Tema', 'Calidad|Nave 3', 'Tema'],
    ['Área', 'Proyecto', 'Nave 3|nave 3', 'Proyecto'],
    ['Área', 'Proyecto', 'Nave 3|', 'Área'],
  ])('of %j and %j with %j are not asked', (first, second, values, topic) => {
    const reading = read(split(`Actividad|Responsable|Fecha límite|${first}|${second}\nPodar|Ana Ruiz|15/12/2026|${values}`));
    expect([columnQuestions(reading), rolesOf(reading).topic]).toEqual([[], topic]);
  });

  it('of a column without a heading are asked about again in another file', () => {
    const rows = withColumn(lacking('Responsable'), '', ['Ana Ruiz']);
    expect(columnQuestions(read(rows, {}, { columns: { 'columna b': 'assignee' } }))).toHaveLength(1);
  });

  it('leave the good columns as they are, or are asked about', () => {
    const surplus = fc.record({
      heading: fc.constantFrom(
        'Turno',
        'Cantidad',
        'Requiere paro',
        'Elaboró',
        'Vo. Bo.',
        'Fecha de solicitud',
        'Alta',
        'Etapa',
        'Costo',
        '',
        'Lugar',
      ),
      values: fc.array(
        fc.constantFrom(
          'No',
          'X',
          'x',
          'Sí',
          'NA',
          '7',
          '12',
          '100',
          '0.5',
          '50%',
          'Ana Ruiz',
          'Silvia',
          '02/11/2026',
          '2026-11-03',
          'Terminado',
          'Calidad',
          '',
          'María Guadalupe Fernández Robledo',
        ),
        { minLength: 1, maxLength: 3 },
      ),
      at: fc.nat(5),
    });
    const dropped = fc.subarray(['Responsable', 'Estatus', 'Tema', 'Fecha límite'], { maxLength: 1 });
    fc.assert(
      fc.property(dropped, fc.array(surplus, { minLength: 1, maxLength: 4 }), (without, columns) => {
        const bare = lacking(...without);
        const reading = read(columns.reduce((rows, { heading, values, at }) => withColumn(rows, heading, values, at), bare));
        if (columnQuestions(reading).length > 0) return;
        expect(briefly(reading)).toEqual(briefly(read(bare)));
      }),
      { numRuns: 500 },
    );
  });
});

describe('states in columns of their own', () => {
  const ROW = 'Podar el jardín|Ana Ruiz|15/12/2026';
  const readMarked = (headings: string, rows: string[], mapping: Partial<ImportMapping> = {}) =>
    read(split([`Actividad|Responsable|Fecha límite|${headings}`, ...rows.map((cells) => `${ROW}|${cells}`)].join('\n')), mapping);
  const stateQuestions = ({ questions }: Reading) => questions.map(({ kind, said }) => `${kind} ${said}`);
  const HEADINGS = 'Pendiente|En proceso|Terminado';

  it.each(['x', 'X', '✓', '✔', '●', '☑', '1', 'sí', 'TRUE', '[x]', '*'])('are the heading that %j marks', (mark) => {
    for (const empty of ['', '-', 'FALSE', '☐', '0', 'No', '[ ]']) {
      const reading = readMarked(
        HEADINGS,
        [
          [mark, empty, empty],
          [empty, mark, empty],
          [empty, empty, mark],
          [empty, empty, empty],
        ].map((cells) => cells.join('|')),
      );
      expect([reading.rows.map(({ state }) => state), reading.questions]).toEqual([
        ['not_started', 'in_progress', 'finished', 'not_started'],
        [],
      ]);
      expect(reading.rows[0]?.work).toBe('Podar el jardín');
    }
  });
  it.each<[string, string]>([
    ...Object.entries(words.states).flatMap(([state, all]) =>
      all.filter((word) => /\p{L}{3}/u.test(word) && word !== 'archived').map((word): [string, string] => [word, state]),
    ),
    ['Estatus En proceso', 'in_progress'],
    ['N/A', 'left_out'],
    ['OK', 'finished'],
  ])('may be named %j', (word, state) => {
    const other = state === 'finished' ? 'En proceso' : 'Hecho';
    for (const [headings, cells] of [
      [`${word}|${other}`, 'x|'],
      [`${other}|${word}`, '|x'],
    ] as const) {
      const reading = readMarked(headings, [cells]);
      expect([reading.rows[0]?.state ?? reading.skipped[0]?.reason, reading.questions]).toEqual([
        state === 'left_out' ? 'leftOut' : state,
        [],
      ]);
    }
  });
  it('are left out as the words of a status are', () => {
    const reading = readMarked('Pendiente|Terminado|Cancelado', ['x||', '|x|', '||x'], { takesFinished: false });
    expect(reading.skipped.map(({ reason }) => reason)).toEqual(['finished', 'leftOut']);
    expect(reading.rows).toHaveLength(1);
  });
  it('are asked where a row has two marks or more than a mark', () => {
    const reading = readMarked(HEADINGS, ['x||x', '|x|', '||x', '|Falta la firma|']);
    expect(stateQuestions(reading)).toEqual(['state Pendiente / Terminado', 'state En proceso: Falta la firma']);
    expect(reading.waiting.map(({ row }) => row)).toEqual([2, 5]);
    const states = { 'pendiente terminado': 'finished', 'en proceso falta la firma': 'in_progress' } as const;
    expect(readMarked(HEADINGS, ['x||x', '|Falta la firma|', '||x', '|x|'], { states }).rows.map(({ state }) => state)).toEqual([
      'finished',
      'in_progress',
      'finished',
      'in_progress',
    ]);
  });
  it('are asked about beside a column of statuses', () => {
    const rows = ['Abierto|||x', 'En curso||x|', 'Abierto|x||'];
    const reading = readMarked(`Estatus|${HEADINGS}`, rows);
    expect(columnQuestions(reading)).toMatchObject([
      { key: 'status', suggestion: 'estatus', options: [{ label: 'Estatus' }, { label: 'Pendiente' }] },
    ]);
    for (const [heading, states] of [
      ['estatus', ['not_started', 'in_progress', 'not_started']],
      ['pendiente', ['finished', 'in_progress', 'not_started']],
    ] as const) {
      const answered = readMarked(`Estatus|${HEADINGS}`, rows, { columns: { [heading]: 'status' } });
      expect([answered.rows.map(({ state }) => state), answered.questions]).toEqual([states, []]);
    }
  });
  it('leave a column of pending work the work', () => {
    for (const heading of ['Pendiente', 'Pendientes']) {
      const reading = read(
        split(`${heading}|Responsable|Fecha límite|En proceso|Hecho\nPodar|Ana Ruiz|15/12/2026|x|\nVer|Ana Ruiz|15/12/2026||x`),
      );
      expect(reading.rows.map(({ work, state }) => [work, state])).toEqual([
        ['Podar', 'in_progress'],
        ['Ver', 'finished'],
      ]);
    }
  });
});

describe('the deadline', () => {
  const dueOf = (headings: [string, string], days: [string, string]) => {
    const reading = read([
      ['Actividad', 'Responsable', ...headings],
      ['Contar cajas', 'Ana Ruiz', ...days],
      ['Barrer patio', 'Ana Ruiz', ...days],
    ]);
    return [columnQuestions(reading).map(({ suggestion }) => suggestion), reading.rows[0]?.dueOn ?? null];
  };
  const days: [string, string] = ['02/11/2026', '20/12/2026'];
  it.each<[string, string]>([
    ['Fecha de solicitud', 'Fecha promesa'],
    ['Start', 'End'],
    ['Inicio', 'Fin'],
    ['Fecha de alta', 'Fecha compromiso'],
    ['Fecha de emisión', 'Fecha'],
    ['Created', 'Date'],
    ['Fecha', 'Fecha límite'],
    ['Comienzo', 'Fin'],
    ['Data de criação', 'Prazo'],
    ['Última modificación', 'Vence'],
  ])('is never %j beside %j', (first, second) => {
    expect(dueOf([first, second], days)).toEqual([[], '2026-12-20']);
    expect(dueOf([second, first], ['20/12/2026', '02/11/2026'])).toEqual([[], '2026-12-20']);
  });
  it.each<[string, string]>([
    ['F. 1', 'F. 2'],
    ['Fecha', 'Para el día'],
    ['Fecha de entrega', 'Fecha compromiso'],
    ['Fecha', 'Día'],
  ])('is asked where it may be %j or %j, and the later one is proposed', (first, second) => {
    for (const [headings, both] of [
      [[first, second], days],
      [
        [second, first],
        ['20/12/2026', '02/11/2026'],
      ],
    ] as [[string, string], [string, string]][])
      expect(dueOf(headings, both)).toEqual([[expect.any(String)], '2026-12-20']);
  });
  it('is asked of two columns with one heading, unless they say the same', () => {
    expect(dueOf(['Fecha', 'Fecha'], days)).toEqual([['fecha columna d'], '2026-12-20']);
    expect(dueOf(['Fecha', 'Fecha'], ['20/12/2026', '20/12/2026'])).toEqual([[], '2026-12-20']);
    const rows = split('Actividad|Responsable|Fecha|Fecha\nContar cajas|Ana Ruiz|02/11/2026|20/12/2026');
    const answered = read(rows, { columns: { 'fecha columna d': 'dueOn', fecha: null } });
    expect([columnQuestions(answered), answered.rows[0]?.dueOn]).toEqual([[], '2026-12-20']);
  });
  it('may stand under the heading of an end that is still to come', () => {
    const planned = withColumn(lacking('Fecha límite'), 'Fecha de finalización', ['15/12/2026']);
    expect(columnQuestions(read(planned))).toMatchObject([{ key: 'dueOn', suggestion: 'fecha de finalizacion' }]);
    const past = withColumn(lacking('Fecha límite'), 'Fecha de finalización', ['15/11/2026']);
    expect(rolesOf(read(past))).toMatchObject({ finishedOn: 'Fecha de finalización' });
  });

  it('is no day of the request, even where no other is there', () => {
    const reading = read([
      ['Actividad', 'Responsable', 'Fecha de solicitud'],
      ['Contar cajas', 'Ana Ruiz', '02/11/2026'],
    ]);
    expect(reading.wrong.map(({ problem }) => problem)).toEqual(['dueMissing']);
  });
});

describe('a title and a description', () => {
  it.each<[string, string]>([
    ['Tarea', 'Descripción'],
    ['Resumen', 'Descripción'],
    ['Name', 'Notes'],
    ['Subject', 'Body'],
    ['Summary', 'Description'],
    ['Asunto', 'Detalle'],
    ['Título', 'Descripción de la actividad'],
    ['Tarefa', 'Descrição'],
  ])('%j is the work and %j its remark; a row needs one of the two', (title, description) => {
    for (const isFirst of [true, false]) {
      const both = (a: string, b: string) => (isFirst ? [a, b] : [b, a]);
      const reading = read([
        [...both(title, description), 'Responsable', 'Fecha límite', 'Observaciones'],
        [...both('Inventario', 'Contar el anaquel 3'), 'Ana Ruiz', '15/12/2026', 'Urge'],
        [...both('Extintores', ''), 'Ana Ruiz', '15/12/2026', ''],
        [...both('', 'Pintar la barda'), 'Ana Ruiz', '15/12/2026', ''],
        [...both('', ''), 'Ana Ruiz', '15/12/2026', 'Urge'],
      ]);
      expect(reading.rows.map(({ work }) => work)).toEqual(['Inventario', 'Extintores', 'Pintar la barda']);
      expect(reading.rows[0]?.description).toContain('Contar el anaquel 3');
      expect(reading.rows[0]?.description).toContain('Urge');
      expect(reading.rows[2]?.description).toBe('Pintar la barda');
      expect(reading.wrong.map(({ row, problem }) => `${row} ${problem}`)).toEqual(['5 descriptionMissing']);
    }
  });
  it('stay in one list where an empty column stands between them', () => {
    const reading = read(split('Tarea||Descripción|Responsable|Fecha límite\nInventario||Contar el anaquel 3|Ana Ruiz|15/12/2026'));
    expect([reading.tables.length, reading.rows[0]?.work]).toEqual([1, 'Inventario']);
  });
  it('are no column of numbers or people under such a heading', () => {
    const reading = read(split('Actividad|Nombre|Descripción|Responsable|Fecha límite\n1|Ana Ruiz|Contar cajas|Luis Ortega|15/12/2026'));
    expect(reading.rows.map(({ work }) => work)).toEqual(['Contar cajas']);
  });
});

describe('near names', () => {
  const topicQuestion = (said: string) => read([GOOD, ['Contar cajas', 'Ana Ruiz', '15/12/2026', said, '']]).questions;
  it.each<[string, number]>([
    ['Producción de la línea 1', 11],
    ['PRODUCCION LINEA 1', 11],
    ['Línea 1 producción', 11],
    ['Prod. línea 1', 11],
    ['Producion línea 1', 11],
    ['Producciones línea 1', 11],
    ['Mantto.', 12],
    ['Mantenimientos', 12],
    ['Mantenimeinto', 12],
    ['RH', 13],
    ['RRHH', 13],
    ['Higiene y seguridad', 14],
    ['Seguridad', 14],
    ['Calidad total', 10],
  ])('the topic %j is proposed as the one that is there', (said, id) => {
    const [question] = topicQuestion(said);
    if (question) expect(question).toMatchObject({ kind: 'topic', rows: 1, suggestion: id });
    else expect(read([GOOD, ['Contar cajas', 'Ana Ruiz', '15/12/2026', said, '']]).rows[0]?.topic).toBe(id);
  });
  it.each(['Producción línea 2', 'Línea 11', 'Compras', 'Seguros'])('the topic %j is new, and asked', (said) => {
    expect(topicQuestion(said)).toMatchObject([{ kind: 'topic', suggestion: 'new', candidates: [] }]);
  });
  const personQuestion = (said: string) => read([GOOD, ['Contar cajas', said, '15/12/2026', 'Calidad', '']]).questions[0];
  it.each<[string, number]>([
    ['Guadalupe Hdez', 5],
    ['Gaudalupe Hernández', 5],
    ['Lupe Hernandes', 5],
    ['M. Péres', 6],
    ['Mateo Peres Dias', 6],
    ['Luis Hortega', 2],
  ])('the person %j may be the one that is there', (said, id) => {
    expect(personQuestion(said)).toMatchObject({ kind: 'person', rows: 1, candidates: expect.arrayContaining([id]) });
  });
  it('a short first name beside a surname is suggested', () => {
    expect(personQuestion('M. Pérez')).toMatchObject({ suggestion: [6] });
  });
  it.each(['No', 'X', 'NA', 'N/A', 'Sí', 'OK', 'P. D.', 'No aplica', 'Ninguno', 'Nadie', 'Sin asignar', 'Por definir', 'Unassigned', '—x'])(
    '%j is nobody',
    (said) => expect(personQuestion(said)).toMatchObject({ kind: 'person', suggestion: [], candidates: [] }),
  );
});

describe('work that begins like a sum', () => {
  const rowsLeft = (...cells: string[]) => read([GOOD, ...goodRows, cells]).skipped.map(({ reason }) => reason);
  it.each([
    [['Cumplimiento de norma 035', '', '', 'Calidad', '']],
    [['Cumplimiento', '', '', 'Calidad', '']],
    [['Cumplimiento', 'Ana Ruiz', '', '', '']],
    [['Total de piezas por revisar', '', '15/12/2026', '', '']],
    [['Suma de horas', '7', '', 'Calidad', '']],
    [['Suma de horas', '7', '', '', '']],
  ])('%j is work', (cells) => expect(rowsLeft(...cells)).toEqual([]));
  it.each([
    [['Total', '3', '', '', '']],
    [['Total general', '', '', '', '50%']],
    [['Cumplimiento', '', '', '85 %', '']],
    [['Subtotal', '', '', '', '']],
  ])('%j is a sum', (cells) => expect(rowsLeft(...cells)).toEqual(['total']));
});
