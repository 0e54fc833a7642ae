import { setTimeout as delay } from 'node:timers/promises';
import { ApiError } from '@bitacora/core/client';
import type { ActivityView } from '@bitacora/core/contract/activities/activity-shapes';
import { MAX_DOCUMENTS, MAX_IMAGES } from '@bitacora/core/domain/activities/activity';
import { actsOpenTo } from '@bitacora/core/domain/activities/policy';
import { isPrivileged } from '@bitacora/core/domain/people/person';
import { normalise } from '@bitacora/core/domain/text';
import { commentTexts, evidenceTexts } from '@bitacora/core/messages/activities/acts';
import { asWritten, clipped } from '@bitacora/core/messages/phrases';
import { validation } from '@bitacora/core/messages/validation';
import * as z from 'zod/mini';
import type { ButtonAction, CardForm, FieldOption, FormField, SearchedAct } from '../card.ts';
import { type Flow, type FlowContext, type FormValues, readActivityId, readText, sentence, UnknownButtonAction } from '../flow.ts';
import { botCards } from '../messages/bot.ts';
import { botFlows } from '../messages/flows.ts';
import type { ChatAnswer, SentImage } from '../request.ts';

/** The API has the same limit for a comment. The bot checks it before it adds images, so that it never takes half of a message. */
const COMMENT_MAX = 2_000;
const MAX_QUOTE = 300;
/** Before a person types, the list offers at most this number; Teams draws those that fit. */
const MAX_TARGETS = 100;
/** While a person types, the list offers at most this number. */
const MAX_FOUND = 20;
/** The bot reads each hit, because the search names no act, and a chat waits three seconds at most. */
const MAX_HITS_READ = 10;
const MAX_TYPED = 200;
const SEARCH_MS = 1_500;
export const BUTTON_ACTION_MAX = 1_000;

/** In a contribution to an activity images are evidence, PDF are documents, and words are a comment. */
interface Contribution {
  images: readonly SentImage[];
  words: string;
}

const isDocument = ({ name }: { name: string }) => /\.pdf$/i.test(name);
const countFiles = (files: readonly SentImage[]) => {
  const documents = files.filter(isDocument).length;
  return { images: files.length - documents, documents };
};

/** Returns null where the chat no longer has one of them. */
export const fetchFiles = ({ fetchImage }: FlowContext, sent: readonly SentImage[]): Promise<File[] | null> =>
  Promise.all(
    sent.map(async ({ name, reference }) => {
      const blob = await fetchImage(reference);
      return new File([blob], name, { type: blob.type });
    }),
  ).catch(() => null);

/** Returns null on success, else a sentence for the person. */
async function addFiles(context: FlowContext, activityId: number, sent: readonly SentImage[]): Promise<string | null> {
  const { client } = context;
  const files = await fetchFiles(context, sent);
  if (!files) return botFlows.evidenceGone;
  const [images, documents] = [files.filter((file) => !isDocument(file)), files.filter(isDocument)];
  if (images.length > 0) await client.addEvidence({ activityId, images });
  if (documents.length > 0) await client.addDocuments({ activityId, documents });
  return null;
}

const openButton = (activityId: number) => ({ label: botCards.open, press: { flow: 'view', view: `activity:${activityId}` } });

