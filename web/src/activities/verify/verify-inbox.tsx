import { actsOpenTo } from '@bitacora/core/domain/activity/policy';
import { dayIn, daysBetween } from '@bitacora/core/domain/calendar';
import { frame } from '@bitacora/core/messages/layout';
import { lists } from '@bitacora/core/messages/lists';
import { CheckCheck } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { appOf, useSession } from '../../app.ts';
import { deferred, Loaded, useLoaded } from '../../layout/loaded.tsx';
import { countOf, Figures, Page } from '../../layout/page.tsx';
import { paths } from '../../layout/paths.ts';
import { inbox } from '../../messages/inbox.ts';
import { ViewsTool } from '../../reports/later-tools.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Empty, TableSkeleton } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { skipReloadOnListChange, useListState } from '../../ui/table-state.ts';
import { Tick } from '../../ui/tick.tsx';
import { useIsNarrow } from '../../ui/use-is-narrow.ts';
import type { Activity } from '../activity.ts';
import { useOwnSearch } from '../list/own-search.tsx';
import { ReviewContext, useEvidenceOf } from './evidence-cells.tsx';
import { DeliveryRow, inboxColumns, TOO_LONG_DAYS } from './inbox-rows.tsx';
import type { Verdicts } from './verify-dialog.tsx';
import '../../reports/reports.css';
import './inbox.css';

const loadReview = () => import('./review-dialog.tsx');
const loadVerify = () => import('./verify-dialog.tsx');
const ReviewDialog = lazy(async () => ({ default: (await loadReview()).ReviewDialog }));
const VerifyDialog = lazy(async () => ({ default: (await loadVerify()).VerifyDialog }));

export const shouldRevalidate = skipReloadOnListChange;

export function loader(args: LoaderFunctionArgs) {
  return { awaiting: deferred(appOf(args).client.listAwaitingVerification()) };
}

export function Component() {
  const { awaiting } = useLoaded<typeof loader>();
  return (
    <Page
      title={inbox.title}
      lead={
        <Loaded of={awaiting} skeleton={<span>&nbsp;</span>} isSilent>
          {(rows) => <Lead rows={rows} />}
        </Loaded>
      }
    >
      <Loaded of={awaiting} skeleton={<TableSkeleton />}>
        {(rows) => (
          <Inbox
            rows={rows}
            empty={
              <Empty icon={CheckCheck} text={inbox.empty}>
                <ButtonLink to={paths.home}>{frame.goHome}</ButtonLink>
              </Empty>
            }
          />
        )}
      </Loaded>
    </Page>
  );
}

function Lead({ rows }: { rows: readonly Activity[] }) {
  const { zone, today } = useSession();
  const long = countOf(rows, ({ closedAt }) => closedAt !== null && daysBetween(dayIn(zone, closedAt), today) >= TOO_LONG_DAYS);
  return (
    <Figures
      none={inbox.none}
      parts={[
        { text: inbox.lead(rows.length), count: rows.length },
        { text: inbox.long(long), count: long, isLate: true },
      ]}
    />
  );
}

const longestWaitingFirst = [{ id: 'delivered', desc: false }];

/** A list to select from. Verified activities leave it; refused ones stay with the reason. */
export function Inbox({ rows, empty }: { rows: readonly Activity[]; empty: ReactNode }) {
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set());
  const [refusals, setRefusals] = useState<ReadonlyMap<number, string>>(new Map());
  const [isAsking, setAsking] = useState(false);
  const pick = (ids: readonly number[], isPicked: boolean) =>
    setPicked((before) => new Set(isPicked ? [...before, ...ids] : [...before].filter((id) => !ids.includes(id))));
  const settle = ({ verified, refusals: refused }: Verdicts) => {
    pick([...verified, ...refused.keys()], false);
    setRefusals((before) => new Map([...before, ...refused]));
  };
  const { user } = useSession();
  const isVerifiable = (activity: Activity) => actsOpenTo(user, activity).has('approve');
  const picking = { picked, refusals, isVerifiable, onPick: pick };
  const columns = useMemo(() => inboxColumns(picking), [picked, refusals]);
  const isNarrow = useIsNarrow();
  const tableState = useListState('awaiting', longestWaitingFirst, columns);
  const [matching, notice] = useOwnSearch(tableState.query);
  // Fetched with the page, because a first click must not wait.
  useEffect(() => void Promise.all([loadReview(), loadVerify()]).catch(() => {}), []);
  const evidenceOf = useEvidenceOf();
  const [reviewed, setReviewed] = useState<Activity | null>(null);
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set());
  // Filtered, because another person may have verified some of them.
  const selected = rows.filter(({ id }) => picked.has(id));
  const acts = (pageRows: readonly Activity[]) => (
    <>
      <PickPage pageRows={pageRows.filter(isVerifiable).map(({ id }) => id)} picked={picked} onPick={pick} />
      <Button tone="accent" icon={CheckCheck} disabled={selected.length === 0} onClick={() => setAsking(true)}>
        {inbox.verify(selected.length)}
      </Button>
    </>
  );
  return (
    <ReviewContext value={{ evidenceOf, onReview: setReviewed }}>
      {notice}
      <Table
        label={inbox.title}
        columns={columns}
        rows={rows}
        matches={matching(rows)}
        rowId={(activity: Activity) => activity.id}
        state={tableState}
        search={lists.search}
        tools={(pageRows) => (
          <div className="report-tools">
            <ViewsTool screen="awaiting" />
            {!isNarrow && acts(pageRows)}
          </div>
        )}
        chips={isNarrow && ((pageRows) => <div className="inbox-acts">{acts(pageRows)}</div>)}
        agenda={(delivery) => <DeliveryRow delivery={delivery} picking={picking} />}
        empty={empty}
        noMatch={lists.noMatch}
        overlay={(visible) => {
          const at = visible.findIndex(({ id }) => id === reviewed?.id);
          const current = visible[at];
          return (
            <Suspense>
              {current && (
                <ReviewDialog
                  delivery={current}
                  images={evidenceOf(current)}
                  at={at + 1}
                  total={visible.length}
                  isPicked={picked.has(current.id)}
                  isPickable={isVerifiable(current)}
                  onPick={(isPicked) => pick([current.id], isPicked)}
                  onMove={(step) => setReviewed(visible[at + step] ?? current)}
                  onSeen={(id) => setSeen((before) => new Set([...before, id]))}
                  onClose={() => setReviewed(null)}
                />
              )}
              {isAsking && (
                <VerifyDialog
                  deliveries={selected}
                  hidden={selected.filter((delivery) => !visible.some(({ id }) => id === delivery.id))}
                  evidenceOf={evidenceOf}
                  seen={seen}
                  onVerdicts={settle}
                  onClose={() => setAsking(false)}
                />
              )}
            </Suspense>
          );
        }}
      />
    </ReviewContext>
  );
}

interface PickPageProps {
  pageRows: readonly number[];
  picked: ReadonlySet<number>;
  onPick: (ids: readonly number[], isPicked: boolean) => void;
}

function PickPage({ pageRows, picked, onPick }: PickPageProps) {
  const count = pageRows.filter((id) => picked.has(id)).length;
  const isAll = pageRows.length > 0 && count === pageRows.length;
  return (
    <label className="button button-plain pick-page" data-tone="plain">
      <Tick
        isMixed={count > 0 && !isAll}
        disabled={pageRows.length === 0}
        isTicked={isAll}
        onChange={(isTicked) => onPick(pageRows, isTicked)}
      />
      {inbox.pickPage}
    </label>
  );
}
