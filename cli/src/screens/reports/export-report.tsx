import type { Writable } from 'node:stream';
import { dayIn } from '@bitacora/core/domain/calendar';
import { useAdmin } from '../../app/admin-context.ts';
import { terminalBrowser } from '../../messages/browser.ts';
import { SaveAs } from '../files/save-as.tsx';
import type { ReportKind } from './reports-known.ts';
import { type ReportSelection, selectionInput } from './selection.ts';

interface ExportReportProps {
  kind: ReportKind;
  selection: ReportSelection;
  total: number;
  onBack(): void;
}

/** The report as the workbook the web makes of it: every row of the selection, written as it comes. */
export function ExportReport({ kind, selection, total, onBack }: ExportReportProps) {
  const { into, now, today, zone, notify } = useAdmin();
  const write = async (sink: Writable) =>
    void (await into(sink).exportReport({ ...kind.scope, ...selectionInput(kind, selection, today) }));
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
