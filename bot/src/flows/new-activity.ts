import { ApiError } from '@bitacora/core/client';
import { priorities } from '@bitacora/core/domain/activity/activity';
import type { CalendarDate } from '@bitacora/core/domain/calendar';
import { adminPolicy } from '@bitacora/core/domain/people/person';
import { factLabel } from '@bitacora/core/messages/activity-fields';
import { priorityLabels } from '@bitacora/core/messages/labels';
import { validation } from '@bitacora/core/messages/validation';
import type { CardForm, FormField, Press } from '../card.ts';
import type { Flow, FlowContext, FormValues } from '../flow.ts';
import { botFlows } from '../messages/flows.ts';
import type { ChatAnswer } from '../request.ts';
import { personField } from './acts.ts';
import { cardWithSentence } from './view.ts';

const DESCRIPTION_MAX = 2_000;

type Errors = Readonly<Record<string, string>>;
const topicOf = ({ topicId }: FormValues) => (topicId && /^\d+$/.test(topicId) ? Number(topicId) : null);
const [usual] = priorities;

/** Who assigns may leave it blank: the activity is then their own. A list names people by id, a text by their name or number. */
async function assigneeField({ client }: FlowContext, values: FormValues): Promise<FormField> {
  const shared = { name: 'assigneeId', label: factLabel('assignee'), isRequired: false, value: values.assigneeId ?? '' };
  const topicId = topicOf(values);
  if (topicId === null || !values.assigneeId) return { ...shared, kind: 'text', hint: botFlows.newAssigneeHint };
  return { ...shared, ...personField(await client.listEligibleAssignees({ topicId }), values.assigneeId) };
}

async function formOf(context: FlowContext, values: FormValues, errors: Errors = {}): Promise<CardForm | null> {
  const topics = await context.client.listMyTopics();
  if (topics.length === 0) return null;
  const assignee = adminPolicy.assignActivities(context.me) ? [await assigneeField(context, values)] : [];
  const fields: FormField[] = [
    { name: 'description', label: botFlows.newDescription, kind: 'longText', isRequired: true, maxLength: DESCRIPTION_MAX },
    {
      ...{ name: 'topicId', label: factLabel('topic'), kind: 'choice', isRequired: true },
      options: topics.map(({ id, name }) => ({ value: String(id), label: name })),
    },
    { name: 'dueOn', label: botFlows.newDueOn, kind: 'date', isRequired: true, earliest: context.me.today },
    {
      ...{ name: 'priority', label: factLabel('priority'), kind: 'choice', isRequired: true, value: usual },
      options: priorities.map((value) => ({ value, label: priorityLabels[value] })),
    },
    ...assignee,
  ];
  const isList = assignee[0]?.kind === 'choice';
  return {
    title: botFlows.newTitle,
    fields: fields.map((field) => ({
      ...field,
      ...(values[field.name] ? { value: values[field.name] } : {}),
      ...(errors[field.name] ? { error: errors[field.name] } : {}),
    })),
    submit: botFlows.newSubmit,
    press: { flow: 'newActivity', isList } satisfies Press,
  };
}

async function askAgain(context: FlowContext, values: FormValues, errors: Errors = {}): Promise<ChatAnswer> {
  const form = await formOf(context, values, errors);
  return form ? { kind: 'form', form } : { kind: 'sentence', sentence: botFlows.newNoTopics };
}

/** The form of a new activity, with the words that a person typed or that a message has. */
export const newActivity = (context: FlowContext, words: string): Promise<ChatAnswer> =>
  askAgain(context, { description: words.slice(0, DESCRIPTION_MAX) });

export const newActivityFlow: Flow = {
  press: (context) => newActivity(context, ''),

  async submit(context, { isList }, values) {
    const topicId = topicOf(values);
    const blank = ['description', 'topicId', 'dueOn'].filter((name) => !values[name]);
    if (topicId === null || blank.length > 0)
      return askAgain(context, values, Object.fromEntries(blank.map((name) => [name, validation.required])));
    // A typed name becomes a list first, because a number could be an id or an employee's number.
    if (values.assigneeId && isList !== true) return askAgain(context, values);
    const promise = {
      ...{ topicId, description: values.description ?? '', repeats: null },
      priority: priorities.find((one) => one === values.priority) ?? usual,
      dueOn: values.dueOn as CalendarDate,
    };
    try {
      const { client } = context;
      const assigneeId = values.assigneeId ? Number(values.assigneeId) : null;
      const { id, notice } = await (assigneeId === null
        ? client.registerOwnActivity(promise)
        : client.assignActivity({ ...promise, assigneeId }));
      return await cardWithSentence(context, `activity:${id}`, [botFlows.newDone(id), notice].filter(Boolean).join(' '));
    } catch (error) {
      if (error instanceof ApiError && Object.keys(error.fields).length > 0) return askAgain(context, values, error.fields);
      throw error;
    }
  },
};
