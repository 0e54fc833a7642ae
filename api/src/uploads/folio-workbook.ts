import type { Readable } from 'node:stream';
import type { Grid, GridCell } from '@bitacora/core/contract/activity-sheet/cells';
import { importedStatus } from '@bitacora/core/domain/activity/activity-import';
import { consultPathFor } from '@bitacora/core/domain/page-paths';
import { activityImportTexts } from '@bitacora/core/messages/activity-import';
import { workbookTexts } from '@bitacora/core/messages/workbook';
import type { ActivitiesImported } from '@bitacora/core/use-cases/activities/import-activities';
import { addRow, type CellValue } from '../reports/cell-styles.ts';
import { streamWorkbook } from '../reports/stream-workbook.ts';
import { TEXT_MAX } from './sheet-limits.ts';

const WIDTHS = { cell: 24, folio: 16, link: 48 };
const { columns } = activityImportTexts;

const placeOf = ({ sheet, row }: { sheet: string; row: number }) => `${sheet}\n${row}`;

/** Whether two lists of the sheet share rows: one column of folios would then give a row of one list the folio of the other. */
function standSideBySide(tables: ActivitiesImported['tables']): boolean {
  const rows = tables.map(({ headingRow }) => headingRow);
  return new Set(rows).size < rows.length;
}

/** What heads the two columns in these rows. Repeated headings of a page say it too, so that they stay the headings of one list. */
function headingsOf({ tables, skipped }: ActivitiesImported, sheet: string): Map<number, readonly string[]> {
  const ofSheet = tables.filter((table) => table.sheet === sheet);
  const headings = standSideBySide(ofSheet) ? [columns.folios, columns.links] : [columns.folio, columns.link];
  const repeated = skipped.filter((row) => row.sheet === sheet && row.reason === 'heading').map(({ row }) => row);
  return new Map([...ofSheet.map(({ headingRow }) => headingRow), ...repeated].map((row) => [row, headings]));
}

function cellValueOf(cell: GridCell | undefined): CellValue {
  if (!cell) return null;
  if (cell.day) return new Date(`${cell.day}T00:00:00Z`);
  return cell.text.length < TEXT_MAX ? cell.text : `${cell.text}${workbookTexts.cut}`;
}

/** The file as it came, in the same rows, with folio and link of each row that became an activity. Colours stay, because they may be a status. */
export function folioWorkbook(grids: readonly Grid[], imported: ActivitiesImported, publicUrl: string): Readable {
  const byPlace = Map.groupBy(imported.rows, placeOf);
  const linkTo = ({ folio, state }: ActivitiesImported['rows'][number]) =>
    folio === null ? [] : `${publicUrl}${consultPathFor({ id: folio, status: importedStatus[state], isAssignee: false })}`;

  return streamWorkbook(async (book, pace) => {
    for (const [index, { sheet: name, rows }] of grids.filter(({ isHidden }) => !isHidden).entries()) {
      const sheet = book.addWorksheet(name || `Hoja${index + 1}`);
      const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
      sheet.columns = [...Array.from({ length: width }, () => ({ width: WIDTHS.cell })), { width: WIDTHS.folio }, { width: WIDTHS.link }];
      const headings = headingsOf(imported, name);
      let rowCount = 0;
      for (const { row, cells } of rows) {
        for (; rowCount < row - 1; rowCount++) sheet.addRow([]).commit();
        const activities = byPlace.get(placeOf({ sheet: name, row })) ?? [];
        const folios = activities.flatMap(({ folio }) => folio ?? []).join(', ');
        const heading = headings.get(row);
        const own = Array.from({ length: width }, (_, at) => cellValueOf(cells[at]));
        addRow(
          sheet,
          [...own, ...(heading ?? [folios || null, activities.flatMap(linkTo).join('\n') || null])],
          (at) => (heading ? 'heading' : cells[at]?.day ? 'day' : 'text'),
          (at) => (heading ? undefined : cells[at]?.fill),
        );
        rowCount++;
        if (rowCount % 500 === 0) await pace.keep(sheet);
      }
      sheet.commit();
    }
  });
}
