import type { Client } from '@bitacora/core/client';
import { ApiError } from '@bitacora/core/client';
import type { Lapse } from '@bitacora/core/domain/activities/activity';
import { copyTemplate } from '@bitacora/core/domain/activities/activity-template';
import type { CalendarDate } from '@bitacora/core/domain/calendar';
import { fullName } from '@bitacora/core/domain/people/person';
import { recordTexts as printedTexts } from '@bitacora/core/messages/activities/record';
import { writtenDay } from '@bitacora/core/messages/dates';
import { exits, Stopped } from '@bitacora/core/terminal/terminal';
import { activityParagraphs, readWholeActivity } from '../activity-layout.ts';
import { command } from '../command.ts';
import { describeFailure } from '../failure.ts';
import { choiceFlag, day, type Flag, lapseWords, priorityWords, requireFlags, text, texts } from '../flags.ts';
import { readImages, requireConfirmation } from '../input.ts';
import { findNamed, findPerson, findTemplate, readFolio } from '../matching.ts';
import { terminalActivities } from '../messages/activities.ts';
import { fileOutcome } from '../output/write-outcome.ts';
import { asOnWire } from '../transport.ts';

const {
  show: showTexts,
  record: recordTexts,
  comment: commentTexts,
  assign: assignTexts,
  amend: amendTexts,
  withdrawImage: withdrawTexts,
} = terminalActivities;

const folio = { name: '<folio>', summary: terminalActivities.folio };

export const activitiesShow = command({
  name: 'activities show',
  summary: showTexts.summary,
  words: [folio],
  async run({ connect, words: [typed = ''] }) {
    const id = readFolio(typed);
    const { client } = await connect();
    const [whole, { zone }] = await Promise.all([readWholeActivity(client, id), client.readSession()]);
    const { activity, ...parts } = whole;
    const { evidence, ...onWire } = asOnWire(activity) as Record<string, unknown>; // `images` has it
    const lines = activityParagraphs(whole, zone).map(({ label, text }) => (label === undefined ? text : `${label}: ${text}`));
    // A part that could not be read is null for a script, because an empty list is a part without items.
    const values = Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part instanceof ApiError ? null : part]));
    const missing = Object.values(parts).find((part) => part instanceof ApiError);
    return { kind: 'done', lines, value: { ...onWire, ...values }, ...(missing && { exit: describeFailure(missing).exit }) };
  },
});

export const record = command({
  name: 'record',
  summary: recordTexts.summary,
  details: recordTexts.details,
  words: [folio],
  flags: { paper: choiceFlag('hoja', recordTexts.paper, { carta: 'letter', a4: 'a4' } as const) },
  async run(call) {
    const activityId = readFolio(call.words[0] ?? '');
    const { into } = await call.connect();
    const { paper } = call.flags;
    return fileOutcome(call, printedTexts.preparing, (sink) => into(sink).downloadRecord({ activityId, paper }));
  },
});

export const activitiesComment = command({
  name: 'activities comment',
  summary: commentTexts.summary,
  words: [folio, { name: '<texto>', summary: commentTexts.text }],
  fields: { body: '<texto>' },
  async run({ connect, words: [typed = '', body = ''] }) {
    const activityId = readFolio(typed);
    const { client } = await connect();
    const { id } = await client.commentActivity({ activityId, body });
    return { kind: 'done', lines: [commentTexts.done(activityId)], value: { success: true, id } };
  },
});

export const activitiesWithdrawImage = command({
  name: 'activities withdraw-image',
  summary: withdrawTexts.summary,
  details: withdrawTexts.details,
  words: [{ name: '<imagen>', summary: withdrawTexts.image }],
  confirms: true,
  flags: { reason: text('texto', withdrawTexts.reason) },
  fields: { imageId: '<imagen>', reason: '--reason' },
  async run(call) {
    const { flags, words } = call;
    requireFlags(flags, ['reason']);
    await requireConfirmation(call, withdrawTexts.question);
    const { client } = await call.connect();
    await client.withdrawImage({ imageId: words[0] ?? '', reason: flags.reason ?? '' });
    return { kind: 'done', lines: [withdrawTexts.done], value: { success: true } };
  },
});

/** Says which day was meant, because '28/11' typed on the 29th is next year's. */
const dayLine = (day: CalendarDate | undefined) => (day ? [assignTexts.dueOn(writtenDay(day))] : []);

