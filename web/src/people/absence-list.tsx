import type { AbsenceView } from '@bitacora/core/contract/absence-endpoints';
import { writtenDay } from '@bitacora/core/messages/dates';
import { useApp, useFinish, useSession } from '../app.ts';
import { absencesOf as texts } from '../messages/absences.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';

interface AbsenceListProps {
  absences: readonly AbsenceView[];
  /** Whose absences may be ended here. */
  userId: number;
  none: string;
  onEnd: (absence: AbsenceView) => void;
}

/** A person's absences from today on, and those in which they substitute somebody. */
export function AbsenceList({ absences, userId, none, onEnd }: AbsenceListProps) {
  const { today } = useSession();
  const coming = absences.filter(({ toOn }) => toOn >= today);
  const own = coming.filter((absence) => absence.userId === userId);
  const others = coming.filter(({ substituteId }) => substituteId === userId);
  if (own.length + others.length === 0) return <p className="muted">{none}</p>;
  return (
    <ul className="card-rows">
      {own.map((absence) => (
        <AbsenceRow key={absence.id} absence={absence} onEnd={() => onEnd(absence)} />
      ))}
      {others.map((absence) => (
        <AbsenceRow key={absence.id} absence={absence} />
      ))}
    </ul>
  );
}

const isBegun = ({ fromOn }: AbsenceView, today: string) => fromOn <= today;

/** Without `onEnd` it is somebody else's, in which the person substitutes. */
function AbsenceRow({ absence, onEnd }: { absence: AbsenceView; onEnd?: () => void }) {
  const { user, today } = useSession();
  const isCurrent = isBegun(absence, today);
  const substituted = absence.substituteId === user.id ? texts.substituted : texts.substitutes;
  const who = onEnd ? texts.substitute(absence.substituteName) : substituted(absence.name);
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

/** Asks before an absence is ended, or cancelled where it has not begun. */
export function EndAbsence({ absence, onClose }: { absence: AbsenceView; onClose: () => void }) {
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
