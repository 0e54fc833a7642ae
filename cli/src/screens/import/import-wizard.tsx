import { importDialog } from '@bitacora/core/messages/people/import-dialog';
import { printable } from '@bitacora/core/terminal/terminal';
import { Box, Text } from 'ink';
import { useState } from 'react';
import { importStepTitle, terminalImport } from '../../messages/screens.ts';
import { writeBlob } from '../../output/output-file.ts';
import { FilePicker, type FolderEntry, SaveAs } from '../files.tsx';
import { useAdmin, useTask } from '../screen-context.ts';
import { Confirm } from '../ui/confirm.tsx';
import { BusyBar, Page } from '../ui/page.tsx';
import { useTones } from '../ui/terminal.tsx';
import { type CheckedWorkbook, Review } from './review.tsx';

/** Registers people from a workbook in four steps: file, review, confirmation, result. */
export function ImportWizard() {
  const { back } = useAdmin();
  const [file, setFile] = useState<FolderEntry | null>(null);
  const [accepted, setAccepted] = useState<CheckedWorkbook | null>(null);
  const [count, setCount] = useState<number | null>(null);
  if (count !== null) return <ImportResult count={count} onBack={back} />;
  if (!file) return <ChooseFile onChoose={setFile} />;
  return (
    <Review
      file={file}
      onBack={() => setFile(null)}
      onAccept={setAccepted}
      over={accepted && <RegisterAll accepted={accepted} onDone={setCount} onBack={() => setAccepted(null)} />}
    />
  );
}

const WORKBOOK_KINDS = ['.xlsx', '.xls', '.csv'];

function ChooseFile({ onChoose }: { onChoose(file: FolderEntry): void }) {
  const { client, back } = useAdmin();
  const [isSaving, setIsSaving] = useState(false);
  return (
    <FilePicker
      title={importStepTitle('file')}
      kinds={WORKBOOK_KINDS}
      keys={[{ names: ['ctrl+t'], label: terminalImport.template, run: () => setIsSaving(true) }]}
      onChoose={onChoose}
      onBack={back}
      over={
        isSaving && (
          <SaveAs
            title={terminalImport.templateTitle}
            name={terminalImport.templateName}
            doing={importDialog.template}
            write={async (sink) => writeBlob(await client.downloadImportTemplate(), sink)}
            sentenceFor={terminalImport.templateDone}
            onBack={() => setIsSaving(false)}
          />
        )
      }
    />
  );
}

interface RegisterAllProps {
  accepted: CheckedWorkbook;
  onDone(count: number): void;
  onBack(): void;
}

function RegisterAll({ accepted: { workbook, reply }, onDone, onBack }: RegisterAllProps) {
  const { count, privilegedTotal } = reply;
  const { asMyself } = useAdmin();
  const task = useTask();
  const register = () =>
    task.run(async () => {
      const { count: registeredCount } = await asMyself((client) => client.importUsers({ file: workbook }));
      onDone(registeredCount);
    });
  if (task.isBusy)
    return (
      <Page title={importStepTitle('confirm')}>
        <BusyBar doing={terminalImport.registering(count)} />
      </Page>
    );
  return (
    <Confirm
      title={importStepTitle('confirm')}
      lines={[
        terminalImport.confirmTitle(count),
        terminalImport.confirmFile(workbook.name),
        importDialog.invited,
        ...(privilegedTotal > 0 ? [`★ ${importDialog.privileged(privilegedTotal)}`] : []),
      ]}
      yes={importDialog.register(count)}
      failure={task.failure}
      onYes={register}
      onNo={onBack}
    />
  );
}

function ImportResult({ count, onBack }: { count: number; onBack(): void }) {
  const colour = useTones();
  return (
    <Page title={importStepTitle('result')} onBack={onBack} keys={[{ names: ['enter'], label: terminalImport.finish, run: onBack }]}>
      <Text bold color={colour('good')}>
        ✓ {importDialog.registered(count)}
      </Text>
      <Box>
        <Text>{printable(importDialog.invited)}</Text>
      </Box>
    </Page>
  );
}
