import type { Sort } from '@bitacora/core/domain/reports/report';
import { terminalBrowser } from '../../messages/browser.ts';
import { Choice } from '../ui/choice.tsx';
import type { ReportColumn } from './report-columns.ts';

/** By which column, and which way. */
export function SortChoice({
  columns,
  sort,
  onChoose,
  onBack,
}: {
  columns: readonly ReportColumn[];
  sort: Sort;
  onChoose(sort: Sort): void;
  onBack(): void;
}) {
  const wordOf = ({ column, isDescending }: Sort) => `${column} ${isDescending}`;
  const sorts = columns.flatMap((column) =>
    [false, true].map((isDescending) => ({ title: column.title, sort: { column: column.sort, isDescending } })),
  );
  return (
    <Choice
      title={terminalBrowser.sortTitle}
      chosen={wordOf(sort)}
      none=""
      options={sorts.map((one) => ({
        value: wordOf(one.sort),
        label: one.title,
        hint: one.sort.isDescending ? terminalBrowser.descending : terminalBrowser.ascending,
      }))}
      onChoose={(word) => onChoose(sorts.find((one) => wordOf(one.sort) === word)?.sort ?? sort)}
      onBack={onBack}
    />
  );
}