/** Copies a template for an activity that is made today. */
async function copyNamedTemplate(client: Client, topicId: number, typed: string) {
  const [templates, { today }] = await Promise.all([client.listTemplates({ topicId }), client.readSession()]);
  return copyTemplate(findTemplate(templates, typed, '--template'), today);
}

export const activitiesAssign = command({
  name: 'activities assign',
  summary: assignTexts.summary,
  details: assignTexts.details,
  flags: {
    topic: text('tema', assignTexts.topic),
    template: text('plantilla', assignTexts.template),
    to: texts('persona', assignTexts.to),
    description: text('texto', assignTexts.description),
    due: day(assignTexts.due, { isAhead: true }),
    priority: choiceFlag('prioridad', assignTexts.priority, priorityWords),
    repeats: choiceFlag('lapso', assignTexts.repeats, lapseWords),
    until: day(assignTexts.until, { isAhead: true }),
    image: texts('archivo', assignTexts.image),
  },
  fields: { topicId: '--topic', assigneeIds: '--to', dueOn: '--due', repeatUntil: '--until', images: '--image' },
  async run({ connect, signal, flags }) {
    requireFlags(flags, flags.template === undefined ? ['topic', 'to', 'description', 'due'] : ['topic', 'to']);
    const { topic = '', template } = flags;
    const images = await readImages(flags.image, signal);
    const { client } = await connect();
    const [topics, people] = await Promise.all([client.listMyTopics(), client.listUsers()]);
    const { id: topicId } = findNamed(topics, topic, '--topic');
    const assignees = [...new Set(flags.to.map((typed) => findPerson(people, typed, '--to')))];
    const assigneeIds = assignees.map(({ id }) => id);
    const copy = template === undefined ? undefined : await copyNamedTemplate(client, topicId, template);
    const { description = copy?.description ?? '', due: dueOn = copy?.dueOn, priority, repeats } = flags;
    const activity = {
      ...copy,
      topicId,
      description,
      dueOn: dueOn as NonNullable<typeof dueOn>,
      priority: priority ?? copy?.priority ?? 'normal',
      repeats: repeats ?? copy?.repeats ?? null,
      repeatUntil: flags.until,
    };
    const { ids, notice } = await client.assignToMany({ ...activity, assigneeIds, images });
    const lines = assignees.map((person, index) => assignTexts.done(ids[index] as number, fullName(person)));
    lines.push(...dayLine(activity.dueOn));
    return { kind: 'done', lines: notice ? [...lines, notice] : lines, value: { success: true, ids, notice } };
  },
});

const until = day(amendTexts.until, { isAhead: true });

export const activitiesAmend = command({
  name: 'activities amend',
  summary: amendTexts.summary,
  details: amendTexts.details,
  words: [folio],
  flags: {
    description: text('texto', amendTexts.description),
    priority: choiceFlag('prioridad', amendTexts.priority, priorityWords),
    topic: text('tema', amendTexts.topic),
    due: day(amendTexts.due, { isAhead: true }),
    repeats: choiceFlag<Lapse | null>('lapso', amendTexts.repeats, { ...lapseWords, no: null }),
    until: { ...until, read: (typed, today) => (typed[0] === 'no' ? null : until.read(typed, today)) } as Flag<
      CalendarDate | null | undefined
    >,
    reason: text('texto', amendTexts.reason),
  },
  fields: { topicId: '--topic', dueOn: '--due', repeatUntil: '--until' },
  async run({ connect, words: [typed = ''], flags: { topic, due: dueOn, until: repeatUntil, reason = null, ...changes } }) {
    const activityId = readFolio(typed);
    const { description, priority, repeats } = changes;
    const isNothing = [topic, dueOn, description, priority, repeats, repeatUntil].every((value) => value === undefined);
    if (isNothing) throw new Stopped(exits.usage, amendTexts.nothing);
    const { client } = await connect();
    const { version } = await client.readActivity({ activityId });
    const topicId = topic === undefined ? undefined : findNamed(await client.listMyTopics({ activityId }), topic, '--topic').id;
    const { notice } = await client.amendActivity({ activityId, ...changes, repeatUntil, topicId, dueOn, reason, seen: version });
    const lines = [amendTexts.done(activityId), ...dayLine(dueOn)];
    return { kind: 'done', lines: notice ? [...lines, notice] : lines, value: { success: true, id: activityId, notice } };
  },
});
