import { ApiError } from '@bitacora/core/client';
import type { WrongCell } from '@bitacora/core/domain/people/user-import';
import { importDialog } from '@bitacora/core/messages/import-dialog';
import { type ReactNode, useEffect, useState } from 'react';
import { useAdmin } from '../../app/admin-context.ts';
import { CanceledByUser, useTask } from '../../app/use-task.ts';
import { terminalImport } from '../../messages/import.ts';
import { terminalScreens } from '../../messages/screens.ts';
import { readWorkbook } from '../../workbook-file.ts';
import type { FolderEntry } from '../files/folder.ts';
import { SaveAs } from '../files/save-as.tsx';
import { BusyBar } from '../ui/busy-bar.tsx';
import { Page } from '../ui/page.tsx';
import { Failure } from '../ui/states.tsx';
import { DryRun } from './dry-run.tsx';
import { ExpectedColumns } from './expected-columns.tsx';
import { Mistakes } from './mistakes.tsx';
import type { CheckedWorkbook } from './rehearsed.ts';
import { stepTitle } from './step-title.ts';

interface ReviewProps {
  file: FolderEntry;
  /** Lies over it: the confirmation. */
  over: ReactNode;
  onBack(): void;
  onAccept(rehearsed: CheckedWorkbook): void;
}
type ReviewResult =
  | { kind: 'right'; rehearsed: CheckedWorkbook }
  | { kind: 'wrong'; workbook: File; rows: readonly WrongCell[]; message: string };

const { keys } = terminalScreens;

/** What registering these people would do, asked of the server; nothing is stored. */
export function Review({ file, over, onBack, onAccept }: ReviewProps) {
  const { asMyself, notify, dependencies } = useAdmin();
  const [outcome, setOutcome] = useState<ReviewResult | null>(null);
  const [headings, setHeadings] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const task = useTask();

  const dryRun = async (workbook: File): Promise<ReviewResult> => {
    try {
      const reply = await asMyself((client) => client.importUsers({ file: workbook, isRehearsal: true }));
      return { kind: 'right', rehearsed: { workbook, reply } };
    } catch (error) {
      if (!(error instanceof ApiError) || error.rows.length === 0) throw error;
      return { kind: 'wrong', workbook, rows: error.rows, message: error.message };
    }
  };
  const review = () =>
    task.run(
      async () => {
        setOutcome(null);
        setHeadings(false);
        const workbook = await readWorkbook(file.path, dependencies.signal);
        setOutcome(await dryRun(workbook).catch(backWhenGivenUp));
      },
      (error) => {
        setHeadings(error instanceof ApiError && error.code === 'import.headings');
        return false;
      },
    );
  const backWhenGivenUp = (error: unknown): never => {
    if (error instanceof CanceledByUser) onBack();
    throw error;
  };
  useEffect(() => void review(), []);

  const writeAnnotated = async (workbook: File, sink: NodeJS.WritableStream) => {
    const marked = await asMyself((client) => client.importUsers({ file: workbook, isAnnotated: true }));
    sink.write(new Uint8Array(await marked.arrayBuffer()));
  };
  const saving = isSaving && outcome?.kind === 'wrong' && (
    <SaveAs
      title={terminalImport.annotatedTitle}
      name={terminalImport.annotatedName(file.path)}
      doing={importDialog.annotated}
      write={(sink) => writeAnnotated(outcome.workbook, sink)}
      input={file.path}
      onBack={() => setIsSaving(false)}
      onDone={(written) => {
        setIsSaving(false);
        notify(terminalImport.annotatedDone(written));
      }}
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
    return <DryRun of={outcome.rehearsed.reply} retry={retry} over={over} onAccept={() => onAccept(outcome.rehearsed)} onBack={onBack} />;
  return (
    <Page title={stepTitle('review')} onBack={onBack} keys={task.failure ? [{ ...retry, label: keys.retry }] : []}>
      {task.isBusy && <BusyBar doing={terminalImport.reviewing(file.name)} />}
      {task.failure && <Failure failure={task.failure} />}
      {headings && <ExpectedColumns />}
    </Page>
  );
}
