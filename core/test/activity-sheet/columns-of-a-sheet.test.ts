import type { Grid, GridCell } from '@bitacora/core/contract/activities/activity-sheet/cells';
import { readActivities } from '@bitacora/core/contract/activities/activity-sheet/read-activities';
import type { ImportMapping } from '@bitacora/core/domain/activities/activity-import';
import { addDays, type CalendarDate, calendarDate, instantAt } from '@bitacora/core/domain/calendar';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const ZONE = 'America/Mexico_City';
const none = { columns: {}, people: {}, topics: {}, states: {}, priorities: {}, dates: {} };
const ana = { id: 1, firstName: 'Ana', lastName: 'Ruiz', employeeNumber: 'E-1', email: 'ana@empresa.mx', alias: null, mayAssign: false };
const knowledge = {
  today: calendarDate('2026-11-23'),
  zone: ZONE,
  people: [ana],
  formerPeople: [],
  topics: [{ id: 10, name: 'Calidad' }],
  remembered: none,
};

type Cell = string | CalendarDateCell;
interface CalendarDateCell {
  real: string;
}
const real = (day: string): CalendarDateCell => ({ real: day });
const gridCell = (cell: Cell): GridCell => (typeof cell === 'string' ? { text: cell } : { text: cell.real, day: calendarDate(cell.real) });

/** Reads a list whose last columns are `columns`, by heading. */
function readSheet(columns: Readonly<Record<string, readonly Cell[]>>, mapping: Partial<ImportMapping> = {}, sheet = 'Hoja1') {
  const headings = ['Actividad', 'Responsable', ...Object.keys(columns)];
  const length = Math.max(...Object.values(columns).map((cells) => cells.length));
  const rows = Array.from({ length }, (_, index) => [
    ...[`Contar las cajas del anaquel ${index}`, 'Ana Ruiz'].map(gridCell),
    ...Object.values(columns).map((cells) => gridCell(cells[index] ?? '')),
  ]);
  const grid: Grid = { sheet, rows: [headings.map(gridCell), ...rows].map((cells, at) => ({ row: at + 1, cells })) };
  const answers = {
    ...none,
    withoutSheets: [],
    dayOrder: null,
    takesFinished: true,
    takesHidden: false,
    cells: [],
    defaults: { topicId: 10 },
    ...mapping,
  };
  return readActivities('lista.xlsx', [grid], answers, knowledge);
}

type Read = ReturnType<typeof readSheet>;
const dueDays = ({ rows }: Read) => rows.map(({ dueOn }) => dueOn);
const asked = ({ questions }: Read) =>
  questions.map(
    (question) => `${question.said}: ${'options' in question ? question.options.map(({ value }) => value).join(' ') : question.kind}`,
  );
const readDue = (cells: readonly Cell[], mapping?: Partial<ImportMapping>, sheet?: string) =>
  readSheet({ 'Fecha límite': cells }, mapping, sheet);

