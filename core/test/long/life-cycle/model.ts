/**
 * A second implementation of the decisions, without I/O and without code of the product. It numbers activities and comments from 0 in
 * the order of their creation.
 */
export type Day = string;
export type Act =
  | 'start'
  | 'complete'
  | 'approve'
  | 'reject'
  | 'cancel'
  | 'comment'
  | 'addEvidence'
  | 'extend'
  | 'pause'
  | 'resume'
  | 'remind'
  | 'tick'
  | 'untick';
type Status = 'not_started' | 'in_progress' | 'on_pause' | 'completed' | 'verified' | 'canceled';
type Lapse = 'week' | 'month' | 'year';

export interface Somebody {
  id: number;
  department: string;
  isPrivileged: boolean;
  isActive: boolean;
  /** Topics assigned to them from outside their department. */
  topics: readonly number[];
}
export interface Subject {
  id: number;
  department: string;
}

export interface Work {
  ownerId: number;
  assigneeId: number;
  topicId: number;
  description: string;
  priority: string;
  status: Status;
  createdAt: string;
  dueOn: Day;
  extendedTo: Day | null;
  extensionReason: string | null;
  startedAt: string | null;
  closedAt: string | null;
  verifiedAt: string | null;
  canceledAt: string | null;
  rejectedAt: string | null;
  resolution: string | null;
  repeats: Lapse | null;
  seriesStartsOn: Day;
  occurrence: number;
  predecessor: number | null;
  /** The first activity of those that were assigned together. */
  batch: number | null;
  lastActOn: Day;
  /** Who ticked each item of its checklist. */
  ticks: (number | null)[];
}
export interface Remark {
  activity: number;
  authorId: number;
  body: string;
  writtenAt: string;
  canceledAt: string | null;
}
export interface Entry {
  activity: number;
  act: string;
  actorId: number | null;
  /** The absent person that the actor represents. */
  actingForId: number | null;
  channel: string;
  at: string;
  from: Status | null;
  to: Status;
}
export interface ModelNotification {
  kind: string;
  recipientId: number;
  activity: number;
  /** The comment that it announces. */
  comment: number | null;
}

export interface Leave {
  absentId: number;
  substituteId: number;
  from: Day;
  to: Day;
}

export interface World {
  people: readonly Somebody[];
  subjects: readonly Subject[];
  now: Date;
  /** Without those that were cancelled before they began. */
  leaves: Leave[];
  activities: Work[];
  comments: Remark[];
  images: number[];
  history: Entry[];
  notifications: ModelNotification[];
}

interface By {
  actor: Somebody;
}
export type Registration = By & {
  what: 'register';
  /** Null: for oneself. */
  assignee: Somebody | null;
  subject: Subject;
  description: string;
  priority: 'normal' | 'high' | 'critical';
  dueOn: Day;
  repeats: Lapse | null;
  /** How many items its checklist has. */
  items: number;
};
/** The same work for several people: all of it or none. */
export type Batch = Omit<Registration, 'what' | 'assignee'> & { what: 'assignMany'; assignees: readonly Somebody[] };
export type Deed = By & { what: Act; activity: number; words: string | null; day: Day; place: number };
export type Withdrawal = By & { what: 'cancelComment'; comment: number };
export type Amendment = By & {
  what: 'amend';
  activity: number;
  description: string;
  priority: 'normal' | 'high' | 'critical';
  subject: Subject;
  repeats: Lapse | null;
  /** Null: as it is. */
  dueOn: Day | null;
  reason: string | null;
};
export type Transfer = By & { what: 'reassign'; activity: number; assignee: Somebody };
/** One act on several activities, each of which answers for itself. */
export type ManyDeeds = By & {
  what: 'many';
  act: 'approve' | 'cancel' | 'remind' | 'reassign';
  activities: readonly number[];
  words: string | null;
  /** A reassignment names the new responsible. */
  assignee: Somebody;
};
export type Departure = By & { what: 'leave'; substitute: Somebody; from: Day; to: Day };
export type Return = By & { what: 'return'; leave: number };
export type Attempt = Registration | Batch | Deed | ManyDeeds | Withdrawal | Amendment | Transfer | Departure | Return;

