import { importDialog } from '@bitacora/core/messages/import-dialog';
import { useOffice } from '../../app/office.ts';
import { useTask } from '../../app/use-task.ts';
import { terminalImport } from '../../messages/import.ts';
import { BusyBar } from '../ui/busy-bar.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Page } from '../ui/page.tsx';
import type { Rehearsed } from './rehearsed.ts';
import { stepTitle } from './step-title.ts';

interface Shown {
  accepted: Rehearsed;
  onDone(count: number): void;
  onBack(): void;
}

/** Asks once more, naming how many, and registers them. */
export function RegisterAll({ accepted: { workbook, reply }, onDone, onBack }: Shown) {
  const { count, privilegedTotal } = reply;
  const { asMyself } = useOffice();
  const task = useTask();
  const register = () =>
    task.run(async () => {
      const { count: registered } = await asMyself((client) => client.importUsers({ file: workbook }));
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
