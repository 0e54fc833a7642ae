import { ApiError } from '@bitacora/core/client';
import type { Logger } from 'pino';
import type { Card } from '../card.ts';
import { strangerCard } from '../cards/account-cards.ts';
import { type Scene, UnknownPress } from '../flow.ts';
import { bot } from '../messages/bot.ts';
import { botCards } from '../messages/cards.ts';
import { Barred, type People, Stranger } from '../people.ts';
import type { Answer, AnswerTo, Asker, Request } from '../request.ts';
import { Unanswered } from '../transport.ts';
import { imagesSent } from './add-evidence.ts';
import { command } from './command.ts';
import { flows } from './flows.ts';
import { drawn } from './view.ts';

export interface Answering {
  people: People;
  publicUrl: string;
  fetchImage(asker: Asker, reference: string): Promise<Blob>;
  log: Pick<Logger, 'error' | 'warn'>;
}

/** Sets the scene for a linked person; throws `Stranger` or `Barred` for everybody else. */
export async function sceneOf({ people, publicUrl, fetchImage }: Answering, asker: Asker, deliveryId: string): Promise<Scene> {
  const { client, me } = await people.as(asker, deliveryId);
  return { asker, client, me: await me(), publicUrl, fetchImage: (reference) => fetchImage(asker, reference) };
}

async function reply(scene: Scene, request: Request): Promise<Answer> {
  switch (request.kind) {
    case 'command':
      return command(scene, request.words, request.place);
    case 'images':
      return imagesSent(scene, request.images, request.activityIds);
    case 'home':
      return { kind: 'card', card: await drawn(scene, 'home:1') };
    case 'look':
      return { kind: 'card', card: await drawn(scene, `activity:${request.activityId}`) };
    case 'press':
    case 'submit': {
      const { flow: name } = request.press;
      const flow = Object.hasOwn(flows, name) ? flows[name] : undefined;
      const answer = request.kind === 'press' ? flow?.press?.(scene, request.press) : flow?.submit?.(scene, request.press, request.values);
      if (!answer) throw new UnknownPress();
      return answer;
    }
  }
}

/** A failure in words for the person: the API's own where it has any. Nothing of what went wrong inside is told. */
function inWords(error: unknown, log: Answering['log']): string {
  if (error instanceof Barred) return error.message;
  if (error instanceof UnknownPress) return bot.outdatedButton;
  if (error instanceof Unanswered) {
    log.warn({ err: error }, 'La API no respondió al bot.');
    return bot.away;
  }
  // A 401 here is of the bot's own token: the person can do nothing about it.
  if (error instanceof ApiError && error.status !== 401 && error.message) return error.message;
  log.error({ err: error }, 'El bot no pudo responder.');
  return error instanceof ApiError ? bot.away : bot.failed;
}

/** The App Home and the personal tab are a page: a sentence stands on it as a card. */
const onAPage = (sentence: string): Card => ({ title: botCards.activitiesTitle, intro: sentence, groups: [], activityIds: [] });

/** Answers whatever is done in a chat, in either chat; it never throws. */
export function answerWith(answering: Answering): AnswerTo {
  const { people, log } = answering;

  async function answered(request: Request): Promise<Answer> {
    const scene = await sceneOf(answering, request.asker, request.deliveryId);
    return reply(scene, request);
  }

  async function failed(request: Request, error: unknown): Promise<Answer> {
    if (error instanceof Stranger) {
      const { asker } = request;
      return { kind: 'card', card: strangerCard(asker.service, await people.offerLink(asker)) };
    }
    return { kind: 'sentence', sentence: inWords(error, log) };
  }

  return async (request) => {
    const answer = await answered(request)
      .catch((error: unknown) => failed(request, error))
      .catch((error: unknown): Answer => ({ kind: 'sentence', sentence: inWords(error, log) }));
    return request.kind === 'home' && answer.kind === 'sentence' ? { kind: 'card', card: onAPage(answer.sentence) } : answer;
  };
}
