import type { ActivityView } from '@bitacora/core/contract/activities/activity-shapes';
import { actsOpenTo } from '@bitacora/core/domain/activities/policy';
import { countFilters, type Filters, noFilters } from '@bitacora/core/domain/reports/report';
import { orderSentence } from '@bitacora/core/messages/activities/activity-fields';
import { lists, reports as reportTexts, table } from '@bitacora/core/messages/activities/lists';
import { writtenDay } from '@bitacora/core/messages/dates';
import { printable } from '@bitacora/core/terminal/terminal';
import { Box, Text } from 'ink';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type ScreenReport, screenColumns, screenReports } from '../../activity-layout.ts';
import { terminalBrowser } from '../../messages/reports.ts';
import { terminalScreens } from '../../messages/screens.ts';
import { useAdmin, useLoaded, useReadings } from '../screen-context.ts';
import { SearchLine, useCursor } from '../ui/inputs.tsx';
import { Failure, type KeyAct, keyLabel, Nothing, Page, useRoom, Waiting } from '../ui/page.tsx';
import { Table } from '../ui/table.tsx';
import { useKeyboard, useTones } from '../ui/terminal.tsx';
import { ActForm, actLabel, quickActs } from './act-form.tsx';
import {
  ExportReport,
  FilterPanel,
  isRestricted,
  RangeForm,
  type ReportSelection,
  reportScope,
  SortChoice,
  selectionInput,
  unrestricted,
} from './report-tools.tsx';

const { keys } = terminalScreens;
/** The criteria above the table, its headings, and the count below. */
const OTHER_ROWS = 3;
const PAGE_SIZE_MIN = 3;
const PAGE_SIZE_MAX = 200;

type Tool = 'filters' | 'sort' | 'range' | 'export';

