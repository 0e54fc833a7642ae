import { ApiError } from '@bitacora/core/client';
import type { ActivityView } from '@bitacora/core/contract/activity';
import { MAX_IMAGES } from '@bitacora/core/domain/activity/activity';
import { actsOpenTo } from '@bitacora/core/domain/activity/policy';
import { evidenceTexts } from '@bitacora/core/messages/acts';
import { clipped } from '@bitacora/core/messages/phrases';
import { validation } from '@bitacora/core/messages/validation';
import * as z from 'zod/mini';
import type { Item, Press } from '../card.ts';
import { toneOf } from '../cards/activity-item.ts';
import { MOST_ITEMS } from '../cards/list-card.ts';
import { activityIn, type Flow, type Scene, textIn, UnknownPress } from '../flow.ts';
import { botCards } from '../messages/cards.ts';
import { botFlows } from '../messages/flows.ts';
import type { Answer, SentImage } from '../request.ts';

const TITLE_LETTERS = 120;
/** What a press may weigh as JSON. */
const PRESS_MAX = 1_000;

const sentence = (text: string): Answer => ({ kind: 'sentence', sentence: text });

/** The images as evidence of one activity; what the chat no longer has is asked for again. */
async function record({ client, fetchImage }: Scene, activityId: number, sent: readonly SentImage[]): Promise<Answer> {
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

async function stillThere({ client }: Scene, activityId: number): Promise<ActivityView[]> {
  try {
    return [await client.readActivity({ activityId })];
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return [];
    throw error;
  }
}

/** Those of a card, else all of one's own, that take evidence now. */
async function candidates(scene: Scene, ids: readonly number[]): Promise<ActivityView[]> {
  const { client, me } = scene;
  const activities = ids.length ? (await Promise.all(ids.map((id) => stillThere(scene, id)))).flat() : await client.listMyPending();
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

const written = (images: readonly SentImage[]): string => JSON.stringify(images.map(({ name, reference }) => [name, reference]));

/** As `written` wrote it; a button of ours says nothing else. */
function read(text: string): SentImage[] {
  const result = pairs.safeParse(text);
  if (!result.success) throw new UnknownPress();
  return result.data.map(([name, reference]) => ({ name, reference }));
}

async function ask(scene: Scene, images: readonly SentImage[], ids: readonly number[]): Promise<Answer> {
  const open = await candidates(scene, ids);
  if (!open.length) return sentence(botFlows.evidenceNone);
  const press = (activity: number): Press => ({ flow: 'addEvidence', activity, images: written(images) });
  if (JSON.stringify(press(Number.MAX_SAFE_INTEGER)).length > PRESS_MAX) return sentence(botFlows.evidenceOnItsCard);
  const items = open.map(
    (activity): Item => ({
      title: botCards.item(activity.id, clipped(activity.description, TITLE_LETTERS)),
      tone: toneOf(activity),
      facts: [],
      buttons: [{ label: botFlows.evidenceButton, press: press(activity.id) }],
    }),
  );
  const intro = botFlows.evidenceIntro(images.length);
  return { kind: 'card', card: { title: botFlows.evidenceTitle, intro, groups: [{ items }], activityIds: [] } };
}

/** Images sent in a chat: at once where the card they answer shows one activity, else once somebody said of which. */
export function imagesSent(scene: Scene, images: readonly SentImage[], activityIds: readonly number[]): Promise<Answer> {
  const [only, ...others] = activityIds;
  if (images.length > MAX_IMAGES) return Promise.resolve(sentence(validation.imagesTooMany));
  return only !== undefined && !others.length ? record(scene, only, images) : ask(scene, images, activityIds);
}

export const addEvidence: Flow = {
  press: (scene, press) => record(scene, activityIn(press), read(textIn(press, 'images'))),
};
