import type { Grid, GridCell } from '@bitacora/core/contract/activities/activity-sheet/cells';
import { readActivities } from '@bitacora/core/contract/activities/activity-sheet/read-activities';
import type { ImportAnswers, ImportMapping } from '@bitacora/core/domain/activities/activity-import';
import { calendarDate } from '@bitacora/core/domain/calendar';
import { describe, expect, it } from 'vitest';
import { activityImportTexts } from '../../src/messages/activities/activity-import.ts';

const person = (id: number, firstName: string, lastName: string) => ({
  id,
  firstName,
  lastName,
  employeeNumber: `E-${id}`,
  email: `p${id}@empresa.mx`,
  alias: null,
  mayAssign: false,
});
const [ANA, LUIS, TOPIC] = [1, 2, 10];
const company = {
  today: calendarDate('2026-11-23'),
  zone: 'America/Mexico_City',
  people: [person(ANA, 'Ana', 'Ruiz'), person(LUIS, 'Luis', 'Ortega')],
  formerPeople: [],
};
const noAnswers: ImportAnswers = { columns: {}, people: {}, topics: {}, states: {}, priorities: {}, dates: {} };
const guessing: ImportMapping = {
  ...noAnswers,
  withoutSheets: [],
  dayOrder: null,
  takesFinished: true,
  takesHidden: false,
  cells: [],
  defaults: { topicId: TOPIC },
};

type Cells = readonly (string | Partial<GridCell> | null)[];
const gridOf = (sheet: string, rows: readonly Cells[]): Grid => ({
  sheet,
  rows: rows.map((cells, at) => ({
    row: at + 1,
    cells: cells.map((cell) => (cell === null ? undefined : typeof cell === 'string' ? { text: cell } : { text: '', ...cell })),
  })),
});
interface Circumstances extends Partial<ImportMapping> {
  sheet?: string;
  remembered?: Partial<ImportAnswers>;
}
function read(rows: readonly Cells[], { sheet = 'Hoja1', remembered, ...mapping }: Circumstances = {}) {
  const knowledge = { ...company, topics: [{ id: TOPIC, name: 'Calidad' }], remembered: { ...noAnswers, ...remembered } };
  return readActivities('lista.xlsx', [gridOf(sheet, rows)], { ...guessing, ...mapping }, knowledge);
}
const HEADINGS = ['Actividad', 'Responsable', 'Fecha límite'];
const work = ({ rows }: ReturnType<typeof read>) => rows.map(({ row, description }) => `${row} ${description}`);
const left = ({ skipped }: ReturnType<typeof read>) => skipped.map(({ row, reason }) => `${row} ${reason}`);
const problems = ({ wrong }: ReturnType<typeof read>) => wrong.map(({ row, column, problem }) => `${row} ${column} ${problem}`);

describe('how often work comes back', () => {
  const repeated = (heading: string, words: readonly string[], answers: Circumstances = {}) =>
    read([[...HEADINGS, heading], ...words.map((word, at) => [`Contar ${at}`, 'Ana Ruiz', '25/11/2026', word])], answers);
  it.each(['Repetición', 'Frecuencia', 'PERIODICIDAD', 'Lapso de Repetición'])('is read under %s, as people write it', (heading) => {
    const words = [
      'Diario',
      'lunes a viernes',
      'SEMANAL',
      'cada 15 días',
      'Mensual',
      'cada dos meses',
      'trimestral',
      'Semestral',
      'Anual',
      'No',
      '',
    ];
    expect(repeated(heading, words).rows.map(({ repeats }) => repeats)).toEqual([
      ...['day', 'weekday', 'week', 'two_weeks', 'month', 'two_months', 'quarter', 'half_year', 'year', null, null],
    ]);
  });

  it('is no column of a list whose words say something else, unless a person says that it is; then such a row is refused', () => {
    const words = ['Mensual', 'según demanda'];
    expect(repeated('Frecuencia', words).rows.map(({ repeats }) => repeats)).toEqual([null, null]);
    const said = repeated('Frecuencia', words, { columns: { frecuencia: 'repeats' } });
    expect(said.rows.map(({ repeats }) => repeats)).toEqual(['month']);
    expect(problems(said)).toEqual(['3 Frecuencia repeatsUnreadable']);
  });
});

