import { finishedRange } from '@bitacora/core/domain/calendar';
import { type DueRows, dueRows, dueRowsPath, listPunctualities, punctualityPath } from '@bitacora/core/domain/reports/list-address';
import { countedStatuses, type Sort } from '@bitacora/core/domain/reports/report';
import { figureFields } from '@bitacora/core/messages/activities/activity-fields';
import { lists } from '@bitacora/core/messages/activities/lists';
import { frame } from '@bitacora/core/messages/layout';
import { ListChecks } from 'lucide-react';
import { type LoaderFunctionArgs, useParams } from 'react-router-dom';
import { activityColumns } from '../activities/list/activity-rows.tsx';
import { RangeTool, ReportTable } from '../activities/list/activity-table.tsx';
import { type ListFilter, loadList, useReportState } from '../activities/list/list-state.ts';
import { useSession } from '../app/app.ts';
import { paths } from '../app/paths.ts';
import { useLoaded } from '../layout/loaded.tsx';
import { Lead, Page } from '../layout/page.tsx';
import { figureRows as texts } from '../messages/punctuality-texts.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Empty } from '../ui/states.tsx';

const fields = figureFields.filter((field) => field !== 'priority');
const headings = { closed: texts.deliveredOn };
/** Delivered work has no days left. */
const deliveredColumns = activityColumns({ fields: [...fields.filter((field) => field !== 'daysLeft'), 'closed'], headings });
const columns: Record<DueRows, typeof deliveredColumns> = {
  due: activityColumns({ fields: [...fields, 'closed'], headings }),
  undelivered: activityColumns({ fields }),
  onTime: deliveredColumns,
  onTimeExtended: deliveredColumns,
  late: deliveredColumns,
};
const registeredColumns = activityColumns({ fields: figureFields });

/** Returns the rows of a figure of punctuality; null where the address names none and the page lists what the company's cards count. */
const readDueRows = ({ rows }: { rows?: string }): DueRows | null => dueRows.find((each) => each === rows) ?? (rows ? 'due' : null);
const figureFilter = (rows: DueRows | null): ListFilter => ({
  reportStatuses: [...countedStatuses],
  ...(rows && { dating: 'deadline', punctuality: [...listPunctualities(rows)] }),
});
const figureSort = (rows: DueRows | null): Sort => ({ column: rows ? 'deadline' : 'createdAt', isDescending: true });

export function loader(args: LoaderFunctionArgs) {
  const rows = readDueRows(args.params);
  return loadList(args, figureSort(rows), figureFilter(rows), finishedRange);
}

/** The activities behind a figure of the company. */
export function Component() {
  const { page } = useLoaded<typeof loader>();
  const { today } = useSession();
  const rows = readDueRows(useParams());
  const controls = useReportState(figureSort(rows));
  const range = finishedRange(controls.state, today);
  const filter = figureFilter(rows);
  const title = rows ? texts.titles[rows] : texts.registered;
  return (
    <Page
      title={title}
      back={rows ? { path: punctualityPath(range), label: frame.punctuality } : { path: paths.home, label: frame.home }}
      lead={<Lead of={page}>{({ total, hasMore }) => lists.activities(total, hasMore)}</Lead>}
    >
      <ReportTable
        label={title}
        columns={rows ? columns[rows] : registeredColumns}
        of={page}
        controls={controls}
        filter={filter}
        range={range}
        exported={filter}
        tools={<RangeTool usual={range} selected={controls.state} onApply={controls.change} />}
        empty={
          <Empty icon={ListChecks} text={texts.empty}>
            {rows && rows !== 'due' && <ButtonLink to={dueRowsPath('due', range)}>{texts.allDue}</ButtonLink>}
          </Empty>
        }
        isPlain={rows !== null}
      />
    </Page>
  );
}
