import { actsOpenTo } from '@bitacora/core/domain/activities/policy';
import { daysBetween, localDay } from '@bitacora/core/domain/calendar';
import { longestWaitingFirst, pageQuery, selectionQuery } from '@bitacora/core/domain/reports/list-address';
import { lists } from '@bitacora/core/messages/activities/lists';
import { frame } from '@bitacora/core/messages/layout';
import { CheckCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { useSession } from '../../app/app.ts';
import { getClients, useClients } from '../../app/clients.ts';
import { paths } from '../../app/paths.ts';
import { deferred, Loaded, useLoaded } from '../../layout/loaded.tsx';
import { FiguresLead, Page } from '../../layout/page.tsx';
import { inbox } from '../../messages/inbox-texts.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Tick } from '../../ui/choice.tsx';
import { later } from '../../ui/later.tsx';
import { useIsNarrow } from '../../ui/media.ts';
import { Empty, TableSkeleton } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import type { ActivityView } from '../activity.tsx';
import { FiltersTool, NoMatch, OrderTool, type RemotePage, remoteTable, ViewsTool } from '../list/activity-table.tsx';
import { lastPageAtMost, requestedReport, useReportState } from '../list/list-state.ts';
import { type DeliveryChoice, useDeliveryChoice } from './delivery-choice.ts';
import { DeliveryRow, inboxColumns, PickingContext, ReviewContext, TOO_LONG_DAYS, useReadEvidence } from './inbox-rows.tsx';
import '../list/list-tools.css';
import './inbox.css';

const loadDialogs = () => import('./inbox-dialogs.tsx');
const InboxDialogs = later(async () => (await loadDialogs()).InboxDialogs);

const delivered = { reportStatuses: ['completed' as const] };

export async function loader(args: LoaderFunctionArgs) {
  const { client } = getClients(args);
  const state = await requestedReport(args, longestWaitingFirst);
  return {
    page: deferred(lastPageAtMost(state, (query) => client.listAssignedByMe({ ...delivered, ...pageQuery(query) }))),
    longest: deferred(client.listAssignedByMe({ ...delivered, sort: longestWaitingFirst, page: 1, pageSize: 1 })),
  };
}

export function Component() {
  const { page, longest } = useLoaded<typeof loader>();
  const { zone, today } = useSession();
  const choice = useDeliveryChoice();
  return (
    <Page
      title={inbox.title}
      lead={
        <FiguresLead
          of={longest}
          none={inbox.none}
          parts={({ rows: [first], total }) => {
            const days = first?.closedAt ? daysBetween(localDay(zone, first.closedAt), today) : 0;
            return [
              { text: inbox.lead(total), count: total },
              { text: inbox.longest(days), count: days >= TOO_LONG_DAYS ? 1 : 0, isLate: true, to: first && paths.assigned(first.id) },
            ];
          }}
        />
      }
    >
      <Loaded of={page} skeleton={<TableSkeleton />}>
        {(rows) => <Inbox page={rows} choice={choice} />}
      </Loaded>
    </Page>
  );
}

/** A list to select from. Verified activities leave it; refused ones stay with the reason. */
function Inbox({ page, choice }: { page: RemotePage; choice: DeliveryChoice }) {
  const { rows } = page;
  const { picked, refusals, pick } = choice;
  const { client } = useClients();
  const { user } = useSession();
  const [isAsking, setAsking] = useState(false);
  const isVerifiable = (activity: ActivityView) => actsOpenTo(user, activity).has('approve');
  const isNarrow = useIsNarrow();
  const controls = useReportState(longestWaitingFirst);
  const { state, change } = controls;
  // Fetched with the page, because a first click must not wait.
  useEffect(() => void loadDialogs().catch(() => {}), []);
  const readEvidence = useReadEvidence();
  const [reviewedId, setReviewedId] = useState<number | null>(null);
  const pageRows = rows.filter(isVerifiable);
  const pickedHere = pageRows.filter(({ id }) => picked.has(id)).length;
  const isAll = pageRows.length > 0 && pickedHere === pageRows.length;
  const acts = (
    <>
      <label className="button button-plain pick-page" data-tone="plain">
        <Tick
          isMixed={pickedHere > 0 && !isAll}
          disabled={pageRows.length === 0}
          isTicked={isAll}
          onChange={(isTicked) => pick(pageRows, isTicked)}
        />
        {inbox.pickPage}
      </label>
      <Button tone="accent" icon={CheckCheck} disabled={picked.size === 0} onClick={() => setAsking(true)}>
        {inbox.verify(picked.size)}
      </Button>
    </>
  );
  return (
    <ReviewContext value={{ readEvidence, onReview: ({ id }) => setReviewedId(id) }}>
      <PickingContext value={{ picked, refusals, isVerifiable, onPick: pick }}>
        <Table
          label={inbox.title}
          columns={inboxColumns}
          rows={rows}
          search={lists.search}
          tools={
            <div className="report-tools">
              <ViewsTool screen="awaiting" />
              <FiltersTool
                filters={state.filters}
                ask={(filters) => client.countFacets({ isAssigned: true, ...delivered, ...selectionQuery({ ...state, filters }) })}
                onChange={(filters, isDetail) => change({ filters }, isDetail)}
              />
              {!isNarrow && acts}
            </div>
          }
          chips={isNarrow && <div className="inbox-acts">{acts}</div>}
          agenda={(delivery) => <DeliveryRow delivery={delivery} />}
          empty={
            <Empty icon={CheckCheck} text={inbox.empty} help="verifica-con-la-evidencia-a-la-vista">
              <ButtonLink to={paths.home}>{frame.goHome}</ButtonLink>
            </Empty>
          }
          noMatch={() => <NoMatch controls={controls} suggestions={page.suggestions} />}
          remote={remoteTable(controls, page, <OrderTool controls={controls} columns={inboxColumns} />)}
        />
      </PickingContext>
      <InboxDialogs
        page={page}
        controls={controls}
        choice={choice}
        readEvidence={readEvidence}
        isVerifiable={isVerifiable}
        reviewedId={reviewedId}
        onReview={setReviewedId}
        isAsking={isAsking}
        onDecided={() => setAsking(false)}
      />
    </ReviewContext>
  );
}
