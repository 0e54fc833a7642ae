import { type AdminEntry, adminEndpoints } from '@bitacora/core/contract/admin/admin-endpoints';
import type { Account } from '@bitacora/core/contract/people/user-endpoints';
import { type AdminAct, adminActs } from '@bitacora/core/domain/admin/admin-act';
import { addDays, type CalendarDate, type DateRange, localDay } from '@bitacora/core/domain/calendar';
import { fullName, shortName } from '@bitacora/core/domain/people/person';
import { readDateEnds, readNumber } from '@bitacora/core/domain/reports/list-address';
import {
  adminActLabel,
  adminActLabels,
  adminChannelLabel,
  adminHistoryTexts as texts,
  writtenChanges,
} from '@bitacora/core/messages/admin/admin-history';
import { writtenClock, writtenNearDay } from '@bitacora/core/messages/dates';
import { userTexts } from '@bitacora/core/messages/people/users';
import { createColumnHelper } from '@tanstack/react-table';
import { FileSpreadsheet, History } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { getApp, useSession } from '../../app/app.ts';
import { getClients, useClients } from '../../app/clients.ts';
import { deferred, Loaded, useLoaded } from '../../layout/loaded.tsx';
import { Lead, Page } from '../../layout/page.tsx';
import { personOption } from '../../layout/person-link.tsx';
import { Button, PlainButton } from '../../ui/button.tsx';
import { useDownload } from '../../ui/copy-and-download.ts';
import { FilterSelect } from '../../ui/filter-select.tsx';
import { later } from '../../ui/later.tsx';
import { Alert, Empty, TableSkeleton } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { Clipped, type Features, remoteList } from '../../ui/table-model.tsx';
import { type AddressState, ID_MAX, type ListPage, readListPage, useAddressState, writeListState } from '../../ui/use-address-state.ts';
import { errorSentence } from '../../ui/use-attempt.ts';
import './admin-history.css';

const RangeTool = later(async () => (await import('../../activities/list/range-tool.tsx')).RangeTool);

const { file } = adminEndpoints.exportAdminHistory;

export async function loader(args: LoaderFunctionArgs) {
  const { client } = getClients(args);
  const { session } = getApp(args);
  const state = readHistoryState(new URL(args.request.url).searchParams);
  const { today } = await session.current();
  return { loaded: deferred(Promise.all([client.listAdminHistory(historyPage(state, today)), client.listUsers()])) };
}

export function Component() {
  const { loaded } = useLoaded<typeof loader>();
  const { today } = useSession();
  const { client } = useClients();
  const controls = useAddressState(readHistoryState, writeListState);
  const { isBusy, error, download } = useDownload();
  const load = () => client.exportAdminHistory(historySelection(controls.state, today));
  return (
    <Page
      title={texts.title}
      lead={<Lead of={loaded}>{([{ total }]) => texts.total(total)}</Lead>}
      actions={
        <>
          <Button icon={FileSpreadsheet} isBusy={isBusy} onClick={() => void download(file.name, load, texts.downloaded)}>
            {texts.download}
          </Button>
          {error !== null && <Alert title={errorSentence(error, texts.downloadFailed)} />}
        </>
      }
    >
      <p className="muted admin-history-lead">{texts.lead}</p>
      <Loaded of={loaded} skeleton={<TableSkeleton />}>
        {([report, people]) => <Entries report={report} people={people} controls={controls} />}
      </Loaded>
    </Page>
  );
}

const { filters: filterTexts } = texts;
type HistoryFilter = keyof typeof filterTexts;

const actOptions = adminActs.map((act) => ({ value: act, label: adminActLabels[act], searched: adminActLabels[act] }));

interface EntriesProps {
  report: { rows: readonly AdminEntry[]; total: number };
  people: readonly Account[];
  controls: AddressState<HistoryState>;
}

