import type { Endpoints, Reply } from '@bitacora/core/contract';
import { writtenInstant } from '@bitacora/core/messages/dates';
import { sessionTexts } from '@bitacora/core/messages/profile-sessions';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useApp, useFinish, useSession } from '../app.ts';
import { Card } from '../layout/card.tsx';
import { Loaded } from '../layout/loaded.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';

type PersonSession = Reply<Endpoints['listOwnSessions']>[number];

/** The person's sessions; all but the current one can be ended. */
export function OwnSessions({ sessions }: { sessions: Promise<PersonSession[]> }) {
  const { client } = useApp();
  const finish = useFinish();
  const [ending, setEnding] = useState<PersonSession | 'others' | null>(null);
  const isEndingAll = ending === 'others';
  const end = async (which: PersonSession | 'others') => {
    if (which !== 'others') {
      await client.endOwnSession({ id: which.id });
      return finish({ title: sessionTexts.ended });
    }
    const { count } = await client.endOtherSessions();
    await finish({ title: sessionTexts.othersEnded(count) });
  };
  return (
    <Card title={sessionTexts.title} lead={sessionTexts.lead}>
      <Loaded of={sessions}>
        {(rows) => (
          <>
            <ul className="card-rows">
              {rows.map((session) => (
                <SessionRow key={session.id} session={session} onEnd={() => setEnding(session)} />
              ))}
            </ul>
            {rows.some(({ isCurrent }) => !isCurrent) ? (
              <div>
                <Button icon={LogOut} onClick={() => setEnding('others')}>
                  {sessionTexts.endOthers}
                </Button>
              </div>
            ) : (
              <p className="muted">{sessionTexts.onlyThis}</p>
            )}
          </>
        )}
      </Loaded>
      {ending && (
        <ConfirmDialog
          title={isEndingAll ? sessionTexts.endOthersTitle : sessionTexts.endTitle}
          confirmLabel={isEndingAll ? sessionTexts.endOthersConfirm : sessionTexts.endConfirm}
          keepLabel={sessionTexts.keep}
          failed={sessionTexts.endFailed}
          act={() => end(ending)}
          onClose={() => setEnding(null)}
        >
          <p>{ending === 'others' ? sessionTexts.endOthersBody : sessionTexts.endBody(ending.device)}</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}

function SessionRow({ session, onEnd }: { session: PersonSession; onEnd: () => void }) {
  const { zone } = useSession();
  const { device, address, createdAt, lastUsedAt, isCurrent } = session;
  const facts = [
    address ? sessionTexts.address(address) : sessionTexts.noAddress,
    sessionTexts.openedAt(writtenInstant(createdAt, zone)),
    sessionTexts.lastUsed(writtenInstant(lastUsedAt, zone)),
  ];
  return (
    <li className="card-row">
      <div>
        <p>
          <span className="card-row-name">{device}</span>
          {isCurrent && <span className="muted"> · {sessionTexts.current}</span>}
        </p>
        <p className="muted">{facts.join(' · ')}</p>
      </div>
      {!isCurrent && <IconButton icon={LogOut} label={sessionTexts.end(device)} hasTip onClick={onEnd} />}
    </li>
  );
}
