import { writtenDay } from '@bitacora/core/messages/dates';
import { printable } from '@bitacora/core/terminal/printable';
import { Text } from 'ink';
import { useTones } from '../../app/tones.ts';
import { terminalBrowser } from '../../messages/browser.ts';
import { terminalScreens } from '../../messages/screens.ts';
import { SearchLine } from '../ui/search-line.tsx';
import type { ReportColumn } from './report-columns.ts';
import { countFilters, type ReportSelection } from './selection.ts';

interface CriteriaProps {
  selection: ReportSelection;
  columns: readonly ReportColumn[];
  isSearching: boolean;
  /** What was searched for; null when it was given up. */
  onSearch(words: string | null): void;
}

/** What the rows below are restricted to and ordered by, in one line; or the search being typed. */
export function Criteria({ selection, columns, isSearching, onSearch }: CriteriaProps) {
  const colour = useTones();
  if (isSearching) return <SearchLine from={selection.search} onDone={onSearch} />;
  const { from, to, filters, search, sort } = selection;
  const count = countFilters(filters);
  const column = columns.find((one) => one.sort === sort.column);
  const said = [
    ...(search ? [terminalScreens.searching(printable(search))] : []),
    ...(count > 0 ? [terminalBrowser.filtersInUse(count)] : []),
    ...(from || to
      ? [terminalBrowser.between(from ? writtenDay(from) : terminalBrowser.usualRange, to ? writtenDay(to) : terminalBrowser.usualRange)]
      : []),
    ...(column ? [terminalBrowser.sortedBy(column.title, sort.isDescending)] : []),
  ];
  return (
    <Text color={colour('quiet')} wrap="truncate-end">
      {said.join(' · ')}
    </Text>
  );
}
