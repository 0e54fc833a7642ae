import { consultPathOf } from '@bitacora/core/domain/activity/consult-path';
import { consult } from '@bitacora/core/messages/consult';
import { Printer } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { type BackLink, useBackLink } from '../../layout/back-link.ts';
import { Loaded } from '../../layout/loaded.tsx';
import { Page } from '../../layout/page.tsx';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/section.tsx';
import { usePrinting } from '../../ui/use-printing.ts';
import { useSession } from '../../use-session.ts';
import { Acts } from '../acts/acts.tsx';
import { Comments } from './comments.tsx';
import type { ConsultData } from './consult-loader.ts';
import './consult-page.css';
import './consult-print.css';
import { frame } from '@bitacora/core/messages/layout';
import { type FactRow, Facts } from '../../ui/facts.tsx';
import type { Activity } from '../activity.ts';
import { StatusChip } from '../list/status-chip.tsx';
import { EvidenceViewer } from './evidence-viewer.tsx';
import { History } from './history.tsx';
import { PrintedComments, PrintedEvidence, PrintedFoot } from './printed-record.tsx';
import { Series } from './series.tsx';
import './consult-skeleton.css';

interface ConsultPageProps {
  title: string;
  /** Where 'back' leads when the reader opened the address directly. */
  back: BackLink;
  consulted: ConsultData;
  main: (activity: Activity) => readonly FactRow[];
  dates: (activity: Activity) => readonly FactRow[];
  /** A finished activity has no acts. */
  isReadOnly?: boolean;
}

/** Shows folio, status and acts; then facts, comments and evidence; at the side the history. */
export function ConsultPage({ title, back, consulted, main, dates, isReadOnly = false }: ConsultPageProps) {
  const { isPrinting, print } = usePrinting();
  const backLink = useBackLink(back);
  const { user } = useSession();
  const { pathname, state } = useLocation();
  return (
    <Loaded of={consulted.activity} skeleton={<ConsultSkeleton />} unknown={consult.unknown}>
      {(activity) => {
        // Redirects, because an old link may name the page of another status or role.
        const path = consultPathOf(activity, user.id);
        if (path !== pathname) return <Navigate to={path} replace state={state} />;
        return (
          <div className="consult">
            <Page
              title={title}
              back={backLink}
              lead={
                <span className="consult-folio">
                  <span>
                    <span className="consult-word">{consult.folio}</span> {activity.id}
                  </span>
                  <StatusChip status={activity.status} />
                </span>
              }
              actions={<PrintButton onPrint={print} />}
            >
              {!isReadOnly && <Acts activity={activity} />}
              <div className="consult-body">
                <div className="consult-main">
                  <Section title={consult.main}>
                    <Facts facts={main(activity)} />
                  </Section>
                  <Section title={consult.dates}>
                    <Facts facts={dates(activity)} />
                  </Section>
                  {activity.repeats && <Series activity={activity} />}
                  <Counted title={consult.comments} items={consulted.comments}>
                    {(comments) => (
                      <>
                        <Comments comments={comments} activity={activity} />
                        {isPrinting && <PrintedComments comments={comments} />}
                      </>
                    )}
                  </Counted>
                  <Counted title={consult.evidence} items={consulted.images}>
                    {(images) => (
                      <>
                        <EvidenceViewer images={images} />
                        {isPrinting && <PrintedEvidence images={images} />}
                      </>
                    )}
                  </Counted>
                </div>
                <div className="consult-side">
                  <Section title={consult.history}>
                    <Loaded of={consulted.history}>{(entries) => <History entries={entries} />}</Loaded>
                  </Section>
                </div>
              </div>
              {isPrinting && <PrintedFoot />}
            </Page>
          </div>
        );
      }}
    </Loaded>
  );
}

function PrintButton({ onPrint }: { onPrint: () => Promise<void> }) {
  const [isBusy, setBusy] = useState(false);
  const print = async () => {
    setBusy(true);
    await onPrint();
    setBusy(false);
  };
  return (
    <Button tone="quiet" icon={Printer} isBusy={isBusy} onClick={() => void print()}>
      {isBusy ? consult.printing : consult.print}
    </Button>
  );
}

/** A section with the number of its items. */
function Counted<Item>({
  title,
  items,
  children,
}: {
  title: string;
  items: Promise<readonly Item[]>;
  children: (items: readonly Item[]) => ReactNode;
}) {
  const count = (
    <Loaded of={items} skeleton={null} isSilent>
      {(items) => items.length > 0 && <span className="count">{items.length}</span>}
    </Loaded>
  );
  return (
    <Section title={title} aside={count}>
      <Loaded of={items}>{children}</Loaded>
    </Section>
  );
}

/** The placeholder of a consult page, with the same layout. */
const ConsultSkeleton = () => (
  <div className="consult-skeleton" role="status">
    <span className="only-read">{frame.loading}</span>
    <span className="skeleton-line" />
    <span className="skeleton-line" />
    <div className="consult-body" aria-hidden="true">
      <div className="consult-main">
        <span className="skeleton-line consult-skeleton-main" />
        <span className="skeleton-line consult-skeleton-dates" />
        <span className="skeleton-line consult-skeleton-rest" />
      </div>
      <div className="consult-side">
        <span className="skeleton-line consult-skeleton-main" />
      </div>
    </div>
  </div>
);
