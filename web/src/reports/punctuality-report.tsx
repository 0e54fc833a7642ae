import { addMonths, type CalendarDate, defaultRange, finishedRange } from '@bitacora/core/domain/calendar';
import { type DueRows, dueRowsPath, readDateEnds } from '@bitacora/core/domain/reports/list-address';
import { type PunctualityReport, type PunctualityRow, punctualities } from '@bitacora/core/domain/reports/punctuality';
import { consult } from '@bitacora/core/messages/activities/consult';
import { writtenDay } from '@bitacora/core/messages/dates';
import { punctualityTexts, writtenMinutes } from '@bitacora/core/messages/reports/punctuality';
import { CalendarCheck, Printer } from 'lucide-react';
import { Link, type LoaderFunctionArgs } from 'react-router-dom';
import { ExportTool } from '../activities/list/export-tool.tsx';
import { RangeChips } from '../activities/list/range-chips.tsx';
import { RangeTool } from '../activities/list/range-tool.tsx';
import { getApp, useSession } from '../app/app.ts';
import { getClients, useClients } from '../app/clients.ts';
import { paths } from '../app/paths.ts';
import { deferred, Loaded, useLoaded } from '../layout/loaded.tsx';
import { FigureCard, Lead, Page } from '../layout/page.tsx';
import { punctualityPage as texts } from '../messages/punctuality-texts.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Empty, ListSkeleton } from '../ui/states.tsx';
import { rereadFor, useAddressState } from '../ui/use-address-state.ts';
import { type GroupState, PunctualityGroups, readGroup } from './punctuality-groups.tsx';
import './punctuality-report.css';

interface PunctualityState extends GroupState {
  /** Null for the usual end: the last month. */
  from: CalendarDate | null;
  to: CalendarDate | null;
  page: number;
}

const readState = (address: URLSearchParams): PunctualityState => ({
  ...readDateEnds(address),
  by: readGroup(address.get('by')),
  search: (address.get('search') ?? '').slice(0, 200),
  page: 1,
});
function writeState({ from, to, by, search }: PunctualityState): URLSearchParams {
  const some = { from: from ?? '', to: to ?? '', by: by === 'department' ? '' : by, search };
  return new URLSearchParams(Object.entries(some).filter(([, value]) => value !== ''));
}

export async function loader(args: LoaderFunctionArgs) {
  const { client } = getClients(args);
  const { session } = getApp(args);
  const { today } = await session.current();
  return { report: deferred(client.readPunctuality(finishedRange(readState(new URL(args.request.url).searchParams), today))) };
}

export const shouldRevalidate = rereadFor('from', 'to');

/** How work was delivered that was due in a range. Each number opens its rows. */
export function Component() {
  const { report } = useLoaded<typeof loader>();
  const { client } = useClients();
  const { today } = useSession();
  const { state, typed, type, change } = useAddressState(readState, writeState);
  const range = finishedRange(state, today);
  return (
    <div data-paper="">
      <Page
        title={texts.title}
        lead={<Lead of={report}>{({ total }) => (total.due === 0 ? texts.empty : texts.lead(total.share))}</Lead>}
        actions={
          <>
            <RangeTool usual={defaultRange(state.to ?? today)} selected={state} onApply={change} />
            <ExportTool ask={() => client.exportReport({ ...range, dating: 'deadline', punctuality: [...punctualities] })} />
            <Button icon={Printer} onClick={() => window.print()}>
              {consult.print}
            </Button>
          </>
        }
      >
        <div className="punctuality-range muted">
          <RangeChips range={range} onApply={change} />
          <p>{texts.range(writtenDay(range.from), writtenDay(range.to))}</p>
          <Loaded of={report} skeleton={<span />} isSilent>
            {({ imported }) => imported > 0 && <p>{punctualityTexts.notCounted(imported)}</p>}
          </Loaded>
        </div>
        <Loaded of={report} skeleton={<ListSkeleton />}>
          {(figures) =>
            figures.total.due === 0 ? (
              <NothingDue today={today} state={state} />
            ) : (
              <>
                <Total {...figures} />
                <Verification {...figures.verification} />
                <PunctualityGroups
                  report={figures}
                  state={state}
                  typed={typed}
                  onType={type}
                  linkTo={(by) => writeState({ ...state, search: '', by })}
                />
              </>
            )
          }
        </Loaded>
      </Page>
    </div>
  );
}

function NothingDue({ today, state }: { today: CalendarDate; state: PunctualityState }) {
  const from = addMonths(today, -3);
  return (
    <Empty icon={CalendarCheck} text={texts.empty} help="puntualidad">
      {from !== state.from && (
        <ButtonLink to={{ search: writeState({ ...state, from, to: today }).toString() }}>{texts.emptyStep}</ButtonLink>
      )}
    </Empty>
  );
}

const percentOfDue = (count: number, { due }: PunctualityRow) => Math.round((count / due) * 100);

/** All that was due: a bar whose segments are links, and each number. */
function Total({ total, from, to }: PunctualityReport) {
  const rows = (which: DueRows, count: number) => (count > 0 ? dueRowsPath(which, { from, to }) : undefined);
  return (
    <section className="punctuality-total" aria-label={texts.whole}>
      <ul className="punctuality-bar">
        {punctualities
          .filter((outcome) => total[outcome] > 0)
          .map((outcome) => {
            const label = texts.segment(punctualityTexts.outcomes[outcome], total[outcome], percentOfDue(total[outcome], total));
            return (
              <li key={outcome} data-outcome={outcome} style={{ flexGrow: total[outcome] }}>
                <Link to={dueRowsPath(outcome, { from, to })} aria-label={label} title={label} />
              </li>
            );
          })}
      </ul>
      <div className="punctuality-cards">
        <FigureCard figure={total.due} to={rows('due', total.due)} label={punctualityTexts.due} hint="" />
        {punctualities.map((outcome) => (
          <div key={outcome} data-outcome={outcome}>
            <FigureCard
              figure={total[outcome]}
              to={rows(outcome, total[outcome])}
              label={outcome === 'onTimeExtended' ? texts.extended : punctualityTexts.outcomes[outcome]}
              hint={punctualityTexts.percent(percentOfDue(total[outcome], total))}
            />
          </div>
        ))}
      </div>
    </section>
  );
}

/** How long verdicts took, and how many rejected. */
const Verification = ({ verdicts, rejected, rejectedShare, p50Minutes, p90Minutes }: PunctualityReport['verification']) => (
  <section className="punctuality-clock">
    <h2>{punctualityTexts.verification}</h2>
    {p50Minutes === null || p90Minutes === null ? (
      <p>
        {texts.noVerdicts} <Link to={paths.verifyInbox}>{texts.toVerify}</Link>
      </p>
    ) : (
      <p>
        {texts.clock(writtenMinutes(p50Minutes), writtenMinutes(p90Minutes))} {texts.rejected(rejected, verdicts, rejectedShare)}
      </p>
    )}
  </section>
);