it('keeps out of a mended cell what no database holds', () => {
  const cells = [{ sheet: 'Hoja1', row: 2, column: 'actividad', value: 'Con\0tar\ud800 ' }];
  expect(work(read([HEADINGS, ['', 'Ana Ruiz', '25/11/2026']], { cells }))).toEqual(['2 Contar\ufffd']);
});

it('takes a mended day as the refusal asks for it, whatever the other cells of its column prove', () => {
  const cells = ['03/02/2027', '23/02/2027'].map((value, at) => ({ sheet: 'Hoja1', row: 5 + at, column: 'Fecha límite', value }));
  for (const days of [
    ['12/25/2026', '12/30/2026', '12/28/2026'],
    ['01', '02', '03'].map((day) => ({ day: calendarDate(`2026-12-${day}`) })),
  ]) {
    const others = days.map((day, at): Cells => [`Otra ${at}`, 'Ana Ruiz', typeof day === 'string' ? day : { text: '1/12/26', ...day }]);
    const mended = read([HEADINGS, ...others, ['Barrer', 'Ana Ruiz', 'x'], ['Podar', 'Ana Ruiz', 'y']], { cells });
    expect([mended.questions, mended.isOrderDoubtful]).toEqual([[], false]);
    expect(mended.rows.slice(-2).map(({ dueOn }) => dueOn)).toEqual(['2027-02-03', '2027-02-23']);
  }
});

it('knows the dates whose headings stand under one of them all', () => {
  const above = ['Actividad', 'Responsable', 'Fechas', 'Fechas'];
  const { tables } = read([
    above,
    ['Actividad', 'Responsable', 'Compromiso', 'Cierre'],
    ['Barrer', 'Ana Ruiz', '25/11/2026', '24/11/2026'],
  ]);
  expect(tables[0]?.columns.map(({ role, from }) => `${role} ${from}`).slice(2)).toEqual(['dueOn heading', 'finishedOn heading']);
});