describe('the days of one cell', () => {
  it.each([
    ['mar 01/12/26', '2026-12-01'],
    ['mar 08/12/2026', '2026-12-08'],
    ['mar. 1 dic 2026', '2026-12-01'],
    ['Tue 12/01/26', '2026-12-01'],
    ['ter 01/12/26', '2026-12-01'],
    ['terça-feira, 1 de dezembro de 2026', '2026-12-01'],
    ['01/12/2026 martes', '2026-12-01'],
    ['01/12/26 10:00 mar', '2026-12-01'],
    ['mar 15/12/26', '2026-12-15'],
    ['Mar 3, 2026', '2026-03-03'],
    ['3-mar-26', '2026-03-03'],
    ['mar 3 mar 2026', '2026-03-03'],
    ['15/Dec/26 3:04 PM', '2026-12-15'],
    ['1º de dezembro de 2026', '2026-12-01'],
    ['December 1st, 2026', '2026-12-01'],
    ['3-7 nov', '2026-11-07'],
    ['nov 3-7', '2026-11-07'],
    ['28 nov al 3 dic', '2026-12-03'],
    ['3nov26', '2026-11-03'],
    ['2026-Dec-01', '2026-12-01'],
    ['46357', '2026-12-01'],
    ['46357.75', '2026-12-01'],
    ['2026-12-15T23:00:00-06:00', '2026-12-15'],
    ['2026-12-16T05:30:00+00:00', '2026-12-15'],
    ['2026-12-15 23:00:00 UTC', '2026-12-15'],
    ['2026-12-16 01:00:00Z', '2026-12-15'],
    ['2026-12-16T00:30:00-06:00', '2026-12-16'],
    ['2026-12-16T01:00:00.000+0000', '2026-12-15'],
    ['Tue, 01 Dec 2026 03:00:00 +0000', '2026-11-30'],
    ['Tue Dec 01 2026 00:00:00 GMT-0600 (hora estándar central)', '2026-12-01'],
    ['2026-12-15T23:00:00', '2026-12-15'],
    ['20261205', '2026-12-05'],
    ['1796101200000', '2026-11-30'],
    ['15/12/2026 10:00-11:00', '2026-12-15'],
    ['15/12/2026 11:00 p. m.', '2026-12-15'],
  ])('%j is %s', (text, day) => {
    const read = readDue([text]);
    expect([dueDays(read), read.questions, read.isOrderDoubtful]).toEqual([[day], [], false]);
  });

  it.each([
    '3 días',
    '2 semanas',
    '3 days',
    '8h',
    '4:30',
    '1.5 d',
    '1.5',
    '2,5',
    '25 %',
    '1h 30',
    '3-5 días',
    '31/02/2026',
    '10',
    '20263112',
  ])('%j is none', (text) => expect(readDue([text]).wrong.map(({ problem }) => problem)).toEqual(['dueUnreadable']));

  it.each([
    ['abr-26', '2026-04-30 2026-04-01 2027-04-26'],
    ['dic-26', '2026-12-31 2026-12-01 2026-12-26'],
    ['Nov 26', '2026-11-26 2026-11-30 2026-11-01'],
    ['dic 2026', '2026-12-31 2026-12-01'],
    ['12/2026', '2026-12-31 2026-12-01'],
    ['12/26', '2026-12-26 2026-12-31 2026-12-01'],
    ['25-nov-26 mar', '2026-11-25'],
    ['mié 01/12/26', '2026-12-01 2026-01-12'],
    ['lun 1 dic 2026', '2026-12-01'],
    ['01/12/1926', '2026-12-01 1926-12-01 2027-01-12 1926-01-12'],
    ['15/12/99', '2026-12-15 1999-12-15'],
    ['1 dic 2206', '2026-12-01 2206-12-01'],
    ['26-12-01', '2001-12-26 2026-12-01'],
    ['2a quincena de nov', '2026-11-02'],
    ['15/12/2026 23:00 EST', '2026-12-15'],
  ])('%j is asked', (text, options) => {
    const read = readDue([text]);
    expect([asked(read), read.rows, read.waiting]).toEqual([[`${text}: ${options}`], [], [{ sheet: 'Hoja1', row: 2 }]]);
  });

  it('asks about a real date before 2000 or after 2100', () => {
    expect(asked(readDue([real('1926-12-01'), real('2026-12-01'), real('2126-12-01')]))).toEqual([
      '1926-12-01: 2026-12-01 1926-12-01',
      '2126-12-01: 2026-12-01 2126-12-01',
    ]);
  });

  it('takes the answer, in words that a person understands, and none that the text cannot mean', () => {
    const [question] = readDue(['dic 2026']).questions;
    expect(question).toMatchObject({ kind: 'date', key: 'dic 2026', suggestion: '2026-12-31', rows: 1 });
    expect(question).toMatchObject({ options: [{ label: '31 dic 2026 (jueves)' }, { label: '01 dic 2026 (martes)' }] });
    expect(dueDays(readDue(['dic 2026'], { dates: { 'dic 2026': calendarDate('2026-12-01') } }))).toEqual(['2026-12-01']);
    expect(asked(readDue(['dic 2026'], { dates: { 'dic 2026': calendarDate('2025-12-01') } }))).toHaveLength(1);
  });
});

