import { type AdminEntry, adminEndpoints } from '@bitacora/core/contract/admin/admin-endpoints';
import type { Account } from '@bitacora/core/contract/people/user-endpoints';
import { type AdminAct, adminActs } from '@bitacora/core/domain/admin/admin-act';
import { fullName } from '@bitacora/core/domain/people/person';
import {
  adminActLabel,
  adminActLabels,
  adminChannelLabel,
  adminHistoryTexts as texts,
  writtenChanges,
} from '@bitacora/core/messages/admin/admin-history';
import { writtenInstant } from '@bitacora/core/messages/dates';
import { userTexts } from '@bitacora/core/messages/people/users';
import { createColumnHelper } from '@tanstack/react-table';
import { FileSpreadsheet, History } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { getApp, useSession } from '../../app/app.ts';
import { getClients, useClients } from '../../app/clients.ts';
import { deferred, Loaded, useLoaded } from '../../layout/loaded.tsx';
import { Lead, Page } from '../../layout/page.tsx';
import { Button } from '../../ui/button.tsx';
import { useDownload } from '../../ui/copy-and-download.ts';
import { Field } from '../../ui/field.tsx';
import { later } from '../../ui/later.tsx';
import { Select } from '../../ui/select.tsx';
import type { SelectOption } from '../../ui/select-list.tsx';
import { Alert, Empty, TableSkeleton } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { type Features, remoteList } from '../../ui/table-model.tsx';
import { type AddressState, useAddressState, writeListState } from '../../ui/use-address-state.ts';
import { errorSentence } from '../../ui/use-attempt.ts';
import { type HistoryState, historyPage, historySelection, isFiltered, readHistoryState, unfiltered, usualRange } from './history-state.ts';
import './admin-history.css';

const RangeTool = later(async () => (await import('../../activities/list/range-tool.tsx')).RangeTool);

export async function loader(args: LoaderFunctionArgs) {
  const { client } = getClients(args);
  const { session } = getApp(args);
  const state = readHistoryState(new URL(args.request.url).searchParams);
  const { today } = await session.current();
  return { page: deferred(client.listAdminHistory(historyPage(state, today))), people: deferred(client.listUsers()) };
}

export function Component() {
  const { page, people } = useLoaded<typeof loader>();
  const { today } = useSession();
  const controls = useAddressState(readHistoryState, writeListState);
  const { state, change } = controls;
  return (
    <Page
      title={texts.title}
      lead={<Lead of={page}>{({ total }) => texts.total(total)}</Lead>}
      actions={<Download ask={() => historySelection(state, today)} />}
    >
      <p className="muted">{texts.lead}</p>
      <Loaded of={people} skeleton={<span>&nbsp;</span>} isSilent>
        {(admins) => <HistoryFilters people={admins} state={state} onChange={(patch) => change(patch)} />}
      </Loaded>
      <Loaded of={page} skeleton={<TableSkeleton />}>
        {(report) => <Entries report={report} controls={controls} />}
      </Loaded>
    </Page>
  );
}

interface EntriesProps {
  report: { rows: readonly AdminEntry[]; total: number };
  controls: AddressState<HistoryState>;
}

function Entries({ report, controls }: EntriesProps) {
  const { state, change } = controls;
  const { today, zone } = useSession();
  const columns = useMemo(() => historyColumns(zone), [zone]);
  return (
    <Table
      label={texts.title}
      columns={columns}
      rows={report.rows}
      search={texts.search}
      tools={<RangeTool usual={usualRange(state.to ?? today)} selected={state} onApply={change} />}
      empty={<Empty icon={History} text={texts.empty} />}
      noMatch={() => (
        <>
          <p>{texts.noMatch}</p>
          <Button onClick={() => change(unfiltered)}>{texts.showAll}</Button>
        </>
      )}
      remote={remoteList(controls, {
        total: report.total,
        isRestricted: isFiltered(state) || state.from !== null || state.to !== null,
      })}
    />
  );
}

/** Downloads the selection as a workbook, and shows a failure under the button. */
function Download({ ask }: { ask: () => ReturnType<typeof historySelection> }) {
  const { client } = useClients();
  const { isBusy, error, download } = useDownload();
  const { name } = adminEndpoints.exportAdminHistory.file;
  const load = () => client.exportAdminHistory(ask());
  return (
    <>
      <Button icon={FileSpreadsheet} isBusy={isBusy} onClick={() => void download(name, load, texts.downloaded)}>
        {texts.download}
      </Button>
      {error !== null && <Alert title={errorSentence(error, texts.downloadFailed)} />}
    </>
  );
}

