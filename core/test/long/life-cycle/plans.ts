import fc from 'fast-check';
import {
  type Act,
  type Attempt,
  daysAfter,
  isOpen,
  isWithin,
  looksAt,
  personFor,
  type Registration,
  rules,
  type Somebody,
  type Subject,
  todayOf,
  type Work,
  type World,
} from './model.ts';

/** A choice made before it is known what there will be to choose from. */
type Choose = <One>(from: readonly One[]) => One | undefined;
export type Plan =
  | { what: 'attempt'; resolve: (world: World) => Attempt; isKeyed: boolean }
  | { what: 'again' }
  | { what: 'wait'; ms: number };

const HOUR_MS = 3_600_000;
const acts = Object.keys(rules) as Act[];
/** Acts that need words; the others may do without. */
const WITH_WORDS: readonly string[] = ['complete', 'comment', 'extend'];
/** The first two are the same work. */
const texts = ['Revisar el inventario', ' REVISAR  el inventário ', 'Conciliar cuentas', 'Auditoría'];

const choice = fc.nat(9_999).map(
  (n): Choose =>
    (from) =>
      from[n % from.length],
);
const sometimes = fc.integer({ min: 0, max: 9 });
const words = fc.constantFrom('Ya quedó', 'Falta la firma', 'Línea uno\nlínea dos');

/** Mostly work that may be registered: left to chance nearly all would be refused. */
const registration = fc
  .record({
    who: choice,
    whom: fc.option(choice, { freq: 4 }),
    about: choice,
    description: fc.constantFrom(...texts),
    priority: fc.constantFrom('normal', 'high', 'critical'),
    days: fc.integer({ min: -1, max: 60 }),
    repeats: fc.option(fc.constantFrom('week', 'month', 'year'), { freq: 2 }),
    items: fc.constantFrom(0, 0, 0, 0, 1, 2),
    isAnybody: sometimes,
  })
  .map(({ who, whom, about, description, priority, days, repeats, items, isAnybody }) => (world: World): Attempt => {
    // Who may assign at all is asked at the door, before the use case: only the privileged get here.
    const people = isAnybody < 2 ? world.people : world.people.filter(({ isActive }) => isActive);
    const actor = who(whom ? people.filter(({ isPrivileged }) => isPrivileged) : people) as Somebody;
    const assignee = whom ? (whom(people) as Somebody) : null;
    const fitting = world.subjects.filter((subject) => isAnybody < 2 || isWithin(subject, assignee ?? actor));
    const subject = about(fitting) as Subject;
    const dueOn = daysAfter(todayOf(world), isAnybody < 2 ? days : Math.abs(days));
    return { what: 'register', actor, assignee, subject, description, priority, dueOn, repeats, items } as Attempt;
  });

/** The same work for up to four people, mostly such as the topic allows. */
const batch = fc
  .record({ of: registration, whom: fc.array(choice, { minLength: 1, maxLength: 4 }), isAnybody: sometimes })
  .map(({ of, whom, isAnybody }) => (world: World): Attempt => {
    const { actor, assignee: _, ...work } = of(world) as Registration;
    const fit = world.people.filter((person) => isAnybody < 1 || (person.isActive && isWithin(work.subject, person)));
    const assignees = [...new Set(whom.map((choose) => choose(fit)))].filter((person) => person !== undefined);
    const privileged = world.people.filter(({ isActive, isPrivileged }) => isActive && isPrivileged);
    const first = assignees.length > 0 ? assignees : [actor];
    return { ...work, what: 'assignMany', actor: actor.isPrivileged ? actor : (privileged[0] as Somebody), assignees: first };
  });

/** How often each act is tried where it is timely: work that is cancelled at once has no life to watch. */
const WEIGHTS: Record<Act, number> = {
  start: 8,
  complete: 8,
  approve: 8,
  reject: 5,
  pause: 3,
  resume: 6,
  extend: 4,
  comment: 2,
  addEvidence: 1,
  cancel: 1,
  remind: 2,
  tick: 12,
  untick: 3,
};

