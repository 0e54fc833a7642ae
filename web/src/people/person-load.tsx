import { ApiError } from '@bitacora/core/client';
import { type UrgencyMark, undeliveredStatuses } from '@bitacora/core/domain/activities/deadline';
import type { CalendarDate } from '@bitacora/core/domain/calendar';
import { AGENDA_SIZE, rowsPath } from '@bitacora/core/domain/reports/list-address';
import { startOfMonth } from '@bitacora/core/domain/reports/punctuality';
import { activityReports, orderSentence } from '@bitacora/core/messages/activities/activity-fields';
import { frame } from '@bitacora/core/messages/layout';
import { CalendarOff, ClipboardCheck, ClipboardPen } from 'lucide-react';
import { useState } from 'react';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { Agenda } from '../activities/home/agenda.tsx';
import { useSession } from '../app/app.ts';
import { getClients, useClients } from '../app/clients.ts';
import { paths } from '../app/paths.ts';
import { deferred, Loaded, useLoaded } from '../layout/loaded.tsx';
import { useBackLink } from '../layout/menu-entries.ts';
import { FigureCard, Page } from '../layout/page.tsx';
import { absenceCard } from '../messages/absence-texts.ts';
import { personLoad as texts } from '../messages/home-texts.ts';
import { PickAll, PickOne } from '../reports/bulk/picked.tsx';
import { Picking } from '../reports/bulk/picking.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { later } from '../ui/later.tsx';
import { Empty, ListSkeleton } from '../ui/states.tsx';
import './person-load.css';

const AbsencesDialog = later(async () => (await import('./absences.tsx')).AbsencesDialog);

/** What the person has to deliver, the most overdue first. */
const undelivered = { reportStatuses: [...undeliveredStatuses], sort: activityReports.pending.sort, page: 1 };

export function loader(args: LoaderFunctionArgs) {
  const { client } = getClients(args);
  const id = Number(args.params.id);
  const load = client.readPeopleLoad({ assignees: [id] }).then(({ people }) => {
    const person = people.find((each) => each.id === id);
    if (!person) throw new ApiError(404, texts.unknown, 'user.unknown');
    return person;
  });
  return {
    load: deferred(load),
    page: deferred(client.listAllActivities({ ...undelivered, assignees: [id], pageSize: AGENDA_SIZE })),
  };
}

/** The rows behind each number: reports of one person, filtered. */
const rowLinks = (id: number, today: CalendarDate) => {
  const pending = (urgencies: readonly UrgencyMark[] = []) => rowsPath(paths.pendingReport, { assignees: [id], urgencies });
  const month = { from: startOfMonth(today), to: today };
  return {
    open: pending(),
    late: pending(['late']),
    week: pending(['week']),
    done: rowsPath(paths.finishedReport, { ...month, assignees: [id], isMeasured: true }),
  };
};

/** Shows how much work a person has, each number a link to its rows, and the most urgent of it, to be chosen and acted on. */
export function Component() {
  const { load, page } = useLoaded<typeof loader>();
  const { today } = useSession();
  const { client } = useClients();
  const [isAway, setAway] = useState(false);
  const back = useBackLink({ path: paths.pendingReport, label: frame.pendingReport });
  return (
    <Loaded
      of={load}
      unknown={texts.unknown}
      skeleton={
        <Page title={texts.title} back={back}>
          <ListSkeleton />
        </Page>
      }
    >
      {({ id, name, open, late, week, done }) => {
        const rows = rowLinks(id, today);
        return (
          <Page
            title={texts.title}
            lead={name}
            back={back}
            actions={
              <>
                <Button icon={CalendarOff} onClick={() => setAway(true)}>
                  {absenceCard.title}
                </Button>
                <ButtonLink tone="accent" icon={ClipboardPen} to={paths.assign}>
                  {texts.assign}
                </ButtonLink>
              </>
            }
          >
            <div className="person-load-figures">
              <FigureCard figure={open} label={texts.open} hint={texts.openHint} to={rows.open} />
              <FigureCard figure={late} label={texts.late} hint={texts.lateHint} to={rows.late} tone={late > 0 ? 'late' : undefined} />
              <FigureCard figure={week} label={texts.week} hint={texts.weekHint} to={rows.week} />
              <FigureCard figure={done} label={texts.done} hint={texts.doneHint} to={rows.done} />
            </div>
            <Picking>
              <Loaded of={page} skeleton={<ListSkeleton />}>
                {(first) => (
                  <Agenda
                    tool={
                      <PickAll
                        ask={async (most) => (await client.listAllActivities({ ...undelivered, assignees: [id], pageSize: most })).rows}
                        total={first.total}
                      />
                    }
                    acts={(activity) => <PickOne activity={activity} />}
                    title={texts.next}
                    activities={first.rows}
                    total={first.total}
                    shows="deadline"
                    order={orderSentence(activityReports.pending.sort)}
                    empty={
                      <Empty icon={ClipboardCheck} text={texts.empty(name)}>
                        <ButtonLink to={paths.assign}>{texts.assign}</ButtonLink>
                      </Empty>
                    }
                    more={{ path: rows.open, label: texts.all }}
                  />
                )}
              </Loaded>
            </Picking>
            {isAway && <AbsencesDialog person={{ id, name }} onClose={() => setAway(false)} />}
          </Page>
        );
      }}
    </Loaded>
  );
}
