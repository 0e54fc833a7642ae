import { setTimeout as delay } from 'node:timers/promises';
import { ApiError } from '@bitacora/core/client';
import type { ActivityView } from '@bitacora/core/contract/activities/activity';
import { MAX_IMAGES } from '@bitacora/core/domain/activities/activity';
import { actsOpenTo } from '@bitacora/core/domain/activities/policy';
import { isPrivileged } from '@bitacora/core/domain/people/person';
import { normalise } from '@bitacora/core/domain/text';
import { commentTexts, evidenceTexts } from '@bitacora/core/messages/activities/acts';
import { asWritten, clipped } from '@bitacora/core/messages/phrases';
import { validation } from '@bitacora/core/messages/validation';
import * as z from 'zod/mini';
import type { ButtonAction, CardForm, FieldOption, FormField, SearchedAct } from '../card.ts';
import { activityIn, type Flow, type FlowContext, type FormValues, sentence, textIn, UnknownButtonAction } from '../flow.ts';
import { botCards } from '../messages/bot.ts';
import { botFlows } from '../messages/flows.ts';
import type { ChatAnswer, SentImage } from '../request.ts';

/** The API's limit of a comment, asked before images are added, so that not half of a message is taken. */
const COMMENT_MAX = 2_000;
const MAX_QUOTE = 300;
/** Offered before anything is typed; Teams draws those that fit. */
const MAX_TARGETS = 100;
/** So many activities are offered for what is typed. */
const MAX_FOUND = 20;
/** Each hit is read, because the search names no act, and a chat waits three seconds at most. */
const MAX_HITS_READ = 10;
const MAX_TYPED = 200;
const SEARCH_MS = 1_500;
/** Length of a press as JSON. */
const BUTTON_ACTION_MAX = 1_000;

/** What a person sends in a chat for an activity: images are evidence, and words are a comment. */
interface Contribution {
  images: readonly SentImage[];
  words: string;
}

/** What an iPhone takes by default. */
const isHeic = ({ name }: SentImage) => /\.hei[cf]$/i.test(name);

/** Null once they are added; else a sentence for the person. */
async function addImages({ client, fetchImage }: FlowContext, activityId: number, files: readonly SentImage[]): Promise<string | null> {
  const images = await Promise.all(
    files.map(async ({ name, reference }) => {
      const blob = await fetchImage(reference);
      return new File([blob], name, { type: blob.type });
    }),
  ).catch(() => null);
  if (!images) return botFlows.evidenceGone;
  await client.addEvidence({ activityId, images });
  return null;
}

/** Adds both to one activity. The comment can be withdrawn by a button; others learn of it after five minutes (docs/product.md, 7.4). */
async function attach(context: FlowContext, activityId: number, { images, words }: Contribution): Promise<ChatAnswer> {
  if (words.length > COMMENT_MAX) return sentence(botFlows.commentTooLong(words.length, COMMENT_MAX));
  const problem = images.length > 0 ? await addImages(context, activityId, images) : null;
  if (problem) return sentence(problem);
  if (!words) return sentence(evidenceTexts.notice);
  const { id } = await context.client.commentActivity({ activityId, body: words });
  return {
    kind: 'card',
    card: {
      title: botFlows.commentAdded(activityId),
      intro: clipped(asWritten(words), MAX_QUOTE),
      groups: [],
      buttons: [
        { label: botFlows.commentUndo, press: { flow: 'undoComment', activity: activityId, comment: id } },
        { label: botCards.open, press: { flow: 'view', view: `activity:${activityId}` } },
      ],
      activityIds: [activityId],
    },
    ...(images.length > 0 ? { sentence: evidenceTexts.notice } : {}),
  };
}

async function readIfVisible({ client }: FlowContext, activityId: number): Promise<ActivityView[]> {
  try {
    return [await client.readActivity({ activityId })];
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return [];
    throw error;
  }
}

const actOf = ({ images }: Contribution): SearchedAct => (images.length > 0 ? 'addEvidence' : 'comment');

/** Those that take the act now: of the card, or all of the asker's own, the most urgent first. */
async function readTargets(context: FlowContext, act: SearchedAct, ids: readonly number[]): Promise<ActivityView[]> {
  const { client, me } = context;
  const activities = ids.length ? (await Promise.all(ids.map((id) => readIfVisible(context, id)))).flat() : await client.listMyPending();
  return activities.filter((activity) => actsOpenTo(me, activity).has(act));
}

const optionOf = ({ id, description }: Pick<ActivityView, 'id' | 'description'>): FieldOption => ({
  value: String(id),
  label: botCards.item(id, description),
});

/** The asker's own activities with the typed words first, then what else they may see and contribute to. */
export async function suggestTargets(context: FlowContext, act: SearchedAct, typed: string): Promise<FieldOption[]> {
  const words = normalise(typed).split(' ').filter(Boolean);
  const own = await readTargets(context, act, []);
  if (words.length === 0) return own.slice(0, MAX_TARGETS).map(optionOf);
  const near = own.filter(({ id, description, topic }) => {
    const text = normalise(`${id} ${description} ${topic}`);
    return words.every((word) => text.includes(word));
  });
  if (near.length >= MAX_FOUND) return near.slice(0, MAX_FOUND).map(optionOf);
  // The asker's own come also where the search is slow or refused.
  const further = findOthers(context, act, typed, near).catch(() => []);
  const inTime = await Promise.race([further, delay<ActivityView[]>(SEARCH_MS, [], { ref: false })]);
  return [...near, ...inTime].slice(0, MAX_FOUND).map(optionOf);
}

