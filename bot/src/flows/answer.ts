import { ApiError } from '@bitacora/core/client';
import { moveToChat, type Preference } from '@bitacora/core/domain/notifications/notification';
import { preferenceTexts } from '@bitacora/core/messages/account/preferences';
import { writtenDay } from '@bitacora/core/messages/dates';
import type { Logger } from 'pino';
import type { Card, FormField } from '../card.ts';
import { codeCard, linkCard } from '../cards/account-cards.ts';
import { type Flow, type FlowContext, readText, sentence, UnknownButtonAction } from '../flow.ts';
import { bot, botCards } from '../messages/bot.ts';
import { botFlows, type ChannelProblem, chooseWay, isWay, wayChannels } from '../messages/flows.ts';
import { InactivePerson, type People, UnlinkedAccount } from '../people.ts';
import type { AnswerTo, Asker, ChatAnswer, ChatRequest } from '../request.ts';
import { Unanswered } from '../transport.ts';
import { actFlows } from './acts.ts';
import { attachFlow, commentWords, receive, undoComment } from './attach.ts';
import { command, isCommand } from './command.ts';
import { readReminderIds } from './digest.ts';
import { fromTemplateFlow, newActivityFlow } from './new-activity.ts';
import { acceptRequestFlow, declineRequestFlow, newRequest, newRequestFlow, readAsked, withdrawRequestFlow } from './requests.ts';
import { topicChannel, weeklySummary } from './subscriptions.ts';
import { cardWithSentence, readPreferences, showView, view } from './view.ts';

const options = Object.entries(botFlows.ways).map(([value, label]) => ({ value, label }));

/** This field above the kinds is always empty at first, because its value replaces those of the kinds. */
const ALL = 'all';
const allField: FormField = {
  name: ALL,
  label: preferenceTexts.all,
  kind: 'choice',
  isRequired: false,
  options,
  hint: botFlows.preferencesAllHint,
};

/** A person chooses the channel of each kind of notification: email, chat, both or neither (docs/product.md, 7). */
const preferencesFlow: Flow = {
  async press({ client }, press) {
    const kinds = (await readPreferences(client)).map((each) => ({
      name: each.kind,
      label: preferenceTexts.kinds[each.kind],
      kind: 'choice' as const,
      isRequired: true,
      isDetail: true,
      options,
      value: chooseWay(each),
    }));
    return {
      kind: 'form',
      form: {
        title: botFlows.preferencesTitle,
        intro: preferenceTexts.quiet,
        fields: [allField, ...kinds],
        submit: botFlows.preferencesSave,
        press,
      },
    };
  },

  async submit(context, _press, values) {
    const preferences = (await readPreferences(context.client)).map(({ kind, ...current }): Preference => {
      const way = values[ALL] || (values[kind] ?? '');
      return { kind, ...current, ...(isWay(way) && wayChannels[way]) };
    });
    await context.client.choosePreferences({ preferences });
    return cardWithSentence(context, 'preferences:', preferenceTexts.saved);
  },
};

/** Sends notifications that come by email alone to this chat instead. The greeting offers it. */
const notifyHere: Flow = {
  async press(context) {
    const preferences = moveToChat(await readPreferences(context.client));
    if (preferences.length > 0) await context.client.choosePreferences({ preferences });
    return cardWithSentence(context, 'preferences:', botFlows.preferencesAreHere);
  },
};

const unlink: Flow = {
  async press({ client }) {
    await client.unlinkOwnChat();
    return sentence(bot.unlinked);
  },
};

/** 'Recordármelo mañana' repeats all reminders of the card, except for work that is done by then. */
const snooze: Flow = {
  async press(context, press) {
    const view = readText(press, 'view');
    const activityIds = readReminderIds(view.slice(view.indexOf(':') + 1));
    if (activityIds.length === 0) throw new UnknownButtonAction();
    const { count, remindOn } = await context.client.snoozeReminders({ activityIds });
    return cardWithSentence(context, view, count > 0 ? botCards.digest.snoozed(count, writtenDay(remindOn)) : botCards.digest.snoozedNone);
  },
};

/** The keys are the values of `flow` in a press. */
const flows: Readonly<Record<string, Flow>> = {
  ...actFlows,
  view,
  attach: attachFlow,
  commentWords,
  undoComment,
  newActivity: newActivityFlow,
  fromTemplate: fromTemplateFlow,
  newRequest: newRequestFlow,
  acceptRequest: acceptRequestFlow,
  declineRequest: declineRequestFlow,
  withdrawRequest: withdrawRequestFlow,
  preferences: preferencesFlow,
  notifyHere,
  snooze,
  summary: weeklySummary,
  topicChannel,
  unlink,
};

