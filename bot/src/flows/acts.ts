import { ApiError } from '@bitacora/core/client';
import type { ActivityView } from '@bitacora/core/contract/activities/activity-shapes';
import { isTicked, missingProof } from '@bitacora/core/domain/activities/activity';
import { effectiveDeadline } from '@bitacora/core/domain/activities/deadline';
import { laterDay } from '@bitacora/core/domain/calendar';
import { assigneeName, personLabel } from '@bitacora/core/domain/people/person';
import { normalise } from '@bitacora/core/domain/text';
import {
  actQuestions,
  commentTexts,
  extensionRequestTexts,
  extensionTexts,
  reassignmentTexts,
} from '@bitacora/core/messages/activities/acts';
import { checklistTexts, missingSentence } from '@bitacora/core/messages/activities/consult';
import { writtenDay } from '@bitacora/core/messages/dates';
import type { FieldOption, FormField } from '../card.ts';
import type { BotAct } from '../cards/activity-card.ts';
import { type Flow, type FlowContext, readActivityId, readText } from '../flow.ts';
import { botCards } from '../messages/bot.ts';
import { botFlows, type SearchTexts } from '../messages/flows.ts';
import { actFlow, explainDenial, type PersonField, showRefusal } from './act-flow.ts';
import { cardWithSentence } from './view.ts';

/** Slack draws at most this number of boxes in one field. */
const BOXES_MAX = 10;

const parsePlaces = (values: readonly string[]): number[] => values.flatMap((value) => value.split(',').filter(Boolean).map(Number));

/**
 * The form has a box for each item. Its button says what was ticked when the form was drawn, because a tick of another person since then
 * must stay.
 */
const tickFlow: Flow = {
  async press(context, press) {
    const activity = await context.client.readActivity({ activityId: readActivityId(press) });
    const denial = await explainDenial(context, press, 'tick', activity);
    if (denial) return denial;
    const { checklist = [] } = activity;
    const tickedPlaces = (items: typeof checklist) =>
      items
        .filter(isTicked)
        .map(({ place }) => place)
        .join(',');
    const pages = Array.from({ length: Math.ceil(checklist.length / BOXES_MAX) }, (_, page) =>
      checklist.slice(page * BOXES_MAX, (page + 1) * BOXES_MAX),
    );
    const fields = pages.map((items, page): FormField => {
      const [first, last] = [page * BOXES_MAX + 1, page * BOXES_MAX + items.length];
      return {
        name: `items${page}`,
        label: pages.length === 1 ? checklistTexts.title : `${checklistTexts.title} (${first} a ${last})`,
        kind: 'boxes',
        isRequired: false,
        options: items.map(({ place, text }) => ({ value: String(place), label: text })),
        value: tickedPlaces(items),
      };
    });
    const intro = botCards.item(activity.id, activity.description);
    return {
      kind: 'form',
      form: {
        title: checklistTexts.title,
        intro,
        fields,
        submit: checklistTexts.save,
        press: { ...press, ticked: tickedPlaces(checklist) },
      },
    };
  },

  async submit(context, press, values) {
    const activityId = readActivityId(press);
    const before = new Set(parsePlaces([readText(press, 'ticked')]));
    const after = new Set(parsePlaces(Object.values(values)));
    const [added, removed] = [[...after].filter((place) => !before.has(place)), [...before].filter((place) => !after.has(place))];
    try {
      if (added.length > 0) await context.client.tickItems({ activityId, items: added });
      if (removed.length > 0) await context.client.untickItems({ activityId, items: removed });
    } catch (error) {
      return showRefusal(context, press, error);
    }
    const { checklistTicked, checklistTotal } = await context.client.readActivity({ activityId });
    const progress = `${checklistTexts.title}: ${checklistTexts.progress(checklistTicked, checklistTotal)}.`;
    return cardWithSentence(context, readText(press, 'view'), progress);
  },
};

/** A form of Teams has room for this number of options. */
const MAX_CHOICES = 48;

/** Null for askers who may not reassign it; the API then refuses the act in its own words. */
async function readEligible({ id: activityId, assigneeId, topicId }: ActivityView, { client }: FlowContext) {
  try {
    return (await client.listEligibleAssignees({ topicId, activityId })).filter(({ id }) => id !== assigneeId);
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) return null;
    throw error;
  }
}

/** Offers the people who may have the work. Of very many, it offers those whose name or number holds every word that was typed. */
async function chooseAssignee(activity: ActivityView, context: FlowContext, typed = ''): Promise<PersonField> {
  const eligible = await readEligible(activity, context);
  return eligible ? personField(eligible, typed) : { kind: 'text', hint: botFlows.assigneesHidden };
}

type EligiblePerson = Parameters<typeof personLabel>[0] & { id: number };

/** Draws a list of people, or a search where they are too many. */
export const personField = (eligible: readonly EligiblePerson[], typed: string): PersonField =>
  searchedChoice(
    eligible.map((person) => ({ value: String(person.id), label: personLabel(person) })),
    typed,
    botFlows.assignees,
  );

