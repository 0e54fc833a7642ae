import type { Knex } from 'knex';
import { GENERAL, type Priority } from '../src/domain/activities/activity.ts';
import { addDays, type CalendarDate, instantAt, localDay } from '../src/domain/calendar.ts';
import { isPrivileged, type Person } from '../src/domain/people/person.ts';
import { normalise } from '../src/domain/text.ts';
import { vectorize } from '../src/persistence/activities/activity-words.ts';
import type { NewHistoryEntry } from '../src/persistence/activities/history.ts';
import type { EvidenceFile } from '../src/persistence/activities/images.ts';
import { type Repositories, repositoriesOn } from '../src/persistence/repositories.ts';
import { hashPassword } from '../src/secrets/password-hash.ts';
import requests from './facts/requests.json' with { type: 'json' };
import {
  absence,
  type Fate,
  findBoss,
  inactive,
  invited,
  lately,
  type PictureName,
  people,
  type StagedActivity,
  staged,
  templates,
  together,
  topics,
} from './facts.ts';
import { episodesOfAll, play, type Stage } from './play.ts';
import { type Dice, makeDice, type Story } from './story.ts';

const fates: Fate[] = [
  ...Array<Fate>(9).fill('verified'),
  ...(['verifiedAfterRework', 'verifiedAfterRework', 'canceledEarly', 'canceledLate', 'notStarted', 'notStarted'] as const),
  ...(['inProgress', 'inProgress', 'inProgress', 'reworked', 'paused', 'waiting', 'waitingAgain'] as const),
];
const ownFates: Fate[] = ['verified', 'inProgress', 'verified', 'notStarted', 'verified', 'paused', 'canceledEarly'];
const priorities: Priority[] = ['normal', 'normal', 'normal', 'high', 'high', 'critical'];
const endedFates: Fate[] = ['verified', 'verifiedAfterRework', 'canceledEarly', 'canceledLate'];

/** Late, near and far deadlines in turn, so that every signal meets every open status. */
const deadlines = [(dice: Dice) => dice.between(-15, 0), (dice: Dice) => dice.between(1, 7), (dice: Dice) => dice.between(8, 40)];

/** `empleado` is staged; people who left, or have yet to begin, have no part in everyday work. */
const atWork = people.filter(({ key }) => ![...inactive, ...invited, 'empleado'].includes(key));

function castTopic(topic: (typeof topics)[number]) {
  const inside = atWork.filter(({ department }) => topic.department === GENERAL || department === topic.department);
  const outside = atWork.filter(({ key }) => topic.outsiders.includes(key));
  return { owners: inside.filter(isPrivileged), assignees: [...inside.filter((person) => !isPrivileged(person)), ...outside] };
}

function drawTimes(fate: Fate, index: number, dice: Dice): Pick<Story, 'deadlineIn' | 'registeredAgo' | 'lastAgo'> {
  if (endedFates.includes(fate)) {
    const lastAgo = 1 + Math.floor(dice.between(0, 190) ** 2 / 190);
    return { lastAgo, registeredAgo: lastAgo + dice.between(6, 35), deadlineIn: dice.between(-3, 9) - lastAgo };
  }
  const deadlineIn = (deadlines[Math.floor(index / fates.length) % 3] as (dice: Dice) => number)(dice);
  const lastAgo = dice.between(1, 4);
  return { deadlineIn, lastAgo, registeredAgo: Math.max(lastAgo, -deadlineIn) + dice.between(4, 20) };
}

/** Everybody's everyday work. The same count gives the same stories, and a longer list begins with the shorter. */
export function crowd(count: number): Story[] {
  const usedNames = new Set<string>();
  return Array.from({ length: count }, (_, index) => {
    const dice = makeDice(index);
    const topic = topics[index % topics.length] as (typeof topics)[number];
    const { owners, assignees } = castTopic(topic);
    const isOwn = index % 11 === 10;
    const owner = dice.pick(isOwn ? [...owners, ...assignees] : owners);
    const assignee = isOwn ? owner : dice.pick(assignees.filter(({ key }) => key !== owner.key));
    const from = Math.floor(index / topics.length);
    const choices = topic.pieces;
    const turn = choices.findIndex((_, step) => !usedNames.has(`${assignee.key} ${choices[(from + step) % choices.length]?.description}`));
    const piece = choices[(from + turn) % choices.length];
    if (turn < 0 || !piece) throw new Error(`${assignee.key} has been given every piece of ${topic.name}`);
    usedNames.add(`${assignee.key} ${piece.description}`);

    const fate = (isOwn ? ownFates[Math.floor(index / 11) % ownFates.length] : fates[(index * 5) % fates.length]) as Fate;
    const isExtended = !fate.startsWith('canceled') && dice.isUnder(0.14);
    const parties = { owner: owner.key, assignee: assignee.key, topic: topic.name, piece };
    return { ...parties, priority: dice.pick(priorities), fate, ...drawTimes(fate, index, dice), isExtended, repeats: null };
  });
}

