import type { ImportReply } from '@bitacora/core/contract/user-endpoints';
import { fullName } from '@bitacora/core/domain/people/person';
import { importDialog } from '@bitacora/core/messages/import-dialog';
import { ShieldAlert } from 'lucide-react';
import { ImportTable, RowNumber } from './import-table.tsx';

const headings = [importDialog.person, importDialog.email, importDialog.position];

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
      <ImportTable title={importDialog.ready(count)} headings={headings}>
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
