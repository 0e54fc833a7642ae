import { ApiError } from '@bitacora/core/client';
import type { ActivityView } from '@bitacora/core/contract/activity';
import { MAX_IMAGES } from '@bitacora/core/domain/activity/activity';
import { actsOpenTo } from '@bitacora/core/domain/activity/policy';
import { evidenceTexts } from '@bitacora/core/messages/acts';
import { clipped } from '@bitacora/core/messages/phrases';
import { validation } from '@bitacora/core/messages/validation';
import * as z from 'zod/mini';
import type { Item, Press } from '../card.ts';
import { toneOf } from '../cards/activity-card.ts';
import { MOST_ITEMS } from '../cards/list-card.ts';
import { activityIn, type Flow, type FlowContext, textIn, UnknownPress } from '../flow.ts';
import { botCards } from '../messages/cards.ts';
import { botFlows } from '../messages/flows.ts';
import type { ChatAnswer, SentImage } from '../request.ts';

const MAX_TITLE = 120;
/** Length of a press as JSON. */
const PRESS_MAX = 1_000;

const sentence = (text: string): ChatAnswer => ({ kind: 'sentence', sentence: text });

/** Adds the images to one activity. The sentence asks for them again where the chat has deleted one. */
async function addImages({ client, fetchImage }: FlowContext, activityId: number, sent: readonly SentImage[]): Promise<ChatAnswer> {
  if (sent.length > MAX_IMAGES) return sentence(validation.imagesTooMany);
  const images = await Promise.all(
    sent.map(async ({ name, reference }) => {
      const blob = await fetchImage(reference);
      return new File([blob], name, { type: blob.type });
    }),
  ).catch(() => null);
  if (!images) return sentence(botFlows.evidenceGone);
  await client.addEvidence({ activityId, images });
  return sentence(evidenceTexts.notice);
}

async function readIfVisible({ client }: FlowContext, activityId: number): Promise<ActivityView[]> {
  try {
    return [await client.readActivity({ activityId })];
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return [];
    throw error;
  }
}

/** Activities that take evidence now: of the card, or all of the asker's own. */
async function evidenceTargets(context: FlowContext, ids: readonly number[]): Promise<ActivityView[]> {
  const { client, me } = context;
  const activities = ids.length ? (await Promise.all(ids.map((id) => readIfVisible(context, id)))).flat() : await client.listMyPending();
  return activities.filter((activity) => actsOpenTo(me, activity).has('addEvidence')).slice(0, MOST_ITEMS);
}

const jsonText = z.pipe(
  z.string(),
  z.transform((text, { issues }) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      issues.push({ code: 'custom', input: text });
      return z.NEVER;
    }
  }),
);
const pairs = z.pipe(jsonText, z.array(z.tuple([z.string(), z.string()])));

const encodeImages = (images: readonly SentImage[]): string => JSON.stringify(images.map(({ name, reference }) => [name, reference]));

function decodeImages(text: string): SentImage[] {
  const result = pairs.safeParse(text);
  if (!result.success) throw new UnknownPress();
  return result.data.map(([name, reference]) => ({ name, reference }));
}

async function askForTarget(context: FlowContext, images: readonly SentImage[], ids: readonly number[]): Promise<ChatAnswer> {
  const targets = await evidenceTargets(context, ids);
  if (!targets.length) return sentence(botFlows.evidenceNone);
  const press = (activity: number): Press => ({ flow: 'addEvidence', activity, images: encodeImages(images) });
  if (JSON.stringify(press(Number.MAX_SAFE_INTEGER)).length > PRESS_MAX) return sentence(botFlows.evidenceOnItsCard);
  const items = targets.map(
    (activity): Item => ({
      title: botCards.item(activity.id, clipped(activity.description, MAX_TITLE)),
      tone: toneOf(activity),
      facts: [],
      buttons: [{ label: botFlows.evidenceButton, press: press(activity.id) }],
    }),
  );
  const intro = botFlows.evidenceIntro(images.length);
  return { kind: 'card', card: { title: botFlows.evidenceTitle, intro, groups: [{ items }], activityIds: [] } };
}

/** Images of a chat: adds them at once where they answer the card of one activity, else asks which activity. */
export function receiveImages(context: FlowContext, images: readonly SentImage[], activityIds: readonly number[]): Promise<ChatAnswer> {
  const [only, ...others] = activityIds;
  if (images.length > MAX_IMAGES) return Promise.resolve(sentence(validation.imagesTooMany));
  return only !== undefined && !others.length ? addImages(context, only, images) : askForTarget(context, images, activityIds);
}

export const addEvidence: Flow = {
  press: (context, press) => addImages(context, activityIn(press), decodeImages(textIn(press, 'images'))),
};
