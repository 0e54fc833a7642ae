import type { ActivityImportReply } from '@bitacora/core/contract/activity-import-endpoints';
import { writtenDay } from '@bitacora/core/messages/dates';
import { createColumnHelper } from '@tanstack/react-table';
import { importWizard as texts } from '../../messages/activity-import.ts';
import { Clipped, type Columns, type Features } from '../../ui/table-columns.tsx';

type NumberedRow<Row> = Row & { at: number };
type InvalidRow = NumberedRow<ActivityImportReply['wrong'][number]>;
type PlanRow = NumberedRow<ActivityImportReply['rows'][number]>;
type PersonLoadRow = ActivityImportReply['people'][number];

const wrong = createColumnHelper<Features, InvalidRow>();
const plan = createColumnHelper<Features, PlanRow>();
const person = createColumnHelper<Features, PersonLoadRow>();

/** The invalid cells, by their place in the file. */
export const wrongColumns = (hasSheets: boolean): Columns<InvalidRow> => [
  ...(hasSheets ? [wrong.accessor('sheet', { header: texts.sheetColumn, meta: { width: 140, isSearched: true } })] : []),
  wrong.accessor('row', { header: texts.row, meta: { width: 72, onCard: 'head', isTabular: true, isSearched: true } }),
  wrong.accessor('column', { header: texts.column, meta: { width: 180, isSearched: true } }),
  wrong.accessor('value', {
    header: texts.value,
    meta: { width: 200, isSearched: true },
    cell: ({ getValue }) => (getValue() ? <Clipped text={getValue()} /> : <em className="muted">{texts.blank}</em>),
  }),
  wrong.accessor('error', {
    header: texts.reason,
    meta: { isSearched: true, onCard: 'lead' },
    cell: ({ getValue }) => <span className="late">{getValue()}</span>,
  }),
];

const { planColumns: titles } = texts;

/** What rows would become. */
export const planColumns: Columns<PlanRow> = [
  plan.accessor('row', { header: texts.row, meta: { width: 72, onCard: 'head', isTabular: true } }),
  plan.accessor('description', {
    header: titles.description,
    meta: { isSearched: true, onCard: 'lead' },
    cell: ({ getValue }) => <Clipped text={getValue()} />,
  }),
  plan.accessor('assignee', { header: titles.assignee, meta: { width: 190, isSearched: true } }),
  plan.accessor('topic', { header: titles.topic, meta: { width: 160, isSearched: true } }),
  plan.accessor('dueOn', {
    header: titles.dueOn,
    meta: { width: 128, isTabular: true },
    cell: ({ getValue }) => writtenDay(getValue()),
  }),
  plan.accessor(({ isNew, state }) => (isNew ? texts.states[state] : texts.isKnown), {
    id: 'state',
    header: titles.state,
    meta: { width: 120 },
  }),
];

export const loadColumns: Columns<PersonLoadRow> = [
  person.accessor('name', { header: titles.assignee, meta: { onCard: 'head' } }),
  person.accessor('activities', { header: texts.activities, meta: { width: 128, isTabular: true } }),
];
