import assert from 'node:assert/strict';
import type { Act } from '../../src/domain/activity/lifecycle.ts';
import { actsOpenTo } from '../../src/domain/activity/policy.ts';
import type { Person } from '../../src/domain/people/person.ts';
import type { Refused } from '../../src/domain/refusal.ts';
import { readOwnData } from '../../src/use-cases/account/read-own-data.ts';
import { type ActivityWithDays, readActivity } from '../../src/use-cases/activities/read-activity.ts';
import { listEligibleAssignees, listMyTopics } from '../../src/use-cases/topics/read-topics.ts';
import type { Stage } from '../stage.ts';
import type { Attempt } from './model.ts';

/** What no dialog can mend: a client must not offer an act that is refused so. */
const CLOSED = [
  ...['activity.unknown', 'activity.forbidden', 'activity.ownDelivery', 'activity.untimely', 'activity.alreadyExtended'],
  ...['activity.ownNotReminded', 'office.forbidden'],
];

/** Reads what a client knows before an attempt; the answer compares it with what the server said. */
export async function offered(on: Stage, person: Person, attempt: Attempt, activityId: number | undefined) {
  const { what } = attempt;
  if (activityId === undefined || !person.isActive) return () => {};
  const { substitutesFor } = await on.act(readOwnData, person, {});
  const activity = await on.act(readActivity, person, { activityId }).catch((error) => {
    assert.equal((error as Partial<Refused>).refusal?.code, 'activity.unknown');
    return null;
  });
  const acts = activity ? actsOpenTo({ ...person, substitutesFor }, activity) : new Set<Act>();
  const isListed = activity && acts.has(attempt.what as Act) ? await checkListed(on, person, attempt, activity) : null;
  return (refused: string | null) => {
    // A rejection without words is refused before the activity is read.
    if (what === 'reject' && refused === 'input.invalid') return;
    if (isListed === false) assert.notEqual(refused, null, `${what} chose what was not listed`);
    if (isListed && what === 'reassign') assert.notEqual(refused, 'input.invalid', 'reassign was refused a listed person');
    assert.equal(acts.has(what as Act), !CLOSED.includes(refused ?? ''), `${what} was ${acts.has(what as Act) ? '' : 'not '}offered`);
  };
}

/** Whether the list of the act's dialog holds what is chosen; null for an act without a list, and for what stays as it is. */
async function checkListed(on: Stage, person: Person, attempt: Attempt, { id: activityId, topicId, assigneeId }: ActivityWithDays) {
  if (attempt.what === 'reassign') {
    if (attempt.assignee.id === assigneeId) return null;
    return (await on.act(listEligibleAssignees, person, { topicId, activityId })).some(({ id }) => id === attempt.assignee.id);
  }
  if (attempt.what !== 'amend' || attempt.subject.id === topicId) return null;
  return (await on.act(listMyTopics, person, { activityId })).some(({ id }) => id === attempt.subject.id);
}
