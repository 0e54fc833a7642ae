import { type CalendarDate, isCalendarDate } from '@bitacora/core/domain/calendar';
import { columnTitles, lists } from '@bitacora/core/messages/lists';
import { ClipboardList, ClipboardPen } from 'lucide-react';
import { type LoaderFunctionArgs, useSearchParams } from 'react-router-dom';
import { ActivityList } from '../activities/activity-list.tsx';
import { column, onlyWide } from '../activities/columns.tsx';
import { countOf, Figures, isLate } from '../activities/figures.tsx';
import { ListSkeleton } from '../activities/list-skeleton.tsx';
import { RangeTool, shownRange } from '../activities/range-tool.tsx';
import { appOf } from '../app.ts';
import { deferred, Loaded, useLoaded } from '../frame/loaded.tsx';
import { Page } from '../frame/page.tsx';
import { consultPathOf, paths } from '../frame/paths.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Empty } from '../ui/states.tsx';
import { useSession } from '../use-session.ts';

const columns = [
  column.consult(consultPathOf),
  column.folio(),
  column.topic(),
  column.description(),
  column.assignee(),
  column.due(columnTitles.dueOnReport),
  onlyWide(column.extended(columnTitles.extendedToReport)),
  column.daysLeft(columnTitles.daysLeftReport),
  column.priority(),
  column.status(),
];
const mostUrgentFirst = [{ id: 'daysLeft', desc: false }];

const dayIn = (search: URLSearchParams, name: string): CalendarDate | null => {
  const text = search.get(name) ?? '';
  return isCalendarDate(text) ? text : null;
};

export function loader(args: LoaderFunctionArgs) {
  const search = new URL(args.request.url).searchParams;
  const range = { from: dayIn(search, 'from'), to: dayIn(search, 'to') };
  return { range, activities: deferred(appOf(args).client.getUserAssignedActivities(range)) };
}

export function Component() {
  const { range, activities } = useLoaded<typeof loader>();
  const { today } = useSession();
  const [, setSearch] = useSearchParams();
  return (
    <Page
      title={lists.assignedTitle}
      lead={
        <Loaded of={activities} skeleton={<span>&nbsp;</span>} isSilent>
          {(rows) => {
            const toVerify = countOf(rows, ({ status }) => status === 'completed');
            const late = countOf(rows, isLate);
            return (
              <Figures
                none={lists.nothingAssigned}
                parts={[
                  { text: lists.assigned(rows.length), count: rows.length },
                  { text: lists.toVerify(toVerify), count: toVerify },
                  { text: lists.late(late), count: late, isLate: true },
                ]}
              />
            );
          }}
        </Loaded>
      }
      actions={
        <ButtonLink tone="accent" icon={ClipboardPen} to={paths.assign}>
          {lists.emptyAssignedStep}
        </ButtonLink>
      }
    >
      <Loaded of={activities} skeleton={<ListSkeleton />}>
        {(rows) => {
          const shown = shownRange(range, rows, today);
          const rangeTool = (
            <RangeTool
              key={`${shown.from} ${shown.to}`}
              range={shown}
              isChosen={Boolean(range.from || range.to)}
              onApply={(next) => setSearch(next ?? {})}
            />
          );
          return (
            <>
              {rows.length === 0 && <div className="table-tools table-tools-end">{rangeTool}</div>}
              <ActivityList
                label={lists.assignedTitle}
                columns={columns}
                rows={rows}
                sorting={mostUrgentFirst}
                tools={rangeTool}
                empty={<Empty icon={ClipboardList} text={lists.emptyAssigned} />}
              />
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}