export interface AnswerContext {
  people: People;
  publicUrl: string;
  fetchImage(asker: Asker, reference: string): Promise<Blob>;
  checkChannel(asker: Asker, conversation: string): Promise<ChannelProblem | null>;
  log: Pick<Logger, 'error' | 'warn'>;
}

/** Throws `UnlinkedAccount` or `InactivePerson` for anybody but a linked, active person. */
export async function createFlowContext(
  { people, publicUrl, fetchImage, checkChannel }: AnswerContext,
  asker: Asker,
  deliveryId: string,
): Promise<FlowContext> {
  const { client, me } = await people.as(asker, deliveryId);
  return {
    asker,
    client,
    me: await me(),
    publicUrl,
    fetchImage: (reference) => fetchImage(asker, reference),
    checkChannel: (conversation) => checkChannel(asker, conversation),
  };
}

async function answerLinked(context: FlowContext, request: Exclude<ChatRequest, { kind: 'link' }>): Promise<ChatAnswer> {
  switch (request.kind) {
    case 'command':
      return command(context, request.words, request.place);
    case 'images': {
      const asked = request.activityIds.length === 0 ? readAsked(request.words) : null;
      return asked === null ? receive(context, request, request.activityIds) : newRequest(context, asked, request.images);
    }
    case 'reply':
      return isCommand(request.words)
        ? command(context, request.words, undefined)
        : receive(context, { images: [], words: request.words }, request.activityIds);
    case 'home':
      return showView(context, 'home:1');
    case 'look':
      return showView(context, `activity:${request.activityId}`);
    case 'press':
    case 'submit': {
      const { flow: name } = request.press;
      const flow = Object.hasOwn(flows, name) ? flows[name] : undefined;
      const answer =
        request.kind === 'press' ? flow?.press?.(context, request.press) : flow?.submit?.(context, request.press, request.values);
      if (!answer) throw new UnknownButtonAction();
      return answer;
    }
  }
}

/** Uses the API's own sentence if there is one, and never names an internal detail. */
function describeFailure(error: unknown, log: AnswerContext['log']): string {
  if (error instanceof InactivePerson) return error.message;
  if (error instanceof UnknownButtonAction) return bot.outdatedButton;
  if (error instanceof Unanswered) {
    log.warn({ err: error }, 'the API did not answer the bot');
    return bot.away;
  }
  // A 401 is about the bot's own token, so the person can do nothing.
  if (error instanceof ApiError && error.status !== 401 && error.message) return error.message;
  log.error({ err: error }, 'the bot failed to answer');
  return error instanceof ApiError ? bot.away : bot.failed;
}

/** The App Home and the personal tab show only cards. */
const homeCard = (sentence: string): Card => ({ title: botCards.activitiesTitle, intro: sentence, groups: [], activityIds: [] });

/** Answers every request of all chats; it never throws. */
export function answerWith(context: AnswerContext): AnswerTo {
  const { people, publicUrl, log } = context;

  async function answer(request: ChatRequest): Promise<ChatAnswer> {
    const { asker, deliveryId } = request;
    if (request.kind === 'link') return sentence(bot.linked(await people.linkByCode(asker, request.code), asker.service));
    const flowContext = await createFlowContext(context, asker, deliveryId);
    const result = await answerLinked(flowContext, request);
    return result.kind === 'form' ? { ...result, form: { ...result.form, today: flowContext.me.today } } : result;
  }

  async function answerFailure(request: ChatRequest, error: unknown): Promise<ChatAnswer> {
    if (error instanceof UnlinkedAccount) {
      const { asker } = request;
      const card = asker.service === 'whatsapp' ? codeCard(publicUrl) : linkCard(asker.service, await people.offerLink(asker));
      return { kind: 'card', card };
    }
    return sentence(describeFailure(error, log));
  }

  return async (request) => {
    const result = await answer(request)
      .catch((error: unknown) => answerFailure(request, error))
      .catch((error: unknown) => sentence(describeFailure(error, log)));
    return request.kind === 'home' && result.kind === 'sentence' ? { kind: 'card', card: homeCard(result.sentence) } : result;
  };
}
