import type { ImportReply } from '@bitacora/core/contract/import';
import { fullName } from '@bitacora/core/domain/person';
import { importDialog } from '@bitacora/core/messages/import-dialog';
import { ShieldAlert } from 'lucide-react';

/** Whoever would gain privilege first: they are not to be overlooked. */
const inOrder = ({ privileged, rows }: ImportReply) => [...privileged, ...rows.filter(({ isPrivileged }) => !isPrivileged)];

/** What registering the file would do. */
export function ImportPreview({ rehearsal }: { rehearsal: ImportReply }) {
  const { count, privilegedTotal } = rehearsal;
  const rows = inOrder(rehearsal);
  const title = importDialog.ready(count);
  return (
    <>
      {privilegedTotal > 0 && (
        <p className="import-privileged">
          <ShieldAlert size={18} aria-hidden="true" />
          {importDialog.privileged(privilegedTotal)}
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard. */}
      <section className="import-table" aria-label={title} tabIndex={0}>
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col" className="import-number">
                {importDialog.row}
              </th>
              <th scope="col">{importDialog.person}</th>
              <th scope="col">{importDialog.email}</th>
              <th scope="col">{importDialog.position}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((person) => (
              <tr key={person.row} data-privileged={person.isPrivileged || undefined}>
                <td className="import-number tabular" data-label={importDialog.row}>
                  {person.row.toLocaleString('es-MX')}
                </td>
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
          </tbody>
        </table>
      </section>
      {rows.length < count && <p className="muted">{importDialog.shown(rows.length, count)}</p>}
    </>
  );
}
