import type { Readable } from 'node:stream';
import { wallClockAt } from '@bitacora/core/domain/calendar';
import { adminActLabel, adminChannelLabel, adminHistoryTexts, writtenChanges } from '@bitacora/core/messages/admin/admin-history';
import type { AdminHistoryLine } from '@bitacora/core/use-cases/admin/admin-history';
import { addLine, beginTable, type SheetColumn } from '../workbooks/cell-styles.ts';
import { readAhead, streamWorkbook } from '../workbooks/stream-workbook.ts';

const adminHistoryColumns: readonly SheetColumn<[line: AdminHistoryLine, zone: string]>[] = [
  { title: 'ID', width: 9, style: 'folio', read: ({ id }) => id },
  { title: adminHistoryTexts.at, width: 18, style: 'instant', read: ({ at }, zone) => wallClockAt(zone, at) },
  { title: adminHistoryTexts.actor, width: 28, style: 'text', read: ({ actorName }) => actorName },
  { title: adminHistoryTexts.act, width: 36, style: 'text', read: ({ act }) => adminActLabel(act) },
  { title: adminHistoryTexts.subject, width: 32, style: 'text', read: ({ subject }) => subject },
  { title: adminHistoryTexts.changes, width: 70, style: 'longText', read: (line) => writtenChanges(line).join('\n') },
  { title: adminHistoryTexts.address, width: 20, style: 'text', read: ({ address }) => address },
  { title: adminHistoryTexts.channel, width: 18, style: 'text', read: ({ channel }) => adminChannelLabel(channel) },
];

/** Writes the history of the administration as a workbook. Memory does not grow with the rows. */
export async function adminHistoryWorkbook(lines: AsyncIterable<AdminHistoryLine[]>, zone: string): Promise<Readable> {
  const batches = await readAhead(lines);
  return streamWorkbook(async (book, pace) => {
    const sheet = beginTable(book, adminHistoryTexts.workbookSheet, adminHistoryColumns);
    let nRows = 1;
    for await (const batch of batches) {
      for (const line of batch) addLine(sheet, adminHistoryColumns, line, zone);
      nRows += batch.length;
      await pace.keep(sheet);
    }
    sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: nRows, column: adminHistoryColumns.length } };
    sheet.commit();
  });
}
