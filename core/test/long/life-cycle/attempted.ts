import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import type { Person } from '../../../src/domain/people/person.ts';
import { Refused } from '../../../src/domain/refusal.ts';
import { hashSecret } from '../../../src/secrets/secrets.ts';
import { findSession } from '../../../src/use-cases/account/log-in.ts';
import { amendActivity } from '../../../src/use-cases/activities/amend-activity.ts';
import { cancelActivity } from '../../../src/use-cases/activities/cancel-activity.ts';
import { cancelComment, commentActivity } from '../../../src/use-cases/activities/comments.ts';
import { completeActivity } from '../../../src/use-cases/activities/complete-activity.ts';
import { addEvidence } from '../../../src/use-cases/activities/evidence.ts';
import { extendDeadline } from '../../../src/use-cases/activities/extend-deadline.ts';
import {
  cancelActivities,
  reassignActivities,
  remindActivities,
  validateActivities,
} from '../../../src/use-cases/activities/many-activities.ts';
import { pauseActivity, resumeActivity } from '../../../src/use-cases/activities/pause-activity.ts';
import { reassignActivity } from '../../../src/use-cases/activities/reassign-activity.ts';
import { assignActivity, assignToMany, registerOwnActivity } from '../../../src/use-cases/activities/register-activity.ts';
import { remindActivity } from '../../../src/use-cases/activities/remind-activity.ts';
import { startActivity } from '../../../src/use-cases/activities/start-activity.ts';
import { tickItems, untickItems } from '../../../src/use-cases/activities/tick-checklist.ts';
import { validateActivity } from '../../../src/use-cases/activities/validate-activity.ts';
import { addAbsence, cancelAbsence } from '../../../src/use-cases/people/absences.ts';
import type { UseCase } from '../../../src/use-cases/use-case.ts';
import { day, given } from '../../factories.ts';
import type { Stage } from '../../stage.ts';
import type { Amendment, Attempt, Batch, Deed, Departure, ManyDeeds, Registration, Somebody, Subject } from './model.ts';

/** The folios and comment ids behind the model's numbers. */
export type Ids = { activities: readonly number[]; comments: readonly number[]; leaves: readonly number[] };
export type Outcome = { done: unknown } | { refused: string };
type Act = <Input>(useCase: UseCase<Input, unknown>, input: Input) => Promise<unknown>;

const UNKNOWN = 0;

/** Six people and three topics, who stay while lives come and go; the sixth was deactivated with a session open. */
export async function company(db: Knex) {
  const make = given(db);
  const subjects: Subject[] = [];
  for (const department of ['GENERAL', 'SISTEMAS', 'VENTAS']) subjects.push(await make.topic({ department }));
  const roles: [Partial<Person>, isPrivileged: boolean][] = [
    [{ position: 'GERENTE DE SISTEMAS' }, true],
    [{ position: 'ANALISTA' }, false],
    [{ department: 'VENTAS', position: 'VENDEDOR' }, false],
    [{ department: 'VENTAS', position: 'Supervisora de piso' }, true],
    [{ department: 'FINANZAS', position: 'CONTRALOR' }, true],
    [{ isActive: false }, false],
  ];
  const people = new Map<number, Person>();
  const members: Somebody[] = [];
  for (const [facts, isPrivileged] of roles) {
    const person = await make.person(facts);
    const { id, department, isActive } = person;
    people.set(id, person);
    members.push({ id, department, isActive, isPrivileged, topics: [] });
  }
  const [analyst, sales] = [members[1] as Somebody, subjects[2] as Subject];
  analyst.topics = [sales.id];
  await make.outsider(sales as never, people.get(analyst.id) as Person);
  const deactivated = await make.session(people.get((members[5] as Somebody).id) as Person);
  return { people, members, subjects, deactivated };
}

type Company = Awaited<ReturnType<typeof company>>;

