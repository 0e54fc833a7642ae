import type { Writable } from 'node:stream';
import { dayIn } from '@bitacora/core/domain/calendar';
import { useOffice } from '../../app/office.ts';
import { terminalBrowser } from '../../messages/browser.ts';
import { SaveAs } from '../files/save-as.tsx';
import type { ReportKind } from './reports-known.ts';
import { askedWith, type Selection } from './selection.ts';

interface Shown {
  kind: ReportKind;
  selection: Selection;
  total: number;
  onBack(): void;
}

/** The report as the workbook the web makes of it: every row of the selection, written as it comes. */
export function ExportReport({ kind, selection, total, onBack }: Shown) {
  const { into, now, today, zone, tell } = useOffice();
  const write = async (sink: Writable) => void (await into(sink).exportReport({ ...kind.scope, ...askedWith(kind, selection, today) }));
  return (
    <SaveAs
      title={terminalBrowser.exportTitle}
      name={terminalBrowser.exportName(dayIn(zone, now()))}
      doing={terminalBrowser.exporting(total)}
      write={write}
      onBack={onBack}
      onDone={(file) => {
        onBack();
        tell(terminalBrowser.exported(file));
      }}
    />
  );
}
