import type { ReadTopicChannel } from '@bitacora/core/contract/topic-channel-endpoints';
import { fullName } from '@bitacora/core/domain/people/person';
import { writtenInstantDay } from '@bitacora/core/messages/dates';
import { chatServiceNames } from '@bitacora/core/messages/profile';
import { topicChannelTexts as texts } from '@bitacora/core/messages/topics';
import { MessagesSquare, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useApp, useFinish, useSession } from '../../app.ts';
import { Card } from '../../layout/card.tsx';
import { Loaded } from '../../layout/loaded.tsx';
import { IconButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/states.tsx';

/** The channels of Slack and Teams in which a topic is announced, and a button to end each. */
export function TopicChannels({ channels }: { channels: Promise<ReadTopicChannel[]> }) {
  const [removed, setRemoved] = useState<ReadTopicChannel | null>(null);
  const { topicChannels } = useApp();
  const finish = useFinish();
  const remove = async ({ id }: ReadTopicChannel) => {
    await (await topicChannels()).removeTopicChannel({ channelId: id });
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
