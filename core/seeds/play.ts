import { addDays, type CalendarDate, laterDay } from '../src/domain/calendar.ts';
import type { Actor, Channel, Person } from '../src/domain/people/person.ts';
import { monthNames } from '../src/messages/dates.ts';
import type { Document, EvidenceFile, Image } from '../src/persistence/activities/images.ts';
import type { Repositories } from '../src/persistence/repositories.ts';
import { amendActivity } from '../src/use-cases/activities/amend-activity.ts';
import { cancelActivity } from '../src/use-cases/activities/cancel-activity.ts';
import { cancelComment, commentActivity } from '../src/use-cases/activities/comments.ts';
import { completeActivity } from '../src/use-cases/activities/complete-activity.ts';
import { addDocuments, addEvidence } from '../src/use-cases/activities/evidence.ts';
import { extendDeadline } from '../src/use-cases/activities/extend-deadline.ts';
import { pauseActivity, resumeActivity } from '../src/use-cases/activities/pause-activity.ts';
import { reassignActivity } from '../src/use-cases/activities/reassign-activity.ts';
import { assignActivity, assignToMany, registerOwnActivity } from '../src/use-cases/activities/register-activity.ts';
import { remindActivity } from '../src/use-cases/activities/remind-activity.ts';
import { declineExtension, requestExtension, withdrawExtensionRequest } from '../src/use-cases/activities/request-extension.ts';
import { startActivity } from '../src/use-cases/activities/start-activity.ts';
import { tickItems, untickItems } from '../src/use-cases/activities/tick-checklist.ts';
import { validateActivity } from '../src/use-cases/activities/validate-activity.ts';
import { type Context, outsideRequests } from '../src/use-cases/use-case.ts';
import type { PictureName } from './facts.ts';
import { type Batch, type Dice, type Line, makeDice, type Story, type Verb, writePlot } from './story.ts';

const OPENS_AT = 8 * 60;
const LAST_PLANNED = 16 * 60;
const PAUSE_BETWEEN = 11;
const SUNDAY = 0;

/** A line at its moment on the wall clock of the business zone. */
interface Episode extends Line {
  story: Story;
  on: CalendarDate;
  minute: number;
  channel: Channel;
  pictures: PictureName[];
}

const isSunday = (day: CalendarDate) => new Date(`${day}T12:00:00Z`).getUTCDay() === SUNDAY;

/** Nobody works on Sundays: what falls on one was done the day before. */
const workday = (day: CalendarDate) => (isSunday(day) ? addDays(day, -1) : day);

const remote: Verb[] = ['start', 'comment', 'complete', 'approve', 'reject'];
const pickChannel = (verb: Verb, dice: Dice): Channel =>
  remote.includes(verb) && dice.isUnder(0.14) ? dice.pick(['terminal', 'slack', 'slack', 'teams']) : 'web';

function pickPictures(verb: Verb, { piece: { picture } }: Story, dice: Dice): PictureName[] {
  if (!picture) return verb === 'addEvidence' ? ['document', 'minutes'] : [];
  if (verb === 'register') return dice.isUnder(0.06) ? [picture] : [];
  return verb === 'addEvidence' ? Array<PictureName>(dice.pick([1, 1, 1, 1, 2, 3])).fill(picture) : [];
}

/** A story's episodes from its registration to its last act, spread evenly over working hours of the days between. */
function planEpisodes(story: Story, seed: number, today: CalendarDate): Episode[] {
  const dice = makeDice(seed);
  const lines = writePlot(story, dice);
  let previous = null as { on: CalendarDate; minute: number } | null;
  return lines.map((line, index) => {
    const progress = index / Math.max(1, lines.length - 1);
    const ago = Math.round(story.registeredAgo - (story.registeredAgo - story.lastAgo) * progress);
    const planned = workday(addDays(today, -ago));
    const isAtOnce = line.verb === 'withdraw';
    const on = previous && (isAtOnce || previous.on > planned) ? previous.on : planned;
    const soonest = previous?.on === on ? previous.minute + PAUSE_BETWEEN : OPENS_AT;
    const minute = isAtOnce ? soonest : Math.max(dice.between(OPENS_AT, LAST_PLANNED), soonest);
    previous = { on, minute };
    return { ...line, story, on, minute, channel: pickChannel(line.verb, dice), pictures: pickPictures(line.verb, story, dice) };
  });
}

/** All that happened in the company until yesterday, in the order it happened, so that folios and histories ascend with time. */
export const episodesOfAll = (stories: readonly Story[], today: CalendarDate): Episode[] =>
  stories.flatMap((story, index) => planEpisodes(story, index, today)).sort((a, b) => a.on.localeCompare(b.on) || a.minute - b.minute);

/** What exists so far and the stage needs to find again. */
export interface Stage {
  repos: Repositories;
  people: Map<string, Person>;
  topicIds: Map<string, number>;
  /** Folios; of a series, the latest. */
  folios: Map<Story, number>;
  lastComments: Map<Story, number>;
  /** The folios of each batch, in the order of its people. */
  batches: Map<Batch, readonly number[]>;
  successorOf(activityId: number): Promise<number | undefined>;
  today: CalendarDate;
  zone: string;
}

interface Playing {
  stage: Stage;
  episode: Episode;
  images: Image[];
  documents: Document[];
  with: <Input>(input: Input) => Context<Input, Actor>;
  activityId: number;
  text: string;
}

