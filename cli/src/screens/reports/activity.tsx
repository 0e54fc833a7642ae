import { statusLabels } from '@bitacora/core/messages/labels';
import { activityParagraphs, readWholeActivity } from '../../activity-paragraphs.ts';
import { useAdmin } from '../../app/admin-context.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { terminalBrowser } from '../../messages/browser.ts';
import { terminalScreens } from '../../messages/screens.ts';
import { Page, useRoom } from '../ui/page.tsx';
import { ScrolledText } from '../ui/scrolled-text.tsx';
import { Failure, Waiting } from '../ui/states.tsx';

/** The facts, dates, comments and history of one activity. */
export function Activity({ id }: { id: number }) {
  const { client, zone, back } = useAdmin();
  const { rows, columns } = useRoom();
  const loaded = useLoaded(() => readWholeActivity(client, id), [id]);
  const whole = loaded.value;
  return (
    <Page
      title={terminalBrowser.activity(id)}
      lead={whole ? statusLabels[whole.activity.status] : undefined}
      onBack={back}
      keys={[{ names: ['r'], label: loaded.failure ? terminalScreens.keys.retry : terminalScreens.keys.reload, run: loaded.reload }]}
    >
      {loaded.failure && <Failure failure={loaded.failure} />}
      {!whole && loaded.isBusy && <Waiting />}
      {whole && <ScrolledText lines={activityParagraphs(whole, zone)} height={rows} width={columns} />}
    </Page>
  );
}