describe('rows that say little', () => {
  it('names work without a person instead of taking it for a title', () => {
    const lone = read([
      HEADINGS,
      ['Contar cajas', 'Ana Ruiz', '25/11/2026'],
      ['Barrer el patio', null, null],
      ['Podar', 'Ana Ruiz', '26/11/2026'],
    ]);
    expect(problems(lone)).toEqual(['3 Responsable assigneeMissing', '3 Fecha límite dueMissing']);
    expect([work(lone), left(lone)]).toEqual([['2 Contar cajas', '4 Podar'], []]);
    const completed = read([HEADINGS, ['Barrer el patio', null, null]], {
      defaults: { topicId: TOPIC, assigneeIds: [ANA], dueOn: calendarDate('2026-12-01') },
    });
    expect(work(completed)).toEqual(['2 Barrer el patio']);
  });

  it.each<[string, Cells]>([
    ['merged over its columns', ['Sucursal norte', 'Sucursal norte', 'Sucursal norte']],
    ['in capitals', ['SUCURSAL NORTE', null, null]],
    ['before a colon', ['Sucursal norte:', null, null]],
    ['painted as no work is', [{ text: 'Sucursal norte', fill: 'ffc000' }, null, null]],
  ])('takes a title that is %s for the topic of the rows below', (_, title) => {
    const sections = read([HEADINGS, title, ['Contar cajas', 'Ana Ruiz', '25/11/2026']], {
      topics: { 'sucursal norte': 'new' },
    });
    expect([left(sections), sections.rows.map(({ topic }) => String(topic).toLowerCase().replace(':', ''))]).toEqual([
      ['2 section'],
      ['sucursal norte'],
    ]);
  });

  it.each<[string, Cells[]]>([
    ['signatures', [['Elaboró: Juan Pérez', null, 'Revisó: Ana Ruiz'], ['Jefe de turno']]],
    [
      'signatures under the last column',
      [
        [null, null, 'Vo. Bo.'],
        [null, 'Ana Ruiz'],
      ],
    ],
    ['notes and the page', [['Nota: los pendientes se revisan en junta'], ['Página 1 de 3']]],
  ])('leaves out %s below a list, apart from it', (_, below) => {
    const good: Cells[] = [HEADINGS, ['Contar cajas', 'Ana Ruiz', '25/11/2026']];
    const signed = read([...good, [], [], ...below]);
    expect([work(signed), signed.wrong, left(signed)]).toEqual([['2 Contar cajas'], [], ['5 section', '6 section']]);
    const close = read([
      ...good,
      ['Nota de crédito: pedirla', 'Ana Ruiz', '26/11/2026'],
      [],
      ['Firma del contrato', 'Ana Ruiz', '27/11/2026'],
    ]);
    expect([work(close), left(close)]).toEqual([['2 Contar cajas', '3 Nota de crédito: pedirla', '5 Firma del contrato'], []]);
    expect(problems(read([...good, ['Firma del contrato', 'Ana Ruiz']]))).toEqual(['3 Fecha límite dueMissing']);
  });

  it('takes a text directly above the next headings for their title, and a lone day for none', () => {
    const page: Cells[] = [HEADINGS, ['Contar cajas', 'Ana Ruiz', '25/11/2026']];
    const groups = read([...page, [], ['Grupo 2'], ...page, [null, null, '25/11/2026']]);
    expect([work(groups), left(groups)]).toEqual([
      ['2 Contar cajas', '6 Contar cajas'],
      ['4 section', '5 heading'],
    ]);
    expect(problems(groups)).toEqual(['7 Actividad descriptionMissing', '7 Responsable assigneeMissing']);
    expect(problems(read([...page, ['Podar'], ...page]))).toEqual(['3 Responsable assigneeMissing', '3 Fecha límite dueMissing']);
  });

  it('leaves out work that is struck through, and takes work beside another text that is', () => {
    const struck = { isStruck: true as const };
    const reading = read([
      HEADINGS,
      [{ text: 'Contar cajas', ...struck }, 'Ana Ruiz', '25/11/2026'],
      ['Podar', 'Ana Ruiz', { text: '26/11/2026', ...struck }],
    ]);
    expect([work(reading), left(reading)]).toEqual([['3 Podar'], ['2 struck']]);
  });

  it('takes capitals for work where all work is written so', () => {
    const capitals = read([HEADINGS, ['CONTAR CAJAS', 'ANA RUIZ', '25/11/2026'], ['BARRER EL PATIO', null, null]]);
    expect(problems(capitals)).toEqual(['3 Responsable assigneeMissing', '3 Fecha límite dueMissing']);
  });

  it('takes work about a total, and leaves totals out', () => {
    const totals = read([
      ...[HEADINGS, ['Total de ventas: enviar reporte', 'Ana Ruiz', '25/11/2026'], ['Suma de horas extra', 'Luis Ortega', '26/11/2026']],
      ...[
        ['Total', '2', null],
        ['Subtotal de la sucursal', null, null],
      ],
    ]);
    expect([work(totals), left(totals)]).toEqual([
      ['2 Total de ventas: enviar reporte', '3 Suma de horas extra'],
      ['4 total', '5 total'],
    ]);
  });

  it('reads a dash as an empty cell', () => {
    const dashes = read([
      [...HEADINGS, 'Tema', 'Prioridad'],
      ['Contar cajas', 'Ana Ruiz', '25/11/2026', '—', '-'],
      ['Podar', '-', '26/11/2026', '', ''],
    ]);
    expect([work(dashes), dashes.questions, problems(dashes)]).toEqual([['2 Contar cajas'], [], ['3 Responsable assigneeMissing']]);
  });

  it('takes an empty status beside a closing date for finished, and a day to come for a plan', () => {
    const closed = read([
      [...HEADINGS, 'Estatus', 'Fecha de cierre'],
      ['Contar cajas', 'Ana Ruiz', '20/11/2026', '', '19/11/2026'],
      ['Podar', 'Ana Ruiz', '20/11/2026', '', ''],
      ['Pintar', 'Ana Ruiz', '20/12/2026', '', '15/12/2026'],
    ]);
    expect(closed.rows.map(({ state }) => state)).toEqual(['finished', 'not_started', 'not_started']);
  });
});

describe('dates without a year in the sheet of a month', () => {
  it.each([
    ['Diciembre 2026', '10-ene', '2027-01-10'],
    ['Diciembre 2026', '10/01', '2027-01-10'],
    ['Enero 2027', '28-dic', '2026-12-28'],
    ['Enero 2027', '15-ene', '2027-01-15'],
    ['ENERO', '28 de diciembre', '2026-12-28'],
    ['Diciembre', '10 ene', '2027-01-10'],
    ['Octubre 2025', '3-oct', '2025-10-03'],
  ])('in %j, %j is %s', (sheet, text, day) => {
    expect(read([HEADINGS, ['Contar cajas', 'Ana Ruiz', text]], { sheet }).rows.map(({ dueOn }) => dueOn)).toEqual([day]);
  });
});

