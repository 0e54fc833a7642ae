import './consult-page.css';
import { ApiError } from '@bitacora/core/client/api-error';
import { activityParts } from '@bitacora/core/domain/activities/activity';
import { asksForTime } from '@bitacora/core/domain/activities/deadline';
import { actsOpenTo } from '@bitacora/core/domain/activities/policy';
import { consultPages, readerConsultPath } from '@bitacora/core/domain/page-paths';
import { consultFacts, factLabel } from '@bitacora/core/messages/activities/activity-fields';
import { consult } from '@bitacora/core/messages/activities/consult';
import { recordTexts } from '@bitacora/core/messages/activities/record';
import { writtenDay, writtenInstant } from '@bitacora/core/messages/dates';
import { frame } from '@bitacora/core/messages/layout';
import { CalendarPlus, FileCheck, type LucideIcon, Printer, Undo2 } from 'lucide-react';
import { Message } from 'primereact/message';
import { type ReactNode, useState } from 'react';
import { type LoaderFunctionArgs, Navigate, useLocation, useParams } from 'react-router-dom';
import { getApp, useSession } from '../../app/app.ts';
import { getClients, useClients } from '../../app/clients.ts';
import { paths } from '../../app/paths.ts';
import { deferred, Loaded, useLoaded } from '../../layout/loaded.tsx';
import { type BackLink, useBackLink } from '../../layout/menu-entries.ts';
import { Page } from '../../layout/page.tsx';
import { consultPage } from '../../messages/consult-texts.ts';
import { useQueue } from '../../offline/use-queue.ts';
import { Button } from '../../ui/button.tsx';
import { useDownload } from '../../ui/copy-and-download.ts';
import { Section } from '../../ui/section.tsx';
import { LiveMessage } from '../../ui/states.tsx';
import { errorSentence } from '../../ui/use-attempt.ts';
import type { ActivityView, Comment, EvidenceDocument, EvidenceImage, HistoryEntry } from '../activity.tsx';
import { Acts } from '../acts/acts.tsx';
import { ActivityFacts, ConsultHead, Series } from './activity-facts.tsx';
import { Checklist } from './checklist.tsx';
import { Composer, Stream } from './comments.tsx';
import { Documents } from './documents.tsx';
import { EvidenceViewer } from './evidence-viewer.tsx';
import { QueuedActs, withComments, withQueued } from './history.tsx';
import { PrintedEvidence, PrintedFoot, usePrinting } from './printed-record.tsx';

type PageName = keyof typeof consultPages;

/** Each page has a title, and a place where 'back' leads when the reader opened the address directly. */
const pages: Record<PageName, { title: string; back: BackLink }> = {
  inProcess: { title: consult.inProcessTitle, back: { path: paths.pending, label: consult.toPending } },
  assigned: { title: consult.assignedTitle, back: { path: paths.assignedReport, label: consult.toAssigned } },
  finished: { title: consult.finishedTitle, back: { path: paths.history, label: consult.toHistory } },
};
const namesOfPages = Object.keys(pages) as PageName[];

