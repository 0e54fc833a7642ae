import * as z from 'zod/mini';
import { type Endpoint, get, post, registered } from '../endpoint.ts';
import { id, instant, maybe, orOther, requiredName, requiredText } from '../wire.ts';
import { renamed } from '../wire-names.ts';
import { chatService } from './chat-link-endpoints.ts';

const CONVERSATION_MAX = 1_000;
const NAME_MAX = 100;
const conversation = requiredText(CONVERSATION_MAX);

/** A channel of a chat in which the work of a topic is announced, and who asked for it. */
const topicChannel = renamed({
  id: ['id', z.int()],
  topicId: ['id_project', z.int()],
  topic: ['name_project', z.string()],
  service: ['service', orOther(chatService)],
  displayName: ['display_name', z.string()],
  firstName: ['name_user', z.string()],
  lastName: ['last_name', z.string()],
  startedAt: ['created_at', instant],
});
export type ReadTopicChannel = z.output<typeof topicChannel>;

/** Topics whose work is announced in a channel of a chat. */
export const topicChannelEndpoints = {
  listTopicChannels: get(
    '/api/get_topic_channels',
    'manageTopicChannels',
    'Los canales de chat en los que se avisa de un tema; con conversation, los temas de ese canal del chat que pregunta',
    { query: renamed({ conversation: ['conversation', maybe(conversation)] }), reply: z.array(topicChannel) },
  ),
  addTopicChannel: post(
    '/api/add_topic_channel',
    'manageTopicChannels',
    'Avisa en ese canal del chat que lo pide de lo que pasa con las actividades de un tema: folios y cifras, sin textos',
    {
      credential: 'token',
      body: renamed({
        topicId: ['id_project', id],
        conversation: ['conversation', conversation],
        displayName: ['display_name', requiredName(NAME_MAX)],
      }),
      reply: registered,
    },
  ),
  removeTopicChannel: post('/api/remove_topic_channel', 'manageTopicChannels', 'Deja de avisar de un tema en un canal de chat', {
    body: renamed({ channelId: ['id', id] }),
  }),
} as const satisfies Record<string, Endpoint>;
