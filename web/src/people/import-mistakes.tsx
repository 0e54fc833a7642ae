import type { WrongCell } from '@bitacora/core/domain/people/user-import';
import { importDialog } from '@bitacora/core/messages/import-dialog';
import { ImportTable, RowNumber } from './import-table.tsx';

/** Most rows on screen; the annotated workbook marks all of them. */
const MISTAKES_MAX = 200;
const headings = [importDialog.column, importDialog.value, importDialog.reason];

/** The invalid cells, by row and column. */
export function ImportMistakes({ mistakes }: { mistakes: readonly WrongCell[] }) {
  const visible = mistakes.slice(0, MISTAKES_MAX);
  return (
    <>
      <ImportTable title={importDialog.mistakes(mistakes.length)} headings={headings}>
        {visible.map(({ row, column, value, error }) => (
          <tr key={`${row} ${column} ${error}`}>
            <RowNumber row={row} />
            <td data-label={importDialog.column}>{column}</td>
            <td data-label={importDialog.value}>{value || <em className="muted">{importDialog.blank}</em>}</td>
            <td className="import-reason" data-label={importDialog.reason}>
              {error}
            </td>
          </tr>
        ))}
      </ImportTable>
      {visible.length < mistakes.length && <p className="muted">{importDialog.shown(visible.length, mistakes.length)}</p>}
    </>
  );
}
