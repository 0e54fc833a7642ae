import { writtenInstant } from '@bitacora/core/messages/dates';
import { Undo2 } from 'lucide-react';
import { Message } from 'primereact/message';
import { useSession } from '../../app.ts';
import { Loaded } from '../../layout/loaded.tsx';
import { consultPage } from '../../messages/consult.ts';
import type { ActivityView, HistoryEntry } from '../activity.ts';

/** Why the work was sent back, the person and the date, until it is completed again. */
export function Rejection({ activity, history }: { activity: ActivityView; history: Promise<readonly HistoryEntry[]> }) {
  const { user, zone } = useSession();
  if (!activity.rejectedAt) return null;
  const step = activity.assigneeId === user.id && <p>{consultPage.rejectedStep}</p>;
  return (
    <div className="rejection">
      <Message
        severity="warn"
        content={
          <>
            <Undo2 size={18} aria-hidden="true" />
            <div>
              <Loaded of={history} skeleton={<p className="alert-title">{consultPage.rejected}</p>} isSilent>
                {(entries) => {
                  const last = entries.filter(({ act }) => act === 'reject').at(-1);
                  if (!last?.actorName) return <p className="alert-title">{consultPage.rejected}</p>;
                  return (
                    <>
                      <p className="alert-title">{consultPage.rejectedBy(last.actorName, writtenInstant(last.at, zone))}</p>
                      {last.note && <p className="prose">«{last.note}»</p>}
                    </>
                  );
                }}
              </Loaded>
              {step}
            </div>
          </>
        }
      />
    </div>
  );
}
