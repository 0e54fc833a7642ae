import type { WrongCell } from '@bitacora/core/domain/people/user-import';
import { importDialog } from '@bitacora/core/messages/import-dialog';
import { printable } from '@bitacora/core/terminal/printable';
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { useTones } from '../../app/tones.ts';
import { terminalImport } from '../../messages/import.ts';
import type { TableColumn } from '../ui/fit-columns.ts';
import { type KeyAct, Page, useRoom } from '../ui/page.tsx';
import { Table } from '../ui/table.tsx';
import { useCursor } from '../ui/use-cursor.ts';
import { stepTitle } from './step-title.ts';

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
/** Lines around the table: what is wrong in all, the headings, and the chosen reason whole. */
const AROUND = 5;

/** Every cell that cannot be taken, and why; the chosen one's reason whole below. */
export function Mistakes({ rows, message, retry, over, onSave, onBack }: MistakesProps) {
  const room = useRoom();
  const colour = useTones();
  const { at, first, last } = useCursor(rows.length, room.rows - AROUND);
  return (
    <Page
      title={stepTitle('review')}
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