/** Draws the three consult pages: the activity and its acts, what was delivered, the facts at the side, and the stream of comments and changes. */
export function Component() {
  const consulted = useLoaded<typeof loader>();
  const folio = Number(useParams().id);
  const { pathname, search, state } = useLocation();
  const name = namesOfPages.find((each) => consultPages[each](folio) === pathname) ?? 'assigned';
  const { title, back } = pages[name];
  const { isPrinting, print } = usePrinting();
  const backLink = useBackLink(back);
  const { user } = useSession();
  const queue = useQueue(user.id);
  // Renews the composer, because the dialog has recorded or dropped the same draft.
  const [commented, setCommented] = useState(0);
  return (
    <Loaded of={consulted.activity} skeleton={<ConsultSkeleton />} unknown={consult.unknown}>
      {(activity) => {
        // Redirects, because an old link may name the page of another status or role.
        const path = readerConsultPath(activity, user.id);
        if (path !== pathname) return <Navigate to={path + search} replace state={state} />;
        const facts = consultFacts[name](activity);
        const open = actsOpenTo(user, activity);
        const hasOutcome = activity.resolution !== null || name === 'finished';
        const evidence = (
          <>
            <Section title={consult.evidence}>
              <Loaded of={consulted.images}>
                {(images) => (
                  <>
                    <EvidenceViewer images={images} />
                    {isPrinting && <PrintedEvidence images={images} />}
                  </>
                )}
              </Loaded>
            </Section>
            <Section title={consult.documents}>
              <Loaded of={consulted.documents}>
                {(documents) => (
                  <Documents activityId={activity.id} documents={documents} mayAdd={open.has('addDocuments')} isPrinting={isPrinting} />
                )}
              </Loaded>
            </Section>
          </>
        );
        return (
          <div className="consult" data-paper>
            <Page
              title={title}
              heading={<ConsultHead key={activity.id} activity={activity} />}
              back={backLink}
              actions={
                <>
                  <RecordButton folio={activity.id} />
                  <PrintButton onPrint={print} />
                </>
              }
            >
              <Acts activity={withQueued(activity, queue)} onCommented={() => setCommented((times) => times + 1)} />
              <QueuedActs queue={queue.filter(({ activityId }) => activityId === activity.id)} />
              <Rejection activity={activity} history={consulted.history} />
              <Request activity={activity} />
              <div className="consult-body">
                <div className="consult-first">
                  {hasOutcome && (
                    <Section title={factLabel('resolution')}>
                      <p className="consult-resolution prose">{activity.resolution ?? <span className="muted">{consult.noData}</span>}</p>
                    </Section>
                  )}
                  {evidence}
                  <Checklist key={activity.id} activity={activity} images={consulted.images} mayTick={open.has('tick')} />
                </div>
                <div className="consult-side">
                  <Section title={consult.main}>
                    <ActivityFacts activity={activity} facts={facts.main} />
                  </Section>
                  <Section title={consult.dates}>
                    <ActivityFacts activity={activity} facts={facts.dates} />
                  </Section>
                  {activity.repeats && <Series activity={activity} />}
                </div>
                <div className="consult-main">
                  <Stream activity={activity} comments={consulted.comments} history={consulted.history} isPrinting={isPrinting}>
                    {open.has('comment') && <Composer key={commented} activityId={activity.id} />}
                  </Stream>
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

/** Downloads the activity as a PDF that others can check. */
function RecordButton({ folio }: { folio: number }) {
  const { client } = useClients();
  const { isBusy, error, download } = useDownload();
  const load = () => client.downloadRecord({ activityId: folio });
  return (
    <>
      <Button
        tone="quiet"
        icon={FileCheck}
        isBusy={isBusy}
        onClick={() => void download(recordTexts.fileName(folio), load, recordTexts.ready)}
      >
        {isBusy ? recordTexts.preparing : recordTexts.download}
      </Button>
      {error !== null && <LiveMessage isUrgent>{errorSentence(error, recordTexts.failed)}</LiveMessage>}
    </>
  );
}

/** The placeholder of a consult page, with the same layout. */
const ConsultSkeleton = () => (
  <div className="consult-skeleton">
    <LiveMessage className="only-read">{frame.loading}</LiveMessage>
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

/** The activity, and what its page shows beside it. */
export interface ConsultData {
  activity: Promise<ActivityView>;
  comments: Promise<Comment[]>;
  images: Promise<EvidenceImage[]>;
  documents: Promise<EvidenceDocument[]>;
  history: Promise<HistoryEntry[]>;
}

/**
 * Reads the activity in one call. A server that fails is asked for each part alone, because one part may be the reason and each has its own
 * failure message.
 */
export function loader(args: LoaderFunctionArgs): ConsultData {
  const clients = getClients(args);
  // Some calls below begin after `during` has ended.
  const client = getApp(args).background.isRunning() ? clients.backgroundClient : clients.client;
  const which = { activityId: Number(args.params.id) };
  const activity = client.readActivity({ ...which, include: activityParts }).catch((error: unknown) => {
    if (error instanceof ApiError && error.status >= 500) return client.readActivity(which);
    throw error;
  });
  const comments = activity.then((all) => all.comments ?? client.listComments(which));
  const history = activity.then((all) => all.history ?? client.listHistory(which));
  return {
    activity: deferred(activity),
    comments: deferred(comments),
    images: deferred(activity.then((all) => all.evidence ?? client.listEvidence(which))),
    documents: deferred(activity.then((all) => all.documents ?? client.listDocuments(which))),
    history: deferred(withComments(history, comments)),
  };
}

/** What the reader should know before anything else. */
const Banner = ({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) => (
  <div className="rejection">
    <Message
      severity="warn"
      content={
        <>
          <Icon size={18} aria-hidden="true" />
          <div>{children}</div>
        </>
      }
    />
  </div>
);

/** Shows the date that the responsible asks for, and why. */
function Request({ activity }: { activity: ActivityView }) {
  const { requestedTo, requestReason } = activity;
  if (!requestedTo || !asksForTime(activity)) return null;
  return (
    <Banner icon={CalendarPlus}>
      <p className="alert-title">{consultPage.requested(writtenDay(requestedTo))}</p>
      <p className="prose">«{requestReason}»</p>
    </Banner>
  );
}

/** Says who sent the work back, when and why, until it is completed again. */
function Rejection({ activity, history }: { activity: ActivityView; history: Promise<readonly HistoryEntry[]> }) {
  const { user, zone } = useSession();
  if (!activity.rejectedAt) return null;
  return (
    <Banner icon={Undo2}>
      <Loaded of={history} skeleton={<p className="alert-title">{consultPage.rejected}</p>} isSilent>
        {(entries) => {
          const last = entries.filter(({ act }) => act === 'reject').at(-1);
          if (!last?.actorName) return <p className="alert-title">{consultPage.rejected}</p>;
          return (
            <>
              <p className="alert-title">{consultPage.rejectedBy(last.actorName, writtenInstant(last.at, zone))}</p>
              {last.note && <p className="prose">«{last.note}»</p>}
            </>
          );
        }}
      </Loaded>
      {activity.assigneeId === user.id && <p>{consultPage.rejectedStep}</p>}
    </Banner>
  );
}
