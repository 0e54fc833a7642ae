import { ApiError } from '@bitacora/core/client';
import { MAX_IMAGES } from '@bitacora/core/domain/activities/activity';
import { requestRefusal } from '@bitacora/core/domain/activities/policy';
import type { CalendarDate } from '@bitacora/core/domain/calendar';
import { factLabel } from '@bitacora/core/messages/activities/activity-fields';
import { refusalSentence } from '@bitacora/core/messages/refusals';
import { validation } from '@bitacora/core/messages/validation';
import type { ButtonAction, FormField } from '../card.ts';
import { type Flow, type FlowContext, type FormValues, fillFields, readRequestId, readText, sentence } from '../flow.ts';
import { botFlows, botRequests } from '../messages/flows.ts';
import type { ChatAnswer, SentImage } from '../request.ts';
import { searchedChoice } from './acts.ts';
import { BUTTON_ACTION_MAX, decodeImages, encodeImages, fetchFiles } from './attach.ts';
import { acceptRequest } from './new-activity.ts';
import { cardWithSentence } from './view.ts';

const TEXT_MAX = 2_000;
const REASON_MAX = 300;
/** The view of all that the asker asked for or may answer. */
const LIST = 'requests:';

/** Matches what a person asks for with «pedir …», but not «pedir prórroga». */
const ASKED = /^(?:pedir|solicitar)(?!\s+(?:una\s+)?(?:pr[oó]rroga|extensi[oó]n|m[aá]s\s+tiempo))(?:\s+trabajo)?(?=[\s:,]|$)[\s:,]*(.*)$/is;
export const readAsked = (words: string): string | null => ASKED.exec(words.trim())?.[1] ?? null;

async function openForm(
  context: FlowContext,
  images: readonly SentImage[],
  values: FormValues,
  errors: FormValues = {},
): Promise<ChatAnswer> {
  const topics = (await context.client.listMyTopics({ isForRequest: true })).map(({ id, name }) => ({ value: String(id), label: name }));
  const topic = searchedChoice(topics, values.topicId ?? '', botRequests.topics);
  const fields: FormField[] = [
    { name: 'text', label: botRequests.text, kind: 'longText', isRequired: true, isDetail: Boolean(values.text), maxLength: TEXT_MAX },
    { name: 'topicId', label: factLabel('topic'), isRequired: true, ...topic },
    { name: 'wantedOn', label: botRequests.wantedOn, kind: 'date', isRequired: true, earliest: context.me.today },
  ];
  const press = { flow: 'newRequest', isList: topic.kind === 'choice', images: encodeImages(images) };
  if (JSON.stringify(press).length > BUTTON_ACTION_MAX) return sentence(botRequests.imagesTooLong);
  return {
    kind: 'form',
    form: {
      title: botRequests.ask,
      intro: images.length > 0 ? botFlows.evidenceIntro({ images: images.length, documents: 0 }) : botRequests.imagesHint,
      fields: fillFields(fields, values, errors),
      submit: botRequests.send,
      press,
    },
  };
}

/** Opens the form of a request with the words and the images that a person sent. */
export async function newRequest(context: FlowContext, words: string, images: readonly SentImage[] = []): Promise<ChatAnswer> {
  if (images.length > MAX_IMAGES) return sentence(validation.imagesTooMany);
  return openForm(context, images, { text: words.slice(0, TEXT_MAX) });
}

export const newRequestFlow: Flow = {
  press: (context) => newRequest(context, ''),

  async submit(context, press, values) {
    const images = decodeImages(readText(press, 'images'));
    const blank = ['text', 'topicId', 'wantedOn'].filter((name) => !values[name]?.trim());
    // A typed name becomes a list first, because a number could be an id.
    if (blank.length > 0 || press.isList !== true)
      return openForm(context, images, values, Object.fromEntries(blank.map((name) => [name, validation.required])));
    const files = await fetchFiles(context, images);
    if (!files) return sentence(botFlows.evidenceGone);
    try {
      const asked = { text: values.text as string, topicId: Number(values.topicId), wantedOn: values.wantedOn as CalendarDate };
      await context.client.createRequest({ ...asked, images: files });
      return await cardWithSentence(context, LIST, botRequests.sent);
    } catch (error) {
      if (error instanceof ApiError && Object.keys(error.fields).length > 0) return openForm(context, images, values, error.fields);
      throw error;
    }
  },
};

/** Does the act and lists what is left. It says why where the request no longer takes the act. */
async function answerRequest(context: FlowContext, act: () => Promise<unknown>, notice: string): Promise<ChatAnswer> {
  try {
    await act();
    return await cardWithSentence(context, LIST, notice);
  } catch (error) {
    if (error instanceof ApiError && [403, 404, 409].includes(error.status)) return cardWithSentence(context, LIST, error.message);
    throw error;
  }
}

/** Opens the form of a new activity, filled in; sending it accepts the request. */
export const acceptRequestFlow: Flow = {
  async press(context, press) {
    const request = await context.client.readRequest({ id: readRequestId(press) });
    const state = request.state === 'other' ? 'open' : request.state;
    const denial = requestRefusal('accept', context.me, { ...request, state });
    return denial ? cardWithSentence(context, LIST, refusalSentence(denial)) : acceptRequest(context, request);
  },
};

const declineForm = (press: ButtonAction, error?: string): ChatAnswer => {
  const reason = { name: 'reason', label: botRequests.reason, kind: 'longText', isRequired: true, maxLength: REASON_MAX } as const;
  const fields = [{ ...reason, ...(error ? { error } : {}) }];
  return { kind: 'form', form: { title: botRequests.declineTitle, fields, submit: botRequests.acts.decline, press } };
};

export const declineRequestFlow: Flow = {
  press: async (_context, press) => declineForm(press),

  async submit(context, press, values) {
    const [id, reason] = [readRequestId(press), values.reason?.trim() ?? ''];
    if (!reason) return declineForm(press, validation.required);
    return answerRequest(context, () => context.client.declineRequest({ id, reason }), botRequests.declined);
  },
};

export const withdrawRequestFlow: Flow = {
  press: (context, press) =>
    answerRequest(context, () => context.client.withdrawRequest({ id: readRequestId(press) }), botRequests.withdrawn),
};
