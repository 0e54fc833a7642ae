import './notices.css';
import type { Endpoints, Reply } from '@bitacora/core/contract';
import type { ReadTopicChannel } from '@bitacora/core/contract/chat/topic-channel-endpoints';
import { fullName } from '@bitacora/core/domain/people/person';
import { chatServiceNames } from '@bitacora/core/messages/account/profile';
import { writtenInstant, writtenInstantDay } from '@bitacora/core/messages/dates';
import { topicChannelTexts as texts } from '@bitacora/core/messages/topics/topics';
import { Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { useFinish, useSession } from '../../app/app.ts';
import { getClients, useClients } from '../../app/clients.ts';
import { deferred, Loaded, useLoaded } from '../../layout/loaded.tsx';
import { Card, CardRows, Lead, Page } from '../../layout/page.tsx';
import { failedTexts } from '../../messages/admin-notice-texts.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Alert } from '../../ui/states.tsx';
import { type Attempt, errorSentence, useAttempt } from '../../ui/use-attempt.ts';

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
          {({ total }) => (total === 0 ? failedTexts.arrived : <span className="late">{failedTexts.failedLead(total)}</span>)}
        </Lead>
      }
    >
      {attempt.error !== null && <Alert title={errorSentence(attempt.error, failedTexts.resendFailed)} />}
      <Loaded of={failures}>
        {(current) =>
          current.failed.length > 0 && (
            <Card
              title={failedTexts.title}
              lead={failedTexts.lead}
              action={<ResendAll failed={current.failed} attempt={attempt} resend={resend} />}
            >
              <FailedList {...current} attempt={attempt} resend={resend} />
            </Card>
          )
        }
      </Loaded>
      <TopicChannels channels={channels} />
    </Page>
  );
}

function ResendAll({ failed, attempt, resend }: { failed: readonly FailedDelivery[]; attempt: Attempt; resend: Resend }) {
  if (failed.length < 2) return null;
  return (
    <Button icon={Send} isBusy={attempt.isBusy} onClick={() => resend(failed)}>
      {failedTexts.resendAll}
    </Button>
  );
}

function FailedList({ failed, total, attempt, resend }: Failures & { attempt: Attempt; resend: Resend }) {
  return (
    <>
      <ul className="card-rows">
        {failed.map((digest) => (
          <DigestRow key={digest.id} digest={digest} attempt={attempt} resend={resend} />
        ))}
      </ul>
      {total > failed.length && <p className="muted">{failedTexts.onlyNewest(failed.length, total)}</p>}
    </>
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

/** The channels of Slack and Teams in which a topic is announced, and a button to end each. */
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