/** Scripts and data speak of days from today; the product wants days of the calendar that were still to come. */
function makePromise({ stage, episode, images }: Playing) {
  const { story, on } = episode;
  const due = addDays(stage.today, story.deadlineIn - (story.isExtended ? 8 : 0));
  const lastMonth = monthNames[(Number(on.slice(5, 7)) + 10) % 12] as string;
  return {
    topicId: stage.topicIds.get(story.topic) as number,
    description: (story.firstText ?? story.piece.description).replace('{mes}', lastMonth),
    priority: story.priority,
    dueOn: laterDay(due, on),
    repeats: story.repeats,
    images,
    checklist: story.checklist,
  };
}

const personId = (stage: Stage, key: string) => stage.people.get(key)?.id as number;

/** The first story of a batch registers it for all of its people. */
async function registerBatch(playing: Playing, batch: Batch): Promise<void> {
  const { stage, episode } = playing;
  const assigneeIds = batch.assignees.map((key) => personId(stage, key));
  const ids = stage.batches.get(batch) ?? (await assignToMany(playing.with({ ...makePromise(playing), assigneeIds }))).ids;
  stage.batches.set(batch, ids);
  stage.folios.set(episode.story, ids[batch.assignees.indexOf(episode.story.assignee)] as number);
}

async function register(playing: Playing): Promise<void> {
  const { stage, episode } = playing;
  const { story } = episode;
  if (story.batch) return registerBatch(playing, story.batch);
  const assigneeId = personId(stage, story.firstAssignee ?? story.assignee);
  const promise = makePromise(playing);
  const isOwn = story.owner === story.assignee;
  const { id } = await (isOwn ? registerOwnActivity(playing.with(promise)) : assignActivity(playing.with({ ...promise, assigneeId })));
  stage.folios.set(story, id);
}

async function extend({ stage, episode, activityId, text, with: context }: Playing): Promise<void> {
  const { dueOn } = (await stage.repos.activities.find(activityId)) as { dueOn: CalendarDate };
  const wished = addDays(stage.today, episode.story.deadlineIn);
  await extendDeadline(context({ activityId, extendedTo: laterDay(wished, laterDay(dueOn, episode.on)), reason: text }));
}

async function requestTime({ stage, episode, activityId, text, with: context }: Playing): Promise<void> {
  const { dueOn } = (await stage.repos.activities.find(activityId)) as { dueOn: CalendarDate };
  await requestExtension(context({ activityId, requestedTo: addDays(laterDay(dueOn, episode.on), 7), reason: text }));
}

async function comment({ stage, episode, activityId, text, with: context }: Playing): Promise<void> {
  const { id } = await commentActivity(context({ activityId, body: text }));
  stage.lastComments.set(episode.story, id);
}

/** The story of a series continues with the successor. */
async function followSeries({ stage, episode, activityId }: Playing): Promise<void> {
  if (!episode.story.repeats) return;
  const successor = await stage.successorOf(activityId);
  if (successor) stage.folios.set(episode.story, successor);
}

const verbs: Record<Verb, (playing: Playing) => Promise<unknown>> = {
  register,
  extend,
  requestTime,
  declineTime: ({ activityId, text, with: context }) => declineExtension(context({ activityId, comment: text })),
  withdrawRequest: ({ activityId, with: context }) => withdrawExtensionRequest(context({ activityId })),
  comment,
  start: ({ activityId, with: context }) => startActivity(context({ activityId })),
  withdraw: ({ stage, episode, with: context }) => cancelComment(context({ commentId: stage.lastComments.get(episode.story) as number })),
  addEvidence: async ({ activityId, images, documents, with: context }) => {
    await addEvidence(context({ activityId, images }));
    if (documents.length > 0) await addDocuments(context({ activityId, documents }));
  },
  pause: ({ activityId, episode, with: context }) => pauseActivity(context({ activityId, comment: episode.text })),
  resume: ({ activityId, episode, with: context }) => resumeActivity(context({ activityId, comment: episode.text })),
  complete: ({ activityId, text, with: context }) => completeActivity(context({ activityId, resolution: text })),
  reject: ({ activityId, text, with: context }) => validateActivity(context({ activityId, comment: text, verdict: 'Rejected' })),
  cancel: ({ activityId, with: context }) => cancelActivity(context({ activityId })),
  remind: ({ activityId, text, with: context }) => remindActivity(context({ activityId, message: text })),
  amend: ({ activityId, episode, text, with: context }) =>
    amendActivity(context({ activityId, description: episode.story.piece.description, reason: text })),
  reassign: ({ activityId, stage, episode, text, with: context }) =>
    reassignActivity(context({ activityId, assigneeId: personId(stage, episode.story.assignee), reason: text })),
  tick: ({ activityId, with: context }) => tickItems(context({ activityId, items: [1, 2, 3] })),
  untick: ({ activityId, with: context }) => untickItems(context({ activityId, items: [3] })),
  approve: async (playing) => {
    const { activityId, episode, with: context } = playing;
    await validateActivity(context({ activityId, comment: episode.text, verdict: 'Verified' }));
    await followSeries(playing);
  },
};

const actorKey = ({ story, by }: Episode) => (typeof by === 'object' ? by.person : story[by]);

/** Has the episode's person do it through the product's own use case, at the episode's moment. */
export async function play(stage: Stage, episode: Episode, now: Date, files: EvidenceFile[]): Promise<void> {
  const { story, verb, channel, on } = episode;
  const person = stage.people.get(actorKey(episode)) as Person;
  const context = { ...outsideRequests, actor: { ...person, channel }, channel, repos: stage.repos, now, today: on, zone: stage.zone };
  const activityId = stage.folios.get(story) ?? 0;
  const text = episode.text ?? '';
  const images = files.filter((file): file is Image => !('pages' in file));
  const documents = files.filter((file): file is Document => 'pages' in file);
  await verbs[verb]({ stage, episode, images, documents, activityId, text, with: (input) => ({ ...context, input }) });
}
