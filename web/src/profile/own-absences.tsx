import { CalendarOff } from 'lucide-react';
import { useSession } from '../app/app.ts';
import { Loaded } from '../layout/loaded.tsx';
import { Card } from '../layout/page.tsx';
import { absenceCard as texts } from '../messages/absence-texts.ts';
import { AbsenceList, useAbsenceDialog } from '../people/absences.tsx';
import { Button } from '../ui/button.tsx';
import type { SectionProps } from './profile-reads.ts';

/** Lists the own absences from today on and those in which the person substitutes somebody, with a dialog to register one. */
export default function AbsencesSection({ reads }: SectionProps) {
  const { user } = useSession();
  const { dialog, open } = useAbsenceDialog();
  return (
    <Card
      title={texts.title}
      lead={texts.lead}
      action={
        <Button icon={CalendarOff} onClick={() => open('add')}>
          {texts.add}
        </Button>
      }
    >
      <Loaded of={reads.absences()}>{(all) => <AbsenceList absences={all} userId={user.id} none={texts.none} onEnd={open} />}</Loaded>
      {dialog}
    </Card>
  );
}
