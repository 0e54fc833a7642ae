import type { WrongCell } from '@bitacora/core/domain/user-import';
import { importDialog } from '@bitacora/core/messages/import-dialog';

/** More than this nobody corrects on screen: the workbook that comes back marks them all. */
const SHOWN = 200;

/** Every cell that is wrong, by its place in the file. */
export function ImportMistakes({ mistakes }: { mistakes: readonly WrongCell[] }) {
  const shown = mistakes.slice(0, SHOWN);
  const title = importDialog.mistakes(mistakes.length);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard. */}
      <section className="import-table" aria-label={title} tabIndex={0}>
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col" className="import-number">
                {importDialog.row}
              </th>
              <th scope="col">{importDialog.column}</th>
              <th scope="col">{importDialog.value}</th>
              <th scope="col">{importDialog.reason}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ row, column, value, error }) => (
              <tr key={`${row} ${column} ${error}`}>
                <td className="import-number tabular" data-label={importDialog.row}>
                  {row.toLocaleString('es-MX')}
                </td>
                <td data-label={importDialog.column}>{column}</td>
                <td data-label={importDialog.value}>{value || <em className="muted">{importDialog.blank}</em>}</td>
                <td className="import-reason" data-label={importDialog.reason}>
                  {error}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {shown.length < mistakes.length && <p className="muted">{importDialog.shown(shown.length, mistakes.length)}</p>}
    </>
  );
}
