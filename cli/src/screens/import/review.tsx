import { ApiError } from '@bitacora/core/client';
import { importFields, optionalFields } from '@bitacora/core/contract/people/import-sheet';
import type { ImportReply } from '@bitacora/core/contract/people/user-endpoints';
import { fullName } from '@bitacora/core/domain/people/person';
import type { WrongCell } from '@bitacora/core/domain/people/user-import';
import { importDialog } from '@bitacora/core/messages/people/import-dialog';
import { personFieldLabels, userTexts } from '@bitacora/core/messages/people/users';
import { printable } from '@bitacora/core/terminal/terminal';
import { Box, Text } from 'ink';
import { type ReactNode, useEffect, useState } from 'react';
import { readWorkbook } from '../../input.ts';
import { importStepTitle, terminalImport, terminalScreens } from '../../messages/screens.ts';
import type { TableColumn } from '../../output/fit-columns.ts';
import { writeBlob } from '../../output/output-file.ts';
import { type FolderEntry, SaveAs } from '../files.tsx';
import { CanceledByUser, useAdmin, useTask } from '../screen-context.ts';
import { useCursor } from '../ui/inputs.tsx';
import { BusyBar, Failure, type KeyAct, Page, useRoom } from '../ui/page.tsx';
import { Table } from '../ui/table.tsx';
import { useTones } from '../ui/terminal.tsx';

type DryRunRow = ImportReply['rows'][number];

/** The workbook and the reply about it. It is registered from memory, because the file may change after the check. */
export interface CheckedWorkbook {
  workbook: File;
  reply: ImportReply;
}

interface DryRunProps {
  reply: ImportReply;
  retry: KeyAct;
  over: ReactNode;
  onAccept(): void;
  onBack(): void;
}

const personColumns: readonly TableColumn<DryRunRow>[] = [
  { title: importDialog.row, of: ({ row }) => row.toLocaleString('es-MX'), width: 6, isNumber: true },
  { title: '★', of: ({ isPrivileged }) => (isPrivileged ? '★' : ''), width: 1 },
  { title: importDialog.person, of: fullName, width: 20, grows: true },
  { title: userTexts.employeeNumber, of: ({ employeeNumber }) => employeeNumber, width: 10, rank: 1 },
  { title: importDialog.email, of: ({ email }) => email, width: 18, grows: true, rank: 2 },
  { title: importDialog.position, of: ({ position }) => position, width: 18, grows: true },
  { title: userTexts.department, of: ({ department }) => department, width: 14, grows: true, rank: 3 },
];
/** Lines above the table, its headings and the count. */
const ROWS_AROUND_PEOPLE = 6;

/** Shows the first people of the workbook, and all who would gain privilege. */
function DryRun({ reply: { count, rows, privileged, privilegedTotal }, retry, over, onAccept, onBack }: DryRunProps) {
  const room = useRoom();
  const colour = useTones();
  const [isOnlyPrivileged, setIsOnlyPrivileged] = useState(false);
  const people = isOnlyPrivileged ? privileged : rows;
  const { at, first, last } = useCursor(people.length, room.rows - ROWS_AROUND_PEOPLE);
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
      <Table columns={personColumns} rows={people.slice(first, last)} at={at - first} room={room.columns} />
      <Text color={colour('quiet')}>{importDialog.visibleOf(people.length, isOnlyPrivileged ? privilegedTotal : count)}</Text>
    </Page>
  );
}

interface MistakesProps {
  rows: readonly WrongCell[];
  message: string;
  retry: KeyAct;
  over: ReactNode;
  onSave(): void;
  onBack(): void;
}

const mistakeColumns: readonly TableColumn<WrongCell>[] = [
  { title: importDialog.row, of: ({ row }) => row.toLocaleString('es-MX'), width: 6, isNumber: true },
  { title: importDialog.column, of: ({ column }) => column, width: 14, grows: true },
  { title: importDialog.value, of: ({ value }) => value || importDialog.blank, width: 14, grows: true },
  { title: importDialog.reason, of: ({ error }) => error, width: 30, grows: true },
];
/** The message, the headings, and the reason of the selected cell. */
const ROWS_AROUND_MISTAKES = 5;

