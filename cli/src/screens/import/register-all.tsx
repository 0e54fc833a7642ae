import { importDialog } from '@bitacora/core/messages/import-dialog';
import { useAdmin } from '../../app/admin-context.ts';
import { useTask } from '../../app/use-task.ts';
import { terminalImport } from '../../messages/import.ts';
import { BusyBar } from '../ui/busy-bar.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Page } from '../ui/page.tsx';
import type { CheckedWorkbook } from './rehearsed.ts';
import { stepTitle } from './step-title.ts';

interface RegisterAllProps {
  accepted: CheckedWorkbook;
  onDone(count: number): void;
  onBack(): void;
}

/** Asks once more, naming how many, and registers them. */
export function RegisterAll({ accepted: { workbook, reply }, onDone, onBack }: RegisterAllProps) {
  const { count, privilegedTotal } = reply;
  const { asMyself } = useAdmin();
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
