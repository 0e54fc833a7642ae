import type { AbsenceView } from '@bitacora/core/contract/absence-endpoints';
import { writtenDay } from '@bitacora/core/messages/dates';
import { CalendarOff } from 'lucide-react';
import { useState } from 'react';
import { useApp, useFinish, useSession } from '../app.ts';
import { Card } from '../layout/card.tsx';
import { Loaded } from '../layout/loaded.tsx';
import { ownAbsences as texts } from '../messages/absences.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { AbsenceDialog } from './absence-dialog.tsx';

/** The own absences from today on, those in which the person substitutes somebody, and a dialog to register one. */
export function Absences({ absences }: { absences: Promise<AbsenceView[]> }) {
  const [isAdding, setAdding] = useState(false);
  return (
    <Card
      title={texts.title}
      lead={texts.lead}
      action={
        <Button icon={CalendarOff} onClick={() => setAdding(true)}>
          {texts.add}
        </Button>
      }
    >
      <Loaded of={absences}>{(all) => <List absences={all} />}</Loaded>
      {isAdding && <AbsenceDialog onClose={() => setAdding(false)} />}
    </Card>
  );
}

function List({ absences }: { absences: readonly AbsenceView[] }) {
  const { user, today } = useSession();
  const [ending, setEnding] = useState<AbsenceView | null>(null);
  const coming = absences.filter(({ toOn }) => toOn >= today);
  const own = coming.filter(({ userId }) => userId === user.id);
  const others = coming.filter(({ substituteId }) => substituteId === user.id);
  if (own.length + others.length === 0) return <p className="muted">{texts.none}</p>;
  return (
    <>
      <ul className="card-rows">
        {own.map((absence) => (
          <AbsenceRow key={absence.id} absence={absence} onEnd={() => setEnding(absence)} />
        ))}
        {others.map((absence) => (
          <AbsenceRow key={absence.id} absence={absence} />
        ))}
      </ul>
      {ending && <EndDialog absence={ending} onClose={() => setEnding(null)} />}
    </>
  );
}

const isBegun = ({ fromOn }: AbsenceView, today: string) => fromOn <= today;

/** Without `onEnd` it is somebody else's, in which the reader substitutes. */
function AbsenceRow({ absence, onEnd }: { absence: AbsenceView; onEnd?: () => void }) {
  const { today } = useSession();
  const isCurrent = isBegun(absence, today);
  const who = onEnd ? texts.substitute(absence.substituteName) : texts.substituted(absence.name);
  return (
    <li className="card-row">
      <div>
        <p className="card-row-name">{texts.days(writtenDay(absence.fromOn), writtenDay(absence.toOn))}</p>
        <p className="muted">{isCurrent ? `${texts.isCurrent} · ${who}` : who}</p>
      </div>
      {onEnd && <Button onClick={onEnd}>{isCurrent ? texts.end : texts.cancel}</Button>}
    </li>
  );
}

function EndDialog({ absence, onClose }: { absence: AbsenceView; onClose: () => void }) {
  const { absences } = useApp();
  const finish = useFinish();
  const { today } = useSession();
  const isCurrent = isBegun(absence, today);
  const end = async () => {
    await (await absences()).cancelAbsence({ absenceId: absence.id });
    await finish({ title: isCurrent ? texts.ended : texts.canceled });
  };
  return (
    <ConfirmDialog
      title={isCurrent ? texts.endTitle : texts.cancelTitle}
      confirmLabel={isCurrent ? texts.end : texts.cancel}
      keepLabel={texts.keep}
      failed={isCurrent ? texts.endFailed : texts.cancelFailed}
      act={end}
      onClose={onClose}
    >
      <p>{isCurrent ? texts.endBody(absence.substituteName) : texts.cancelBody(absence.substituteName)}</p>
    </ConfirmDialog>
  );
}
