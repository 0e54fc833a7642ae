import type { Endpoints, Reply } from '@bitacora/core/contract';
import { writtenInstant } from '@bitacora/core/messages/dates';
import { frame } from '@bitacora/core/messages/layout';
import { sessionTexts } from '@bitacora/core/messages/profile-sessions';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import { useApp } from '../app.ts';
import { Card } from '../layout/card.tsx';
import { Loaded } from '../layout/loaded.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { useAttempt } from '../ui/use-attempt.ts';
import { useSession } from '../use-session.ts';

export type OwnSession = Reply<Endpoints['listOwnSessions']>[number];

/** The person's sessions; all but the current one can be ended. */
export function OwnSessions({ sessions }: { sessions: Promise<OwnSession[]> }) {
  const [ending, setEnding] = useState<OwnSession | 'others' | null>(null);
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
      {ending === 'others' && <EndOthersDialog onClose={() => setEnding(null)} />}
      {ending && ending !== 'others' && <EndDialog session={ending} onClose={() => setEnding(null)} />}
    </Card>
  );
}

function SessionRow({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
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
      {!isCurrent && (
        <button
          type="button"
          className="icon-button"
          aria-label={sessionTexts.end(device)}
          title={sessionTexts.end(device)}
          onClick={onEnd}
        >
          <LogOut size={16} aria-hidden="true" />
        </button>
      )}
    </li>
  );
}

function EndDialog({ session, onClose }: { session: OwnSession; onClose: () => void }) {
  const { client, notices } = useApp();
  const { revalidate } = useRevalidator();
  const attempt = useAttempt();
  const end = async () => {
    if (!(await attempt.run(() => client.endOwnSession({ id: session.id })))) return;
    notices.show({ title: sessionTexts.ended });
    await revalidate();
    onClose();
  };
  return (
    <ConfirmDialog
      title={sessionTexts.endTitle}
      closeLabel={frame.close}
      confirmLabel={sessionTexts.endConfirm}
      keepLabel={sessionTexts.keep}
      failed={sessionTexts.endFailed}
      attempt={attempt}
      onConfirm={end}
      onClose={onClose}
    >
      <p>{sessionTexts.endBody(session.device)}</p>
    </ConfirmDialog>
  );
}

function EndOthersDialog({ onClose }: { onClose: () => void }) {
  const { client, notices } = useApp();
  const { revalidate } = useRevalidator();
  const attempt = useAttempt();
  const end = async () => {
    const isEnded = await attempt.run(async () => {
      const { count } = await client.endOtherSessions();
      notices.show({ title: sessionTexts.othersEnded(count) });
    });
    if (!isEnded) return;
    await revalidate();
    onClose();
  };
  return (
    <ConfirmDialog
      title={sessionTexts.endOthersTitle}
      closeLabel={frame.close}
      confirmLabel={sessionTexts.endOthersConfirm}
      keepLabel={sessionTexts.keep}
      failed={sessionTexts.endFailed}
      attempt={attempt}
      onConfirm={end}
      onClose={onClose}
    >
      <p>{sessionTexts.endOthersBody}</p>
    </ConfirmDialog>
  );
}
