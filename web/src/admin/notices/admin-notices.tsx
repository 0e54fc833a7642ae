import './admin-notices.css';
import type { Endpoints, Reply } from '@bitacora/core/contract';
import type { ReadTopicChannel } from '@bitacora/core/contract/chat/topic-channel-endpoints';
import { fullName } from '@bitacora/core/domain/people/person';
import { chatServiceNames } from '@bitacora/core/messages/account/profile';
import { writtenInstant, writtenInstantDay } from '@bitacora/core/messages/dates';
import { topicChannelTexts as texts } from '@bitacora/core/messages/topics/topics';
import { MailCheck, MessagesSquare, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { useFinish, useSession } from '../../app/app.ts';
import { getClients, useClients } from '../../app/clients.ts';
import { deferred, Loaded, useLoaded } from '../../layout/loaded.tsx';
import { Card, Page } from '../../layout/page.tsx';
import { adminNotices, failedTexts } from '../../messages/admin-notice-texts.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Alert, Empty } from '../../ui/states.tsx';
import { type Attempt, errorSentence, useAttempt } from '../../ui/use-attempt.ts';
import { Holidays } from './holidays.tsx';

export function loader(args: LoaderFunctionArgs) {
  const { client } = getClients(args);
  return {
    failures: deferred(client.listFailedNotifications()),
    holidays: deferred(client.listHolidays()),
    channels: deferred(client.listTopicChannels({})),
  };
}

export function Component() {
  const { failures, holidays, channels } = useLoaded<typeof loader>();
  return (
    <Page
      title={adminNotices.title}
      lead={
        <Loaded of={failures} skeleton={<span>&nbsp;</span>} isSilent>
          {({ total }) => (total === 0 ? adminNotices.arrived : <span className="late">{adminNotices.failedLead(total)}</span>)}
        </Loaded>
      }
    >
      <div className="admin-notices">
        <FailedDigests failures={failures} />
        <Holidays holidays={holidays} />
        <TopicChannels channels={channels} />
      </div>
    </Page>
  );
}

type Failures = Reply<Endpoints['listFailedNotifications']>;
type FailedDelivery = Failures['failed'][number];
type Resend = (digests: readonly FailedDelivery[]) => void;

/** Digests that could not be delivered: recipient, content, reason, and a button to send them again. */
function FailedDigests({ failures }: { failures: Promise<Failures> }) {
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
    <Card
      title={failedTexts.title}
      lead={failedTexts.lead}
      action={
        <Loaded of={failures} skeleton={<span />} isSilent>
          {({ failed }) => <ResendAll failed={failed} attempt={attempt} resend={resend} />}
        </Loaded>
      }
    >
      {attempt.error !== null && <Alert title={errorSentence(attempt.error, failedTexts.resendFailed)} />}
      <Loaded of={failures}>{(current) => <FailedList {...current} attempt={attempt} resend={resend} />}</Loaded>
    </Card>
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
  if (failed.length === 0) return <Empty icon={MailCheck} text={failedTexts.none} />;
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
  const finish = useFinish();
  const remove = async ({ id }: ReadTopicChannel) => {
    await client.removeTopicChannel({ channelId: id });
    await finish({ title: texts.removed });
  };
  return (
    <Card title={texts.title} lead={texts.lead}>
      <Loaded of={channels}>
        {(all) =>
          all.length === 0 ? <Empty icon={MessagesSquare} text={texts.none} /> : <ChannelList channels={all} onRemove={setRemoved} />
        }
      </Loaded>
      {removed && (
        <ConfirmDialog
          title={texts.removeTitle}
          confirmLabel={texts.removeConfirm}
          keepLabel={texts.removeKeep}
          failed={texts.removeFailed}
          act={() => remove(removed)}
          onClose={() => setRemoved(null)}
        >
          <p>{texts.removeBody(removed.topic, removed.displayName)}</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}

function ChannelList({ channels, onRemove }: { channels: readonly ReadTopicChannel[]; onRemove: (channel: ReadTopicChannel) => void }) {
  const { zone } = useSession();
  return (
    <ul className="card-rows">
      {channels.map((channel) => (
        <li key={channel.id} className="card-row">
          <div>
            <p>
              <span className="card-row-name">{channel.topic}</span>
            </p>
            <p>{texts.in(channel.displayName, chatServiceNames[channel.service])}</p>
            <p className="muted">{texts.since(fullName(channel), writtenInstantDay(channel.startedAt, zone))}</p>
          </div>
          <IconButton icon={Trash2} label={texts.remove(channel.topic, channel.displayName)} hasTip onClick={() => onRemove(channel)} />
        </li>
      ))}
    </ul>
  );
}
