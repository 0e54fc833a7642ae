import type { AbsenceView } from '@bitacora/core/contract/absence-endpoints';
import type { Account } from '@bitacora/core/contract/user-endpoints';
import { fullName } from '@bitacora/core/domain/people/person';
import { frame } from '@bitacora/core/messages/layout';
import { CalendarOff } from 'lucide-react';
import { useState } from 'react';
import { useApp } from '../app.ts';
import { DeferredContent } from '../layout/loaded.tsx';
import { absencesOf as texts } from '../messages/absences.ts';
import { Button, CancelButton } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { AbsenceDialog, AbsenceList, EndAbsence } from './absences.tsx';

/** The absences of another person, for administrators: to see, to register and to end. */
export default function AbsencesDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const { absences } = useApp();
  const [isAdding, setAdding] = useState(false);
  const [ending, setEnding] = useState<AbsenceView | null>(null);
  const name = fullName(account);
  if (isAdding) return <AbsenceDialog person={account} onClose={() => setAdding(false)} />;
  if (ending) return <EndAbsence absence={ending} onClose={() => setEnding(null)} />;
  return (
    <Dialog
      title={texts.titleOf(name)}
      onClose={onClose}
      footer={
        <>
          <CancelButton onClick={onClose}>{frame.close}</CancelButton>
          <Button tone="accent" icon={CalendarOff} onClick={() => setAdding(true)}>
            {texts.add}
          </Button>
        </>
      }
    >
      <DeferredContent ask={async () => (await absences()).listAbsences()} lines={2}>
        {(all) => <AbsenceList absences={all} userId={account.id} none={texts.noneOf(name)} onEnd={setEnding} />}
      </DeferredContent>
    </Dialog>
  );
}