const OPEN: readonly Status[] = ['not_started', 'in_progress', 'on_pause', 'completed'];
const UNDER_WAY: readonly Status[] = ['not_started', 'in_progress', 'on_pause'];
export const isOpen = (work: Work) => OPEN.includes(work.status);
export const owns = (who: Somebody, work: Work) => who.id === work.ownerId;
export const answersFor = (who: Somebody, work: Work) => who.id === work.assigneeId;
/** As themselves, for nobody else. */
const sees = (who: Somebody, work: Work) => owns(who, work) || answersFor(who, work) || who.isPrivileged;

const MEXICO_BEHIND_UTC_MS = 6 * 3_600_000;
/** Mexico City has kept one time all year since 2022. */
export const todayOf = ({ now }: Pick<World, 'now'>): Day => new Date(now.getTime() - MEXICO_BEHIND_UTC_MS).toISOString().slice(0, 10);

export function daysAfter(day: Day, days: number): Day {
  const date = new Date(`${day}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** The part of the person who may act; all who see the work may do that of a viewer. */
type Part = 'owner' | 'assignee' | 'either' | 'viewer';
export const rules: Record<Act, { from: readonly Status[]; part: Part }> = {
  start: { from: ['not_started'], part: 'assignee' },
  complete: { from: ['in_progress'], part: 'assignee' },
  approve: { from: ['completed'], part: 'owner' },
  reject: { from: ['completed'], part: 'owner' },
  cancel: { from: OPEN, part: 'owner' },
  comment: { from: ['in_progress', 'completed', 'on_pause'], part: 'viewer' },
  addEvidence: { from: ['in_progress', 'completed', 'on_pause'], part: 'viewer' },
  extend: { from: UNDER_WAY, part: 'owner' },
  pause: { from: ['in_progress'], part: 'either' },
  resume: { from: ['on_pause'], part: 'either' },
  remind: { from: UNDER_WAY, part: 'owner' },
  tick: { from: ['in_progress'], part: 'assignee' },
  untick: { from: ['in_progress'], part: 'assignee' },
};

const holdersOf = ({ ownerId, assigneeId }: Work, part: Part) =>
  ({ owner: [ownerId], assignee: [assigneeId], either: [ownerId, assigneeId], viewer: [ownerId, assigneeId] })[part];

/** The ids of the people who are away today and have this person as substitute, the lowest first. */
const representedBy = (world: World, who: Somebody): number[] =>
  world.leaves
    .filter(({ substituteId, from, to }) => substituteId === who.id && from <= todayOf(world) && todayOf(world) <= to)
    .map(({ absentId }) => absentId)
    .sort((a, b) => a - b);

/** The person in whose name somebody may take a part in some work: themselves, or an absent one; undefined where they may not. */
export function personFor(world: World, who: Somebody, work: Work, part: Part): Somebody | undefined {
  const holders = holdersOf(work, part);
  if (holders.includes(who.id) || (part === 'viewer' && who.isPrivileged)) return who;
  const absentId = representedBy(world, who).find((id) => holders.includes(id));
  return world.people.find(({ id }) => id === absentId);
}
export const looksAt = (world: World, who: Somebody, work: Work) => personFor(world, who, work, 'viewer') !== undefined;

/** A substitute of the owner decides nothing on work of their own, and gives no verdict on what they are to deliver for another. */
const decidesOnOwn = (world: World, who: Somebody, work: Work, isVerdict: boolean) =>
  !owns(who, work) && (isVerdict ? personFor(world, who, work, 'assignee') !== undefined : answersFor(who, work));

export const isWithin = (subject: Subject, person: Somebody) =>
  subject.department === 'GENERAL' || subject.department === person.department || person.topics.includes(subject.id);

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[áéíóúüñ]/g, (letter) => 'aeiouun'['áéíóúüñ'.indexOf(letter)] as string)
    .trim()
    .split(/\s+/)
    .join(' ');
const isSameWork = (a: Pick<Work, 'assigneeId' | 'topicId' | 'description'>, b: Work) =>
  a.assigneeId === b.assigneeId && a.topicId === b.topicId && plain(a.description) === plain(b.description);

/** The code of the refusal the product should give, or null when the attempt should succeed. */
export function refusalOf(world: World, attempt: Attempt): string | null {
  if (!attempt.actor.isActive) return 'session.missing';
  if (attempt.what === 'register') return refusalToRegister(world, attempt);
  if (attempt.what === 'assignMany') return refusalToAssignMany(world, attempt);
  if (attempt.what === 'many') return null;
  if (attempt.what === 'cancelComment') return refusalToWithdraw(world, attempt);
  if (attempt.what === 'amend') return refusalToAmend(world, attempt);
  if (attempt.what === 'leave') return refusalToLeave(world, attempt);
  if (attempt.what === 'return') return refusalToReturn(world, attempt);
  return attempt.what === 'reassign' ? refusalToReassign(world, attempt) : refusalToAct(world, attempt);
}

function refusalToRegister(world: World, { actor, assignee, subject, description, dueOn }: Registration): string | null {
  if (!actor.isPrivileged && !isWithin(subject, actor)) return 'input.invalid';
  if (assignee && !(assignee.isActive && isWithin(subject, assignee))) return 'input.invalid';
  if (dueOn < todayOf(world)) return 'input.invalid';
  const work = { assigneeId: (assignee ?? actor).id, topicId: subject.id, description };
  return world.activities.some((other) => isOpen(other) && isSameWork(work, other)) ? 'activity.duplicate' : null;
}

/** Ineligible people are refused before duplicates are looked for. */
function refusalToAssignMany(world: World, attempt: Batch): string | null {
  const refusals = registrationsOf(attempt).map((one) => refusalToRegister(world, one));
  return refusals.find((code) => code === 'input.invalid') ?? refusals.find((code) => code !== null) ?? null;
}

const registrationsOf = ({ assignees, ...work }: Batch): Registration[] =>
  assignees.toSorted((a, b) => a.id - b.id).map((assignee) => ({ ...work, what: 'register', assignee }));

/** The refusal of each, in the order of the input, and the world after those that were done. */
export function afterMany(before: World, { act, activities, assignee, words, actor }: ManyDeeds) {
  let world = before;
  const refusals = new Map<number, string | null>();
  for (const activity of activities.toSorted((a, b) => a - b)) {
    const reminderText = act === 'remind' ? words : null;
    const one: Attempt =
      act === 'reassign'
        ? { what: 'reassign', actor, activity, assignee }
        : { what: act, actor, activity, words: reminderText, day: todayOf(world), place: 1 };
    const refusal = refusalOf(world, one);
    refusals.set(activity, refusal);
    if (!refusal) world = after(world, one);
  }
  return { world, refusals: activities.map((activity) => refusals.get(activity) ?? null) };
}

function refusalToAct(world: World, { what, actor, activity, words, day, place }: Deed): string | null {
  if (what === 'reject' && !words) return 'input.invalid';
  const work = world.activities[activity];
  if (!work || !looksAt(world, actor, work)) return 'activity.unknown';
  const { part, from } = rules[what];
  if (!personFor(world, actor, work, part)) return 'activity.forbidden';
  const isVerdict = what === 'approve' || what === 'reject';
  if (part === 'owner' && decidesOnOwn(world, actor, work, isVerdict)) return 'activity.ownDelivery';
  if (!from.includes(work.status)) return 'activity.untimely';
  const completion = world.history.findLast((entry) => entry.activity === activity && entry.act === 'complete');
  if (what === 'approve' && completion?.actorId === actor.id) return 'activity.ownDelivery';
  // A substitute decides nothing about what the person who named them delivered.
  if (isVerdict && actor.id !== work.ownerId && completion?.actorId === work.ownerId) return 'activity.ownDelivery';
  if ((what === 'tick' || what === 'untick') && place > work.ticks.length) return 'input.invalid';
  if (what === 'complete' && work.ticks.includes(null)) return 'activity.incomplete';
  if (what === 'remind') return refusalToRemind(world, activity);
  if (what !== 'extend') return null;
  if (work.extendedTo) return 'activity.alreadyExtended';
  return day < work.dueOn || day < todayOf(world) ? 'input.invalid' : null;
}

function refusalToRemind(world: World, activity: number): string | null {
  const work = world.activities[activity] as Work;
  if (work.ownerId === work.assigneeId) return 'activity.ownNotReminded';
  const isToday = (entry: Entry) => todayOf({ now: new Date(entry.at) }) === todayOf(world);
  const reminded = world.history.some((entry) => entry.activity === activity && entry.act === 'remind' && isToday(entry));
  return reminded ? 'activity.alreadyReminded' : null;
}

/** Refuses what the owner may not do to work that is under way. */
function refusalToOwner(world: World, { actor, activity }: { actor: Somebody; activity: number }): string | null {
  const work = world.activities[activity];
  if (!work || !looksAt(world, actor, work)) return 'activity.unknown';
  if (!personFor(world, actor, work, 'owner')) return 'activity.forbidden';
  if (decidesOnOwn(world, actor, work, false)) return 'activity.ownDelivery';
  return UNDER_WAY.includes(work.status) ? null : 'activity.untimely';
}

const duplicateOf = (world: World, activity: number, changed: Pick<Work, 'assigneeId' | 'topicId' | 'description'>) =>
  world.activities.some((other, number) => number !== activity && isOpen(other) && isSameWork(changed, other))
    ? 'activity.duplicate'
    : null;

const HOUR_MS = 3_600_000;
function refusalToAmend(world: World, attempt: Amendment): string | null {
  const refusal = refusalToOwner(world, attempt);
  if (refusal) return refusal;
  const { actor, activity, description, priority, subject, repeats, dueOn } = attempt;
  const work = world.activities[activity] as Work;
  if (dueOn && dueOn !== work.dueOn) {
    const isFresh = world.now.getTime() - new Date(work.createdAt).getTime() < HOUR_MS;
    if (work.status !== 'not_started' || work.extendedTo || dueOn < todayOf(world)) return 'input.invalid';
    if (!isFresh && attempt.reason === null) return 'input.invalid';
  }
  const isSame =
    description === work.description &&
    priority === work.priority &&
    subject.id === work.topicId &&
    repeats === work.repeats &&
    (dueOn ?? work.dueOn) === work.dueOn;
  if (isSame) return 'activity.unchanged';
  const assignee = world.people.find(({ id }) => id === work.assigneeId) as Somebody;
  const isMoved = subject.id !== work.topicId;
  const owner = personFor(world, actor, work, 'owner') as Somebody;
  if (isMoved && !(owner.isPrivileged || isWithin(subject, owner))) return 'input.invalid';
  if (isMoved && !(assignee.isActive && isWithin(subject, assignee))) return 'input.invalid';
  return duplicateOf(world, activity, { ...work, description, topicId: subject.id });
}

/** Whether work is moved by a substitute to a topic that only the privilege of its owner opens. */
export function isMovedByPrivilegeOfOwner(world: World, attempt: Attempt): boolean {
  if (attempt.what !== 'amend') return false;
  const { actor, activity, subject } = attempt;
  const work = world.activities[activity] as Work;
  const owner = world.people.find(({ id }) => id === work.ownerId) as Somebody;
  return subject.id !== work.topicId && !actor.isPrivileged && !isWithin(subject, owner);
}

function refusalToReassign(world: World, attempt: Transfer): string | null {
  const refusal = refusalToOwner(world, attempt);
  if (refusal) return refusal;
  const { actor, activity, assignee } = attempt;
  const work = world.activities[activity] as Work;
  const subject = world.subjects.find(({ id }) => id === work.topicId) as Subject;
  if (work.ownerId === work.assigneeId && !personFor(world, actor, work, 'owner')?.isPrivileged) return 'admin.forbidden';
  if ([work.assigneeId, work.ownerId].includes(assignee.id) || !assignee.isActive || !isWithin(subject, assignee)) return 'input.invalid';
  return duplicateOf(world, activity, { ...work, assigneeId: assignee.id });
}

function refusalToWithdraw(world: World, { actor, comment }: Withdrawal): string | null {
  const remark = world.comments[comment];
  const work = remark && (world.activities[remark.activity] as Work);
  if (!work || !looksAt(world, actor, work)) return 'comment.unknown';
  if (remark.authorId !== actor.id) return 'comment.forbidden';
  if (remark.canceledAt) return 'comment.alreadyCanceled';
  return isOpen(work) ? null : 'comment.tooLate';
}

const isOverlapping = (one: Pick<Leave, 'from' | 'to'>, other: Leave) => one.from <= other.to && other.from <= one.to;

function refusalToLeave(world: World, { actor, substitute, from, to }: Departure): string | null {
  if (!substitute.isActive || substitute.id === actor.id) return 'input.invalid';
  if (to < todayOf(world)) return 'input.invalid';
  const isAway = ({ id }: Somebody) => world.leaves.some((leave) => leave.absentId === id && isOverlapping({ from, to }, leave));
  if (isAway(actor)) return 'absence.overlap';
  return isAway(substitute) ? 'input.invalid' : null;
}

function refusalToReturn(world: World, { actor, leave: number }: Return): string | null {
  const leave = world.leaves[number];
  if (!leave || (leave.absentId !== actor.id && !actor.isPrivileged)) return 'absence.unknown';
  const absent = world.people.find(({ id }) => id === leave.absentId);
  if (leave.absentId !== actor.id && absent?.isPrivileged) return 'user.bossOnly';
  return leave.to < todayOf(world) ? 'absence.over' : null;
}

/** What an attempt that is not refused makes of the world. */
export function after(before: World, attempt: Attempt): World {
  if (attempt.what === 'many') return afterMany(before, attempt).world;
  const world = structuredClone(before);
  if (attempt.what === 'register') register(world, attempt, null);
  else if (attempt.what === 'assignMany') assignMany(world, attempt);
  else if (attempt.what === 'cancelComment') withdraw(world, attempt);
  else if (attempt.what === 'amend') amend(world, attempt);
  else if (attempt.what === 'reassign') reassign(world, attempt);
  else if (attempt.what === 'leave') leave(world, attempt);
  else if (attempt.what === 'return') comeBack(world, attempt);
  else act(world, attempt);
  return world;
}

function add(
  world: World,
  work: Pick<Work, 'ownerId' | 'assigneeId' | 'topicId' | 'description' | 'priority' | 'dueOn' | 'repeats'> & Partial<Work>,
) {
  const { dueOn } = work;
  const nothingYet = {
    extendedTo: null,
    extensionReason: null,
    startedAt: null,
    closedAt: null,
    verifiedAt: null,
    canceledAt: null,
    rejectedAt: null,
  };
  const first = { seriesStartsOn: dueOn, occurrence: 0, predecessor: null, batch: null, lastActOn: todayOf(world), ticks: [] };
  const createdAt = world.now.toISOString();
  return world.activities.push({ status: 'not_started', resolution: null, createdAt, ...nothingYet, ...first, ...work }) - 1;
}

function leave(world: World, { actor, substitute, from, to }: Departure) {
  world.leaves.push({ absentId: actor.id, substituteId: substitute.id, from, to });
}

function comeBack(world: World, { leave: number }: Return) {
  const leave = world.leaves[number] as Leave;
  if (leave.from < todayOf(world)) leave.to = daysAfter(todayOf(world), -1);
  else world.leaves.splice(number, 1);
}

type HistoryNote = Pick<Entry, 'activity' | 'act' | 'from' | 'to'>;
/** `as` is the holder of the part: the actor, or the absent person that the actor represents. */
function note(world: World, actor: Somebody | null, entry: HistoryNote, as: Somebody | null | undefined = actor) {
  const actingForId = as && as.id !== actor?.id ? as.id : null;
  const channel = actor === null ? 'system' : 'web';
  (world.activities[entry.activity] as Work).lastActOn = todayOf(world);
  world.history.push({ ...entry, actorId: actor?.id ?? null, actingForId, channel, at: world.now.toISOString() });
}

type Notice = Omit<ModelNotification, 'comment'> & { comment?: number };
/** Notifies the people that the act names, except the actor, and once each of their substitutes of today. */
function notify(world: World, actor: Somebody | null, ...notices: Notice[]) {
  const noticesToOthers = notices.filter(({ recipientId }) => recipientId !== actor?.id);
  const isNotified = (kind: string, id: number) => noticesToOthers.some((one) => one.kind === kind && one.recipientId === id);
  for (const notice of [...noticesToOthers])
    for (const person of world.people) {
      const isNew = person.id !== actor?.id && !isNotified(notice.kind, person.id);
      if (isNew && representedBy(world, person).includes(notice.recipientId)) noticesToOthers.push({ ...notice, recipientId: person.id });
    }
  world.notifications.push(...noticesToOthers.map((notice) => ({ comment: null, ...notice })));
}

function assignMany(world: World, attempt: Batch) {
  const batch = attempt.assignees.length > 1 ? world.activities.length : null;
  for (const one of registrationsOf(attempt)) register(world, one, batch);
}

function register(world: World, { actor, assignee, subject, ...work }: Registration, batch: number | null) {
  const assigneeId = (assignee ?? actor).id;
  const { description, priority, dueOn, repeats, items } = work;
  const ticks = Array<null>(items).fill(null);
  const activity = add(world, { ownerId: actor.id, assigneeId, topicId: subject.id, description, priority, dueOn, repeats, batch, ticks });
  note(world, actor, { activity, act: 'register', from: null, to: 'not_started' });
  notify(world, actor, { kind: 'assigned', recipientId: assigneeId, activity });
}

function withdraw(world: World, { actor, comment }: Withdrawal) {
  const remark = world.comments[comment] as Remark;
  const { status } = world.activities[remark.activity] as Work;
  remark.canceledAt = world.now.toISOString();
  world.notifications = world.notifications.filter((notification) => notification.comment !== comment);
  note(world, actor, { activity: remark.activity, act: 'cancelComment', from: status, to: status });
}

function amend(world: World, { actor, activity, description, priority, subject, repeats, dueOn }: Amendment) {
  const work = world.activities[activity] as Work;
  const as = personFor(world, actor, work, 'owner');
  const date = dueOn ?? work.dueOn;
  const isSeriesNew = date !== work.dueOn || repeats !== work.repeats;
  Object.assign(work, { description, priority, topicId: subject.id, repeats, dueOn: date });
  if (isSeriesNew) Object.assign(work, { seriesStartsOn: date, occurrence: 0 });
  note(world, actor, { activity, act: 'amend', from: work.status, to: work.status }, as);
  notify(world, actor, { kind: 'amended', recipientId: work.assigneeId, activity });
}

function reassign(world: World, { actor, activity, assignee }: Transfer) {
  const work = world.activities[activity] as Work;
  const before = work.assigneeId;
  const as = personFor(world, actor, work, 'owner');
  work.assigneeId = assignee.id;
  note(world, actor, { activity, act: 'reassign', from: work.status, to: work.status }, as);
  notify(world, actor, { kind: 'assigned', recipientId: assignee.id, activity }, { kind: 'reassigned', recipientId: before, activity });
}

function act(world: World, { what, actor, activity, words, day, place }: Deed) {
  const work = world.activities[activity] as Work;
  if (what === 'tick' || what === 'untick') {
    // What is so already stays as it is, and leaves no history.
    if ((work.ticks[place - 1] !== null) === (what === 'tick')) return;
    work.ticks[place - 1] = what === 'tick' ? actor.id : null;
  }
  const from = work.status;
  const now = world.now.toISOString();
  const as = personFor(world, actor, work, rules[what].part);
  const notices: Notice[] = [];
  const notifyOwner = (kind: string) => notices.push({ kind, recipientId: work.ownerId, activity });
  const notifyAssignee = (kind: string) => notices.push({ kind, recipientId: work.assigneeId, activity });
  const say = (informed?: number) => {
    if (!words) return;
    const standing = world.comments.filter((remark) => remark.activity === activity && !remark.canceledAt);
    const authors = world.people.filter(
      (person) => person.isActive && sees(person, work) && standing.some(({ authorId }) => authorId === person.id),
    );
    const comment = world.comments.push({ activity, authorId: actor.id, body: words, writtenAt: now, canceledAt: null }) - 1;
    const ids = authors.map(({ id }) => id).sort((a, b) => a - b);
    for (const recipientId of new Set([work.ownerId, work.assigneeId, ...ids]))
      if (recipientId !== informed) notices.push({ kind: 'commented', recipientId, activity, comment });
  };

  if (what === 'start') Object.assign(work, { status: 'in_progress', startedAt: now });
  if (what === 'complete') {
    const isOwn = work.ownerId === work.assigneeId;
    Object.assign(work, {
      status: isOwn ? 'verified' : 'completed',
      closedAt: now,
      rejectedAt: null,
      verifiedAt: isOwn ? now : null,
      resolution: words,
    });
    notifyOwner(isOwn ? 'verified' : 'verificationRequested');
  }
  if (what === 'approve') Object.assign(work, { status: 'verified', verifiedAt: now });
  if (what === 'approve') notifyAssignee('verified');
  if (what === 'reject') Object.assign(work, { status: 'in_progress', closedAt: null, rejectedAt: now, resolution: null });
  if (what === 'reject') notifyAssignee('rejected');
  if (what === 'cancel') Object.assign(work, { status: 'canceled', canceledAt: now, rejectedAt: null });
  if (what === 'cancel') notifyAssignee('canceled');
  if (what === 'extend') Object.assign(work, { extendedTo: day, extensionReason: words });
  if (what === 'extend') notifyAssignee('extended');
  if (what === 'remind') notifyAssignee('reminded');
  if (what === 'pause') work.status = 'on_pause';
  if (what === 'resume') work.status = 'in_progress';
  if (what === 'addEvidence') world.images.push(activity);
  if (['comment', 'pause', 'resume'].includes(what)) say();
  if (['approve', 'reject'].includes(what)) say(work.assigneeId);

  note(world, actor, { activity, act: what, from, to: work.status }, as);
  notify(world, actor, ...notices);
  if (work.status === 'verified' && from !== 'verified' && work.repeats) succeed(world, activity);
}

function succeed(world: World, predecessor: number) {
  const { ownerId, assigneeId, topicId, description, priority, repeats, seriesStartsOn, occurrence, ticks } = world.activities[
    predecessor
  ] as Work;
  let place = occurrence + 1;
  while (lapsesAfter(repeats as Lapse, seriesStartsOn, place) <= todayOf(world)) place++;
  const dueOn = lapsesAfter(repeats as Lapse, seriesStartsOn, place);
  const work = { ownerId, assigneeId, topicId, description, priority, repeats, seriesStartsOn, dueOn };
  const activity = add(world, { ...work, occurrence: place, predecessor, ticks: ticks.map(() => null) });
  note(world, null, { activity, act: 'repeat', from: null, to: 'not_started' });
  notify(world, null, { kind: 'assigned', recipientId: assigneeId, activity });
}

const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
function lapsesAfter(lapse: Lapse, start: Day, count: number): Day {
  if (lapse === 'week') return daysAfter(start, 7 * count);
  const [year, month, day] = start.split('-').map(Number) as [number, number, number];
  const months = month - 1 + count * (lapse === 'year' ? 12 : 1);
  const inYear = year + Math.floor(months / 12);
  const lengths = [31, isLeap(inYear) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  const last = lengths[months % 12] as number;
  return `${inYear}-${String((months % 12) + 1).padStart(2, '0')}-${String(Math.min(day, last)).padStart(2, '0')}`;
}
