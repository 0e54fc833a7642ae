import type { Readable } from 'node:stream';
import { wallClockAt } from '@bitacora/core/domain/calendar';
import { adminActLabel, adminChannelLabel, adminHistoryTexts as texts, writtenChanges } from '@bitacora/core/messages/admin-history';
import type { AdminHistoryLine } from '@bitacora/core/use-cases/admin/admin-history';
import { addRow, type SheetColumn } from './cell-styles.ts';
import { readAhead, streamWorkbook } from './stream-workbook.ts';

const columns: readonly SheetColumn<AdminHistoryLine, [zone: string]>[] = [
  { title: 'ID', width: 9, style: 'folio', read: ({ id }) => id },
  { title: texts.at, width: 18, style: 'instant', read: ({ at }, zone) => wallClockAt(zone, at) },
  { title: texts.actor, width: 28, style: 'text', read: ({ actorName }) => actorName },
  { title: texts.act, width: 36, style: 'text', read: ({ act }) => adminActLabel(act) },
  { title: texts.subject, width: 32, style: 'text', read: ({ subject }) => subject },
  { title: texts.changes, width: 70, style: 'longText', read: (line) => writtenChanges(line).join('\n') },
  { title: texts.address, width: 20, style: 'text', read: ({ address }) => address },
  { title: texts.channel, width: 18, style: 'text', read: ({ channel }) => adminChannelLabel(channel) },
];

/** The history of the administration as a workbook. Memory does not grow with the rows. */
export async function adminHistoryWorkbook(lines: AsyncIterable<AdminHistoryLine[]>, zone: string): Promise<Readable> {
  const batches = await readAhead(lines);
  return streamWorkbook(async (book, pace) => {
    const sheet = book.addWorksheet(texts.workbookSheet, { views: [{ state: 'frozen', ySplit: 1 }] });
    sheet.columns = columns.map(({ width }) => ({ width }));
    addRow(
      sheet,
      columns.map(({ title }) => title),
      () => 'heading',
    );
    let nRows = 1;
    const styleOf = (column: number) => columns[column]?.style ?? 'text';
    for await (const batch of batches) {
      for (const line of batch)
        addRow(
          sheet,
          columns.map(({ read }) => read(line, zone)),
          styleOf,
        );
      nRows += batch.length;
      await pace.keep(sheet);
    }
    sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: nRows, column: columns.length } };
    sheet.commit();
  });
}
