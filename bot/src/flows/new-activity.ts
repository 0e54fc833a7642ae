import { ApiError } from '@bitacora/core/client';
import type { WorkRequestView } from '@bitacora/core/contract/activities/activity-shapes';
import { lapses, priorities } from '@bitacora/core/domain/activities/activity';
import { copyTemplate } from '@bitacora/core/domain/activities/activity-template';
import { type CalendarDate, laterDay } from '@bitacora/core/domain/calendar';
import { adminPolicy } from '@bitacora/core/domain/people/person';
import { factLabel } from '@bitacora/core/messages/activities/activity-fields';
import { lapseLabels, priorityOptions } from '@bitacora/core/messages/activities/labels';
import { clipped } from '@bitacora/core/messages/phrases';
import { validation } from '@bitacora/core/messages/validation';
import type { ButtonAction, CardForm, FormField } from '../card.ts';
import { type Flow, type FlowContext, type FormValues, fillFields, readRequestId, sentence } from '../flow.ts';
import { botFlows, botRequests } from '../messages/flows.ts';
import type { ChatAnswer } from '../request.ts';
import { personField } from './acts.ts';
import { cardWithSentence } from './view.ts';

const DESCRIPTION_MAX = 2_000;
const TEMPLATE_LABEL_MAX = 75;

type Errors = Readonly<Record<string, string>>;
const readTopicId = ({ topicId }: FormValues) => (topicId && /^\d+$/.test(topicId) ? Number(topicId) : null);
const [defaultPriority] = priorities;

/** With a blank field the activity is the asker's own. A list names people by id, a text by their name or number. */
async function assigneeField({ client }: FlowContext, values: FormValues, isRequired: boolean): Promise<FormField> {
  const shared = { name: 'assigneeId', label: factLabel('assignee'), isRequired, value: values.assigneeId ?? '' };
  const topicId = readTopicId(values);
  if (topicId === null || !values.assigneeId)
    return { ...shared, kind: 'text', hint: isRequired ? botFlows.assignees.search : botFlows.newAssigneeHint };
  return { ...shared, ...personField(await client.listEligibleAssignees({ topicId }), values.assigneeId) };
}

/** The chosen topic comes first, because a chat draws only so many. */
const topicField = (topics: readonly { id: number; name: string }[], chosen = ''): FormField => ({
  name: 'topicId',
  label: factLabel('topic'),
  kind: 'choice',
  isRequired: true,
  options: topics
    .map(({ id, name }) => ({ value: String(id), label: name }))
    .sort((a, b) => Number(b.value === chosen) - Number(a.value === chosen)),
});

/** Copies the template that a form started from; null where there is none, or where it was retired. */
async function readTemplateCopy({ client, me }: FlowContext, { topic, template }: ButtonAction) {
  if (typeof topic !== 'number' || typeof template !== 'number') return null;
  const activityTemplate = (await client.listTemplates({ topicId: topic })).find(({ id }) => id === template);
  return activityTemplate ? { topicId: topic, ...copyTemplate(activityTemplate, me.today) } : null;
}
type Copy = NonNullable<Awaited<ReturnType<typeof readTemplateCopy>>>;

/** A form starts from a template, or from the request that it accepts. */
type Origin = { copy?: Copy | null; request?: WorkRequestView | null };

async function activityForm(context: FlowContext, values: FormValues, errors: Errors, origin: Origin): Promise<CardForm | null> {
  const { copy = null, request = null } = origin;
  const topics = await context.client.listMyTopics();
  if (topics.length === 0) return null;
  const assignee = adminPolicy.assignActivities(context.me) ? [await assigneeField(context, values, request !== null)] : [];
  const fields: FormField[] = [
    {
      name: 'description',
      label: botFlows.newDescription,
      kind: 'longText',
      isRequired: true,
      isDetail: Boolean(values.description),
      maxLength: DESCRIPTION_MAX,
    },
    topicField(topics, values.topicId),
    { name: 'dueOn', label: botFlows.newDueOn, kind: 'date', isRequired: true, earliest: context.me.today },
    {
      name: 'priority',
      label: factLabel('priority'),
      kind: 'choice',
      isRequired: true,
      isDetail: true,
      value: defaultPriority,
      options: priorityOptions,
    },
    {
      name: 'repeats',
      label: factLabel('frequency'),
      kind: 'choice',
      isRequired: false,
      isDetail: true,
      options: lapses.map((value) => ({ value, label: lapseLabels[value] })),
    },
    { name: 'repeatUntil', label: botFlows.newRepeatUntil, kind: 'date', isRequired: false, isDetail: true, earliest: context.me.today },
    ...assignee,
  ];
  const isList = assignee[0]?.kind === 'choice';
  const intro = request ? botRequests.accepting(request.requesterName, request.images.length) : copy && botFlows.templateDemands(copy);
  return {
    title: botFlows.newTitle,
    ...(intro ? { intro } : {}),
    fields: fillFields(fields, values, errors),
    submit: botFlows.newSubmit,
    press: {
      flow: 'newActivity',
      isList,
      ...(request && { request: request.id }),
      ...(copy && { topic: copy.topicId, template: copy.templateId }),
    },
  };
}

async function askAgain(context: FlowContext, values: FormValues, errors: Errors = {}, origin: Origin = {}): Promise<ChatAnswer> {
  const form = await activityForm(context, values, errors, origin);
  return form ? { kind: 'form', form } : sentence(botFlows.newNoTopics);
}

/** Opens the form of a new activity, with the words that a person typed or that a message has. */
export const newActivity = (context: FlowContext, words: string): Promise<ChatAnswer> =>
  askAgain(context, { description: words.slice(0, DESCRIPTION_MAX) });

/** Opens it with what a request asks for; it names the responsible, whom only the asker can choose. */
export const acceptRequest = (context: FlowContext, request: WorkRequestView): Promise<ChatAnswer> => {
  const { topicId, text: description, wantedOn } = request;
  return askAgain(context, { topicId: String(topicId), description, dueOn: laterDay(wantedOn, context.me.today) }, {}, { request });
};

export const newActivityFlow: Flow = {
  press: (context) => newActivity(context, ''),

  async submit(context, press, values) {
    const topicId = readTopicId(values);
    const copy = await readTemplateCopy(context, press);
    const request = press.request === undefined ? null : await context.client.readRequest({ id: readRequestId(press) });
    const origin = { copy, request };
    const blank = ['description', 'topicId', 'dueOn', ...(request ? ['assigneeId'] : [])].filter((name) => !values[name]);
    if (topicId === null || blank.length > 0)
      return askAgain(context, values, Object.fromEntries(blank.map((name) => [name, validation.required])), origin);
    // A typed name becomes a list first, because a number could be an id or an employee's number.
    if (values.assigneeId && press.isList !== true) return askAgain(context, values, {}, origin);
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
        : client.assignActivity({ ...activity, assigneeId, requestId: request?.id }));
      return await cardWithSentence(context, `activity:${id}`, [botFlows.newDone(id), notice].filter(Boolean).join(' '));
    } catch (error) {
      if (error instanceof ApiError && Object.keys(error.fields).length > 0) return askAgain(context, values, error.fields, origin);
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
      return askAgain(context, { topicId: String(topicId), description, dueOn, priority, ...(repeats && { repeats }) }, {}, { copy });
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