/** The server filters, searches, sorts and pages; a page has as many rows as there is room for. */
export function Report({ name, filters = noFilters }: { name: ScreenReport; filters?: Filters }) {
  const report = screenReports[name];
  const { client, me, today, zone, open, back, notify } = useAdmin();
  const colour = useTones();
  const room = useRoom();
  const size = Math.min(PAGE_SIZE_MAX, Math.max(PAGE_SIZE_MIN, room.rows - OTHER_ROWS));
  const [selection, setSelection] = useState<ReportSelection>(() => ({ ...unrestricted(report.sort), filters }));
  const [start, setStart] = useState(0);
  const [isSearching, setIsSearching] = useState(false);
  const [tool, setTool] = useState<Tool | null>(null);
  const [question, setQuestion] = useState<ReactNode>(null);
  const [marked, setMarked] = useState<ReadonlyMap<number, ActivityView>>(new Map());
  const page = Math.floor(start / size) + 1;

  const loaded = useLoaded(
    async () => ({
      ...(await client[report.call]({
        ...reportScope(report),
        ...selectionInput(report, selection, today),
        sort: selection.sort,
        page,
        pageSize: size,
      })),
      before: (page - 1) * size,
    }),
    [JSON.stringify(selection), page, size, useReadings()],
  );
  const { total = 0, late = 0, hasMore = false, before = 0, suggestions = [] } = loaded.value ?? {};
  const meant = suggestions.map(lists.didYouMean);
  // After the window shrinks, the old page has too many rows until the new one comes.
  const rows = loaded.value?.rows.slice(0, size) ?? [];
  const cursor = useCursor(rows.length, size, !isSearching);
  const columns = screenColumns(report.fields, zone);

  // The rows may come in another order, and the next key must not act on another row.
  const selectedId = useRef<number | null>(null);
  useLayoutEffect(() => {
    const place = rows.findIndex(({ id }) => id === selectedId.current);
    if (place >= 0) cursor.go(place);
  }, [loaded.value]);

  const close = () => {
    setTool(null);
    setQuestion(null);
  };
  const change = (patch: Partial<ReportSelection>) => {
    setSelection((before) => ({ ...before, ...patch }));
    setStart(0);
    cursor.go(0);
    setMarked(new Map());
    close();
  };
  const turnPage = (by: number) => {
    const next = start + by * size;
    if (next < 0 || next >= total) return;
    setStart(Math.floor(next / size) * size);
    cursor.go(0);
  };
  // Moving past the end of a page turns it.
  useKeyboard(
    'field',
    ({ name }) => {
      const isPast = (name === 'down' && cursor.at === rows.length - 1) || name === 'pagedown' || name === 'right';
      const isBefore = (name === 'up' && cursor.at === 0 && page > 1) || name === 'pageup' || name === 'left';
      if (!isPast && !isBefore) return false;
      turnPage(isPast ? 1 : -1);
      return true;
    },
    !isSearching,
  );

  const selected = rows[cursor.at];
  useEffect(() => {
    selectedId.current = selected?.id ?? null;
  }, [selected]);
  const finish = (sentence: string) => {
    close();
    setMarked(new Map());
    notify(sentence);
    loaded.reload();
  };
  const targets = marked.size > 0 ? [...marked.values()] : selected ? [selected] : [];
  const toggle = (activity: ActivityView) => {
    const next = new Map(marked);
    if (!next.delete(activity.id)) next.set(activity.id, activity);
    setMarked(next);
    cursor.go(cursor.at + 1);
  };
  const rowKeys: KeyAct[] = quickActs.flatMap((act) => {
    const activities = targets.filter((activity) => actsOpenTo(me, activity).has(act.act));
    const isOffered = activities.length > 0 && (targets.length === 1 || act.act !== 'reject');
    const ask = () => setQuestion(<ActForm act={act} activities={activities} onDone={finish} onBack={close} />);
    return isOffered ? [{ names: [act.key], label: actLabel(act.act), run: ask, isMinor: true }] : [];
  });
  if (selected) rowKeys.push({ names: ['space'], label: keys.mark, run: () => toggle(selected), isMinor: true });
  const acts: KeyAct[] = [
    ...rowKeys,
    ...(selected ? [{ names: ['enter'] as const, label: keys.open, run: () => open({ name: 'activity', id: selected.id }) }] : []),
    { names: ['/'], label: keys.search, run: () => setIsSearching(true) },
    { names: ['f'], label: terminalBrowser.keys.filters, run: () => setTool('filters') },
    { names: ['o'], label: terminalBrowser.keys.sort, run: () => setTool('sort') },
    { names: ['d'], label: terminalBrowser.keys.range, run: () => setTool('range') },
    { names: ['e'], label: terminalBrowser.keys.export, run: () => setTool('export') },
    ...(isRestricted(selection)
      ? [{ names: ['l'] as const, label: terminalBrowser.keys.clear, run: () => change(unrestricted(selection.sort)) }]
      : []),
    { names: ['left', 'right'], label: terminalBrowser.keys.pages, run: () => {}, isMinor: true },
    { names: ['r'], label: loaded.failure ? keys.retry : keys.reload, run: loaded.reload, isMinor: !loaded.failure },
  ];
  const tools: Record<Tool, () => ReactNode> = {
    filters: () => <FilterPanel report={report} selection={selection} onApply={(filters) => change({ filters })} onBack={close} />,
    sort: () => <SortChoice columns={columns} sort={selection.sort} onChoose={(sort) => change({ sort })} onBack={close} />,
    range: () => <RangeForm selection={selection} onApply={(range) => change(range)} onBack={close} />,
    export: () => <ExportReport report={report} selection={selection} total={total} onBack={close} />,
  };
  return (
    <Page
      title={report.title}
      lead={loaded.value ? (hasMore ? [] : [report.count(total), ...(late > 0 ? [lists.late(late)] : [])]).join(' · ') : undefined}
      keys={isSearching ? [] : acts}
      isTyping={isSearching}
      onBack={isSearching ? undefined : marked.size > 0 ? () => setMarked(new Map()) : back}
      over={question ?? (tool && tools[tool]())}
    >
      <Criteria
        selection={selection}
        isOwn={name === 'own'}
        isSearching={isSearching}
        onSearch={(search) => {
          setIsSearching(false);
          if (search !== null) change({ search });
        }}
      />
      <Failure failure={loaded.failure} />
      {!loaded.value && loaded.isBusy && <Waiting />}
      {loaded.value && total === 0 && <Nothing text={isRestricted(selection) ? [reportTexts.noMatch, ...meant].join(' ') : report.empty} />}
      {total === 0 && hasMore && <Text color={colour('quiet')}>{reportTexts.tooManyHits}</Text>}
      {rows.length > 0 && (
        <>
          <Table
            columns={columns}
            rows={rows}
            at={cursor.at}
            room={room.columns}
            isStale={loaded.isBusy}
            isMarked={({ id }) => marked.has(id)}
          />
          <Box>
            <Text color={colour('quiet')} wrap="truncate-end">
              {[
                table.visibleOf(before + 1, before + rows.length, total, hasMore),
                ...(hasMore ? [reportTexts.tooManyHits] : []),
                ...(marked.size > 0 ? [terminalBrowser.marked(marked.size)] : []),
                rowKeys.map(({ names: [key], label }) => `${keyLabel(key)} ${label}`).join('  '),
              ].join(' · ')}{' '}
            </Text>
            {loaded.isBusy && <Waiting />}
          </Box>
        </>
      )}
    </Page>
  );
}

interface CriteriaProps {
  selection: ReportSelection;
  isOwn: boolean;
  isSearching: boolean;
  /** Null if the person canceled the search. */
  onSearch(words: string | null): void;
}

/** Shows the filters and the order in one line, or the search while a person types it. */
function Criteria({ selection, isOwn, isSearching, onSearch }: CriteriaProps) {
  const colour = useTones();
  if (isSearching) return <SearchLine from={selection.search} onDone={onSearch} />;
  const { from, to, filters, search, sort } = selection;
  const count = countFilters(filters);
  const criteria = [
    ...(search ? [terminalScreens.searching(printable(search))] : []),
    ...(count > 0 ? [terminalBrowser.filtersInUse(count)] : []),
    ...(from || to
      ? [terminalBrowser.between(from ? writtenDay(from) : terminalBrowser.usualRange, to ? writtenDay(to) : terminalBrowser.usualRange)]
      : []),
    orderSentence(sort, isOwn),
  ];
  return (
    <Text color={colour('quiet')} wrap="truncate-end">
      {criteria.join(' · ')}
    </Text>
  );
}
