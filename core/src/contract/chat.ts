import * as z from 'zod/mini';
import { chatServices } from '../domain/notifications/chat.ts';
import { isPlainText } from '../domain/text.ts';
import { validation } from '../messages/validation.ts';
import { chatService } from './chat-service.ts';
import { atMost, id, requiredText } from './wire.ts';

const ID_MAX = 200;
const CONVERSATION_MAX = 1_000;
const MESSAGE_MAX = 500;
const PRESS_MAX = 1_000;
const ACTIVITIES_MAX = 100;

const missing = ({ input }: { input?: unknown }) => (input === undefined || input === null ? validation.required : validation.notList);

/** The services a bot is there for. */
export const chatServiceList = z
  .array(chatService, { error: missing })
  .check(atMost(chatServices.length, { error: validation.tooManyValues(chatServices.length) }));

/** Whom a chat vouches for, and where it writes to them alone: the chat's own reference, which nobody else reads. */
export const conversation = requiredText(CONVERSATION_MAX);
export const identity = {
  service: ['service', chatService],
  workspace: ['workspace', requiredText(ID_MAX)],
  chatUserId: ['chat_user_id', requiredText(ID_MAX)],
  conversation: ['conversation', conversation],
} as const;
export const message = requiredText(MESSAGE_MAX);
export const activityIds = z
  .array(id, { error: missing })
  .check(atMost(ACTIVITIES_MAX, { error: validation.tooManyValues(ACTIVITIES_MAX) }));

const detail = z.union(
  [z.string().check(z.refine<string>(isPlainText, { error: validation.oddCharacters })), z.number(), z.boolean(), z.null()],
  {
    error: validation.notText,
  },
);
/** What a card is drawn again by; the bot alone understands it. */
export const press = z
  .catchall(
    z.object(
      { flow: requiredText(ID_MAX) },
      { error: ({ input }) => (input === undefined || input === null ? validation.required : validation.unknown) },
    ),
    detail,
  )
  .check(
    z.refine((given) => JSON.stringify(given).length <= PRESS_MAX, { error: validation.tooLong(PRESS_MAX) }),
    z.refine((given) => Object.keys(given).every(isPlainText), { error: validation.oddCharacters }),
  );
export type CardPress = z.output<typeof press>;
