import './notices.css';
import type { Endpoints, Reply } from '@bitacora/core/contract';
import type { ReadTopicChannel } from '@bitacora/core/contract/chat/topic-channel-endpoints';
import { localDay } from '@bitacora/core/domain/calendar';
import { fullName } from '@bitacora/core/domain/people/person';
import { chatServiceNames } from '@bitacora/core/messages/account/profile';
import { writtenClock, writtenInstant, writtenInstantDay, writtenNearDay } from '@bitacora/core/messages/dates';
import { topicChannelTexts as texts } from '@bitacora/core/messages/topics/topics';
import { Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { useFinish, useSession } from '../../app/app.ts';
import { getClients, useClients } from '../../app/clients.ts';
import { deferred, Loaded, useLoaded } from '../../layout/loaded.tsx';
import { Card, CardRows, FigureCard, Lead, Page } from '../../layout/page.tsx';
import { failedTexts } from '../../messages/admin-notice-texts.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { later } from '../../ui/later.tsx';
import { Alert, HelpLink } from '../../ui/states.tsx';
import { type Attempt, errorSentence, useAttempt } from '../../ui/use-attempt.ts';

const TestMail = later(async () => (await import('../../activities/home/first-steps.tsx')).TestMail);

export function loader(args: LoaderFunctionArgs) {
  const { client } = getClients(args);
  return { failures: deferred(client.listFailedNotifications()), channels: deferred(client.listTopicChannels({})) };
}

type Failures = Reply<Endpoints['listFailedNotifications']>;
type FailedDelivery = Failures['failed'][number];
type Resend = (digests: readonly FailedDelivery[]) => void;

/** Digests that could not be delivered, each with a button to send it again, and the channels of chats that are notified. */
export function Component() {
  const { failures, channels } = useLoaded<typeof loader>();
  const { client } = useClients();
  const finish = useFinish();
  const attempt = useAttempt();
  const resend: Resend = (digests) =>
    void attempt.run(async () => {
      const { count } = await client.resendNotifications({ ids: digests.map(({ id }) => id) });
      const isPartial = count < digests.length;
      await finish({ title: failedTexts.resent(count), detail: isPartial ? failedTexts.notResent : undefined });
    });
  return (
    <Page
      title={failedTexts.page}
      lead={
        <Lead of={failures}>
          {({ total, sent }) =>
            total > 0 ? (
              <span className="late">{failedTexts.failedLead(total)}</span>
            ) : sent > 0 ? (
              failedTexts.arrived
            ) : (
              failedTexts.nothingSent
            )
          }
        </Lead>
      }
      actions={
        <>
          <HelpLink section="el-correo" />
          <TestMail />
        </>
      }
    >
      {attempt.error !== null && <Alert title={errorSentence(attempt.error, failedTexts.resendFailed)} />}
      <Loaded of={failures}>
        {(current) => (
          <>
            <DeliveryFigures {...current} />
            <FailedDeliveries {...current} attempt={attempt} resend={resend} />
          </>
        )}
      </Loaded>
      <TopicChannels channels={channels} />
    </Page>
  );
}

/** What was sent and what was not, and when something was sent last. */
function DeliveryFigures({ sent, total, lastSentAt }: Failures) {
  const { today, zone } = useSession();
  const last = lastSentAt ? writtenNearDay(localDay(zone, lastSentAt), today) : failedTexts.never;
  return (
    <div className="delivery-figures">
      <FigureCard figure={sent} label={failedTexts.sent} hint={failedTexts.sentHint} />
      <FigureCard figure={total} label={failedTexts.failed} hint={failedTexts.failedHint} tone={total > 0 ? 'late' : undefined} />
      <FigureCard figure={last} label={failedTexts.last} hint={lastSentAt ? writtenClock(lastSentAt, zone) : failedTexts.sentHint} />
    </div>
  );
}

function FailedDeliveries({ failed, total, attempt, resend }: Failures & { attempt: Attempt; resend: Resend }) {
  const all = (
    <Button icon={Send} isBusy={attempt.isBusy} onClick={() => resend(failed)}>
      {failedTexts.resendAll}
    </Button>
  );
  if (failed.length === 0) return null;
  return (
    <Card title={failedTexts.title} lead={failedTexts.lead} action={failed.length > 1 && all}>
      <ul className="card-rows">
        {failed.map((digest) => (
          <DigestRow key={digest.id} digest={digest} attempt={attempt} resend={resend} />
        ))}
      </ul>
      {total > failed.length && <p className="muted">{failedTexts.onlyNewest(failed.length, total)}</p>}
    </Card>
  );
}

function DigestRow({ digest, attempt, resend }: { digest: FailedDelivery; attempt: Attempt; resend: Resend }) {
  const kinds = digest.kinds.map((kind) => failedTexts.kinds[kind]).join(', ');
  const about = digest.activityIds.length > 0 ? `${kinds} · ${failedTexts.folios(digest.activityIds)}` : kinds;
  return (
    <li className="card-row">
      <div>
        <p>
          <span className="card-row-name">{digest.recipientName}</span> <span className="muted">{digest.recipientEmail}</span>
        </p>
        <p>{about}</p>
        <p className="failed-reason">{digest.reason}</p>
        {digest.detail && <p className="muted">{digest.detail}</p>}
        <p className="muted">{`${writtenInstant(digest.failedAt)} · ${failedTexts.tries(digest.tries)}`}</p>
      </div>
      <Button disabled={attempt.isBusy} onClick={() => resend([digest])} aria-label={failedTexts.resendTo(digest.recipientName)}>
        {failedTexts.resend}
      </Button>
    </li>
  );
}

/** The channels of chats in which a topic is announced, and a button to end each. */
function TopicChannels({ channels }: { channels: Promise<ReadTopicChannel[]> }) {
  const [removed, setRemoved] = useState<ReadTopicChannel | null>(null);
  const { client } = useClients();
  return (
    <Card title={texts.title} lead={texts.lead}>
      <CardRows of={channels} none={texts.none}>
        {(channel) => <ChannelRow key={channel.id} channel={channel} onRemove={() => setRemoved(channel)} />}
      </CardRows>
      {removed && (
        <ConfirmDialog
          texts={texts.removal}
          act={() => client.removeTopicChannel({ channelId: removed.id })}
          onClose={() => setRemoved(null)}
        >
          <p>{texts.removal.body(removed.topic, removed.displayName)}</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}

function ChannelRow({ channel, onRemove }: { channel: ReadTopicChannel; onRemove: () => void }) {
  const { zone } = useSession();
  return (
    <li className="card-row">
      <div>
        <p className="card-row-name">{channel.topic}</p>
        <p>{texts.in(channel.displayName, chatServiceNames[channel.service])}</p>
        <p className="muted">{texts.since(fullName(channel), writtenInstantDay(channel.startedAt, zone))}</p>
      </div>
      <IconButton icon={Trash2} label={texts.remove(channel.topic, channel.displayName)} hasTip onClick={onRemove} />
    </li>
  );
}
