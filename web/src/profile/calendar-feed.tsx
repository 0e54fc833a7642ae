import type { Endpoints, Reply } from '@bitacora/core/contract';
import { writtenInstant, writtenInstantDay } from '@bitacora/core/messages/dates';
import { CalendarSync } from 'lucide-react';
import { useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import { useApp } from '../app.ts';
import { Card } from '../layout/card.tsx';
import { Loaded } from '../layout/loaded.tsx';
import { feedTexts } from '../messages/calendar-feed.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { sentenceOf, useAttempt } from '../ui/use-attempt.ts';
import { useSession } from '../use-session.ts';
import { FeedQuestion } from './calendar-feed-question.tsx';
import { SecretDialog } from './secret-dialog.tsx';

export type Feed = Reply<Endpoints['readCalendarFeed']>;

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
  const attempt = useAttempt();
  const [question, setQuestion] = useState<'replace' | 'revoke' | null>(null);
  const [url, setUrl] = useState<string | null>(null);
  const make = async () => {
    const created = await client.createCalendarFeed();
    setUrl(created.url);
    await revalidate();
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
      {question && <FeedQuestion question={question} onReplace={make} onClose={() => setQuestion(null)} />}
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