const helper = createColumnHelper<Features, AdminEntry>();

/** The rows in words; times are in the company's time zone. */
const historyColumns = (zone: string) => [
  helper.accessor(({ at }) => writtenInstant(at, zone), {
    id: 'at',
    header: texts.at,
    meta: { width: 116, onCard: 'head', isTabular: true },
  }),
  helper.accessor('actorName', {
    id: 'actor',
    header: texts.actor,
    meta: { width: 128 },
    cell: ({ getValue }) => getValue() ?? <span className="muted">{texts.unknownActor}</span>,
  }),
  helper.accessor(({ act }) => adminActLabel(act), { id: 'act', header: texts.act, meta: { width: 144, onCard: 'lead' } }),
  helper.accessor(({ subject }) => subject ?? texts.nothing, { id: 'subject', header: texts.subject, meta: { width: 128 } }),
  helper.accessor(writtenChanges, { id: 'changes', header: texts.changes, cell: ({ getValue }) => <Changes lines={getValue()} /> }),
  helper.accessor('address', {
    id: 'address',
    header: texts.address,
    meta: { width: 120, isMinor: 'medium', isTabular: true },
    cell: ({ row: { original } }) => (
      <div className="admin-history-address">
        {original.address ?? texts.nothing}
        <span className="muted">{adminChannelLabel(original.channel)}</span>
      </div>
    ),
  }),
];

/** More changes are folded, because the registration of a person has a dozen and a row should stay low. */
const CHANGES_VISIBLE = 2;

function Changes({ lines }: { lines: readonly string[] }) {
  const [isWhole, setWhole] = useState(false);
  if (lines.length === 0) return texts.nothing;
  const isLong = lines.length > CHANGES_VISIBLE + 1;
  return (
    <>
      <ChangeLines lines={isLong && !isWhole ? lines.slice(0, CHANGES_VISIBLE) : lines} />
      {isLong && (
        <Button tone="quiet" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? texts.fewerChanges : texts.moreChanges(lines.length - CHANGES_VISIBLE)}
        </Button>
      )}
    </>
  );
}

const ChangeLines = ({ lines }: { lines: readonly string[] }) => (
  <ul className="admin-history-changes">
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </ul>
);

const { filters: filterTexts } = texts;

const actOptions: readonly SelectOption[] = adminActs.map((act) => ({
  value: act,
  label: adminActLabels[act],
  searched: adminActLabels[act],
}));

const personOption = (person: Account): SelectOption => ({
  value: person.id,
  label: fullName(person),
  detail: `${person.employeeNumber} · ${person.position}`,
  searched: `${fullName(person)} ${person.employeeNumber} ${person.email}`,
});

interface HistoryFiltersProps {
  people: readonly Account[];
  state: HistoryState;
  onChange: (patch: Partial<HistoryState>) => void;
}

/** Filters by actor, person and act. */
function HistoryFilters({ people, state, onChange }: HistoryFiltersProps) {
  const options = people.map(personOption);
  const select = (
    label: string,
    value: SelectOption['value'] | null,
    of: readonly SelectOption[],
    onChosen: (value: SelectOption['value']) => void,
  ) => (
    <Field label={label}>
      {(tie) => (
        <Select
          tie={tie}
          value={value}
          options={of}
          placeholder={filterTexts.any}
          search={{ placeholder: userTexts.personSearch, noMatch: texts.noMatch }}
          onChange={onChosen}
        />
      )}
    </Field>
  );
  return (
    <div className="admin-history-filters">
      {select(filterTexts.actor, state.actor || null, options, (actor) => onChange({ actor: Number(actor) }))}
      {select(filterTexts.person, state.person || null, options, (person) => onChange({ person: Number(person) }))}
      {select(filterTexts.act, state.act || null, actOptions, (act) => onChange({ act: act as AdminAct }))}
      {isFiltered(state) && (
        <Button tone="quiet" onClick={() => onChange(unfiltered)}>
          {texts.clearFilters}
        </Button>
      )}
    </div>
  );
}
