import { ApiError } from '@bitacora/core/client';
import { lapses, priorities } from '@bitacora/core/domain/activities/activity';
import { copyTemplate } from '@bitacora/core/domain/activities/activity-template';
import type { CalendarDate } from '@bitacora/core/domain/calendar';
import { adminPolicy } from '@bitacora/core/domain/people/person';
import { factLabel } from '@bitacora/core/messages/activities/activity-fields';
import { lapseLabels, priorityOptions } from '@bitacora/core/messages/activities/labels';
import { clipped } from '@bitacora/core/messages/phrases';
import { validation } from '@bitacora/core/messages/validation';
import type { ButtonAction, CardForm, FormField } from '../card.ts';
import { type Flow, type FlowContext, type FormValues, sentence } from '../flow.ts';
import { botFlows } from '../messages/flows.ts';
import type { ChatAnswer } from '../request.ts';
import { personField } from './acts.ts';
import { cardWithSentence } from './view.ts';

const DESCRIPTION_MAX = 2_000;
const TEMPLATE_LABEL_MAX = 75;

type Errors = Readonly<Record<string, string>>;
const readTopicId = ({ topicId }: FormValues) => (topicId && /^\d+$/.test(topicId) ? Number(topicId) : null);
const [defaultPriority] = priorities;

/** With a blank field the activity is the asker's own. A list names people by id, a text by their name or number. */
async function assigneeField({ client }: FlowContext, values: FormValues): Promise<FormField> {
  const shared = { name: 'assigneeId', label: factLabel('assignee'), isRequired: false, value: values.assigneeId ?? '' };
  const topicId = readTopicId(values);
  if (topicId === null || !values.assigneeId) return { ...shared, kind: 'text', hint: botFlows.newAssigneeHint };
  return { ...shared, ...personField(await client.listEligibleAssignees({ topicId }), values.assigneeId) };
}

const topicField = (topics: readonly { id: number; name: string }[]): FormField => ({
  name: 'topicId',
  label: factLabel('topic'),
  kind: 'choice',
  isRequired: true,
  options: topics.map(({ id, name }) => ({ value: String(id), label: name })),
});

/** Copies the template that a form started from; null where there is none, or where it was retired. */
async function readTemplateCopy({ client, me }: FlowContext, { topic, template }: ButtonAction) {
  if (typeof topic !== 'number' || typeof template !== 'number') return null;
  const activityTemplate = (await client.listTemplates({ topicId: topic })).find(({ id }) => id === template);
  return activityTemplate ? { topicId: topic, ...copyTemplate(activityTemplate, me.today) } : null;
}
type Copy = NonNullable<Awaited<ReturnType<typeof readTemplateCopy>>>;

async function activityForm(context: FlowContext, values: FormValues, errors: Errors, copy: Copy | null): Promise<CardForm | null> {
  const topics = await context.client.listMyTopics();
  if (topics.length === 0) return null;
  const assignee = adminPolicy.assignActivities(context.me) ? [await assigneeField(context, values)] : [];
  const fields: FormField[] = [
    { name: 'description', label: botFlows.newDescription, kind: 'longText', isRequired: true, maxLength: DESCRIPTION_MAX },
    topicField(topics),
    { name: 'dueOn', label: botFlows.newDueOn, kind: 'date', isRequired: true, earliest: context.me.today },
    {
      name: 'priority',
      label: factLabel('priority'),
      kind: 'choice',
      isRequired: true,
      value: defaultPriority,
      options: priorityOptions,
    },
    {
      name: 'repeats',
      label: factLabel('frequency'),
      kind: 'choice',
      isRequired: false,
      options: lapses.map((value) => ({ value, label: lapseLabels[value] })),
    },
    { name: 'repeatUntil', label: botFlows.newRepeatUntil, kind: 'date', isRequired: false, earliest: context.me.today },
    ...assignee,
  ];
  const isList = assignee[0]?.kind === 'choice';
  const demands = copy && botFlows.templateDemands(copy);
  return {
    title: botFlows.newTitle,
    ...(demands ? { intro: demands } : {}),
    fields: fields.map((field) => ({
      ...field,
      ...(values[field.name] ? { value: values[field.name] } : {}),
      ...(errors[field.name] ? { error: errors[field.name] } : {}),
    })),
    submit: botFlows.newSubmit,
    press: { flow: 'newActivity', isList, ...(copy ? { topic: copy.topicId, template: copy.templateId } : {}) } satisfies ButtonAction,
  };
}

