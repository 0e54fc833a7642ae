import assert from 'node:assert/strict';
import type { Knex } from 'knex';
import type { Act } from '../../../src/domain/activities/lifecycle.ts';
import { actsOpenTo } from '../../../src/domain/activities/policy.ts';
import type { Person } from '../../../src/domain/people/person.ts';
import type { Refused } from '../../../src/domain/refusal.ts';
import { readOwnData } from '../../../src/use-cases/account/profile.ts';
import type { ActOutcome } from '../../../src/use-cases/activities/many-activities.ts';
import { type ActivityWithDays, readActivity } from '../../../src/use-cases/activities/read-activity.ts';
import { listEligibleAssignees, listMyTopics } from '../../../src/use-cases/topics/topics.ts';
import { NOW } from '../../factories.ts';
import { type Stage, stage } from '../../stage.ts';
import { findWrongWords } from '../../stored-words.ts';
import { agree, listsAgree, provenByHistory } from './agree.ts';
import { attempted, company, type Outcome } from './attempted.ts';
import { type Attempt, after, afterMany, isMovedByPrivilegeOfOwner, refusalOf, type Somebody, type World } from './model.ts';
import type { Plan } from './plans.ts';
import { readStored, register } from './stored.ts';

const NOTHING_YET = { leaves: [], activities: [], comments: [], images: [], history: [], notifications: [] };

/** A reply as it is kept for a repeated request: JSON, and an object also where the act answers nothing. */
const keptReply = (outcome: Outcome): unknown => JSON.parse(JSON.stringify('done' in outcome ? { done: outcome.done ?? {} } : outcome));

/** What no dialog can mend: a client must not offer an act that is refused so. */
const CLOSED = [
  ...['activity.unknown', 'activity.forbidden', 'activity.ownDelivery', 'activity.untimely', 'activity.alreadyExtended'],
  ...['activity.ownNotReminded', 'admin.forbidden'],
];

/** Reads what a client knows before an attempt; the answer compares it with what the server said. */
async function offered(on: Stage, person: Person, attempt: Attempt, activityId: number | undefined) {
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

/** Lives plans on the real core and on the model at once. */
export async function lives(db: Knex) {
  const cast = await company(db);
  const books = await register(db);
  const active = cast.members.filter(({ isActive }) => isActive);
  /** How often each act succeeded and each refusal was given. */
  const counts = new Map<string, number>();
  const count = (what: string, times = 1) => counts.set(what, (counts.get(what) ?? 0) + times);

  /** Each of many acts was done or refused as the model says. */
  function compareEach(expected: (string | null)[], outcome: Outcome) {
    const { results } = (outcome as { done: { results: ActOutcome[] } }).done;
    const given = results.map(({ refusal }) => refusal?.code ?? null);
    assert.deepEqual(given, expected);
    for (const code of given) count(code === null ? 'one of many' : 'refusal among many');
  }

  async function start() {
    await books.empty();
    const on = stage(db);
    let world: World = { ...NOTHING_YET, people: cast.members, subjects: cast.subjects, now: NOW };
    let everything = await books.everything();
    let stored = readStored(everything);
    let repeatable: { attempt: Attempt; key: string; outcome: unknown } | null = null;
    const sameAsBefore = async (what: string) => assert.equal(await books.everything(), everything, `${what} changed something`);

    return {
      wait(ms: number) {
        world = { ...world, now: new Date(world.now.getTime() + ms) };
        on.setClock(world.now);
        repeatable = null; // a key holds for a day
      },

      async attempt(resolve: (world: World) => Attempt, key: string | undefined): Promise<string> {
        const attempt = resolve(world);
        const expected = refusalOf(world, attempt);
        const folio = 'activity' in attempt ? stored.ids.activities[attempt.activity] : undefined;
        const compareOffer = await offered(on, cast.people.get(attempt.actor.id) as Person, attempt, folio);
        const outcome = await attempted(on, cast, attempt, stored.ids, key);
        const resultText = `${attempt.what} by ${attempt.actor.id}: ${'refused' in outcome ? outcome.refused : 'done'}`;
        assert.equal(resultText, `${attempt.what} by ${attempt.actor.id}: ${expected ?? 'done'}`);
        compareOffer(expected);
        count(expected ?? attempt.what);
        if (expected) {
          await sameAsBefore('a refusal');
          return resultText;
        }
        if (attempt.what === 'many') compareEach(afterMany(world, attempt).refusals, outcome);
        if (isMovedByPrivilegeOfOwner(world, attempt)) count('topic of another');
        world = after(world, attempt);
        everything = await books.everything();
        stored = readStored(everything);
        agree(stored, world);
        if (key) repeatable = { attempt, key, outcome };
        return resultText;
      },

      async again() {
        if (!repeatable) return;
        const { attempt, key, outcome } = repeatable;
        assert.deepEqual(keptReply(await attempted(on, cast, attempt, stored.ids, key)), keptReply(outcome as Outcome));
        await sameAsBefore('a request sent again');
        count('again');
      },

      async end(who: Somebody) {
        await listsAgree(on, cast.people.get(who.id) as Person, who, stored.ids.activities, world);
        await provenByHistory(db);
        assert.deepEqual(await findWrongWords(db), []);
        count('for another', world.history.filter(({ actingForId }) => actingForId).length);
        count('repeat', world.history.filter(({ act }) => act === 'repeat').length);
      },
    };
  }

  /** Stops at the first difference, and reports the steps before it. */
  async function live(plans: readonly Plan[]): Promise<void> {
    const life = await start();
    const trail: string[] = [];
    try {
      for (const [index, plan] of plans.entries()) {
        if (plan.what === 'wait') life.wait(plan.ms);
        else if (plan.what === 'again') await life.again();
        else trail.push(await life.attempt(plan.resolve, plan.isKeyed ? `key ${index}` : undefined));
      }
      await life.end(active[plans.length % active.length] as Somebody);
    } catch (cause) {
      throw new Error(`After ${trail.join(', ') || 'nothing'}:\n${(cause as Error).message}`, { cause });
    }
  }
  return { live, counts };
}
