import type { WrongCell } from '@bitacora/core/domain/people/user-import';
import { importDialog } from '@bitacora/core/messages/import-dialog';
import { printable } from '@bitacora/core/terminal/printable';
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { useTones } from '../../app/display.tsx';
import { importStepTitle, terminalImport } from '../../messages/import.ts';
import type { TableColumn } from '../../output/fit-columns.ts';
import { type KeyAct, Page, useRoom } from '../ui/page.tsx';
import { Table } from '../ui/table.tsx';
import { useCursor } from '../ui/use-cursor.ts';

interface MistakesProps {
  rows: readonly WrongCell[];
  message: string;
  retry: KeyAct;
  over: ReactNode;
  onSave(): void;
  onBack(): void;
}

const columns: readonly TableColumn<WrongCell>[] = [
  { title: importDialog.row, of: ({ row }) => row.toLocaleString('es-MX'), width: 6, isNumber: true },
  { title: importDialog.column, of: ({ column }) => column, width: 14, grows: true },
  { title: importDialog.value, of: ({ value }) => value || importDialog.blank, width: 14, grows: true },
  { title: importDialog.reason, of: ({ error }) => error, width: 30, grows: true },
];
/** The message, the headings, and the reason of the selected cell. */
const OTHER_ROWS = 5;

/** The wrong cells. The reason of the selected one is whole below the table. */
export function Mistakes({ rows, message, retry, over, onSave, onBack }: MistakesProps) {
  const room = useRoom();
  const colour = useTones();
  const { at, first, last } = useCursor(rows.length, room.rows - OTHER_ROWS);
  return (
    <Page
      title={importStepTitle('review')}
      lead={importDialog.mistakes(rows.length)}
      onBack={onBack}
      over={over}
      keys={[{ names: ['g'], label: terminalImport.annotated, run: onSave }, retry]}
    >
      <Text color={colour('bad')} wrap="truncate-end">
        ✗ {printable(message)}
      </Text>
      <Table columns={columns} rows={rows.slice(first, last)} at={at - first} room={room.columns} />
      <Text> </Text>
      <Text>{printable(rows[at]?.error ?? '')}</Text>
    </Page>
  );
}