function Entries({ report, people, controls }: EntriesProps) {
  const { state, change } = controls;
  const { today, zone } = useSession();
  const options = people.map((person) => {
    const option = personOption(person, `${person.employeeNumber} · ${person.position}`);
    return { ...option, searched: `${option.searched} ${person.email}` };
  });
  const columns = useMemo(() => historyColumns(zone, today, people), [zone, today, people]);
  return (
    <Table
      label={texts.title}
      columns={columns}
      rows={report.rows}
      search={texts.search}
      tools={
        <>
          {Object.entries({ actor: options, person: options, act: actOptions }).map(([name, options]) => (
            <FilterSelect
              key={name}
              label={filterTexts[name as HistoryFilter]}
              value={state[name as HistoryFilter] || null}
              options={options}
              search={{ placeholder: userTexts.personSearch, noMatch: texts.noMatch }}
              onChange={(value) => change({ [name]: name === 'act' ? value : Number(value) })}
            />
          ))}
          <RangeTool usual={usualRange(state.to ?? today)} selected={state} onApply={change} />
        </>
      }
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

const helper = createColumnHelper<Features, AdminEntry>();

/** The rows in words; times are in the company's time zone. Names are short, with the whole one on hover. */
const historyColumns = (zone: string, today: CalendarDate, people: readonly Account[]) => {
  const shortNames = new Map(people.map((person) => [fullName(person), shortName(person)]));
  const writeName = (name: string | null) => name && <Clipped text={name}>{shortNames.get(name)}</Clipped>;
  return [
    helper.accessor(({ at }) => `${writtenNearDay(localDay(zone, at), today)}, ${writtenClock(at, zone)}`, {
      id: 'at',
      header: texts.at,
      meta: { width: 110, onCard: 'head', isTabular: true },
    }),
    helper.accessor('actorName', {
      id: 'actor',
      header: texts.actor,
      meta: { width: 138 },
      cell: ({ row: { original } }) =>
        writeName(original.actorName) ?? (
          <span className="muted">{original.address ? texts.unknownActor : adminChannelLabel(original.channel)}</span>
        ),
    }),
    helper.accessor(({ act }) => adminActLabel(act), { id: 'act', header: texts.act, meta: { width: 206, onCard: 'lead' } }),
    helper.accessor('subject', { header: texts.subject, meta: { width: 138 }, cell: ({ getValue }) => writeName(getValue()) }),
    helper.accessor(writtenChanges, {
      id: 'changes',
      header: texts.changes,
      cell: ({ getValue }) => getValue().length > 0 && <Changes lines={getValue()} />,
    }),
    helper.accessor('address', {
      id: 'address',
      header: texts.address,
      meta: { width: 120, isMinor: 'medium', isTabular: true },
      cell: ({ row: { original } }) => (
        <span>
          {original.address} <span className="muted">{adminChannelLabel(original.channel)}</span>
        </span>
      ),
    }),
  ];
};

/** More changes than two are folded below the first, because the registration of a person has a dozen and rows stay equal. */
function Changes({ lines }: { lines: readonly string[] }) {
  const [isWhole, setWhole] = useState(false);
  const isLong = lines.length > 2;
  return (
    <div className="admin-history-changes" data-whole={isWhole}>
      {(isLong && !isWhole ? lines.slice(0, 1) : lines).map((line) => (
        <p key={line}>{line}</p>
      ))}
      {isLong && (
        <PlainButton aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? texts.fewerChanges : texts.moreChanges(lines.length - 1)}
        </PlainButton>
      )}
    </div>
  );
}

const SEARCH_MAX = 200;
const USUAL_DAYS = 30;

/** The state of the screen, kept in its address. */
interface HistoryState extends ListPage {
  /** Null for the default end. */
  from: CalendarDate | null;
  to: CalendarDate | null;
  /** 0 for anybody. */
  actor: number;
  person: number;
  act: AdminAct | '';
  search: string;
}

const usualRange = (today: CalendarDate): DateRange => ({ from: addDays(today, -USUAL_DAYS), to: today });

/** Reads the state from an address and ignores invalid values. */
function readHistoryState(address: URLSearchParams): HistoryState {
  return {
    ...readDateEnds(address),
    actor: readNumber(address, 'actor', ID_MAX, 0),
    person: readNumber(address, 'person', ID_MAX, 0),
    act: adminActs.find((act) => act === address.get('act')) ?? '',
    search: (address.get('search') ?? '').slice(0, SEARCH_MAX),
    ...readListPage(address),
  };
}

const isFiltered = ({ actor, person, act, search }: HistoryState): boolean => Boolean(actor || person || act || search);
const unfiltered = { actor: 0, person: 0, act: '', search: '' } as const;

/** The input of every call about this selection. */
function historySelection({ from, to, actor, person, act, search }: HistoryState, today: CalendarDate) {
  const usual = usualRange(to ?? today);
  return {
    from: from ?? usual.from,
    to: to ?? usual.to,
    ...(actor ? { actorId: actor } : {}),
    ...(person ? { personId: person } : {}),
    ...(act ? { acts: [act] } : {}),
    text: search || undefined,
  };
}
const historyPage = (state: HistoryState, today: CalendarDate) => ({
  ...historySelection(state, today),
  page: state.page,
  pageSize: state.size,
});
