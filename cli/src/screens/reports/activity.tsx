import { actsOpenTo } from '@bitacora/core/domain/activity/policy';
import { actButtons } from '@bitacora/core/messages/acts';
import { standingLabel } from '@bitacora/core/messages/labels';
import { useState } from 'react';
import { activityParagraphs, readWholeActivity } from '../../activity-paragraphs.ts';
import { useAdmin } from '../../app/admin-context.ts';
import { useLoaded } from '../../app/use-task.ts';
import { terminalBrowser } from '../../messages/browser.ts';
import { terminalScreens } from '../../messages/screens.ts';
import { Page, useRoom } from '../ui/page.tsx';
import { ScrolledText } from '../ui/scrolled-text.tsx';
import { Failure, Waiting } from '../ui/states.tsx';
import { activityActs } from './activity-acts.tsx';

/** The facts, dates, comments and history of one activity, and the acts that it offers. */
export function Activity({ id }: { id: number }) {
  const { client, zone, back, me, notify } = useAdmin();
  const [chosen, setChosen] = useState<(typeof activityActs)[number] | null>(null);
  const { rows, columns } = useRoom();
  const loaded = useLoaded(() => readWholeActivity(client, id), [id]);
  const whole = loaded.value;
  const open = whole ? actsOpenTo(me, whole.activity) : null;
  const finish = (sentence: string) => {
    setChosen(null);
    notify(sentence);
    loaded.reload();
  };
  return (
    <Page
      title={terminalBrowser.activity(id)}
      lead={whole ? standingLabel(whole.activity) : undefined}
      onBack={back}
      keys={[
        ...activityActs
          .filter(({ act }) => open?.has(act) && (act !== 'tick' || whole?.activity.checklist?.length))
          .map((one) => ({ names: [one.key] as const, label: actButtons[one.act].toLowerCase(), run: () => setChosen(one) })),
        { names: ['r'], label: loaded.failure ? terminalScreens.keys.retry : terminalScreens.keys.reload, run: loaded.reload },
      ]}
      over={whole && chosen && <chosen.Form activity={whole.activity} onDone={finish} onBack={() => setChosen(null)} />}
    >
      {loaded.failure && <Failure failure={loaded.failure} />}
      {!whole && loaded.isBusy && <Waiting />}
      {whole && <ScrolledText lines={activityParagraphs(whole, zone)} height={rows} width={columns} />}
    </Page>
  );
}