/** The attempt made on the real core: what it answered, or the code of its refusal. Anything else is a bug and thrown. */
export async function attempted(on: Stage, company: Company, attempt: Attempt, ids: Ids, key?: string): Promise<Outcome> {
  const once = key ? { key, fingerprint: 'f' } : undefined;
  const act: Act = (useCase, input) => on.act(useCase, company.people.get(attempt.actor.id) as Person, input, { once });
  try {
    if (!attempt.actor.isActive) await knock(on, company);
    if (attempt.what === 'register') return { done: await register(act, attempt) };
    if (attempt.what === 'assignMany') return { done: await assignMany(act, attempt) };
    if (attempt.what === 'many') return { done: await performMany(act, attempt, ids.activities) };
    if (attempt.what === 'cancelComment')
      return { done: await act(cancelComment, { commentId: ids.comments[attempt.comment] ?? UNKNOWN }) };
    if (attempt.what === 'return') return { done: await act(cancelAbsence, { absenceId: ids.leaves[attempt.leave] ?? UNKNOWN }) };
    if (attempt.what === 'leave') return { done: await act(addAbsence, buildAbsence(attempt)) };
    const activityId = 'activity' in attempt ? (ids.activities[attempt.activity] ?? UNKNOWN) : UNKNOWN;
    if (attempt.what === 'amend') return { done: await act(amendActivity, { ...buildAmendment(attempt), activityId }) };
    if (attempt.what === 'reassign')
      return { done: await act(reassignActivity, { activityId, assigneeId: attempt.assignee.id, reason: null }) };
    return { done: await perform(act, attempt, activityId) };
  } catch (error) {
    if (error instanceof Refused) return { refused: error.refusal.code };
    throw error;
  }
}

/** What the door does before any use case: a deactivated person's session opens nothing. */
async function knock(on: Stage, { deactivated }: Company): Promise<void> {
  const session = await on.anyone(findSession, { idHash: hashSecret(deactivated) });
  if (!session) throw new Refused({ code: 'session.missing' });
}

const buildChecklist = ({ items }: Pick<Registration, 'items'>) => ['Sellos', 'Acta'].slice(0, items);

function register(act: Act, { assignee, subject, description, priority, dueOn, repeats, items }: Registration): Promise<unknown> {
  const checklist = buildChecklist({ items });
  const promise = { topicId: subject.id, description, priority, dueOn: day(dueOn), repeats, checklist, images: [] };
  return assignee ? act(assignActivity, { ...promise, assigneeId: assignee.id }) : act(registerOwnActivity, promise);
}

const assignMany = (act: Act, { assignees, subject, description, priority, dueOn, repeats, items }: Batch) =>
  act(assignToMany, {
    topicId: subject.id,
    description,
    priority,
    dueOn: day(dueOn),
    repeats,
    images: [],
    checklist: buildChecklist({ items }),
    assigneeIds: assignees.map(({ id }) => id),
  });

function performMany(act: Act, { act: what, activities, words, assignee }: ManyDeeds, folios: readonly number[]): Promise<unknown> {
  const activityIds = activities.map((number) => folios[number] ?? UNKNOWN);
  const ways = {
    approve: () => act(validateActivities, { activityIds }),
    cancel: () => act(cancelActivities, { activityIds }),
    remind: () => act(remindActivities, { activityIds, message: words }),
    reassign: () => act(reassignActivities, { activityIds, assigneeId: assignee.id, reason: null }),
  } as const;
  return ways[what]();
}

const buildAbsence = ({ substitute, from, to }: Departure) => ({ substituteId: substitute.id, fromOn: day(from), toOn: day(to) });

const buildAmendment = ({ description, priority, subject, repeats, dueOn, reason }: Amendment) => ({
  description,
  priority,
  topicId: subject.id,
  repeats,
  reason,
  ...(dueOn ? { dueOn: day(dueOn) } : {}),
});

function perform(act: Act, { what, words, day: on, place }: Deed, activityId: number): Promise<unknown> {
  const text = words ?? '';
  const ways = {
    start: () => act(startActivity, { activityId }),
    complete: () => act(completeActivity, { activityId, resolution: text }),
    approve: () => act(validateActivity, { activityId, comment: words, verdict: 'Verified' }),
    reject: () => act(validateActivity, { activityId, comment: words, verdict: 'Rejected' }),
    cancel: () => act(cancelActivity, { activityId }),
    comment: () => act(commentActivity, { activityId, body: text }),
    addEvidence: () => act(addEvidence, { activityId, images: [anImage()] }),
    extend: () => act(extendDeadline, { activityId, extendedTo: day(on), reason: text }),
    pause: () => act(pauseActivity, { activityId, comment: words }),
    resume: () => act(resumeActivity, { activityId, comment: words }),
    remind: () => act(remindActivity, { activityId, message: words }),
    tick: () => act(tickItems, { activityId, items: [place] }),
    untick: () => act(untickItems, { activityId, items: [place] }),
  } as const;
  return ways[what]();
}

const anImage = () => {
  const file = { mediaType: 'image/png', sha256: 'x', sizeBytes: 5, width: 1, height: 1 } as const;
  return { id: randomUUID(), name: 'foto.png', ...file };
};
