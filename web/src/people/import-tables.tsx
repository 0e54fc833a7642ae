import type { ImportReply } from '@bitacora/core/contract/user-endpoints';
import { fullName } from '@bitacora/core/domain/people/person';
import type { WrongCell } from '@bitacora/core/domain/people/user-import';
import { importDialog } from '@bitacora/core/messages/import-dialog';
import { ShieldAlert } from 'lucide-react';
import type { ReactNode } from 'react';

interface ImportTableProps {
  title: string;
  /** Headings after 'Fila', the number of the row in the file. */
  headings: readonly string[];
  children: ReactNode;
}

/** Rows of a workbook, by their place in it. */
const ImportTable = ({ title, headings, children }: ImportTableProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll what has the focus, and Safari gives it to no scrolling part by itself.
  <section className="import-table" aria-label={title} tabIndex={0}>
    <table>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col" className="import-number">
            {importDialog.row}
          </th>
          {headings.map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </section>
);

const RowNumber = ({ row }: { row: number }) => (
  <td className="import-number tabular" data-label={importDialog.row}>
    {row.toLocaleString('es-MX')}
  </td>
);

const previewHeadings = [importDialog.person, importDialog.email, importDialog.position];

/** People who would become privileged come first, because that is a risk. */
const inOrder = ({ privileged, rows }: ImportReply) => [...privileged, ...rows.filter(({ isPrivileged }) => !isPrivileged)];

/** The result of a dry run. */
export function ImportPreview({ dryRun }: { dryRun: ImportReply }) {
  const { count, privilegedTotal } = dryRun;
  const rows = inOrder(dryRun);
  return (
    <>
      {privilegedTotal > 0 && (
        <p className="import-privileged">
          <ShieldAlert size={18} aria-hidden="true" />
          {importDialog.privileged(privilegedTotal)}
        </p>
      )}
      <ImportTable title={importDialog.ready(count)} headings={previewHeadings}>
        {rows.map((person) => (
          <tr key={person.row} data-privileged={person.isPrivileged || undefined}>
            <RowNumber row={person.row} />
            <td data-label={importDialog.person}>
              {fullName(person)}
              <span className="import-second">{person.employeeNumber}</span>
            </td>
            <td data-label={importDialog.email}>{person.email}</td>
            <td data-label={importDialog.position}>
              {person.position}
              <span className="import-second">{person.department}</span>
              {person.isPrivileged && <strong className="import-second">{importDialog.privilegedMark}</strong>}
            </td>
          </tr>
        ))}
      </ImportTable>
      {rows.length < count && <p className="muted">{importDialog.shown(rows.length, count)}</p>}
    </>
  );
}

/** Most rows on screen; the annotated workbook marks all of them. */
const MISTAKES_MAX = 200;
const mistakeHeadings = [importDialog.column, importDialog.value, importDialog.reason];

/** The invalid cells, by row and column. */
export function ImportMistakes({ mistakes }: { mistakes: readonly WrongCell[] }) {
  const visible = mistakes.slice(0, MISTAKES_MAX);
  return (
    <>
      <ImportTable title={importDialog.mistakes(mistakes.length)} headings={mistakeHeadings}>
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