/** Mostly someone who may, rather a substitute; sometimes someone who sees the work all the same, or anybody. */
function whoTries(world: World, work: Work | undefined, what: Act, chance: number): readonly Somebody[] {
  if (!work || chance < 1) return world.people;
  if (chance < 4) return world.people.filter((person) => looksAt(world, person, work));
  const able = world.people.filter((person) => personFor(world, person, work, rules[what].part));
  const substitutes = able.filter((person) => personFor(world, person, work, rules[what].part) !== person);
  return chance > 6 && substitutes.length > 0 ? substitutes : able;
}

/** Mostly an act that its status allows, by someone who may, on work that is open. */
const deed = fc
  .record({
    act: choice,
    who: choice,
    which: choice,
    isAnyAct: sometimes,
    isAnybody: sometimes,
    isAnyActivity: sometimes,
    optionalWords: fc.option(words, { freq: 2 }),
    spoken: words,
    place: fc.integer({ min: 1, max: 3 }),
    isFromToday: fc.boolean(),
    days: fc.oneof(fc.integer({ min: -2, max: 1 }), fc.integer({ min: 2, max: 30 })),
  })
  .map((raw) => (world: World): Attempt => {
    const numbers = world.activities.map((_, number) => number);
    const open = numbers.filter((number) => isOpen(world.activities[number] as Work));
    const activity = raw.which(raw.isAnyActivity < 1 ? [...numbers, numbers.length] : open) ?? numbers.length;
    const work = world.activities[activity];
    const hasList = (work?.ticks.length ?? 0) > 0;
    const fits = (act: Act) => hasList || !['tick', 'untick'].includes(act);
    const timely = work ? acts.filter((act) => rules[act].from.includes(work.status) && fits(act)) : [];
    const tried = raw.isAnyAct < 1 || timely.length === 0 ? acts : timely.flatMap((act) => Array<Act>(WEIGHTS[act]).fill(act));
    const what = raw.act(tried) as Act;
    const actor = raw.who(whoTries(world, work, what, raw.isAnybody)) as Somebody;
    const day = daysAfter(raw.isFromToday || !work ? todayOf(world) : work.dueOn, raw.days);
    const unticked = what === 'tick' && raw.isAnyAct > 1 ? (work?.ticks.indexOf(null) ?? -1) : -1;
    return {
      what,
      actor,
      activity,
      words: WITH_WORDS.includes(what) ? raw.spoken : raw.optionalWords,
      day,
      place: unticked >= 0 ? unticked + 1 : raw.place,
    };
  });

/** Mostly work that is under way, by its owner. */
const underWay = fc.record({ which: choice, who: choice, isAnybody: sometimes }).map(({ which, who, isAnybody }) => (world: World) => {
  const numbers = world.activities.map((_, number) => number);
  const fit = numbers.filter((number) => rules.extend.from.includes((world.activities[number] as Work).status));
  const activity = which(isAnybody < 1 ? [...numbers, numbers.length] : fit) ?? numbers.length;
  const work = world.activities[activity];
  return { activity, work, actor: who(whoTries(world, work, 'extend', isAnybody)) as Somebody };
});

/** Whether a person has no rights of their own over work of others. */
const isPlain = ({ isActive, isPrivileged }: Somebody) => isActive && !isPrivileged;

/** Some work under way with such a substitute of its owner. */
function bySubstitute(world: World, which: Choose) {
  const pairs = world.activities.flatMap((work, activity) => {
    if (!rules.extend.from.includes(work.status)) return [];
    const able = world.people.filter((person) => isPlain(person) && person.id !== work.assigneeId);
    const substitutes = able.filter((person) => ![undefined, person].includes(personFor(world, person, work, 'owner')));
    return substitutes.map((actor) => ({ activity, work, actor }));
  });
  return which(pairs);
}