/** Draws a list, or a search in it where it is too long. `typed` is what was typed, or the chosen value. */
export function searchedChoice(all: readonly FieldOption[], typed: string, texts: SearchTexts): PersonField {
  const chosen = all.find(({ value }) => value === typed);
  const words = chosen ? [] : normalise(typed).split(' ').filter(Boolean);
  const isChosenOfMany = chosen && all.length > MAX_CHOICES;
  const options = isChosenOfMany ? [chosen] : all.filter(({ label }) => words.every((word) => normalise(label).includes(word)));
  if (options.length === 0) return { kind: 'text', hint: texts.search, error: texts.none };
  if (options.length > MAX_CHOICES) return { kind: 'text', hint: texts.search, ...(typed && { error: texts.many(options.length) }) };
  return { kind: 'choice', options, ...(words.length > 0 && { error: texts.choose }) };
}

const question = ({ title, body, confirm, notice }: (typeof actQuestions)[keyof typeof actQuestions]) => ({
  intro: `${title} ${body}`,
  submit: confirm,
  notice: notice.title,
});
const longText = ({ label }: { label: string }) => ({ label, kind: 'longText' as const });

/** Ignores missing images, because the API counts them when the form is sent. */
function missingItems(activity: ActivityView): string | null {
  const missing = missingProof({ checklist: activity.checklist, minimumImages: 0 }, 0);
  return missing && missingSentence(missing);
}

/** No date of an extension lies before this one. */
const earliest = ({ dueOn }: ActivityView, { me }: FlowContext) => laterDay(dueOn, me.today);

const { start, complete, approve, reject, pause, resume, remind, declineExtension, withdrawExtensionRequest } = actQuestions;

/** The acts that a chat offers. Start and approve have no form. Approve cannot be undone, so its button has a confirmation. */
export const actFlows: Readonly<Record<BotAct, Flow>> = {
  start: actFlow({ act: 'start', call: 'startActivity', fields: {}, ...question(start) }),
  tick: tickFlow,
  complete: actFlow({
    act: 'complete',
    call: 'completeActivity',
    fields: { resolution: longText(complete.field) },
    ...question(complete),
    intro: (activity) => [question(complete).intro, missingItems(activity)].filter(Boolean).join('\n'),
  }),
  approve: actFlow({
    act: 'approve',
    call: 'validateActivity',
    fixed: { verdict: 'Verified', comment: null },
    fields: {},
    ...question(approve),
  }),
  /** The reason is mandatory in the use case only (docs/product.md, 10). */
  reject: actFlow({
    act: 'reject',
    call: 'validateActivity',
    fixed: { verdict: 'Rejected' },
    fields: { comment: { ...longText(reject.field), isRequired: true } },
    ...question(reject),
  }),
  resume: actFlow({ act: 'resume', call: 'resumeActivity', fields: { comment: longText(resume.field) }, ...question(resume) }),
  pause: actFlow({ act: 'pause', call: 'pauseActivity', fields: { comment: longText(pause.field) }, ...question(pause) }),
  remind: actFlow({ act: 'remind', call: 'remindActivity', fields: { message: longText(remind.field) }, ...question(remind) }),
  reassign: actFlow({
    act: 'reassign',
    call: 'reassignActivity',
    fields: {
      assigneeId: { label: reassignmentTexts.assignee, kind: 'choice', isRequired: true, person: chooseAssignee },
      reason: longText({ label: reassignmentTexts.reason }),
    },
    intro: (activity) => reassignmentTexts.body(assigneeName(activity)),
    submit: reassignmentTexts.confirm,
    notice: reassignmentTexts.notice,
  }),
  comment: actFlow({
    act: 'comment',
    call: 'commentActivity',
    fields: { body: longText({ label: commentTexts.label }) },
    intro: commentTexts.askBody,
    submit: commentTexts.submit,
    notice: commentTexts.notice,
  }),
  extend: actFlow({
    act: 'extend',
    call: 'extendDeadline',
    fields: {
      extendedTo: {
        label: extensionTexts.date,
        kind: 'date',
        earliest,
        given: (activity, context) => activity.requestedTo && laterDay(activity.requestedTo, earliest(activity, context)),
      },
      reason: { ...longText({ label: extensionTexts.reason }), given: ({ requestReason }) => requestReason },
    },
    intro: (activity) => extensionTexts.body(writtenDay(effectiveDeadline(activity))),
    submit: extensionTexts.submit,
    notice: extensionTexts.notice,
  }),
  requestExtension: actFlow({
    act: 'requestExtension',
    call: 'requestExtension',
    fields: {
      requestedTo: { label: extensionRequestTexts.date, kind: 'date', earliest },
      reason: longText({ label: extensionRequestTexts.reason }),
    },
    intro: (activity) => extensionRequestTexts.body(writtenDay(activity.dueOn)),
    submit: extensionRequestTexts.submit,
    notice: extensionRequestTexts.notice,
  }),
  declineExtension: actFlow({
    act: 'declineExtension',
    call: 'declineExtension',
    fields: { comment: longText(declineExtension.field) },
    ...question(declineExtension),
  }),
  withdrawExtensionRequest: actFlow({
    act: 'withdrawExtensionRequest',
    call: 'withdrawExtensionRequest',
    fields: {},
    ...question(withdrawExtensionRequest),
  }),
};
