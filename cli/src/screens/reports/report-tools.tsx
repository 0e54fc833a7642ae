import type { Writable } from 'node:stream';
import { type CalendarDate, dayIn, isCalendarDate } from '@bitacora/core/domain/calendar';
import type { Sort } from '@bitacora/core/domain/reports/report';
import type { ActivityReport } from '@bitacora/core/messages/activity-fields';
import { lists, reports } from '@bitacora/core/messages/lists';
import { useState } from 'react';
import { useAdmin } from '../../app/admin-context.ts';
import { terminalBrowser } from '../../messages/browser.ts';
import { terminalScreens } from '../../messages/screens.ts';
import type { ReportTableColumn } from '../../report-columns.ts';
import { SaveAs } from '../files/save-as.tsx';
import { Choice } from '../ui/choice.tsx';
import { Form } from '../ui/form.tsx';
import { type ReportSelection, reportScope, selectionInput } from './selection.ts';

interface SortChoiceProps {
  columns: readonly ReportTableColumn[];
  sort: Sort;
  onChoose(sort: Sort): void;
  onBack(): void;
}

export function SortChoice({ columns, sort, onChoose, onBack }: SortChoiceProps) {
  const keyOf = ({ column, isDescending }: Sort) => `${column} ${isDescending}`;
  const byColumn = columns.flatMap((column) =>
    [false, true].map((isDescending) => ({ title: column.title, sort: { column: column.sort, isDescending } as Sort })),
  );
  const sorts = [{ title: reports.groups.urgencies, sort: { column: 'urgency', isDescending: false } satisfies Sort }, ...byColumn];
  return (
    <Choice
      title={terminalBrowser.sortTitle}
      chosen={keyOf(sort)}
      none=""
      options={sorts.map((one) => ({
        value: keyOf(one.sort),
        label: one.title,
        hint: one.sort.isDescending ? terminalBrowser.descending : terminalBrowser.ascending,
      }))}
      onChoose={(key) => onChoose(sorts.find((one) => keyOf(one.sort) === key)?.sort ?? sort)}
      onBack={onBack}
    />
  );
}

type Range = Pick<ReportSelection, 'from' | 'to'>;

const wrongIn = (text: string) => (text.trim() === '' || isCalendarDate(text.trim()) ? undefined : terminalBrowser.rangeWrong);
const dayOf = (text: string) => (text.trim() || null) as CalendarDate | null;

/** An empty end is the usual one. */
export function RangeForm({ selection, onApply, onBack }: { selection: Range; onApply(range: Range): void; onBack(): void }) {
  const [values, setValues] = useState<Record<keyof Range, string>>({ from: selection.from ?? '', to: selection.to ?? '' });
  const [errors, setErrors] = useState<Partial<Record<keyof Range, string>>>({});
  const submit = () => {
    const wrong = { from: wrongIn(values.from), to: wrongIn(values.to) };
    if (wrong.from || wrong.to) return setErrors(wrong);
    const range = { from: dayOf(values.from), to: dayOf(values.to) };
    if (range.from && range.to && range.from > range.to) return setErrors({ to: lists.rangeBackwards });
    onApply(range);
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
  report: ActivityReport;
  selection: ReportSelection;
  total: number;
  onBack(): void;
}

/** The workbook with every row of the selection, written as it comes. */
export function ExportReport({ report, selection, total, onBack }: ExportReportProps) {
  const { into, now, today, zone, notify } = useAdmin();
  const write = async (sink: Writable) =>
    void (await into(sink).exportReport({ ...reportScope(report), ...selectionInput(report, selection, today) }));
  return (
    <SaveAs
      title={terminalBrowser.exportTitle}
      name={terminalBrowser.exportName(dayIn(zone, now()))}
      doing={terminalBrowser.exporting(total)}
      write={write}
      onBack={onBack}
      onDone={(file) => {
        onBack();
        notify(terminalBrowser.exported(file));
      }}
    />
  );
}