/** Adds both to one activity. The comment can be withdrawn by a button; others learn of it after five minutes (docs/product.md, 7.4). */
async function attach(context: FlowContext, activityId: number, { images, words }: Contribution): Promise<ChatAnswer> {
  if (words.length > COMMENT_MAX) return sentence(botFlows.commentTooLong(words.length, COMMENT_MAX));
  const problem = images.length > 0 ? await addFiles(context, activityId, images) : null;
  if (problem) return sentence(problem);
  if (!words) return sentence(evidenceTexts.notice);
  const { id } = await context.client.commentActivity({ activityId, body: words });
  const quote = clipped(asWritten(words), MAX_QUOTE);
  return {
    kind: 'card',
    card: {
      title: images.length > 0 ? botFlows.evidenceAdded(countFiles(images), activityId) : botFlows.commentAdded(activityId),
      intro: images.length > 0 ? botFlows.evidenceWords(quote) : quote,
      groups: [],
      buttons: [
        {
          label: images.length > 0 ? botFlows.commentUndoAlone : botFlows.commentUndo,
          press: { flow: 'undoComment', activity: activityId, comment: id },
        },
        openButton(activityId),
      ],
      activityIds: [activityId],
    },
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

const chooseAct = ({ images }: Contribution): SearchedAct => (images.length > 0 ? 'addEvidence' : 'comment');

/** Reads the activities that take the act now: of the card, or all of the asker's own, the most urgent first. */
async function readTargets(context: FlowContext, act: SearchedAct, ids: readonly number[]): Promise<ActivityView[]> {
  const { client, me } = context;
  const activities = ids.length ? (await Promise.all(ids.map((id) => readIfVisible(context, id)))).flat() : await client.listMyPending();
  return activities.filter((activity) => actsOpenTo(me, activity).has(act));
}

const activityOption = ({ id, description }: Pick<ActivityView, 'id' | 'description'>): FieldOption => ({
  value: String(id),
  label: botCards.item(id, description),
});

/** Offers the asker's own activities with the typed words first, then what else they may see and contribute to. */
export async function suggestTargets(context: FlowContext, act: SearchedAct, typed: string): Promise<FieldOption[]> {
  const words = normalise(typed).split(' ').filter(Boolean);
  const own = await readTargets(context, act, []);
  if (words.length === 0) return own.slice(0, MAX_TARGETS).map(activityOption);
  const matches = own.filter(({ id, description, topic }) => {
    const text = normalise(`${id} ${description} ${topic}`);
    return words.every((word) => text.includes(word));
  });
  if (matches.length >= MAX_FOUND) return matches.slice(0, MAX_FOUND).map(activityOption);
  // The asker's own come also where the search is slow or refused.
  const search = findOthers(context, act, typed, matches).catch(() => []);
  const others = await Promise.race([search, delay<ActivityView[]>(SEARCH_MS, [], { ref: false })]);
  return [...matches, ...others].slice(0, MAX_FOUND).map(activityOption);
}

async function findOthers(
  context: FlowContext,
  act: SearchedAct,
  typed: string,
  matches: readonly ActivityView[],
): Promise<ActivityView[]> {
  const { hits } = await context.client.searchActivities({ text: typed.slice(0, MAX_TYPED) });
  const ids = hits.flatMap(({ id }) => (matches.some((match) => match.id === id) ? [] : [id])).slice(0, MAX_HITS_READ);
  return ids.length > 0 ? readTargets(context, act, ids) : [];
}

const pairs = z.array(z.tuple([z.string(), z.string()]));

export const encodeImages = (images: readonly SentImage[]): string =>
  JSON.stringify(images.map(({ name, reference }) => [name, reference]));

export function decodeImages(text: string): SentImage[] {
  try {
    return pairs.parse(JSON.parse(text)).map(([name, reference]) => ({ name, reference }));
  } catch {
    throw new UnknownButtonAction();
  }
}

const TARGET = 'activity';
const WORDS = 'words';

/** The form has the list, and the words to correct before they leave. Without a card the list searches all activities. */
function attachForm(targets: readonly ActivityView[], contribution: Contribution, press: ButtonAction, error?: string): CardForm {
  const { images, words } = contribution;
  const isSearched = press.of === '';
  const options = targets.slice(0, MAX_TARGETS).map(activityOption);
  const [only, ...others] = options;
  const target: FormField = {
    name: TARGET,
    label: botFlows.attachTarget,
    kind: 'choice',
    isRequired: true,
    options,
    ...(isSearched ? { search: chooseAct(contribution), hint: botFlows.attachHint } : {}),
    ...(only && others.length === 0 ? { value: only.value } : {}),
    ...(error ? { error } : {}),
  };
  const body: FormField = {
    name: WORDS,
    label: commentTexts.label,
    kind: 'longText',
    isRequired: images.length === 0,
    isDetail: images.length > 0 || words !== '',
    maxLength: COMMENT_MAX,
    value: words,
  };
  return {
    title: botFlows.attachTitle,
    ...(images.length > 0 ? { intro: botFlows.evidenceIntro(countFiles(images)) } : {}),
    fields: [target, body],
    submit: botFlows.attachSubmit,
    press,
  };
}

async function askForTarget(context: FlowContext, contribution: Contribution, ids: readonly number[]): Promise<ChatAnswer> {
  const targets = await readTargets(context, chooseAct(contribution), ids);
  // Privileged people also contribute to work of others, for which they search.
  if (!targets.length && (ids.length > 0 || !isPrivileged(context.me)))
    return sentence(contribution.images.length > 0 ? botFlows.evidenceNone : botFlows.commentNone);
  const press: ButtonAction = { flow: 'attach', images: encodeImages(contribution.images), of: ids.join(',') };
  if (JSON.stringify(press).length > BUTTON_ACTION_MAX) return sentence(botFlows.evidenceOnItsCard);
  return { kind: 'form', form: attachForm(targets, contribution, press) };
}

/** Asks whether words beside a folio are a comment. Null where the asker may not see the activity: the number may be no folio. */
export async function offerComment(context: FlowContext, activityId: number, words: string): Promise<ChatAnswer | null> {
  const [activity] = await readIfVisible(context, activityId);
  if (!activity) return null;
  const press: ButtonAction = { flow: 'commentWords', activity: activityId, words };
  // A form holds what is too long for a button, and says why the activity takes no comment.
  if (JSON.stringify(press).length > BUTTON_ACTION_MAX || !actsOpenTo(context.me, activity).has('comment'))
    return askForTarget(context, { images: [], words }, [activityId]);
  return {
    kind: 'card',
    card: {
      title: botFlows.commentAsk(activityId),
      intro: asWritten(words),
      groups: [],
      buttons: [{ label: botFlows.commentSend, press, style: 'primary' }, openButton(activityId)],
      activityIds: [activityId],
    },
  };
}

export const commentWords: Flow = {
  press: (context, press) => attach(context, readActivityId(press), { images: [], words: readText(press, 'words') }),
};

/** Adds it at once where it answers the card of one activity, else asks which activity. */
export async function receive(context: FlowContext, contribution: Contribution, activityIds: readonly number[]): Promise<ChatAnswer> {
  const { images, documents } = countFiles(contribution.images);
  if (images > MAX_IMAGES) return sentence(validation.imagesTooMany);
  if (documents > MAX_DOCUMENTS) return sentence(validation.documentsTooMany);
  const [only, ...others] = activityIds;
  return only !== undefined && !others.length ? attach(context, only, contribution) : askForTarget(context, contribution, activityIds);
}

const readContribution = (press: ButtonAction, values: FormValues): Contribution => ({
  images: decodeImages(readText(press, 'images')),
  words: (values[WORDS] ?? '').trim(),
});

export const attachFlow: Flow = {
  async submit(context, press, values) {
    const contribution = readContribution(press, values);
    const activityId = Number(values[TARGET]);
    if (Number.isSafeInteger(activityId) && activityId > 0) return attach(context, activityId, contribution);
    const ids = readText(press, 'of').split(',').filter(Boolean).map(Number);
    return {
      kind: 'form',
      form: attachForm(await readTargets(context, chooseAct(contribution), ids), contribution, press, validation.required),
    };
  },
};

/** The author withdraws the comment; the history keeps that it was withdrawn. */
export const undoComment: Flow = {
  async press(context, press) {
    const { comment } = press;
    if (typeof comment !== 'number') throw new UnknownButtonAction();
    await context.client.cancelComment({ commentId: comment });
    const activity = readActivityId(press);
    return {
      kind: 'card',
      card: {
        title: botFlows.commentUndone(activity),
        groups: [],
        buttons: [openButton(activity)],
        activityIds: [activity],
      },
    };
  },
};