/** Shows the wrong cells. The reason of the selected one is whole below the table. */
function Mistakes({ rows, message, retry, over, onSave, onBack }: MistakesProps) {
  const room = useRoom();
  const colour = useTones();
  const { at, first, last } = useCursor(rows.length, room.rows - ROWS_AROUND_MISTAKES);
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
      <Table columns={mistakeColumns} rows={rows.slice(first, last)} at={at - first} room={room.columns} />
      <Text> </Text>
      <Text>{printable(rows[at]?.error ?? '')}</Text>
    </Page>
  );
}

interface ReviewProps {
  file: FolderEntry;
  /** The confirmation. */
  over: ReactNode;
  onBack(): void;
  onAccept(checked: CheckedWorkbook): void;
}
type ReviewResult =
  | { kind: 'right'; checked: CheckedWorkbook }
  | { kind: 'wrong'; workbook: File; rows: readonly WrongCell[]; message: string };

const { keys } = terminalScreens;

/** The server checks the workbook in a dry run and stores nothing. */
export function Review({ file, over, onBack, onAccept }: ReviewProps) {
  const { asMyself, dependencies } = useAdmin();
  const [outcome, setOutcome] = useState<ReviewResult | null>(null);
  const [hasWrongHeadings, setHasWrongHeadings] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const task = useTask();

  const dryRun = async (workbook: File): Promise<ReviewResult> => {
    try {
      const reply = await asMyself((client) => client.importUsers({ file: workbook, isDryRun: true }));
      return { kind: 'right', checked: { workbook, reply } };
    } catch (error) {
      if (!(error instanceof ApiError) || error.rows.length === 0) throw error;
      return { kind: 'wrong', workbook, rows: error.rows, message: error.message };
    }
  };
  const review = () =>
    task.run(
      async () => {
        setOutcome(null);
        setHasWrongHeadings(false);
        const workbook = await readWorkbook(file.path, dependencies.signal);
        setOutcome(await dryRun(workbook).catch(goBackIfCanceled));
      },
      (error) => {
        setHasWrongHeadings(error instanceof ApiError && error.code === 'import.headings');
        return false;
      },
    );
  const goBackIfCanceled = (error: unknown): never => {
    if (error instanceof CanceledByUser) onBack();
    throw error;
  };
  useEffect(() => void review(), []);

  const saving = isSaving && outcome?.kind === 'wrong' && (
    <SaveAs
      title={terminalImport.annotatedTitle}
      name={terminalImport.annotatedName(file.path)}
      doing={importDialog.annotated}
      write={async (sink) => writeBlob(await asMyself((client) => client.importUsers({ file: outcome.workbook, isAnnotated: true })), sink)}
      input={file.path}
      sentenceFor={terminalImport.annotatedDone}
      onBack={() => setIsSaving(false)}
    />
  );
  const retry = { names: ['r'] as const, label: terminalImport.again, run: review };
  if (outcome?.kind === 'wrong')
    return (
      <Mistakes
        rows={outcome.rows}
        message={outcome.message}
        retry={retry}
        over={saving}
        onSave={() => setIsSaving(true)}
        onBack={onBack}
      />
    );
  if (outcome)
    return <DryRun reply={outcome.checked.reply} retry={retry} over={over} onAccept={() => onAccept(outcome.checked)} onBack={onBack} />;
  return (
    <Page title={importStepTitle('review')} onBack={onBack} keys={task.failure ? [{ ...retry, label: keys.retry }] : []}>
      {task.isBusy && <BusyBar doing={terminalImport.reviewing(file.name)} />}
      <Failure failure={task.failure} />
      {hasWrongHeadings && <ExpectedColumns />}
    </Page>
  );
}

const fieldLabels = (fields: readonly (keyof typeof personFieldLabels)[]) => fields.map((field) => personFieldLabels[field]);

function ExpectedColumns() {
  return (
    <Box flexDirection="column" marginTop={1}>
      <Text bold>{terminalImport.columnsWrong}</Text>
      <Text>{terminalImport.mandatory(fieldLabels(importFields.filter((field) => !optionalFields.includes(field))))}</Text>
      <Text>{terminalImport.optional(fieldLabels(optionalFields))}</Text>
    </Box>
  );
}