async function askAgain(context: FlowContext, values: FormValues, errors: Errors = {}, copy: Copy | null = null): Promise<ChatAnswer> {
  const form = await activityForm(context, values, errors, copy);
  return form ? { kind: 'form', form } : sentence(botFlows.newNoTopics);
}

/** Opens the form of a new activity, with the words that a person typed or that a message has. */
export const newActivity = (context: FlowContext, words: string): Promise<ChatAnswer> =>
  askAgain(context, { description: words.slice(0, DESCRIPTION_MAX) });

export const newActivityFlow: Flow = {
  press: (context) => newActivity(context, ''),

  async submit(context, press, values) {
    const topicId = readTopicId(values);
    const copy = await readTemplateCopy(context, press);
    const blank = ['description', 'topicId', 'dueOn'].filter((name) => !values[name]);
    if (topicId === null || blank.length > 0)
      return askAgain(context, values, Object.fromEntries(blank.map((name) => [name, validation.required])), copy);
    // A typed name becomes a list first, because a number could be an id or an employee's number.
    if (values.assigneeId && press.isList !== true) return askAgain(context, values, {}, copy);
    const activity = {
      ...(copy?.topicId === topicId ? copy : {}),
      topicId,
      description: values.description ?? '',
      priority: priorities.find((priority) => priority === values.priority) ?? defaultPriority,
      dueOn: values.dueOn as CalendarDate,
      repeats: lapses.find((lapse) => lapse === values.repeats) ?? null,
      repeatUntil: values.repeatUntil ? (values.repeatUntil as CalendarDate) : null,
    };
    try {
      const { client } = context;
      const assigneeId = values.assigneeId ? Number(values.assigneeId) : null;
      const { id, notice } = await (assigneeId === null
        ? client.registerOwnActivity(activity)
        : client.assignActivity({ ...activity, assigneeId }));
      return await cardWithSentence(context, `activity:${id}`, [botFlows.newDone(id), notice].filter(Boolean).join(' '));
    } catch (error) {
      if (error instanceof ApiError && Object.keys(error.fields).length > 0) return askAgain(context, values, error.fields, copy);
      throw error;
    }
  },
};

/** A person chooses the topic, then its template. The second step ends in the form of a new activity, filled in. */
async function chooseTopic({ client }: FlowContext, values: FormValues = {}, error?: string): Promise<ChatAnswer> {
  const topics = await client.listMyTopics();
  if (topics.length === 0) return sentence(botFlows.newNoTopics);
  const fields = [{ ...topicField(topics), value: values.topicId ?? '', ...(error ? { error } : {}) }];
  return { kind: 'form', form: { title: botFlows.templateTitle, fields, submit: botFlows.templateNext, press: { flow: 'fromTemplate' } } };
}

export const fromTemplate = (context: FlowContext): Promise<ChatAnswer> => chooseTopic(context);

export const fromTemplateFlow: Flow = {
  press: fromTemplate,

  async submit(context, press, values) {
    if (typeof press.topic === 'number' && values.templateId) {
      const copy = await readTemplateCopy(context, { ...press, template: Number(values.templateId) });
      if (!copy) return chooseTopic(context, { topicId: String(press.topic) }, botFlows.templateGone);
      const { topicId, description, dueOn, priority, repeats } = copy;
      return askAgain(context, { topicId: String(topicId), description, dueOn, priority, ...(repeats && { repeats }) }, {}, copy);
    }
    const topic = readTopicId(values);
    if (topic === null) return chooseTopic(context, values, validation.required);
    const templates = await context.client.listTemplates({ topicId: topic });
    if (templates.length === 0) return chooseTopic(context, values, botFlows.templateNone);
    const options = templates.map(({ id, description }) => ({ value: String(id), label: clipped(description, TEMPLATE_LABEL_MAX) }));
    const field: FormField = { name: 'templateId', label: botFlows.templateLabel, kind: 'choice', isRequired: true, options };
    const form = { title: botFlows.templateTitle, fields: [field], submit: botFlows.templateNext, press: { flow: 'fromTemplate', topic } };
    return { kind: 'form', form };
  },
};