export const DEMO_PASSWORD = 'demo1234';

/** People by key. All but the newly invited have the demo password, hashed once. */
export async function hirePeople(db: Knex, hiredAt: Date): Promise<Map<string, Person>> {
  const { users } = repositoriesOn(db, '');
  const hired = new Map<string, Person>();
  for (const { key, ...person } of people) {
    const managerId = hired.get(findBoss({ key, department: person.department }) ?? '')?.id ?? null;
    const id = await users.add({ ...person, managerId }, hiredAt);
    if (typeof id === 'string') throw new Error(`${key}: ${id}`);
    hired.set(key, { ...person, id, isActive: true });
  }
  const withPassword = people.filter(({ key }) => !invited.includes(key)).map(({ email }) => email);
  await db('users')
    .whereIn('email', withPassword)
    .update({ passwordHash: await hashPassword(DEMO_PASSWORD) });
  return hired;
}

export async function openAbsence(db: Knex, hired: Map<string, Person>, today: CalendarDate, createdAt: Date): Promise<void> {
  const { person, substitute, beganDaysAgo, endsInDays } = absence;
  const [userId, substituteId] = [person, substitute].map((key) => hired.get(key)?.id);
  const range = { fromOn: addDays(today, -beganDaysAgo), toOn: addDays(today, endsInDays) };
  await db('absences').insert({ userId, substituteId, ...range, createdAt });
}

export async function openTopics(db: Knex, hired: Map<string, Person>, createdAt: Date): Promise<Map<string, number>> {
  const rows = topics.map(({ name, description, department }) => ({
    name,
    nameKey: normalise(name),
    nameWords: vectorize(name),
    description,
    department,
    createdAt,
  }));
  const topicRows: { id: number; name: string }[] = await db('topics').insert(rows).returning(['id', 'name']);
  const topicIds = new Map(topicRows.map(({ id, name }) => [name, id]));
  const assignments = topics.flatMap(({ name, outsiders }) =>
    outsiders.map((key) => ({ topicId: topicIds.get(name), userId: hired.get(key)?.id, createdAt })),
  );
  await db('topicAssignments').insert(assignments);
  const { activityTemplates } = repositoriesOn(db, '');
  for (const { topic, ...template } of templates) await activityTemplates.add(topicIds.get(topic) as number, template, createdAt);
  return topicIds;
}

/** Last of all, because people who left had a past first. */
export async function dismissLeavers(db: Knex): Promise<void> {
  const emails = people.filter(({ key }) => inactive.includes(key)).map(({ email }) => email);
  await db('users').whereIn('email', emails).update({ isActive: false });
}

const EVERYDAY = 236;

const usual = { lastAgo: 1, isExtended: false, repeats: null } as const;

const toStory = ({ description, resolution, picture, ...given }: StagedActivity): Story => ({
  ...given,
  piece: { description, resolution, picture },
});

/** One story for each person of a batch. */
function batchStories({ description, resolution, members, ...given }: typeof together): Story[] {
  const batch = { assignees: members.map(({ assignee }) => assignee) };
  const piece = { description, resolution };
  return members.map(({ assignee, fate }) => ({ ...usual, ...given, piece, assignee, fate, batch }));
}

/** Some three hundred activities: what the demo logins see, and everybody's everyday work around it. */
const stories = (): Story[] => [...staged.map(toStory), ...crowd(EVERYDAY), ...lately.map(toStory), ...batchStories(together)];

const withoutNotifications = (entry: NewHistoryEntry): NewHistoryEntry => ({ ...entry, notifications: [] });

function quietRepositories(...place: Parameters<typeof repositoriesOn>): Repositories {
  const repos = repositoriesOn(...place);
  const { activities, history } = repos;
  const quiet: Pick<Repositories, 'activities' | 'history'> = {
    activities: {
      ...activities,
      add: (activity, entry) => activities.add(activity, withoutNotifications(entry)),
      amend: (activity, entry) => activities.amend(activity, withoutNotifications(entry)),
      reassign: (id, assigneeId, entry) => activities.reassign(id, assigneeId, withoutNotifications(entry)),
      save: (activity, entry) => activities.save(activity, withoutNotifications(entry)),
    },
    history: { ...history, add: (id, entry) => history.add(id, withoutNotifications(entry)) },
  };
  return Object.create(repos, Object.getOwnPropertyDescriptors(quiet));
}

