import { buffer } from 'node:stream/consumers';
import { openStatuses } from '@bitacora/core/domain/activities/activity';
import type { Person } from '@bitacora/core/domain/people/person';
import { activityFields, activityReports } from '@bitacora/core/messages/activities/activity-fields';
import { briefStatusWords } from '@bitacora/core/messages/activities/labels';
import { writtenDay, writtenShortDay } from '@bitacora/core/messages/dates';
import { daysInWords } from '@bitacora/core/messages/phrases';
import { remindDeadlines } from '@bitacora/core/use-cases/notifications/scheduled-notifications';
import { readReportRows } from '@bitacora/core/use-cases/reports/export-report';
import { readPunctuality } from '@bitacora/core/use-cases/reports/read-figures';
import type { UseCase } from '@bitacora/core/use-cases/use-case';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { reportWorkbook } from '../../api/src/reports/report-workbook.ts';
import { mailbox } from '../../api/test/emails/mailbox.ts';
import { openWorkbook, rowsOf } from '../../api/test/sheets/workbooks.ts';
import { listingColumns, screenColumns } from '../../cli/src/activity-layout.ts';
import { fitColumns } from '../../cli/src/output/fit-columns.ts';
import { asCsv, asTable } from '../../cli/src/output/write-outcome.ts';
import { calendarDate } from '../../core/src/domain/calendar.ts';
import { day, given, NOW } from '../../core/test/factories.ts';
import { type Drawn, drawnAsOwn, drawnInOrder, factsOf, samples } from '../../core/test/reports/every-channel.ts';
import { stage, ZONE } from '../../core/test/stage.ts';
import type { Card, Item } from '../src/card.ts';
import { cardBlocks } from '../src/channels/slack/cards.ts';
import { drawCard } from '../src/channels/teams/cards.ts';
import { createButtons } from '../src/channels/whatsapp/buttons.ts';
import { drawCard as drawWhatsappCard } from '../src/channels/whatsapp/cards.ts';
import { type Company, company, readCard } from './company.ts';

// The web draws the same samples in web/test/every-channel.test.tsx.

let firm: Company;
let boss: Awaited<ReturnType<Company['app']['as']>>;
let owner: Person;
let worker: Person;
beforeAll(async () => {
  firm = await company();
  const make = given(firm.app.db);
  owner = await make.manager({ firstName: 'Laura' });
  worker = await make.person({ firstName: 'Beto', email: 'beto@empresa.mx' });
  const topic = await make.topic({ name: 'Mantenimiento' });
  // The last to be registered is the most urgent, so that no order by folio passes for the right one.
  for (const sample of samples.toReversed()) await make.activity({ owner, assignee: worker, topic, ...factsOf(sample) });
  boss = await firm.app.as(owner);
});
afterAll(() => firm.close());

const read = async <Input, Result>(useCase: UseCase<Input, Result>, input: Input): Promise<Result> => {
  const actor = { ...owner, channel: 'web' } as const;
  return (await stage(firm.app.db).core.perform({ useCase, actor, channel: 'web', input, effect: 'reads' })).result;
};
const { fields } = activityReports.pending;
const rowsOfReport = async () => (await boss.client.listAllActivities({ page: 1, pageSize: 50 })).rows;
const text = (value: unknown) => String(value ?? '').trim();
/** What a table says, whose cells stand under these headings. */
function readTable(headings: readonly string[], rows: readonly (readonly unknown[])[], readDay: (cell: string) => string): Drawn[] {
  const cellOf = (cells: readonly unknown[], label: string) => cells[headings.indexOf(label)];
  const { description, status, dueOn, extendedTo, daysLeft } = activityFields;
  return rows.map((cells) => ({
    description: text(cellOf(cells, description.label)),
    words: text(cellOf(cells, status.label)),
    deadline: readDay(text(cellOf(cells, extendedTo.label)) || text(cellOf(cells, dueOn.label))),
    days: Number(cellOf(cells, daysLeft.label)),
  }));
}

it('in JSON, of a page and of all rows', async () => {
  for (const body of [{ page: 1, pageSize: 50 }, {}]) {
    const reply = (await boss.call('POST', '/api/get_all_activities', { body })).body as never;
    const rows: Record<string, string>[] = (reply as { rows?: never[] }).rows ?? (reply as never[]);
    const drawn = rows.map((row) => ({
      description: row.objetive_project,
      words: row.status_text,
      deadline: row.extension_date ?? row.expected_closing_date,
      days: row.days_remaining,
    }));
    expect(drawn).toEqual(drawnInOrder);
  }
});

it('in CSV and in a table of 200 columns', async () => {
  const columns = listingColumns(fields, ZONE);
  const rows = await rowsOfReport();
  const written: string[] = [];
  for await (const line of asCsv(columns, rows, false)) written.push(line.trimEnd());
  const [head = '', ...lines] = written;
  expect(
    readTable(
      head.split(','),
      lines.map((line) => line.split(',')),
      text,
    ),
  ).toEqual(drawnInOrder);
  const table = asTable(columns, rows, { width: 200, heading: (words) => words }).slice(1, rows.length + 1);
  for (const [place, { description, words, deadline }] of drawnInOrder.entries()) {
    expect(table[place]).toContain(description);
    expect(table[place]).toContain(words);
    expect(table[place]).toContain(deadline);
  }
});

