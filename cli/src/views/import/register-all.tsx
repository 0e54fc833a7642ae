import type { ImportReply } from '@bitacora/core/contract/import';
import { importDialog } from '@bitacora/core/messages/import-dialog';
import { terminalImport } from '@bitacora/core/messages/terminal-import';
import { printable } from '@bitacora/core/terminal/printable';
import { useOffice } from '../../app/office.ts';
import { useTask } from '../../app/use-task.ts';
import type { FolderEntry } from '../files/folder.ts';
import { BusyBar } from '../ui/busy-bar.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Page } from '../ui/page.tsx';
import { stepTitle } from './step-title.ts';
import { workbookAt } from './workbook-at.ts';

interface Shown {
  file: FolderEntry;
  rehearsal: ImportReply;
  onDone(count: number): void;
  onBack(): void;
}

/** Asks once more, naming how many, and registers them. */
export function RegisterAll({ file, rehearsal: { count, privilegedTotal }, onDone, onBack }: Shown) {
  const { asMyself } = useOffice();
  const task = useTask();
  const register = () =>
    task.run(async () => {
      const workbook = await workbookAt(file.path);
      const { count: registered } = await asMyself((client) => client.uploadUsersBulk({ file: workbook }));
      onDone(registered);
    });
  if (task.isBusy)
    return (
      <Page title={stepTitle('confirm')}>
        <BusyBar doing={terminalImport.registering(count)} />
      </Page>
    );
  return (
    <Confirm
      title={stepTitle('confirm')}
      lines={[
        terminalImport.confirmTitle(count),
        printable(terminalImport.confirmFile(file.name)),
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
