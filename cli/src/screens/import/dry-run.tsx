import type { ImportReply } from '@bitacora/core/contract/user-endpoints';
import { fullName } from '@bitacora/core/domain/people/person';
import { importDialog } from '@bitacora/core/messages/import-dialog';
import { userTexts } from '@bitacora/core/messages/users';
import { Text } from 'ink';
import { type ReactNode, useState } from 'react';
import { useTones } from '../../app/display.tsx';
import { importStepTitle, terminalImport } from '../../messages/import.ts';
import type { TableColumn } from '../../output/fit-columns.ts';
import { type KeyAct, Page, useRoom } from '../ui/page.tsx';
import { Table } from '../ui/table.tsx';
import { useCursor } from '../ui/use-cursor.ts';

type DryRunRow = ImportReply['rows'][number];

/** The workbook and the reply about it. It is registered from memory, because the file may change after the check. */
export interface CheckedWorkbook {
  workbook: File;
  reply: ImportReply;
}

interface DryRunProps {
  of: ImportReply;
  retry: KeyAct;
  over: ReactNode;
  onAccept(): void;
  onBack(): void;
}

const columns: readonly TableColumn<DryRunRow>[] = [
  { title: importDialog.row, of: ({ row }) => row.toLocaleString('es-MX'), width: 6, isNumber: true },
  { title: '★', of: ({ isPrivileged }) => (isPrivileged ? '★' : ''), width: 1 },
  { title: importDialog.person, of: fullName, width: 20, grows: true },
  { title: userTexts.employeeNumber, of: ({ employeeNumber }) => employeeNumber, width: 10, rank: 1 },
  { title: importDialog.email, of: ({ email }) => email, width: 18, grows: true, rank: 2 },
  { title: importDialog.position, of: ({ position }) => position, width: 18, grows: true },
  { title: userTexts.department, of: ({ department }) => department, width: 14, grows: true, rank: 3 },
];
/** Lines above the table, its headings and the count. */
const OTHER_ROWS = 6;

/** The first people of the workbook, and all who would gain privilege. */
export function DryRun({ of: { count, rows, privileged, privilegedTotal }, retry, over, onAccept, onBack }: DryRunProps) {
  const room = useRoom();
  const colour = useTones();
  const [isOnlyPrivileged, setIsOnlyPrivileged] = useState(false);
  const people = isOnlyPrivileged ? privileged : rows;
  const { at, first, last } = useCursor(people.length, room.rows - OTHER_ROWS);
  const toggle = {
    names: ['p'] as const,
    label: isOnlyPrivileged ? terminalImport.everybody : terminalImport.onlyPrivileged,
    run: () => setIsOnlyPrivileged(!isOnlyPrivileged),
  };
  return (
    <Page
      title={importStepTitle('review')}
      lead={`${terminalImport.columns}: ✓ ${terminalImport.columnsRight}`}
      onBack={onBack}
      over={over}
      keys={[{ names: ['enter'], label: terminalImport.register(count), run: onAccept }, ...(privilegedTotal > 0 ? [toggle] : []), retry]}
    >
      <Text bold color={colour('good')}>
        ✓ {importDialog.ready(count)}
      </Text>
      <Text color={colour('warning')}>{privilegedTotal > 0 ? `★ ${importDialog.privileged(privilegedTotal)}` : ' '}</Text>
      <Table columns={columns} rows={people.slice(first, last)} at={at - first} room={room.columns} />
      <Text color={colour('quiet')}>{importDialog.shown(people.length, isOnlyPrivileged ? privilegedTotal : count)}</Text>
    </Page>
  );
}
