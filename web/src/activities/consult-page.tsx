import { consult } from '@bitacora/core/messages/consult';
import { refusalSentences } from '@bitacora/core/messages/refusals';
import type { ReactNode } from 'react';
import { Loaded } from '../frame/loaded.tsx';
import { Page } from '../frame/page.tsx';
import { Section } from '../ui/section.tsx';
import { Acts } from './acts/acts.tsx';
import { Comments } from './comments.tsx';
import type { Consulted } from './consulted.ts';
import './consult-page.css';
import { EvidenceViewer } from './evidence-viewer.tsx';
import { type Fact, Facts } from './facts.tsx';
import { History } from './history.tsx';
import { ListSkeleton } from './list-skeleton.tsx';
import { StatusChip } from './status-chip.tsx';
import type { Activity } from './views.ts';

interface ConsultPageProps {
  title: string;
  back: { path: string; label: string };
  consulted: Consulted;
  main: (activity: Activity) => readonly Fact[];
  dates: (activity: Activity) => readonly Fact[];
  /** Nothing can be done to what is finished. */
  isReadOnly?: boolean;
}

/** A page of the log: folio, status and acts; then the facts, what was said, the evidence, and at the side what happened. */
export function ConsultPage({ title, back, consulted, main, dates, isReadOnly = false }: ConsultPageProps) {
  return (
    <Loaded
      of={consulted.activity}
      skeleton={<ListSkeleton />}
      unknown={refusalSentences['activity.unknown']({ code: 'activity.unknown' })}
    >
      {(activity) => (
        <div className="consult">
          <Page
            title={title}
            back={back}
            lead={
              <span className="consult-folio">
                <span>
                  <span className="consult-word">{consult.folio}</span> {activity.id}
                </span>
                <StatusChip status={activity.status} />
              </span>
            }
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
                <Counted title={consult.comments} items={consulted.comments}>
                  {(comments) => <Comments comments={comments} activity={activity} />}
                </Counted>
                <Counted title={consult.evidence} items={consulted.images}>
                  {(images) => <EvidenceViewer images={images} />}
                </Counted>
              </div>
              <div className="consult-side">
                <Section title={consult.history}>
                  <Loaded of={consulted.history}>{(entries) => <History entries={entries} />}</Loaded>
                </Section>
              </div>
            </div>
          </Page>
        </div>
      )}
    </Loaded>
  );
}

/** A section that tells how many it holds. */
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
      {(known) => known.length > 0 && <span className="count">{known.length}</span>}
    </Loaded>
  );
  return (
    <Section title={title} aside={count}>
      <Loaded of={items}>{children}</Loaded>
    </Section>
  );
}
