import { type AdminEntry, adminEndpoints } from '@bitacora/core/contract/admin-endpoints';
import { adminHistoryTexts as texts } from '@bitacora/core/messages/admin-history';
import { FileSpreadsheet, History } from 'lucide-react';
import { useMemo } from 'react';
import { type LoaderFunctionArgs, useLocation, useNavigation } from 'react-router-dom';
import { appOf, useApp } from '../../app.ts';
import { deferred, Loaded, useLoaded } from '../../layout/loaded.tsx';
import { Page } from '../../layout/page.tsx';
import { RangeTool } from '../../reports/range-tool.tsx';
import { Button } from '../../ui/button.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { Alert, Empty, TableSkeleton } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { useAddressState } from '../../ui/use-address-state.ts';
import { sentenceOf, useAttempt } from '../../ui/use-attempt.ts';
import { useSession } from '../../use-session.ts';
import { historyColumns } from './history-columns.tsx';
import { HistoryFilters } from './history-filters.tsx';
import { isFiltered, pageOf, readHistoryState, selectionOf, unfiltered, usualRange, writeHistoryState } from './history-state.ts';

export async function loader(args: LoaderFunctionArgs) {
  const { client, session } = appOf(args);
  const state = readHistoryState(new URL(args.request.url).searchParams);
  const { today } = await session.current();
  return { page: deferred(client.listAdminHistory(pageOf(state, today))), people: deferred(client.listUsers()) };
}

export function Component() {
  const { page, people } = useLoaded<typeof loader>();
  const { today } = useSession();
  const { state, typed, type, change } = useAddressState(readHistoryState, writeHistoryState);
  return (
    <Page title={texts.title} lead={texts.lead} actions={<Download ask={() => selectionOf(state, today)} />}>
      <Loaded of={people} skeleton={<span>&nbsp;</span>} isSilent>
        {(admins) => <HistoryFilters people={admins} state={state} onChange={(patch) => change(patch)} />}
      </Loaded>
      <Loaded of={page} skeleton={<TableSkeleton />}>
        {(report) => <Entries report={report} controls={{ state, typed, type, change }} />}
      </Loaded>
    </Page>
  );
}

interface EntriesProps {
  report: { rows: readonly AdminEntry[]; total: number };
  controls: ReturnType<typeof useAddressState<ReturnType<typeof readHistoryState>>>;
}

function Entries({ report, controls: { state, typed, type, change } }: EntriesProps) {
  const { today, zone } = useSession();
  const { pathname } = useLocation();
  const navigation = useNavigation();
  const columns = useMemo(() => historyColumns(zone), [zone]);
  const lastPage = Math.max(1, Math.ceil(report.total / state.size));
  return (
    <Table
      label={texts.title}
      columns={columns}
      rows={report.rows}
      rowId={({ id }: AdminEntry) => id}
      search={texts.search}
      tools={<RangeTool usual={usualRange(state.to ?? today)} selected={state} onApply={change} />}
      empty={<Empty icon={History} text={texts.empty} />}
      noMatch={() => (
        <>
          <p>{texts.noMatch}</p>
          <Button onClick={() => change(unfiltered)}>{texts.showAll}</Button>
        </>
      )}
      remote={{
        total: report.total,
        sorting: [],
        pageIndex: Math.min(state.page, lastPage) - 1,
        pageSize: state.size,
        query: typed,
        isRestricted: isFiltered(state) || state.from !== null || state.to !== null,
        isBusy: navigation.state === 'loading' && navigation.location.pathname === pathname,
        onSorting: () => {},
        onPage: (index) => change({ page: index + 1 }),
        onPageSize: (size) => change({ size }),
        onQuery: type,
      }}
    />
  );
}

/** Downloads the selection as a workbook, and shows a failure under the button. */
function Download({ ask }: { ask: () => ReturnType<typeof selectionOf> }) {
  const { client, notices } = useApp();
  const { name } = adminEndpoints.exportAdminHistory.file;
  const attempt = useAttempt();
  const download = async () => {
    const isDone = await attempt.run(async () => saveFile(await client.exportAdminHistory(ask()), name));
    if (isDone) notices.show({ title: texts.downloaded, detail: name });
  };
  return (
    <>
      <Button icon={FileSpreadsheet} isBusy={attempt.isBusy} onClick={() => void download()}>
        {texts.download}
      </Button>
      {attempt.error !== null && <Alert title={sentenceOf(attempt.error, texts.downloadFailed)} />}
    </>
  );
}
