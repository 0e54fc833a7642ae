import type { webApi } from '@slack/bolt';
import { bot } from '../../messages/bot.ts';
import { botSlack } from '../../messages/slack.ts';
import type { Asker, ChatAnswer } from '../../request.ts';
import { retryAfterRateLimit } from './api.ts';
import { sentenceView } from './forms.ts';
import type { IncomingInteraction, RequestContent, SlackInteractionContext, SlackUser } from './interaction.ts';
import { openModal, reply } from './reply.ts';
import { clip } from './text.ts';

/** A trigger lives three seconds, so a slow answer needs a modal that waits for it. */
const WAITING_MODAL_AFTER_MS = 1_000;
const MAX_NAME = 100;
const PROFILE_TTL_MS = 60 * 60 * 1_000;
const MAX_PROFILES = 10_000;

/** Some content depends on the asker. */
export type ContentSource = RequestContent | ((asker: Asker) => Promise<RequestContent>);

/** One interaction: identifies the asker, asks the flows, shows the answer. */
export async function handleInteraction(
  incoming: IncomingInteraction,
  content: ContentSource,
  context: SlackInteractionContext,
): Promise<void> {
  const pending = askFlows(incoming, content, context);
  if (incoming.waitsInModal && !incoming.modal) await openModalIfSlow(incoming, pending, context);
  const { asker, answer } = await pending;
  await reply({ ...incoming, asker, place: incoming.placeFor(asker) }, answer, context);
}

async function askFlows(
  { user, deliveryId }: IncomingInteraction,
  content: ContentSource,
  { askerOf, answer, log }: SlackInteractionContext,
) {
  const asker = await askerOf(user);
  const request = { ...(typeof content === 'function' ? await content(asker) : content), asker, deliveryId };
  const result = await answer(request).catch((err): ChatAnswer => {
    log.error({ err, deliveryId }, 'slack: no answer');
    return { kind: 'sentence', sentence: bot.failed };
  });
  return { asker, answer: result };
}

async function openModalIfSlow(incoming: IncomingInteraction, pending: Promise<unknown>, context: SlackInteractionContext): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, WAITING_MODAL_AFTER_MS, true);
  });
  const outcome = pending.then(
    () => false,
    () => false,
  );
  const isSlow = await Promise.race([timeout, outcome]);
  clearTimeout(timer);
  if (isSlow) await openModal(incoming, sentenceView(botSlack.wait), context);
}

interface Profile {
  conversation: string;
  name: string;
  at: number;
}

/** Reads the name and the own conversation of a user. It asks Slack for the conversation, because answers go there and a request can lie. */
export function createAskers({ client, teamId, now }: { client: webApi.WebClient; teamId: () => string; now: () => number }) {
  const profiles = new Map<string, Profile>();

  async function readProfile({ id, name }: SlackUser): Promise<Profile> {
    const openConversation = async () => (await retryAfterRateLimit(() => client.conversations.open({ users: id }))).channel?.id as string;
    const [conversation, info] = await Promise.all([
      profiles.get(id)?.conversation ?? openConversation(),
      client.users.info({ user: id }).catch(() => null),
    ]);
    const displayName = info?.user?.profile?.real_name || info?.user?.real_name || name || id;
    return { conversation, name: clip(displayName, MAX_NAME), at: now() };
  }

  return async (user: SlackUser): Promise<Asker> => {
    const cached = profiles.get(user.id);
    const profile = cached && now() - cached.at < PROFILE_TTL_MS ? cached : await readProfile(user);
    profiles.delete(user.id);
    profiles.set(user.id, profile);
    if (profiles.size > MAX_PROFILES) profiles.delete(profiles.keys().next().value as string);
    return { service: 'slack', workspace: teamId(), chatUserId: user.id, displayName: profile.name, conversation: profile.conversation };
  };
}
