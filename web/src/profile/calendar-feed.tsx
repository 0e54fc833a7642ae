import type { Endpoints, Reply } from '@bitacora/core/contract';
import { writtenInstant, writtenInstantDay } from '@bitacora/core/messages/dates';
import { CalendarSync } from 'lucide-react';
import { useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import { useApp, useFinish, useSession } from '../app.ts';
import { Card } from '../layout/card.tsx';
import { Loaded } from '../layout/loaded.tsx';
import { feedTexts } from '../messages/calendar-feed.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { Alert } from '../ui/states.tsx';
import { sentenceOf, useAttempt } from '../ui/use-attempt.ts';
import { SecretDialog } from './secret-dialog.tsx';

type Feed = Reply<Endpoints['readCalendarFeed']>;

const questions = {
  replace: { title: feedTexts.replaceTitle, confirmLabel: feedTexts.replaceConfirm, failed: feedTexts.createFailed },
  revoke: { title: feedTexts.revokeTitle, confirmLabel: feedTexts.revokeConfirm, failed: feedTexts.revokeFailed },
};

/** The address of the calendar feed: create, show once, replace, revoke. */
export function CalendarFeed({ feed }: { feed: Promise<Feed> }) {
  return (
    <Card title={feedTexts.title} lead={feedTexts.lead}>
      <Loaded of={feed}>{(current) => <Address feed={current} />}</Loaded>
    </Card>
  );
}

function Address({ feed }: { feed: Feed }) {
  const { client } = useApp();
  const { revalidate } = useRevalidator();
  const finish = useFinish();
  const attempt = useAttempt();
  const [question, setQuestion] = useState<'replace' | 'revoke' | null>(null);
  const [url, setUrl] = useState<string | null>(null);
  const make = async () => {
    const created = await client.createCalendarFeed();
    setUrl(created.url);
    await revalidate();
  };
  const revoke = async () => {
    await client.revokeCalendarFeed();
    await finish({ title: feedTexts.revoked });
  };
  return (
    <>
      {attempt.error !== null && <Alert title={sentenceOf(attempt.error, feedTexts.createFailed)} />}
      {feed.createdAt ? (
        <div className="card-row card-row-only">
          <Since createdAt={feed.createdAt} readAt={feed.readAt} />
          <span className="card-row-acts">
            <Button onClick={() => setQuestion('replace')}>{feedTexts.replace}</Button>
            <Button tone="danger" onClick={() => setQuestion('revoke')}>
              {feedTexts.revoke}
            </Button>
          </span>
        </div>
      ) : (
        <div className="card-row card-row-only">
          <p className="muted">{feedTexts.none}</p>
          <Button icon={CalendarSync} isBusy={attempt.isBusy} onClick={() => void attempt.run(make)}>
            {feedTexts.create}
          </Button>
        </div>
      )}
      {question && (
        // Asks, because calendars lose the current address.
        <ConfirmDialog
          {...questions[question]}
          keepLabel={feedTexts.keep}
          act={question === 'replace' ? make : revoke}
          onClose={() => setQuestion(null)}
        >
          <p>{question === 'replace' ? feedTexts.replaceBody : feedTexts.revokeBody}</p>
        </ConfirmDialog>
      )}
      {url && <MadeDialog url={url} onClose={() => setUrl(null)} />}
    </>
  );
}

function Since({ createdAt, readAt }: { createdAt: Date; readAt: Date | null }) {
  const { zone } = useSession();
  const read = readAt ? feedTexts.readAt(writtenInstant(readAt)) : feedTexts.neverRead;
  return <p className="muted">{`${feedTexts.since(writtenInstantDay(createdAt, zone))} · ${read}`}</p>;
}

function MadeDialog({ url, onClose }: { url: string; onClose: () => void }) {
  return (
    <SecretDialog title={feedTexts.madeTitle} lead={feedTexts.madeLead} label={feedTexts.address} secret={url} onClose={onClose}>
      <section className="feed-ways" aria-label={feedTexts.how}>
        <h3>{feedTexts.how}</h3>
        <dl>
          {feedTexts.ways.map(({ program, steps }) => (
            <div key={program}>
              <dt>{program}</dt>
              <dd>{steps}</dd>
            </div>
          ))}
        </dl>
        <p className="muted">{feedTexts.reach}</p>
      </section>
    </SecretDialog>
  );
}
