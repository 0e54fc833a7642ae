import { importDialog } from '@bitacora/core/messages/import-dialog';
import type { ReactNode } from 'react';

interface ImportTableProps {
  title: string;
  /** Headings after 'Fila', the number of the row in the file. */
  headings: readonly string[];
  children: ReactNode;
}

/** Rows of a workbook, by their place in it. */
export const ImportTable = ({ title, headings, children }: ImportTableProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
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

export const RowNumber = ({ row }: { row: number }) => (
  <td className="import-number tabular" data-label={importDialog.row}>
    {row.toLocaleString('es-MX')}
  </td>
);