/** Everything before is read, so that a visitor sees both kinds. */
const UNREAD_DAYS = 3;
const LISTED_DAYS = 30;

/**
 * The list behind the bell, from what happened in the last month: no mail or chat is sent of it. The builder does not do, because it
 * joins each act with the people it concerns.
 */
const NOTIFY_PAST = `
  insert into notifications (key, kind, recipient_id, activity_id, history_id, created_at, read_at)
  select 'demo:' || entry.id || ':' || concerned.recipient_id, concerned.kind, concerned.recipient_id, entry.activity_id, entry.id, entry.at,
    case when entry.at < :now::timestamptz - interval '${UNREAD_DAYS} days' then entry.at + interval '1 hour' end
  from activity_history entry join activities on activities.id = entry.activity_id
  cross join lateral (values
    ('register', 'assigned', assignee_id), ('complete', 'verificationRequested', owner_id), ('approve', 'verified', assignee_id),
    ('reject', 'rejected', assignee_id), ('cancel', 'canceled', assignee_id), ('extend', 'extended', assignee_id),
    ('remind', 'reminded', assignee_id), ('amend', 'amended', assignee_id),
    ('comment', 'commented', assignee_id), ('comment', 'commented', owner_id)
  ) concerned (act, kind, recipient_id)
  where concerned.act = entry.act and concerned.recipient_id is distinct from entry.actor_id and owner_id <> assignee_id
    and entry.at >= :now::timestamptz - interval '${LISTED_DAYS} days'
  order by entry.at, entry.id`;

const notifyPast = async (db: Knex, now: Date): Promise<void> => {
  await db.raw(NOTIFY_PAST, { now });
};

/** People asked for these lately. The manager declined the ones with a reason. */
async function addRequests(db: Knex, { people, topicIds, today }: Stage, at: (on: CalendarDate, minute: number) => Date): Promise<void> {
  const { workRequests } = repositoriesOn(db, '');
  for (const { requester, topic, text, askedDaysAgo, wantedInDays, reason } of requests) {
    const place = { topicId: topicIds.get(topic) as number, requesterId: people.get(requester)?.id as number };
    const [createdAt, decidedAt] = [at(addDays(today, -askedDaysAgo), NINE), at(addDays(today, 1 - askedDaysAgo), NINE)];
    const id = await workRequests.add({ ...place, text, wantedOn: addDays(today, wantedInDays), createdAt });
    const decidedById = people.get('gerente')?.id as number;
    if (reason) await workRequests.decide(id, { state: 'declined', decidedById, decidedAt, reason });
  }
}

const FOUNDED_DAYS_AGO = 420;
const NINE = 9 * 60;

export interface DemoLoad {
  /** The transaction that the whole company is loaded in, or not at all. */
  db: Knex;
  /** The business zone; the past ends the day before `now` there. */
  zone: string;
  now: Date;
  /** Draws and stores these pictures and answers their records in the same order. The caller removes them when the load fails. */
  takePictures: (pictures: readonly PictureName[]) => Promise<EvidenceFile[]>;
}

/** Loads the demo company into an empty, migrated database: its past performed by the product's own use cases, day by day. */
export async function loadDemoCompany({ db, zone, now, takePictures }: DemoLoad): Promise<void> {
  // The history marks these rows as loaded, for their dates lie in the past.
  await db.raw(`select set_config('bitacora.loading', 'on', true)`);
  const today = localDay(zone, now);
  const at = (on: CalendarDate, minute: number) => instantAt(zone, on, minute);
  const episodes = episodesOfAll(stories(), today);
  const foundedAt = at(addDays(today, -FOUNDED_DAYS_AGO), NINE);
  const taking = takePictures(episodes.flatMap(({ pictures }) => pictures));
  const hiring = hirePeople(db, foundedAt);
  // A failed picture ends the transaction, whose connection must not run a statement then.
  await Promise.allSettled([taking, hiring]);
  const [images, people] = [await taking, await hiring];

  const stage: Stage = {
    repos: quietRepositories(db, zone),
    zone,
    people,
    topicIds: await openTopics(db, people, foundedAt),
    folios: new Map(),
    lastComments: new Map(),
    batches: new Map(),
    successorOf: async (predecessorId) => (await db('activities').where({ predecessorId }).first('id'))?.id,
    today,
  };
  for (const episode of episodes) await play(stage, episode, at(episode.on, episode.minute), images.splice(0, episode.pictures.length));

  await openAbsence(db, people, today, at(addDays(today, -absence.beganDaysAgo), NINE));
  await addRequests(db, stage, at);
  await dismissLeavers(db);
  await notifyPast(db, now);
  await repositoriesOn(db, zone).installation.markDemo();
}