/** Topics to which work may be moved, rather those that only privilege opens to its owner. */
function othersOf(world: World, { ownerId, assigneeId, topicId }: Work): readonly Subject[] {
  const [owner, assignee] = [ownerId, assigneeId].map((person) => world.people.find(({ id }) => id === person) as Somebody) as [
    Somebody,
    Somebody,
  ];
  const fit = world.subjects.filter((subject) => subject.id !== topicId && isWithin(subject, assignee));
  const foreign = fit.filter((subject) => !isWithin(subject, owner));
  return [foreign, fit, world.subjects].find((some) => some.length > 0) as readonly Subject[];
}

const amendment = fc
  .record({
    of: underWay,
    about: choice,
    description: fc.constantFrom(...texts),
    priority: fc.constantFrom('normal' as const, 'high' as const, 'critical' as const),
    repeats: fc.option(fc.constantFrom('week' as const, 'month' as const, 'year' as const), { freq: 2 }),
    days: fc.option(fc.integer({ min: -1, max: 40 }), { freq: 1 }),
    isOtherTopic: sometimes,
    isSame: sometimes,
  })
  .map(({ of, about, description, priority, repeats, days, isOtherTopic, isSame }) => (world: World): Attempt => {
    const represented = isOtherTopic < 5 ? bySubstitute(world, about) : undefined;
    const { activity, work, actor } = represented ?? of(world);
    const others = isOtherTopic < 2 || !work ? world.subjects : othersOf(world, work);
    const subject =
      isOtherTopic < 5 || !work ? (about(others) as Subject) : (world.subjects.find(({ id }) => id === work.topicId) as Subject);
    const reason = priority === 'high' ? null : 'Cambió el turno';
    if (work && isSame < 1) return { ...work, what: 'amend', actor, activity, subject, dueOn: null, reason } as Attempt;
    const dueOn = days === null || represented ? null : daysAfter(todayOf(world), days);
    return { what: 'amend', actor, activity, description, priority, subject, repeats, dueOn, reason };
  });

const transfer = fc
  .record({ of: underWay, whom: choice, isAnybody: sometimes })
  .map(({ of, whom, isAnybody }) => (world: World): Attempt => {
    const { activity, work, actor } = of(world);
    const subject = world.subjects.find(({ id }) => id === work?.topicId);
    const fit = world.people.filter((person) => person.isActive && person.id !== work?.assigneeId && subject && isWithin(subject, person));
    return { what: 'reassign', actor, activity, assignee: whom(isAnybody < 2 || fit.length === 0 ? world.people : fit) as Somebody };
  });

/** Several activities at once, mostly of one owner and such as the act may be done to. */
const manyDeeds = fc
  .record({
    act: fc.constantFrom('approve' as const, 'cancel' as const, 'remind' as const, 'reassign' as const),
    who: choice,
    whom: choice,
    which: fc.array(choice, { minLength: 1, maxLength: 4 }),
    isAnyActivity: sometimes,
    optionalWords: fc.option(words, { freq: 2 }),
  })
  .map(({ act, who, whom, which, isAnyActivity, optionalWords }) => (world: World): Attempt => {
    const from = rules[act === 'reassign' ? 'extend' : act].from;
    const numbers = world.activities.map((_, number) => number);
    const timely = numbers.filter((number) => from.includes((world.activities[number] as Work).status));
    const first = world.activities[who(timely) ?? 0];
    const actor = world.people.find(({ id }) => id === first?.ownerId) ?? (world.people[0] as Somebody);
    const own = timely.filter((number) => world.activities[number]?.ownerId === actor.id);
    const fit = isAnyActivity < 3 ? [...numbers, numbers.length] : own;
    const activities = [...new Set(which.map((choose) => choose(fit) ?? numbers.length))];
    return { what: 'many', act, actor, activities, words: optionalWords, assignee: whom(world.people) as Somebody };
  });

const withdrawal = fc
  .record({ who: choice, which: choice, isAnybody: sometimes })
  .map(({ who, which, isAnybody }) => (world: World): Attempt => {
    const comment = which(world.comments.map((_, number) => number)) ?? 0;
    const author = world.people.filter(({ id }) => id === world.comments[comment]?.authorId);
    return { what: 'cancelComment', actor: who(isAnybody < 3 || author.length === 0 ? world.people : author) as Somebody, comment };
  });