async function findOthers(context: FlowContext, act: SearchedAct, typed: string, near: readonly ActivityView[]): Promise<ActivityView[]> {
  const { hits } = await context.client.searchActivities({ text: typed.slice(0, MAX_TYPED) });
  const ids = hits.flatMap(({ id }) => (near.some((one) => one.id === id) ? [] : [id])).slice(0, MAX_HITS_READ);
  return ids.length > 0 ? readTargets(context, act, ids) : [];
}

const pairs = z.array(z.tuple([z.string(), z.string()]));

const encodeImages = (images: readonly SentImage[]): string => JSON.stringify(images.map(({ name, reference }) => [name, reference]));

function decodeImages(text: string): SentImage[] {
  try {
    return pairs.parse(JSON.parse(text)).map(([name, reference]) => ({ name, reference }));
  } catch {
    throw new UnknownButtonAction();
  }
}

const TARGET = 'activity';
const WORDS = 'words';

/** The list, and the words to correct before they leave. Without a card the whole list of activities is searched. */
function formOf(targets: readonly ActivityView[], contribution: Contribution, press: ButtonAction, error?: string): CardForm {
  const { images, words } = contribution;
  const isSearched = press.of === '';
  const options = targets.slice(0, MAX_TARGETS).map(optionOf);
  const [only, ...others] = options;
  const target: FormField = {
    name: TARGET,
    label: botFlows.attachTarget,
    kind: 'choice',
    isRequired: true,
    options,
    ...(isSearched ? { search: actOf(contribution), hint: botFlows.attachHint } : {}),
    ...(only && others.length === 0 ? { value: only.value } : {}),
    ...(error ? { error } : {}),
  };
  const body: FormField = {
    name: WORDS,
    label: commentTexts.label,
    kind: 'longText',
    isRequired: images.length === 0,
    maxLength: COMMENT_MAX,
    value: words,
  };
  return {
    title: botFlows.attachTitle,
    ...(images.length > 0 ? { intro: botFlows.evidenceIntro(images.length) } : {}),
    fields: [target, body],
    submit: botFlows.attachSubmit,
    press,
  };
}

async function askForTarget(context: FlowContext, contribution: Contribution, ids: readonly number[]): Promise<ChatAnswer> {
  const targets = await readTargets(context, actOf(contribution), ids);
  // Privileged people also add to work of others, for which they search.
  if (!targets.length && (ids.length > 0 || !isPrivileged(context.me)))
    return sentence(contribution.images.length > 0 ? botFlows.evidenceNone : botFlows.commentNone);
  const press: ButtonAction = { flow: 'attach', images: encodeImages(contribution.images), of: ids.join(',') };
  if (JSON.stringify(press).length > BUTTON_ACTION_MAX) return sentence(botFlows.evidenceOnItsCard);
  return { kind: 'form', form: formOf(targets, contribution, press) };
}

/** Adds it at once where it answers the card of one activity, else asks which activity. */
export async function receive(context: FlowContext, contribution: Contribution, activityIds: readonly number[]): Promise<ChatAnswer> {
  if (contribution.images.some(isHeic)) return sentence(botFlows.evidenceHeic);
  if (contribution.images.length > MAX_IMAGES) return sentence(validation.imagesTooMany);
  const [only, ...others] = activityIds;
  return only !== undefined && !others.length ? attach(context, only, contribution) : askForTarget(context, contribution, activityIds);
}

const contributionIn = (press: ButtonAction, values: FormValues): Contribution => ({
  images: decodeImages(textIn(press, 'images')),
  words: (values[WORDS] ?? '').trim(),
});

/** The form that asks for the activity. */
export const attachFlow: Flow = {
  async submit(context, press, values) {
    const contribution = contributionIn(press, values);
    const activityId = Number(values[TARGET]);
    if (Number.isSafeInteger(activityId) && activityId > 0) return attach(context, activityId, contribution);
    const ids = textIn(press, 'of').split(',').filter(Boolean).map(Number);
    return { kind: 'form', form: formOf(await readTargets(context, actOf(contribution), ids), contribution, press, validation.required) };
  },
};

/** A button of an earlier release that adds images to one activity. */
export const addEvidence: Flow = {
  press: (context, press) => attach(context, activityIn(press), contributionIn(press, {})),
};

/** The author withdraws the comment; the history keeps that it was withdrawn. */
export const undoComment: Flow = {
  async press(context, press) {
    const { comment } = press;
    if (typeof comment !== 'number') throw new UnknownButtonAction();
    await context.client.cancelComment({ commentId: comment });
    const activity = activityIn(press);
    return {
      kind: 'card',
      card: {
        title: botFlows.commentUndone(activity),
        groups: [],
        buttons: [{ label: botCards.open, press: { flow: 'view', view: `activity:${activity}` } }],
        activityIds: [activity],
      },
    };
  },
};
