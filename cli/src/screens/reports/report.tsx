import { lists, table } from '@bitacora/core/messages/lists';
import { reports } from '@bitacora/core/messages/reports';
import { Box, Text } from 'ink';
import { type ReactNode, useState } from 'react';
import { useAdmin } from '../../app/admin-context.ts';
import { useKeyboard } from '../../app/keyboard.tsx';
import { useTones } from '../../app/tones.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { terminalBrowser } from '../../messages/browser.ts';
import { terminalScreens } from '../../messages/screens.ts';
import { type KeyAct, Page, useRoom } from '../ui/page.tsx';
import { Failure, Nothing, Waiting } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import { useCursor } from '../ui/use-cursor.ts';
import { Criteria } from './criteria.tsx';
import { ExportReport } from './export-report.tsx';
import { FilterPanel } from './filter-panel.tsx';
import { RangeForm } from './range-form.tsx';
import { type ReportName, reportsKnown } from './reports-known.ts';
import { isRestricted, type ReportSelection, selectionInput, unrestricted } from './selection.ts';
import { SortChoice } from './sort-choice.tsx';

const { keys } = terminalScreens;
/** The criteria above the table, its headings, and the count below. */
const AROUND = 3;
const SMALLEST_PAGE = 3;
const PAGE_MAX = 200;

type Tool = 'filters' | 'sort' | 'range' | 'export';

/** One of the web's reports: filtered, searched, sorted and paged by the server, as many rows as there is room for. */
export function Report({ report }: { report: ReportName }) {
  const kind = reportsKnown[report];
  const { client, today, zone, open, back } = useAdmin();
  const colour = useTones();
  const room = useRoom();
  const size = Math.min(PAGE_MAX, Math.max(SMALLEST_PAGE, room.rows - AROUND));
  const [selection, setSelection] = useState<ReportSelection>(() => unrestricted(kind.usualSort));
  const [start, setStart] = useState(0);
  const [isSearching, setIsSearching] = useState(false);
  const [tool, setTool] = useState<Tool | null>(null);
  const page = Math.floor(start / size) + 1;

  const loaded = useLoaded(
    async () => ({
      ...(await client[kind.call]({
        ...kind.listed,
        ...selectionInput(kind, selection, today),
        sort: selection.sort,
        page,
        pageSize: size,
      })),
      before: (page - 1) * size,
    }),
    [JSON.stringify(selection), page, size],
  );
  const { total = 0, late = 0, before = 0 } = loaded.value ?? {};
  // After the window has shrunk the rows of before are too many for a moment.
  const rows = loaded.value?.rows.slice(0, size) ?? [];
  const cursor = useCursor(rows.length, size, !isSearching);
  const columns = kind.columns(zone);

  const change = (patch: Partial<ReportSelection>) => {
    setSelection((before) => ({ ...before, ...patch }));
    setStart(0);
    cursor.go(0);
    setTool(null);
  };
  const turn = (by: number) => {
    const next = start + by * size;
    if (next < 0 || next >= total) return;
    setStart(Math.floor(next / size) * size);
    cursor.go(0);
  };
  // Past the ends of a page the next one comes.
  useKeyboard(
    'field',
    ({ name }) => {
      const isPast = (name === 'down' && cursor.at === rows.length - 1) || name === 'pagedown' || name === 'right';
      const isBefore = (name === 'up' && cursor.at === 0 && page > 1) || name === 'pageup' || name === 'left';
      if (!isPast && !isBefore) return false;
      turn(isPast ? 1 : -1);
      return true;
    },
    !isSearching,
  );

  const chosen = rows[cursor.at];
  const openTool =
    (wanted: Tool): (() => void) =>
    () =>
      setTool(wanted);
  const acts: KeyAct[] = [
    ...(chosen ? [{ names: ['enter'] as const, label: keys.open, run: () => open({ name: 'activity', id: chosen.id }) }] : []),
    { names: ['/'], label: keys.search, run: () => setIsSearching(true) },
    { names: ['f'], label: terminalBrowser.keys.filters, run: openTool('filters') },
    { names: ['o'], label: terminalBrowser.keys.sort, run: openTool('sort') },
    { names: ['d'], label: terminalBrowser.keys.range, run: openTool('range') },
    { names: ['e'], label: terminalBrowser.keys.export, run: openTool('export') },
    ...(isRestricted(selection)
      ? [{ names: ['l'] as const, label: terminalBrowser.keys.clear, run: () => change(unrestricted(selection.sort)) }]
      : []),
    { names: ['left', 'right'], label: terminalBrowser.keys.pages, run: () => {}, isMinor: true },
    { names: ['r'], label: loaded.failure ? keys.retry : keys.reload, run: loaded.reload, isMinor: !loaded.failure },
  ];
  const close = () => setTool(null);
  const tools: Record<Tool, () => ReactNode> = {
    filters: () => <FilterPanel kind={kind} selection={selection} onApply={(filters) => change({ filters })} onBack={close} />,
    sort: () => <SortChoice columns={columns} sort={selection.sort} onChoose={(sort) => change({ sort })} onBack={close} />,
    range: () => <RangeForm selection={selection} onApply={(range) => change(range)} onBack={close} />,
    export: () => <ExportReport kind={kind} selection={selection} total={total} onBack={close} />,
  };
  return (
    <Page
      title={kind.title}
      lead={loaded.value ? [kind.counted(total), ...(late > 0 ? [lists.late(late)] : [])].join(' · ') : undefined}
      keys={isSearching ? [] : acts}
      isTyping={isSearching}
      onBack={isSearching ? undefined : back}
      over={tool && tools[tool]()}
    >
      <Criteria
        selection={selection}
        columns={columns}
        isSearching={isSearching}
        onSearch={(search) => {
          setIsSearching(false);
          if (search !== null) change({ search });
        }}
      />
      {loaded.failure && <Failure failure={loaded.failure} />}
      {!loaded.value && loaded.isBusy && <Waiting />}
      {loaded.value && total === 0 && <Nothing text={isRestricted(selection) ? reports.noMatch : kind.empty} />}
      {rows.length > 0 && (
        <>
          <Table columns={columns} rows={rows} at={cursor.at} room={room.columns} isStale={loaded.isBusy} />
          <Box>
            <Text color={colour('quiet')}>{table.shown(before + 1, before + rows.length, total)} </Text>
            {loaded.isBusy && <Waiting />}
          </Box>
        </>
      )}
    </Page>
  );
}
