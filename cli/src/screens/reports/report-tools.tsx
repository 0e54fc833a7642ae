import type { Writable } from 'node:stream';
import type { FacetCounts } from '@bitacora/core/contract/reports/report-shapes';
import { type CalendarDate, finishedRange, isBackwards, localDay } from '@bitacora/core/domain/calendar';
import { countFilters, type FilterGroup, type Filters, filterGroups, noFilters, type Sort } from '@bitacora/core/domain/reports/report';
import { normalise } from '@bitacora/core/domain/text';
import { reports } from '@bitacora/core/messages/activities/lists';
import { countSelected, type FilterOption, filterHints, filterOptions } from '@bitacora/core/messages/reports/filter-options';
import { readTypedDay } from '@bitacora/core/messages/typed-day';
import { validation } from '@bitacora/core/messages/validation';
import { printable } from '@bitacora/core/terminal/terminal';
import { Box, Text } from 'ink';
import { useState } from 'react';
import type { ListReport, ReportTableColumn } from '../../activity-layout.ts';
import { terminalBrowser, terminalReports } from '../../messages/reports.ts';
import { terminalScreens } from '../../messages/screens.ts';
import { SaveAs } from '../files.tsx';
import { useAdmin, useLoaded } from '../screen-context.ts';
import { Button } from '../ui/confirm.tsx';
import { Form } from '../ui/form.tsx';
import { Choice, FilterLine, Selectable, useCursor } from '../ui/inputs.tsx';
import { Failure, Nothing, Page, useRoom, Waiting } from '../ui/page.tsx';

/** Filters and order of a report. A null end of the range is open, or the usual one of the report. */
export interface ReportSelection {
  from: CalendarDate | null;
  to: CalendarDate | null;
  filters: Filters;
  search: string;
  sort: Sort;
}

export const unrestricted = (sort: Sort): ReportSelection => ({ from: null, to: null, filters: noFilters, search: '', sort });

export const isRestricted = ({ filters, search }: ReportSelection): boolean => search !== '' || countFilters(filters) > 0;

/** Selects the activities of a report, as input of lists, counts and workbook. */
export const reportScope = ({ statuses, isAssigned, isOwn }: ListReport) => ({ reportStatuses: [...statuses], isAssigned, isOwn });

/** Returns the selection as input of the client. `today` is the business day. */
export const selectionInput = (
  { isFinished }: Pick<ListReport, 'isFinished'>,
  selection: Omit<ReportSelection, 'sort'>,
  today: CalendarDate,
) => ({
  ...(isFinished ? finishedRange(selection, today) : { from: selection.from, to: selection.to }),
  search: selection.search,
  ...selection.filters,
});

interface FilterPanelProps {
  report: ListReport;
  selection: ReportSelection;
  onApply(filters: Filters): void;
  onBack(): void;
}

const { keys } = terminalScreens;
const LABEL = 18;

/** Shows the groups with their values, and the number of activities that they select. */
export function FilterPanel({ report, selection, onApply, onBack }: FilterPanelProps) {
  const { client, today } = useAdmin();
  const { rows } = useRoom();
  const [filters, setFilters] = useState(selection.filters);
  const [group, setGroup] = useState<FilterGroup | null>(null);
  const facets = useLoaded<FacetCounts>(
    () => client.countFacets({ ...reportScope(report), ...selectionInput(report, { ...selection, filters }, today) }),
    [JSON.stringify(filters)],
  );
  const { at } = useCursor(filterGroups.length + 1, rows, group === null);
  const selectedGroup = filterGroups[at];
  const accept = () => (selectedGroup ? setGroup(selectedGroup) : onApply(filters));
  const matchCount = facets.value && countSelected(facets.value.statuses, filters);
  return (
    <Page
      title={reports.filters}
      onBack={onBack}
      keys={[
        { names: ['enter', 'right'], label: keys.choose, run: accept },
        { names: ['a'], label: keys.accept, run: () => onApply(filters) },
        { names: ['l'], label: keys.clear, run: () => setFilters(noFilters) },
        ...(facets.failure ? [{ names: ['r'] as const, label: keys.retry, run: facets.reload }] : []),
      ]}
      over={
        group &&
        facets.value && (
          <FilterGroupChoice
            title={reports.groups[group]}
            options={filterOptions(group, facets.value[group], filters[group])}
            hasCounts={!facets.value.hasMore}
            chosen={filters[group]}
            onToggle={(value) => setFilters((before) => toggleFilter(before, group, value))}
            onBack={() => setGroup(null)}
          />
        )
      }
    >
      <Text wrap="truncate-end">{facets.value?.hasMore ? filterHints.uncounted : filterHints.counted}</Text>
      <Text> </Text>
      {filterGroups.map((filterGroup, index) => (
        <Box key={filterGroup} height={1} flexShrink={0}>
          <Box width={LABEL} flexShrink={0}>
            <Selectable isChosen={index === at}>{reports.groups[filterGroup]} </Selectable>
          </Box>
          <Text wrap="truncate-end">{printable(describeValues(filterGroup, filters, facets.value))}</Text>
        </Box>
      ))}
      <Box marginTop={1}>
        {matchCount === null ? (
          <Waiting />
        ) : (
          <Button label={facets.value?.hasMore ? reports.showMany : reports.showFound(matchCount)} isChosen={at === filterGroups.length} />
        )}
      </Box>
      <Failure failure={facets.failure} />
    </Page>
  );
}

function describeValues(group: FilterGroup, filters: Filters, facets: FacetCounts | null): string {
  if (filters[group].length === 0) return terminalBrowser.anything;
  const options = facets ? filterOptions(group, facets[group], filters[group]) : [];
  const labels = filters[group].map((value) => options.find((option) => option.value === value)?.label ?? String(value));
  return `${labels.length}: ${labels.join(', ')}`;
}