describe('answers about earlier files', () => {
  const rows = (name: string, topic = 'Calidad') => [
    [...HEADINGS, 'Tema'],
    ['Contar cajas', name, '25/11/2026', topic],
  ];
  const questionsOf = ({ questions }: ReturnType<typeof read>) => questions.map(({ kind, said }) => `${kind} ${said}`);

  it('stand for doubtful texts', () => {
    expect(read(rows('Anita'), { remembered: { people: { anita: [ANA] } } }).rows[0]?.assigneeIds).toEqual([ANA]);
  });
  it('are forgotten once the person is inactive or the topic is gone: the text is asked again', () => {
    expect(questionsOf(read(rows('Anita'), { remembered: { people: { anita: [99] } } }))).toEqual(['person Anita']);
    expect(questionsOf(read(rows('Ana Ruiz', 'Patio'), { remembered: { topics: { patio: 99 } } }))).toEqual(['topic Patio']);
    expect(questionsOf(read(rows('Anita'), { people: { anita: [99] } }))).toEqual(['person Anita']);
  });
  it('never override the words of the product', () => {
    const words = read(
      [
        [...HEADINGS, 'Estatus', 'Prioridad'],
        ['Contar cajas', 'Ana Ruiz', '25/11/2026', 'Terminado', 'Alta'],
        ['Podar', 'Ana Ruiz', '25/11/2026', 'Por validar', 'Tranquila'],
      ],
      {
        remembered: {
          states: { terminado: 'left_out', 'por validar': 'in_progress' },
          priorities: { alta: 'normal', tranquila: 'critical' },
        },
      },
    );
    expect(words.rows.map(({ state, priority }) => `${state} ${priority}`)).toEqual(['finished high', 'in_progress critical']);
  });
  it('give way to a person whose name the text is, and to a topic of that name', () => {
    const read2 = read(rows('Luis Ortega', 'Calidad'), { remembered: { people: { 'luis ortega': [ANA] }, topics: { calidad: 99 } } });
    expect([read2.rows[0]?.assigneeIds, read2.rows[0]?.topic]).toEqual([[LUIS], TOPIC]);
  });
});

describe('long texts', () => {
  it('cut the work and keep the day that distinguishes it', () => {
    const [long] = read([HEADINGS, ['a'.repeat(1_995), 'Ana Ruiz', '25/11/2026']]).rows;
    expect([long?.distinctDescription.length, long?.distinctDescription.slice(-15)]).toEqual([2_000, 'a (25 nov 2026)']);
  });
  it('refuse a new topic that is too long, and take one without invisible characters', () => {
    const long = 'p'.repeat(151);
    const rows = (topic: string) => [
      [...HEADINGS, 'Tema'],
      ['Contar cajas', 'Ana Ruiz', '25/11/2026', topic],
    ];
    expect(problems(read(rows(long), { topics: { [long]: 'new' } }))).toEqual(['2 Tema topicTooLong']);
    expect(read(rows('Pa\u200btio  norte'), { topics: { 'patio norte': 'new', 'pa tio norte': 'new' } }).rows[0]?.topic).toBe(
      'Patio norte',
    );
  });
});

describe('what is not read', () => {
  it('names sheets without headings and hidden ones, and no empty ones', () => {
    const knowledge = { ...company, topics: [], remembered: noAnswers };
    const list = gridOf('Enero', [HEADINGS, ['Contar cajas', 'Ana Ruiz', '25/11/2026']]);
    const bare = gridOf('Febrero', [['Podar', 'Ana Ruiz', '25/11/2026']]);
    const hidden: Grid = { ...gridOf('Listas', [['Ana']]), isHidden: true };
    const { skipped } = readActivities('lista.xlsx', [list, bare, gridOf('Hoja3', []), hidden], guessing, knowledge);
    expect(skipped).toEqual([
      { sheet: 'Febrero', row: 1, reason: 'noHeading', rows: 1 },
      { sheet: 'Listas', row: 1, reason: 'hidden', rows: 1 },
    ]);
  });

  it('asks for no topic of a row with a folio', () => {
    const folio = read([
      [...HEADINGS, 'Tema', 'Folio Bitácora'],
      ['Contar cajas', 'Ana Ruiz', '25/11/2026', 'Nombre de antes', '12'],
    ]);
    expect([folio.questions, folio.rows[0]?.folio]).toEqual([[], 12]);
  });
});