/** Mostly the responsible of some work leaves it to its owner, or the owner to anybody. */
const departure = fc
  .record({
    of: choice,
    who: choice,
    whom: choice,
    start: fc.integer({ min: -2, max: 3 }),
    days: fc.integer({ min: 0, max: 25 }),
    isAnybody: sometimes,
  })
  .map(({ of, who, whom, start, days, isAnybody }) => (world: World): Attempt => {
    const work = of(world.activities);
    const having = (id: number | undefined) => world.people.filter((person) => isAnybody < 3 || !work || person.id === id);
    const actor = who(having(isAnybody < 7 ? work?.assigneeId : work?.ownerId)) as Somebody;
    const substitute = whom(isAnybody < 7 ? having(work?.ownerId) : world.people) as Somebody;
    const from = daysAfter(todayOf(world), start);
    return { what: 'leave', actor, substitute, from, to: daysAfter(from, days) };
  });

/** The owner of work under way leaves it to somebody without rights of their own over it. */
const handover = fc.record({ which: choice, whom: choice }).map(({ which, whom }) => (world: World): Attempt => {
  const started = world.activities.filter(
    ({ status, ownerId, assigneeId }) => rules.extend.from.includes(status) && ownerId !== assigneeId,
  );
  const work = which(started);
  const actor = world.people.find(({ id }) => id === work?.ownerId) ?? (world.people[0] as Somebody);
  const substitute = whom(world.people.filter((person) => isPlain(person) && person.id !== work?.assigneeId)) as Somebody;
  const from = todayOf(world);
  return { what: 'leave', actor, substitute, from, to: daysAfter(from, 9) };
});

const homecoming = fc
  .record({ who: choice, which: choice, isAnybody: sometimes })
  .map(({ who, which, isAnybody }) => (world: World): Attempt => {
    const leave = which(world.leaves.map((_, number) => number)) ?? 0;
    const absent = world.people.filter(({ id }) => id === world.leaves[leave]?.absentId);
    return { what: 'return', actor: who(isAnybody < 4 || absent.length === 0 ? world.people : absent) as Somebody, leave };
  });

const planned = (resolve: fc.Arbitrary<(world: World) => Attempt>, weight: number) => ({
  arbitrary: fc
    .record({ resolve, isKeyed: fc.boolean() })
    .map((plan): Plan => ({ what: 'attempt', ...plan, [fc.toStringMethod]: () => 'attempt' }) as Plan),
  weight,
});

const hours = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 20 * 24 }));

/** An attempt, an earlier request sent again, or time that passes. */
const single = fc.oneof(
  planned(registration, 3),
  planned(batch, 1),
  planned(deed, 16),
  planned(manyDeeds, 1),
  planned(withdrawal, 1),
  planned(amendment, 2),
  planned(transfer, 2),
  planned(departure, 3),
  planned(homecoming, 1),
  { arbitrary: fc.constant<Plan>({ what: 'again' }), weight: 1 },
  { arbitrary: hours.map((count): Plan => ({ what: 'wait', ms: count * HOUR_MS })), weight: 2 },
);

/** A substitute corrects work for its owner. */
const substitution = fc.tuple(planned(handover, 1).arbitrary, planned(amendment, 1).arbitrary);
const step = fc.oneof({ arbitrary: single.map((plan) => [plan]), weight: 31 }, { arbitrary: substitution, weight: 1 });

/** A random life of about `steps` steps, which begins with work to do. */
export const life = (steps: number): fc.Arbitrary<Plan[]> =>
  fc
    .tuple(planned(registration, 1).arbitrary, planned(registration, 1).arbitrary, fc.array(step, { maxLength: steps - 2, size: 'max' }))
    .map(([first, second, rest]) => [first, second, ...rest.flat()]);
