import type { Endpoints, Reply } from '@bitacora/core/contract';
import type { Act } from '@bitacora/core/domain/activities/lifecycle';
import { actsOpenTo } from '@bitacora/core/domain/activities/policy';
import { longestWaitingFirst, rowsPath } from '@bitacora/core/domain/reports/list-address';
import { type Filters, listSort, usualStatuses } from '@bitacora/core/domain/reports/report';
import { orderSentence } from '@bitacora/core/messages/activities/activity-fields';
import { actButton } from '@bitacora/core/messages/activities/acts';
import { Fragment, useState } from 'react';
import { useFinish, useSession } from '../../app/app.ts';
import { paths } from '../../app/paths.ts';
import { Loaded } from '../../layout/loaded.tsx';
import { Figures } from '../../layout/page.tsx';
import { home } from '../../messages/home-texts.ts';
import { inbox } from '../../messages/inbox-texts.ts';
import { Button } from '../../ui/button.tsx';
import { later } from '../../ui/later.tsx';
import type { ActivityView } from '../activity.tsx';
import { RequestRows, type WorkRequests } from '../requests/request-rows.tsx';
import { Agenda } from './agenda.tsx';

const ActDialog = later(async () => (await import('../acts/act-dialog.tsx')).ActDialog);

/** The first rows of a list, and how many it has. */
export type FirstRows = { rows: ActivityView[]; total: number };

export interface WaitingData {
  /** Counts the work that the reader assigned. */
  assigned: Promise<Reply<Endpoints['readAssignedFigures']>>;
  toVerify: Promise<FirstRows>;
  requested: Promise<FirstRows>;
  late: Promise<FirstRows>;
  /** Requests that the reader may answer. */
  requests: Promise<WorkRequests>;
  people: Promise<Reply<Endpoints['readPeopleLoad']>['people']>;
  /** All of these. */
  settled: Promise<unknown>;
}

const assigned = (filters: Partial<Filters>) => rowsPath(paths.assignedReport, filters);
export const latestFirst = listSort({ scope: 'assignedByMe', statuses: usualStatuses.assignedByMe });

interface Group {
  key: 'toVerify' | 'requested' | 'late';
  title: string;
  order: string;
  path: string;
  acts: readonly Act[];
}

const groups: readonly Group[] = [
  {
    key: 'toVerify',
    title: home.toVerify,
    order: orderSentence(longestWaitingFirst),
    path: paths.verifyInbox,
    acts: ['reject', 'approve'],
  },
  {
    key: 'requested',
    title: home.requested,
    order: orderSentence(latestFirst),
    path: assigned({ urgencies: ['extensionRequested'] }),
    acts: ['declineExtension', 'extend'],
  },
  { key: 'late', title: home.late, order: orderSentence(latestFirst), path: assigned({ urgencies: ['late'] }), acts: ['remind'] },
];

/** What waits for the reader, each row with its acts. Groups without rows are left out. */
export function Waiting(data: WaitingData) {
  const [choice, setChoice] = useState<{ act: Act; activity: ActivityView } | null>(null);
  const finish = useFinish();
  return (
    <section className="waiting" aria-label={home.team}>
      <Loaded of={data.assigned} isSilent skeleton={<span />}>
        {({ urgencies }) =>
          urgencies && (
            <p>
              <Figures
                none={home.nothingWaits}
                parts={[
                  { text: home.today(urgencies.today), count: urgencies.today, to: assigned({ urgencies: ['today'] }) },
                  { text: home.teamRejected(urgencies.rejected), count: urgencies.rejected, to: assigned({ urgencies: ['rejected'] }) },
                  { text: home.idle(urgencies.idle), count: urgencies.idle, to: assigned({ urgencies: ['idle'] }) },
                ]}
              />
            </p>
          )
        }
      </Loaded>
      {groups.map(({ key, title, order, path, acts }) => (
        <Fragment key={key}>
          {key === 'late' && <Loaded of={data.requests}>{(requests) => <RequestRows of={requests} isToAnswer isAtHome />}</Loaded>}
          <Loaded of={data[key]}>
            {({ rows, total }) =>
              total > 0 && (
                <Agenda
                  title={title}
                  activities={rows}
                  total={total}
                  shows={key === 'toVerify' ? 'waiting' : 'deadline'}
                  hasAssignee
                  order={order}
                  more={{ path, label: inbox.all }}
                  acts={(activity) => <RowActs activity={activity} acts={acts} onAct={(act) => setChoice({ act, activity })} />}
                />
              )
            }
          </Loaded>
        </Fragment>
      ))}
      {choice && <ActDialog {...choice} onClose={() => setChoice(null)} onDone={finish} />}
    </section>
  );
}

interface RowActsProps {
  activity: ActivityView;
  acts: readonly Act[];
  onAct: (act: Act) => void;
}

function RowActs({ activity, acts, onAct }: RowActsProps) {
  const { user } = useSession();
  const open = actsOpenTo(user, activity);
  return acts
    .filter((act) => open.has(act))
    .map((act) => (
      <Button key={act} aria-label={home.actOn(actButton(act, open), activity.id)} onClick={() => onAct(act)}>
        {actButton(act, open)}
      </Button>
    ));
}