describe('weekdays in a column of their own', () => {
  const readWeekdays = (weekdays: readonly string[], days: readonly Cell[], mapping?: Partial<ImportMapping>) =>
    readSheet({ Día: weekdays, 'Fecha límite': days }, mapping);
  it.each<[string, string[], Cell[], string[]]>([
    ['prove that the month comes first', ['martes', 'Miércoles'], ['12/01/2026', '12/02/2026'], ['2026-12-01', '2026-12-02']],
    ['prove that the day comes first', ['Mar.', 'mié'], ['01/12/2026', '02/12/2026'], ['2026-12-01', '2026-12-02']],
    ['in Portuguese', ['terça-feira', 'quarta'], ['01/12/2026', '02/12/2026'], ['2026-12-01', '2026-12-02']],
    ['are right beside real dates', ['mar', 'jueves'], [real('2026-12-01'), real('2026-12-03')], ['2026-12-01', '2026-12-03']],
    ['of another date say nothing', ['lunes', 'lunes', 'lunes'], ['15/12/2026', '16/12/2026'], ['2026-12-15', '2026-12-16']],
  ])('%s', (_, weekdays, cells, days) => {
    const read = readWeekdays(weekdays, cells);
    expect([dueDays(read).filter(Boolean), read.questions, read.isOrderDoubtful]).toEqual([days, [], false]);
  });

  it('ask about the dates that contradict them', () => {
    const texts = readWeekdays(['martes', 'miércoles', 'lunes'], ['01/12/2026', '02/12/2026', '03/12/2026']);
    expect(asked(texts)).toEqual(['lunes 03/12/2026: 2026-12-03 2026-03-12']);
    const swapped = readWeekdays(['viernes', 'sábado', 'miércoles'], [real('2026-04-12'), real('2026-05-12'), real('2026-12-02')]);
    expect(asked(swapped)).toEqual(['viernes 2026-04-12: 2026-12-04 2026-04-12', 'sábado 2026-05-12: 2026-12-05 2026-05-12']);
    const dates = { 'viernes 2026 04 12': calendarDate('2026-12-04'), 'sabado 2026 05 12': calendarDate('2026-05-12') };
    expect(dueDays(readWeekdays(['viernes', 'sábado'], [real('2026-04-12'), real('2026-05-12')], { dates }))).toEqual([
      '2026-12-04',
      '2026-05-12',
    ]);
  });
});

describe('a column has one format', () => {
  it.each<[string, Cell[], string[]]>([
    ['days prove days', ['dic-28', 'dic-30', 'ene-05'], ['2026-12-28', '2026-12-30', '2027-01-05']],
    ['a day after the 12th proves the order', ['25/11/2026', '03/11/2026'], ['2026-11-25', '2026-11-03']],
    ['a weekday proves the order', ['Tue 12/01/26', '03/11/2026'], ['2026-12-01', '2026-03-11']],
    ['real dates and texts', [real('2026-11-25'), real('2026-12-03'), '30/11/2026'], ['2026-11-25', '2026-12-03', '2026-11-30']],
  ])('%s', (_, cells, days) => {
    const read = readDue(cells);
    expect([dueDays(read), read.questions, read.isOrderDoubtful]).toEqual([days, [], false]);
  });

  it('knows Tuesday from March by the other cells', () => {
    expect(dueDays(readDue(['lun 02', 'mar 03'], {}, 'Noviembre'))).toEqual(['2026-11-02', '2026-11-03']);
    expect(dueDays(readDue(['feb 03', 'mar 03'], {}, 'Noviembre'))).toEqual(['2027-02-03', '2027-03-03']);
    expect(asked(readDue(['mar 03'], {}, 'Noviembre'))).toEqual(['mar 03: 2026-11-03 2027-03-03 2027-11-03 2025-11-03']);
  });

  it('asks about a cell that contradicts it', () => {
    const read = readDue(['25/11/2026', '26/11/2026', '27/11/2026', '11/30/2026', '03/11/2026', 'lun 01/12/26', 'dic-26']);
    expect([dueDays(read), asked(read)]).toEqual([
      ['2026-11-25', '2026-11-26', '2026-11-27', '2026-11-03'],
      ['11/30/2026: 2026-11-30', 'lun 01/12/26: 2026-01-12 2026-12-01', 'dic-26: 2026-12-31 2026-12-01 2026-12-26'],
    ]);
  });

  it('asks for the order where its cells prove none or both, and an answer overrules no proof', () => {
    expect(readDue(['03/11/2026']).isOrderDoubtful).toBe(true);
    expect(readDue(['25/11/2026', '11/25/2026', '03/11/2026']).isOrderDoubtful).toBe(true);
    expect(dueDays(readDue(['03/11/2026'], { dayOrder: 'mdy' }))).toEqual(['2026-03-11']);
    expect(dueDays(readDue(['03/11/2026', '25/11/2026'], { dayOrder: 'mdy' }))).toEqual(['2026-11-03', '2026-11-25']);
  });

  it('reads each column of a list in its own order', () => {
    const due = ['25/11/2026', '03/12/2026'];
    const twoOrders = readSheet({ 'Fecha de registro': ['10/25/2026', '03/10/2026'], 'Fecha límite': due });
    expect(twoOrders.rows.map(({ createdOn, dueOn }) => [createdOn, dueOn])).toEqual([
      ['2026-10-25', '2026-11-25'],
      ['2026-03-10', '2026-12-03'],
    ]);
    const third = { 'Fecha de registro': ['10/25/2026'], 'Fecha de inicio': ['03/11/2026'], 'Fecha límite': due };
    expect(readSheet(third).isOrderDoubtful).toBe(true);
    expect(readSheet({ 'Fecha de registro': ['03/10/2026'], 'Fecha límite': due }).isOrderDoubtful).toBe(false);
  });

  it.each<[string, Cell[], string, string[], string[]]>([
    [
      'English',
      [real('2026-03-11'), '25/11/2026', real('2026-05-12'), '30/11/2026'],
      'Fecha límite: 11 mar 2026: 2026-11-03 2026-03-11',
      ['2026-11-03', '2026-11-25', '2026-12-05', '2026-11-30'],
      ['2026-03-11', '2026-11-25', '2026-05-12', '2026-11-30'],
    ],
    [
      'Spanish',
      [real('2026-11-03'), '11/25/2026'],
      'Fecha límite: 03 nov 2026: 2026-11-03 2026-03-11',
      ['2026-11-03', '2026-11-25'],
      ['2026-03-11', '2026-11-25'],
    ],
  ])('asks once for a column that Excel set to %s may have swapped, and proposes days that lie near', (_, cells, question, near, far) => {
    const read = readDue(cells);
    expect(asked(read)).toEqual([question]);
    const [{ key = '', options = [] } = {}] = read.questions as { key: string; options?: { value: string }[] }[];
    const answer = (index: number) => ({ dates: { [key]: calendarDate(options[index]?.value ?? '') } });
    expect([dueDays(readDue(cells, answer(0))), dueDays(readDue(cells, answer(1)))]).toEqual([near, far]);
  });
});

