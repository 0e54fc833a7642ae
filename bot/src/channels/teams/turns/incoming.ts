import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { botTeams } from '../../../messages/teams.ts';
import type { Asker } from '../../../request.ts';
import { isId, type Reference, written } from '../post/conversation.ts';

const PRESS_CHARACTERS = 1_000;

/** A press as a button of ours carries it. */
export const press = z
  .catchall(z.object({ flow: z.string().check(z.minLength(1)) }), z.union([z.string(), z.number(), z.boolean(), z.null()]))
  .check(z.refine((given) => JSON.stringify(given).length <= PRESS_CHARACTERS));

const named = z.optional(z.string());
const shape = z.object({
  id: z.optional(z.string()),
  serviceUrl: z.string(),
  replyToId: z.optional(z.string()),
  from: z.object({ id: z.string(), aadObjectId: z.string().check(z.minLength(1), z.maxLength(100)), name: named }),
  conversation: z.object({ id: z.string(), conversationType: z.optional(z.string()), name: named }),
  channelData: z.optional(z.object({ channel: z.optional(z.object({ name: named })) })),
});

/** An activity of the chat as far as everything that is done with it needs to know. */
export interface Incoming {
  asker: Asker;
  deliveryId: string;
  /** Where the asker is written to alone. */
  alone: Reference;
  /** Where it was said, when others read along there. */
  place: { channel: Reference; thread: Reference; name: string } | null;
  /** The message with the pressed button. */
  message: string | null;
}

/** A chat of two people is 'personal' too; those with a bot begin so. */
const isWithBot = ({ id, conversationType }: { id: string; conversationType?: string | undefined }) =>
  conversationType === 'personal' && id.startsWith('a:');

/** An answer is one person's: nobody else's event is ever taken for theirs. */
function deliveryOf(activity: object, { id, conversation, from }: z.output<typeof shape>): string {
  const event = id ? JSON.stringify([from.aadObjectId, conversation.id, id]) : JSON.stringify(activity);
  return createHash('sha256').update(event).digest('base64url');
}

/** Null for what nobody of the company said, or what names its people and places in ways that lead elsewhere. */
export function read(activity: object, tenant: string): Incoming | null {
  const { success, data } = z.safeParse(shape, activity);
  if (!success || !isId(data.from.id) || !isId(data.conversation.id)) return null;
  const { serviceUrl, from, conversation, replyToId, channelData } = data;
  const isAlone = isWithBot(conversation);
  const alone: Reference = { serviceUrl, tenant, user: from.id, conversation: isAlone ? conversation.id : null };
  const thread: Reference = { serviceUrl, tenant, user: null, conversation: conversation.id };
  // A thread's id ends with its first message; the channel is what comes before.
  const channel: Reference = { ...thread, conversation: conversation.id.split(';')[0] ?? null };
  return {
    asker: {
      service: 'teams',
      workspace: tenant,
      chatUserId: from.aadObjectId,
      displayName: (from.name ?? '').slice(0, 100) || from.aadObjectId,
      conversation: written(alone),
    },
    deliveryId: deliveryOf(activity, data),
    alone,
    place: isAlone ? null : { channel, thread, name: channelData?.channel?.name || conversation.name || botTeams.channel },
    message: replyToId && isId(replyToId) ? replyToId : null,
  };
}