describe('answers', () => {
  const doubtful = [
    [...HEADINGS, 'Tema', 'Estatus'],
    ['Contar cajas', 'Luis', '25/11/2026', 'Calidad', ''],
    ['Podar', 'Proveedor', '26/11/2026', 'Calidad', ''],
    ['Barrer', 'Ana Ruiz', '26/11/2026', 'Varios', ''],
    ['Pintar', 'Ana Ruiz', '27/11/2026', 'Calidad', 'Por validar'],
  ];
  const remembered = { people: { luis: [LUIS] }, states: { 'por validar': 'in_progress' as const } };
  const answers = { people: { proveedor: 'left_out' as const }, topics: { varios: 'left_out' as const } };

  it('of earlier files are reported with what they mean, and those of now replace them', () => {
    const read1 = read(doubtful, { remembered, ...answers });
    expect(read1.remembered).toMatchObject([
      { kind: 'person', said: 'Luis', rows: 1, suggestion: [LUIS], candidates: [LUIS] },
      { kind: 'state', said: 'Por validar', suggestion: 'in_progress' },
    ]);
    const read2 = read(doubtful, { remembered, ...answers, people: { ...answers.people, luis: [ANA] } });
    expect(read2.remembered.map(({ said }) => said)).toEqual(['Por validar']);
    expect(read2.rows[0]?.assigneeIds).toEqual([ANA]);
  });

  it('leave rows out by their person or topic, now and later, and name them', () => {
    const now = read(doubtful, { remembered, ...answers });
    expect([work(now), left(now), now.questions]).toEqual([['2 Contar cajas', '5 Pintar'], ['3 omitted', '4 omitted'], []]);
    expect(now.skipped).toMatchObject([{ omitted: { kind: 'person', said: 'Proveedor' } }, { omitted: { kind: 'topic', said: 'Varios' } }]);
    const later = read(doubtful, { remembered: { ...remembered, ...answers, people: { ...remembered.people, ...answers.people } } });
    expect([later.skipped, later.remembered.map(({ said, suggestion }) => [said, suggestion])]).toEqual([
      now.skipped,
      [
        ['Luis', [LUIS]],
        ['Proveedor', 'left_out'],
        ['Varios', 'left_out'],
        ['Por validar', 'in_progress'],
      ],
    ]);
  });
});

describe('what exports and samples have', () => {
  it('takes the description of Planner for a remark, and its checklist for one', () => {
    const plan = read([
      ['Nombre de la tarea', 'Asignado a', 'Fecha de vencimiento', 'Elementos de la lista de comprobación', 'Descripción'],
      ['Contratar luz', 'Ana Ruiz', '25/11/2026', 'Pedir medidor;Firmar contrato', 'Trifásica'],
      ['Podar', 'Ana Ruiz', '26/11/2026', '- Norte\n2) Sur', ''],
    ]);
    expect(plan.rows.map(({ description, checklist }) => [description, checklist])).toEqual([
      ['Contratar luz\n\nObservaciones: Trifásica', ['Pedir medidor', 'Firmar contrato']],
      ['Podar', ['Norte', 'Sur']],
    ]);
  });

  it('refuses a checklist of more than twenty items', () => {
    const long = read([
      [...HEADINGS, 'Checklist'],
      ['Abrir', 'Ana Ruiz', '25/11/2026', Array.from({ length: 21 }, (_, at) => `Paso ${at}`).join(';')],
    ]);
    expect(problems(long)).toEqual(['2 Checklist checklistTooLong']);
  });

  it('leaves archived cards of Trello out, and reads instants in the zone of the company', () => {
    const board = read([
      ['Card Name', 'Members', 'Due Date', 'Archived'],
      ['Volante', 'Ana Ruiz', '2026-11-27T03:00:00.000Z', 'false'],
      ['Lona', 'Ana Ruiz', '2026-11-27T18:00:00.000Z', 'true'],
    ]);
    expect([board.rows.map(({ dueOn }) => dueOn), left(board)]).toEqual([['2026-11-26'], ['3 leftOut']]);
  });

  it('leaves the example of the sample out', () => {
    const { example, work: sampleWork } = activityImportTexts.sample;
    const sample = read([HEADINGS, [`${example} ${sampleWork}`, 'Ana Ruiz', '25/11/2026'], ['Ejemplo: podar', 'Ana Ruiz', '26/11/2026']]);
    expect([work(sample), left(sample)]).toEqual([['3 Ejemplo: podar'], ['2 example']]);
  });
});
