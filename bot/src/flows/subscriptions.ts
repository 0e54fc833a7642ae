import type { Topic } from '@bitacora/core/contract/topics/topic-endpoints';
import type { ChannelService } from '@bitacora/core/domain/chat/chat';
import { normalise } from '@bitacora/core/domain/text';
import { clipped } from '@bitacora/core/messages/phrases';
import type { ActionButton, Item } from '../card.ts';
import { type Flow, type FlowContext, readText, sentence, UnknownButtonAction } from '../flow.ts';
import { botFlows, botTopics } from '../messages/flows.ts';
import type { ChatAnswer, SharedPlace } from '../request.ts';

const MAX_NAME = 100;
const MAX_WORDS = 60;
const MOST_OFFERED = 8;
const NO = /\s+no$/i;

/** `tema` alone lists what is announced in the channel, `tema NAME` begins it, and `tema NAME no` ends it. */
export async function topicCommand(context: FlowContext, place: SharedPlace | undefined, words = ''): Promise<ChatAnswer> {
  const { client, asker } = context;
  if (!place) return sentence(botTopics.elsewhere(asker.service));
  const channels = await client.listTopicChannels({ conversation: place.conversation });
  if (!words) return listCard(context, channels);
  const topics = await client.listTopics();
  const findTopic = (name: string) => topics.find((topic) => normalise(topic.name) === normalise(name));
  const topic = findTopic(words);
  if (topic) return addChannel(context, topic, place);
  const endedTopic = NO.test(words) ? findTopic(words.replace(NO, '')) : undefined;
  if (!endedTopic) return offerTopics(topics, words, place);
  const channel = channels.find(({ topicId }) => topicId === endedTopic.id);
  if (!channel) return sentence(botTopics.notHere(endedTopic.name));
  await client.removeTopicChannel({ channelId: channel.id });
  return sentence(botTopics.removed(endedTopic.name));
}

function listCard({ asker }: FlowContext, channels: Awaited<ReturnType<FlowContext['client']['listTopicChannels']>>): ChatAnswer {
  if (channels.length === 0) return sentence(botTopics.none(asker.service));
  const items = channels.map(
    ({ id, topic, firstName, lastName }): Item => ({
      title: topic,
      facts: [{ label: botTopics.subscriber, value: `${firstName} ${lastName}` }],
      buttons: [{ label: botTopics.stop, press: { flow: 'topicChannel', act: 'stop', channel: id, topic: topic.slice(0, MAX_NAME) } }],
    }),
  );
  return { kind: 'card', card: { title: botTopics.title, intro: botTopics.intro, groups: [{ items }], activityIds: [] } };
}

/** Offers topics with those words in their names. */
function offerTopics(topics: readonly Topic[], words: string, { conversation, name }: SharedPlace): ChatAnswer {
  const similar = topics.filter((topic) => normalise(topic.name).includes(normalise(words))).slice(0, MOST_OFFERED);
  const typed = clipped(words, MAX_WORDS);
  if (similar.length === 0) return sentence(botTopics.unknown(typed));
  const items = similar.map(
    (topic): Item => ({
      title: topic.name,
      facts: [],
      buttons: [
        {
          label: botTopics.notifyHere,
          press: { flow: 'topicChannel', act: 'announce', topicId: topic.id, conversation, place: name.slice(0, MAX_NAME) },
        },
      ],
    }),
  );
  const card = { title: botTopics.chooseTitle(typed), intro: botTopics.chooseIntro, groups: [{ items }], activityIds: [] };
  return { kind: 'card', card };
}

async function addChannel(
  { client, asker, checkChannel }: FlowContext,
  { id: topicId, name: topic }: Pick<Topic, 'id' | 'name'>,
  { conversation, name }: SharedPlace,
): Promise<ChatAnswer> {
  const problem = await checkChannel(conversation);
  if (problem) return sentence(botTopics.problems[problem][asker.service as ChannelService]);
  const displayName = name.slice(0, MAX_NAME);
  await client.addTopicChannel({ topicId, conversation, displayName });
  return sentence(botTopics.added(topic, displayName));
}

/** Cards with a list, with a choice and with topic news have its buttons. */
export const topicChannel: Flow = {
  async press(context, press) {
    if (readText(press, 'act') === 'stop') {
      const { channel } = press;
      if (typeof channel !== 'number') throw new UnknownButtonAction();
      await context.client.removeTopicChannel({ channelId: channel });
      return sentence(botTopics.removed(readText(press, 'topic')));
    }
    const topic = (await context.client.listTopics()).find(({ id }) => id === press.topicId);
    if (!topic) throw new UnknownButtonAction();
    return addChannel(context, topic, { conversation: readText(press, 'conversation'), name: readText(press, 'place') });
  },
};

const summaryButton = (label: string, press: Record<string, string>): ActionButton => ({ label, press: { flow: 'summary', ...press } });

/** Says where the summary goes, and offers the current channel or, in a direct chat, this conversation. */
export async function summaryCommand({ client, asker }: FlowContext, place: SharedPlace | undefined): Promise<ChatAnswer> {
  const { displayName } = await client.readSummaryChoice();
  const here = place ?? { conversation: asker.conversation, name: botFlows.summaryAloneName };
  const label = place ? botFlows.summaryHere(place.name) : botFlows.summaryAlone;
  return {
    kind: 'card',
    card: {
      title: botFlows.summaryTitle,
      intro: [botFlows.summaryIntro, displayName && botFlows.summaryChosen(displayName)].filter(Boolean).join(' '),
      groups: [],
      ...(place || asker.service === 'whatsapp' ? {} : { note: botFlows.summaryOther(asker.service) }),
      buttons: [
        summaryButton(label, { act: 'choose', conversation: here.conversation, name: here.name.slice(0, MAX_NAME) }),
        ...(displayName ? [summaryButton(botFlows.summaryStop, { act: 'stop' })] : []),
      ],
      activityIds: [],
    },
  };
}

/** A privileged person chooses where the weekly figures go, or stops them. */
export const weeklySummary: Flow = {
  async press({ client }, press) {
    if (readText(press, 'act') === 'stop') {
      await client.stopSummary();
      return sentence(botFlows.summaryStopped);
    }
    const displayName = readText(press, 'name');
    await client.chooseSummary({ conversation: readText(press, 'conversation'), displayName });
    return sentence(botFlows.summaryChosen(displayName));
  },
};
