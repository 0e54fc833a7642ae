import '../../ui/status-chip.css';
import type { Endpoints, Reply } from '@bitacora/core/contract';
import type { WorkRequestView } from '@bitacora/core/contract/activities/activity-shapes';
import { requestPolicy } from '@bitacora/core/domain/activities/policy';
import { daysBetween, localDay } from '@bitacora/core/domain/calendar';
import { requestStateLabels } from '@bitacora/core/messages/activities/work-requests';
import { frame } from '@bitacora/core/messages/layout';
import { clipped, spokenDay } from '@bitacora/core/messages/phrases';
import { Tag } from 'primereact/tag';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useSession } from '../../app/app.ts';
import { paths } from '../../app/paths.ts';
import { useLinkState } from '../../layout/menu-entries.ts';
import { PersonLink } from '../../layout/person-link.tsx';
import { inbox } from '../../messages/inbox-texts.ts';
import { workRequests as texts } from '../../messages/work-request-texts.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { later } from '../../ui/later.tsx';
import { AgendaFrame } from '../home/agenda-frame.tsx';
import { RequestImages } from './request-images.tsx';

const RequestQuestion = later(async () => (await import('./request-question.tsx')).RequestQuestion);

export type WorkRequests = Reply<Endpoints['listRequests']>;

interface RequestRowsProps {
  of: WorkRequests;
  /** Those that the reader may answer; otherwise the reader's own. */
  isToAnswer?: boolean;
  /** There they are the first of all. */
  isAtHome?: boolean;
}

/** A list of requests, each with what the reader may do with it. Nothing where there are none. */
export function RequestRows({ of: { requests, total }, isToAnswer = false, isAtHome = false }: RequestRowsProps) {
  const { user } = useSession();
  const [subject, setSubject] = useState<WorkRequestView | null>(null);
  // A question whose request somebody else answered stays, because it says so.
  if (total === 0 && !subject) return null;
  const act = isToAnswer ? 'decline' : 'withdraw';
  const title = isAtHome ? frame.requests : isToAnswer ? texts.toAnswer : texts.mine;
  const all = isAtHome && (
    <Link to={paths.requests} aria-label={`${inbox.all}: ${title}`}>
      {inbox.all}
    </Link>
  );
  return (
    <AgendaFrame title={title} total={total} order={isToAnswer ? texts.order : texts.mineOrder} beside={all}>
      <ul>
        {requests.map((request) => (
          <li key={request.id} data-acts={request.state === 'open' || undefined}>
            <Words request={request} isToAnswer={isToAnswer} />
            {request.state === 'open' && (
              <div className="agenda-acts">
                {requestPolicy[act](user, request) && (
                  <Button aria-label={texts.actOn(texts[act], clipped(request.text, 60))} onClick={() => setSubject(request)}>
                    {texts[act]}
                  </Button>
                )}
                {isToAnswer && (
                  <ButtonLink
                    to={`${paths.assign}?request=${request.id}`}
                    aria-label={texts.actOn(texts.accept, clipped(request.text, 60))}
                  >
                    {texts.accept}
                  </ButtonLink>
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
      {subject && <RequestQuestion act={act} request={subject} onClose={() => setSubject(null)} />}
    </AgendaFrame>
  );
}

/** The colours of the statuses of activities. */
const tones = { open: 'completed', accepted: 'verified', declined: 'canceled', withdrawn: 'not_started', other: 'not_started' } as const;

/** Says who asks for what and when, and on one's own what came of it. */
function Words({ request, isToAnswer }: { request: WorkRequestView; isToAnswer: boolean }) {
  const { zone, today } = useSession();
  const linkState = useLinkState();
  const { wantedOn, state, activityId, reason } = request;
  const isOpen = state === 'open';
  return (
    <div className="request">
      {isToAnswer && <PersonLink id={request.requesterId} name={request.requesterName} />}
      <p className="request-text prose">{request.text}</p>
      <p className="muted">
        {request.topicName} · {request.department} ·{' '}
        <span className={isOpen && wantedOn < today ? 'late' : undefined}>{texts.for(spokenDay(wantedOn, today))}</span>
        {isOpen && ` · ${texts.waiting(Math.max(0, daysBetween(localDay(zone, request.createdAt), today)))}`}
      </p>
      {!isToAnswer && (
        <p className="request-outcome">
          <Tag value={requestStateLabels[state]} data-status={tones[state]} />
          {request.decidedByName && <span className="muted">{request.decidedByName}</span>}
          {activityId && (
            <Link to={paths.assigned(activityId)} state={linkState}>
              {texts.seeActivity(activityId)}
            </Link>
          )}
        </p>
      )}
      {reason && <p className="prose">«{reason}»</p>}
      <RequestImages images={request.images} />
    </div>
  );
}
