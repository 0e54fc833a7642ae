import type { AbsenceView } from '@bitacora/core/contract/absence-endpoints';
import { CalendarOff } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../app.ts';
import { Card } from '../layout/card.tsx';
import { Loaded } from '../layout/loaded.tsx';
import { absencesOf as texts } from '../messages/absences.ts';
import { AbsenceDialog } from '../people/absence-dialog.tsx';
import { AbsenceList, EndAbsence } from '../people/absence-list.tsx';
import { Button } from '../ui/button.tsx';

/** The own absences from today on, those in which the person substitutes somebody, and a dialog to register one. */
export function Absences({ absences }: { absences: Promise<AbsenceView[]> }) {
  const { user } = useSession();
  const [isAdding, setAdding] = useState(false);
  const [ending, setEnding] = useState<AbsenceView | null>(null);
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
      <Loaded of={absences}>{(all) => <AbsenceList absences={all} userId={user.id} none={texts.none} onEnd={setEnding} />}</Loaded>
      {isAdding && <AbsenceDialog onClose={() => setAdding(false)} />}
      {ending && <EndAbsence absence={ending} onClose={() => setEnding(null)} />}
    </Card>
  );
}