it.each([80, 120])('in a table of %i columns, with the first mark alone and one deadline', async (width) => {
  const rows = await rowsOfReport();
  const table = asTable(listingColumns(fields, ZONE), rows, { width, heading: (words) => words }).slice(1, rows.length + 1);
  for (const [place, { description, deadline, days }] of drawnInOrder.entries()) {
    expect(table[place]).toContain(description);
    expect(table[place]).toContain(briefStatusWords(rows[place] as never));
    expect(table[place]).toContain(` ${deadline}${samples[place]?.facts.extendedTo ? ' +' : ' '}`);
    expect(table[place]).toMatch(new RegExp(` ${days} `));
  }
});

it.each([196, 76])('on the full screen with room for %i columns', async (room) => {
  const rows = await rowsOfReport();
  const columns = fitColumns(screenColumns(fields, ZONE), room);
  const cellOf = (row: (typeof rows)[number], sort: string) => {
    const column = columns.find((each) => (each as { sort?: string }).sort === sort);
    const cell = column?.of(row) ?? '';
    expect(cell.length).toBeLessThanOrEqual(column?.width ?? 0);
    return cell;
  };
  for (const [place, row] of rows.entries()) {
    const { words, deadline } = drawnInOrder[place] as Drawn;
    const isWide = columns.some(({ title }) => title === activityFields.extendedTo.label);
    expect(isWide).toBe(room > 100);
    expect(cellOf(row, 'status')).toBe(isWide ? words : briefStatusWords(row));
    const extension = isWide ? cellOf(row, 'extendedTo') : '';
    const written = extension && extension !== 'N/A' ? extension : cellOf(row, 'dueOn').replace(' +', '');
    expect(written).toBe(writtenShortDay(calendarDate(deadline)));
  }
});

it('in the workbook', async () => {
  const { selection, batches, ...report } = await read(readReportRows, { reportStatuses: [...openStatuses] });
  const occasion = { author: 'Laura', now: NOW, zone: ZONE, readPunctuality: () => read(readPunctuality, report.punctualityQuery) };
  const bytes = await buffer(await reportWorkbook({ ...report, selection, batches }, occasion));
  const [headings = [], ...rows] = rowsOf((await openWorkbook(bytes)).worksheets[0]);
  const asDay = (cell: string) => new Date(cell).toISOString().slice(0, 10);
  expect(readTable(headings as string[], rows, asDay)).toEqual(drawnInOrder);
});

it('in the mail of deadlines', async () => {
  const on = stage(firm.app.db);
  const box = mailbox(on.core);
  await on.core.perform({ useCase: remindDeadlines, actor: null, channel: 'system', input: { dueAt: on.now() }, effect: 'writes' });
  const mail = (await box.deliver()).find(({ to }) => to?.[0]?.address === 'beto@empresa.mx');
  box.close();
  const mailText = mail?.text?.replace(/\s+/g, ' ') ?? '';
  const due = drawnAsOwn.filter(({ words, days }) => words !== 'Por verificar' && days < 7);
  const places = due.map(({ description, words, deadline, days }) =>
    mailText.indexOf(`${daysInWords(days)} (${writtenDay(day(deadline))}) · Mantenimiento · ${words} ${description} http`),
  );
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

const factOf = ({ facts }: Item, label: string) => facts.find((fact) => fact.label === label)?.value;
const readCards = (card: Card) =>
  card.groups.flatMap(({ items }) =>
    items.map((item) => ({
      description: item.title.split(' · ')[1],
      words: factOf(item, 'Estado'),
      deadline: factOf(item, 'Entrega')?.split(' · ')[0],
    })),
  );
const asCards = (all: readonly Drawn[]) =>
  all.map(({ description, words, deadline }) => ({ description, words, deadline: writtenDay(day(deadline)) }));

// People are linked only here, because the bot may send the reminders above to a linked person first.
it.each([
  ['what one assigned', () => firm.link(owner), 'asignadas', drawnInOrder, 'Primero lo más atrasado'],
  ['one’s own', () => firm.link(worker), 'actividades', drawnAsOwn, 'Rechazadas, luego por fecha'],
])('in each chat: %s', async (_, asker, words, expected, order) => {
  const card = readCard(await firm.answer({ kind: 'command', words, asker: await asker(), deliveryId: firm.delivery(), place: undefined }));
  expect(readCards(card)).toEqual(asCards(expected));
  const drawings = [cardBlocks(card, { most: 50 } as never), drawCard(card), drawWhatsappCard(card, createButtons()).messages];
  for (const drawing of drawings.map((drawn) => JSON.stringify(drawn))) {
    expect(drawing).toContain(order);
    let from = 0;
    for (const { description, words: status, deadline } of expected) {
      from = drawing.indexOf(`· ${description}`, from);
      expect(from, description).toBeGreaterThan(0);
      const rest = drawing.slice(from);
      expect(rest.indexOf(status)).toBeGreaterThan(0);
      expect(rest.indexOf(writtenDay(day(deadline)))).toBeGreaterThan(0);
    }
  }
});