const weekdays = {
  es: ['dom', 'lun', 'mar', 'mié', 'jue', 'vie', 'sáb'],
  en: ['Sunday', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
  pt: ['domingo', 'segunda-feira', 'ter', 'qua.', 'quinta', 'sex', 'sábado'],
};
const months = {
  es: 'ene feb mar abr may jun jul ago sep oct nov dic'.split(' '),
  en: 'Jan Feb March Apr May Jun Jul Aug Sept Oct Nov Dec'.split(' '),
  pt: 'jan fev março abr mai jun jul ago set out nov dez'.split(' '),
};
type Language = keyof typeof months;
type WriteDay = (parts: { y: string; m: string; d: string; monthName: string }) => string;
const patterns: readonly WriteDay[] = [
  ({ y, m, d }) => `${d}/${m}/${y}`,
  ({ y, m, d }) => `${m}/${d}/${y}`,
  ({ y, m, d }) => `${d}-${m}-${y.slice(2)}`,
  ({ y, m, d }) => `${m}/${d}/${y.slice(2)}`,
  ({ y, m, d }) => `${y.slice(2)}-${m}-${d}`,
  ({ y, m, d }) => `${Number(d)}.${Number(m)}.${y}`,
  ({ y, m, d }) => `${y}-${m}-${d}`,
  ({ y, m, d }) => `${y}/${Number(m)}/${Number(d)}`,
  ({ y, d, monthName }) => `${Number(d)} de ${monthName} de ${y}`,
  ({ y, d, monthName }) => `${d}-${monthName}-${y.slice(2)}`,
  ({ y, d, monthName }) => `${monthName} ${Number(d)}, ${y}`,
  ({ y, d, monthName }) => `${monthName}-${d}-${y.slice(2)}`,
  ({ d, m }) => `${d}/${m}`,
  ({ d, m }) => `${m}-${d}`,
  ({ d, monthName }) => `${monthName} ${Number(d)}`,
  ({ d, monthName }) => `${d}-${monthName}`,
];
const offsets = [-720, -480, -360, 0, 60, 330, 840];
const two = (number: number) => String(number).padStart(2, '0');

/** Writes a day at a minute of the company's clock, with the clock of another zone if there is an offset. */
function writeCell(day: CalendarDate, minute: number, { pattern, language, place, clock }: Format): string {
  const shift = clock === 'offset' ? instantAt(ZONE, day, minute).getTime() : Date.parse(`${day}T00:00:00Z`) + minute * 60_000;
  const offset = offsets[minute % offsets.length] ?? 0;
  const shown = new Date(shift + (clock === 'offset' ? offset * 60_000 : 0));
  const [date = '', time = ''] = shown.toISOString().split('T');
  const [y = '', m = '', d = ''] = date.split('-');
  const text = (patterns[pattern] as WriteDay)({ y, m, d, monthName: months[language][Number(m) - 1] ?? '' });
  const weekday = weekdays[language][shown.getUTCDay()];
  const dated = place === 'before' ? `${weekday} ${text}` : place === 'after' ? `${text} ${weekday}` : text;
  if (clock === 'none') return dated;
  const sign = `${offset < 0 ? '-' : '+'}${two(Math.trunc(Math.abs(offset) / 60))}:${two(Math.abs(offset) % 60)}`;
  return `${dated} ${time.slice(0, 8)}${clock === 'offset' ? sign : ''}`;
}
interface Format {
  pattern: number;
  language: Language;
  place: 'none' | 'before' | 'after';
  clock: 'none' | 'local' | 'offset';
}
const format: fc.Arbitrary<Format> = fc.record({
  pattern: fc.nat(patterns.length - 1),
  language: fc.constantFrom<Language>('es', 'en', 'pt'),
  place: fc.constantFrom('none', 'before', 'after'),
  clock: fc.constantFrom('none', 'local', 'offset'),
});
/** No further than half a year from today, because some formats have no year. */
const near = fc.integer({ min: -170, max: 170 }).map((days) => addDays(knowledge.today, days));

/** Lists the rows that were read as another day than the one that was written, although nothing was asked about them. */
function misread(cells: readonly Cell[], days: readonly CalendarDate[]) {
  const read = readDue(cells);
  if (read.isOrderDoubtful) return [];
  return read.rows.flatMap(({ row, dueOn }) => (dueOn === days[row - 2] ? [] : [{ cell: cells[row - 2], dueOn }]));
}

describe('a column in any known format', () => {
  it('is read as it was written, or asked about', () => {
    fc.assert(
      fc.property(format, fc.array(fc.tuple(near, fc.nat(1439)), { minLength: 1, maxLength: 8 }), (written, days) => {
        const cells = days.map(([day, minute]) => writeCell(day, minute, written));
        expect(
          misread(
            cells,
            days.map(([day]) => day),
          ),
        ).toEqual([]);
        expect(readDue(cells).wrong).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  const proving = ['2026-11-24', '2026-12-01', '2026-12-15', '2026-12-19', '2027-01-05', '2027-03-02', '2027-03-16'].map(calendarDate);
  const places = ['none', 'before', 'after'] as const;
  const written = patterns.keys().flatMap((pattern) => places.flatMap((place) => ({ pattern, place })));
  it.each([...written])('is read without a question where its days prove the format: %j', ({ pattern, place }) => {
    for (const language of ['es', 'en', 'pt'] as const) {
      const read = readDue(proving.map((day) => writeCell(day, 600, { pattern, place, language, clock: 'local' })));
      // Only '26-12-01' may always be another day.
      expect([dueDays(read), read.isOrderDoubtful]).toEqual(pattern === 4 ? [expect.anything(), false] : [proving, false]);
    }
  });

  it('is never swapped in silence where a program swapped some of it', () => {
    const column = fc.array(near, { minLength: 6, maxLength: 12 });
    fc.assert(
      fc.property(column, (days) => {
        const cells = days.map((day) => {
          const [y = '', m = '', d = ''] = day.split('-');
          return Number(d) > 12 ? `${d}/${m}/${y}` : real(`${y}-${d}-${m}`);
        });
        fc.pre(cells.some((cell) => typeof cell === 'string'));
        expect(misread(cells, days)).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });
});

describe('the statuses of a column', () => {
  const states = (heading: string, cells: readonly string[]) => {
    const read = readSheet({ [heading]: cells, 'Fecha límite': cells.map(() => '2026-12-15') });
    return [read.rows.map(({ state }) => state), read.questions.map(({ said }) => said)];
  };
  const [none_, some, all] = ['not_started', 'in_progress', 'finished'];

  it.each([
    ['Avance', ['0', '0.25', '0.5', '1'], [none_, some, some, all]],
    ['% Avance', ['1', '25', '50', '100'], [some, some, some, all]],
    ['% Avance', ['0.00%', '50.00%', '100,0%', '75 %'], [none_, some, all, some]],
    ['Progreso', ['0,5', '1,0'], [some, all]],
    ['Avance', ['0.5', '50%', '1'], [some, some, all]],
    ['Estatus', ['50 %', 'Terminado', '100%'], [some, all, all]],
    ['Hecho', ['1', '0', 'x'], [all, none_, all]],
  ])('%s %j', (heading, cells, expected) => expect(states(heading, cells)).toEqual([expected, []]));

  it.each([
    ['Estatus', ['1', '2', '0.5']],
    ['Avance', ['1', '120']],
  ])('%s %j are asked', (heading, cells) => expect(states(heading, cells)).toEqual([[], cells]));

  it('asks about a bare 1 beside percent', () => {
    expect(states('Avance', ['50%', '1'])).toEqual([[some], ['1']]);
  });
});