interface FilterGroupChoiceProps {
  title: string;
  options: readonly FilterOption[];
  hasCounts: boolean;
  chosen: readonly (string | number)[];
  onToggle(value: string | number): void;
  onBack(): void;
}

/** The search and a blank line. */
const CHOICE_HEAD = 2;

/** Shows the values of one group with their counts. Enter marks and unmarks, typing filters. */
function FilterGroupChoice({ title, options, hasCounts, chosen, onToggle, onBack }: FilterGroupChoiceProps) {
  const { rows } = useRoom();
  const [words, setWords] = useState('');
  const matches = options.filter(({ label }) => normalise(label).includes(normalise(words)));
  const { at, first, last } = useCursor(matches.length, rows - CHOICE_HEAD);
  const toggle = () => {
    const option = matches[at];
    if (option) onToggle(option.value);
  };
  return (
    <Page
      title={title}
      lead={reports.chosen(chosen.length)}
      isTyping
      onBack={onBack}
      keys={[{ names: ['enter'], label: keys.mark, run: toggle }]}
    >
      <FilterLine words={words} onChange={setWords} />
      <Text> </Text>
      {matches.length === 0 && <Nothing text={options.length === 0 ? reports.noOptions : reports.noOption} />}
      {matches.slice(first, last).map(({ value, label, total }, index) => (
        <Box key={value} height={1} flexShrink={0} justifyContent="space-between">
          <Selectable isChosen={first + index === at}>
            [{chosen.includes(value) ? '×' : ' '}] {printable(label)}
          </Selectable>
          {hasCounts && <Text>{total.toLocaleString('es-MX')}</Text>}
        </Box>
      ))}
    </Page>
  );
}

/** Marks or unmarks one value. */
function toggleFilter(filters: Filters, group: FilterGroup, value: string | number): Filters {
  const before: readonly (string | number)[] = filters[group];
  const after = before.includes(value) ? before.filter((marked) => marked !== value) : [...before, value];
  return { ...filters, [group]: after };
}

interface SortChoiceProps {
  columns: readonly ReportTableColumn[];
  sort: Sort;
  onChoose(sort: Sort): void;
  onBack(): void;
}

export function SortChoice({ columns, sort, onChoose, onBack }: SortChoiceProps) {
  const sortKey = ({ column, isDescending }: Sort) => `${column} ${isDescending}`;
  const byColumn = columns.flatMap((column) =>
    [false, true].map((isDescending) => ({ title: column.title, sort: { column: column.sort, isDescending } as Sort })),
  );
  const sorts = [{ title: reports.groups.urgencies, sort: { column: 'urgency', isDescending: false } satisfies Sort }, ...byColumn];
  return (
    <Choice
      title={terminalBrowser.sortTitle}
      chosen={sortKey(sort)}
      none=""
      options={sorts.map((option) => ({
        value: sortKey(option.sort),
        label: option.title,
        hint: option.sort.isDescending ? terminalBrowser.descending : terminalBrowser.ascending,
      }))}
      onChoose={(key) => onChoose(sorts.find((option) => sortKey(option.sort) === key)?.sort ?? sort)}
      onBack={onBack}
    />
  );
}

type Range = Pick<ReportSelection, 'from' | 'to'>;

/** Undefined where the text is no day; an empty end is the usual one. */
function readEnd(text: string, today: CalendarDate): CalendarDate | null | undefined {
  const typed = readTypedDay(text, today);
  if ('day' in typed) return typed.day;
  return typed.problem === 'empty' ? null : undefined;
}

/** Reads days as the flags do. */
export function RangeForm({ selection, onApply, onBack }: { selection: Range; onApply(range: Range): void; onBack(): void }) {
  const [values, setValues] = useState<Record<keyof Range, string>>({ from: selection.from ?? '', to: selection.to ?? '' });
  const [errors, setErrors] = useState<Partial<Record<keyof Range, string>>>({});
  const { today } = useAdmin();
  const submit = () => {
    const [from, to] = [readEnd(values.from, today), readEnd(values.to, today)];
    const errorFor = (day: CalendarDate | null | undefined) => (day === undefined ? terminalReports.dayExample : undefined);
    if (from === undefined || to === undefined) return setErrors({ from: errorFor(from), to: errorFor(to) });
    if (isBackwards({ from, to })) return setErrors({ to: validation.rangeBackwards });
    onApply({ from, to });
  };
  return (
    <Form
      title={terminalBrowser.range}
      lead={terminalBrowser.rangeHint}
      fields={[
        { name: 'from', label: terminalBrowser.rangeFrom },
        { name: 'to', label: terminalBrowser.rangeTo },
      ]}
      values={values}
      errors={errors}
      submit={terminalScreens.keys.accept}
      submitsAtEnd
      onChange={(name, value) => setValues((before) => ({ ...before, [name]: value }))}
      onSubmit={submit}
      onBack={onBack}
    />
  );
}

interface ExportReportProps {
  report: ListReport;
  selection: ReportSelection;
  total: number;
  onBack(): void;
}

/** Writes the workbook with every row of the selection as it comes. */
export function ExportReport({ report, selection, total, onBack }: ExportReportProps) {
  const { into, dependencies, today, zone } = useAdmin();
  const write = async (sink: Writable) =>
    void (await into(sink).exportReport({ ...reportScope(report), ...selectionInput(report, selection, today) }));
  return (
    <SaveAs
      title={terminalBrowser.exportTitle}
      name={terminalBrowser.exportName(localDay(zone, dependencies.now()))}
      doing={terminalBrowser.exporting(total)}
      write={write}
      sentenceFor={terminalBrowser.exported}
      onBack={onBack}
    />
  );
}
