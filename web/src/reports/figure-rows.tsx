import { finishedRange } from '@bitacora/core/domain/calendar';
import {
  type DueRows,
  dueRows,
  dueRowsPath,
  listPunctualities,
  pageQuery,
  punctualityPath,
  selectionQuery,
} from '@bitacora/core/domain/reports/list-address';
import { countedStatuses, type Sort } from '@bitacora/core/domain/reports/report';
import { figureFields } from '@bitacora/core/messages/activities/activity-fields';
import { lists } from '@bitacora/core/messages/activities/lists';
import { frame } from '@bitacora/core/messages/layout';
import { ListChecks } from 'lucide-react';
import { type LoaderFunctionArgs, useParams } from 'react-router-dom';
import { activityColumns } from '../activities/list/activity-rows.tsx';
import { ExportTool, RangeTool, ReportTable } from '../activities/list/activity-table.tsx';
import { lastPageAtMost, requestedReport, useReportState } from '../activities/list/list-state.ts';
import { getApp, useSession } from '../app/app.ts';
import { getClients, useClients } from '../app/clients.ts';
import { paths } from '../app/paths.ts';
import { deferred, Loaded, useLoaded } from '../layout/loaded.tsx';
import { Page } from '../layout/page.tsx';
import { figureRows as texts } from '../messages/punctuality-texts.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Empty, TableSkeleton } from '../ui/states.tsx';

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
const figureFilter = (rows: DueRows | null) => ({
  reportStatuses: [...countedStatuses],
  ...(rows && { dating: 'deadline' as const, punctuality: [...listPunctualities(rows)] }),
});
const figureSort = (rows: DueRows | null): Sort => ({ column: rows ? 'deadline' : 'createdAt', isDescending: true });

export async function loader(args: LoaderFunctionArgs) {
  const { client } = getClients(args);
  const { session } = getApp(args);
  const { today } = await session.current();
  const rows = readDueRows(args.params);
  const report = await requestedReport(args, figureSort(rows));
  const state = { ...report, ...finishedRange(report, today) };
  return { page: deferred(lastPageAtMost(state, (query) => client.listAllActivities({ ...figureFilter(rows), ...pageQuery(query) }))) };
}

/** The activities behind a figure of the company. */
export function Component() {
  const { page } = useLoaded<typeof loader>();
  const { client } = useClients();
  const { today } = useSession();
  const rows = readDueRows(useParams());
  const controls = useReportState(figureSort(rows));
  const range = finishedRange(controls.state, today);
  const state = { ...controls.state, ...range };
  const title = rows ? texts.titles[rows] : texts.registered;
  return (
    <Page
      title={title}
      back={rows ? { path: punctualityPath(range), label: frame.punctuality } : { path: paths.home, label: frame.home }}
      lead={
        <Loaded of={page} skeleton={<span>&nbsp;</span>} isSilent>
          {({ total, hasMore }) => lists.activities(total, hasMore)}
        </Loaded>
      }
    >
      <Loaded of={page} skeleton={<TableSkeleton />}>
        {(rowsPage) => (
          <ReportTable
            label={title}
            columns={rows ? columns[rows] : registeredColumns}
            page={rowsPage}
            controls={controls}
            tools={<RangeTool usual={range} selected={controls.state} onApply={controls.change} />}
            askFacets={(filters) => client.countFacets({ ...figureFilter(rows), ...selectionQuery({ ...state, filters }) })}
            exporting={<ExportTool ask={() => client.exportReport({ ...figureFilter(rows), ...selectionQuery(state) })} />}
            empty={
              <Empty icon={ListChecks} text={texts.empty}>
                {rows && rows !== 'due' && <ButtonLink to={dueRowsPath('due', range)}>{texts.allDue}</ButtonLink>}
              </Empty>
            }
            isPlain={rows !== null}
          />
        )}
      </Loaded>
    </Page>
  );
}
