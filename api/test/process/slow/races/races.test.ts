import { createCore } from '@bitacora/core/server';
import { requestPasswordReset } from '@bitacora/core/use-cases/account/reset-password';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPassword } from '../../../../../core/src/secrets/password-hash.ts';
import { keyFor, makeResetToken } from '../../../../../core/src/secrets/secrets.ts';
import { deep } from '../../../../../core/test/deep.ts';
import { SESSION_SECRET } from '../../outside-postgres.ts';
import { type Attempt, post, type Twice, type TwoProcesses, twoProcesses } from './two-processes.ts';

const RIVALS = deep(50, 10);
const ROUNDS = deep(20, 3);
const [DONE, GONE, LOST] = [200, 400, 409];
const FUTURE = '2099-12-31';

let on: TwoProcesses;
let manager: Twice;
let employee: Twice;
let people: Record<'manager' | 'employee', Awaited<ReturnType<TwoProcesses['given']['person']>>>;

beforeAll(async () => {
  on = await twoProcesses();
  people = { manager: await on.given.manager(), employee: await on.given.person() };
  [manager, employee] = [await on.as(people.manager), await on.as(people.employee)];
});
afterAll(() => on.close());

/** Work that the manager gave the employee. */
const work = (facts: Parameters<TwoProcesses['given']['activity']>[0] = {}) =>
  on.given.activity({ owner: people.manager, assignee: people.employee, dueOn: FUTURE as never, ...facts });
const count = async (table: string, where: object) => Number((await on.db(table).where(where).count())[0]?.count);

const tally = (statuses: readonly number[]) =>
  Object.entries(Object.groupBy(statuses, String))
    .map(([status, all = []]) => `${all.length} × ${status}`)
    .join(', ');

/** Round after round, all rivals at once. Answers how often each round was answered what, and what is true afterwards. */
async function race(prepare: (round: number) => Promise<Attempt>, judge: (round: number, statuses: readonly number[]) => Promise<unknown>) {
  const outcomes = [];
  for (let round = 0; round < ROUNDS; round++) {
    const attempt = await prepare(round);
    const answers = await Promise.all(Array.from({ length: RIVALS }, (_, nth) => attempt(nth)));
    const statuses = answers.map(({ status }) => status);
    outcomes.push(`${tally(statuses)}: ${await judge(round, statuses)}`);
  }
  return outcomes;
}

/** Every round has one winner and one fact in the database. The others get the reason of their refusal. */
const oneWinner = (lost = LOST, truth: unknown = 1) => Array<string>(ROUNDS).fill(`1 × ${DONE}, ${RIVALS - 1} × ${lost}: ${truth}`);

describe(`of ${RIVALS} people at once on two processes, ${ROUNDS} times over, one`, { timeout: 120_000 }, () => {
  /** Acts on an activity made for the round. The truth is the number of these acts in its history. */
  const raceOn = async (facts: Parameters<typeof work>[0], acts: readonly string[], attemptOn: (id: number) => Attempt) => {
    let id = 0;
    const prepare = async () => {
      ({ id } = await work(facts));
      return attemptOn(id);
    };
    const countActs = () => on.db('activityHistory').where({ activityId: id }).whereIn('act', acts).count();
    return race(prepare, async () => Number((await countActs())[0]?.count));
  };

  it('starts', async () => {
    expect(await raceOn({}, ['start'], (id) => post(employee, 'record_start_work_activity', { activitie_id: id }))).toEqual(oneWinner());
  });

  it('extends', async () => {
    const extension = { extension_date: FUTURE, motive_extension: 'Se atrasó' };
    expect(await raceOn({}, ['extend'], (id) => post(manager, 'update_extension_date', { activitie_id: id, ...extension }))).toEqual(
      oneWinner(),
    );
  });

  it('reminds', async () => {
    expect(await raceOn({}, ['remind'], (id) => post(manager, 'remind_activity', { activity_id: id }))).toEqual(oneWinner());
  });

  it('corrects what all of them saw', async () => {
    let target: object = {};
    const prepare = async () => {
      const { id } = await work();
      const { body } = await manager[0].call('GET', `/api/get_activity/${id}`);
      target = { activity_id: id, version: (body as { version: string }).version };
      return (nth: number) => post(manager, 'amend_activity', { ...target, objective: `Corregida ${id} ${nth}` })(nth);
    };
    const amended = () => count('activityHistory', { act: 'amend', activityId: (target as { activity_id: number }).activity_id });
    expect(await race(prepare, amended)).toEqual(oneWinner());
  });

  it('gives the work to another person', async () => {
    const { id: other } = await on.given.person();
    const give = (id: number) => post(manager, 'reassign_activity', { activity_id: id, id_user_assigned: other });
    expect(await raceOn({}, ['reassign'], give)).toEqual(oneWinner(GONE));
  });

  it('completes', async () => {
    const complete = (id: number) => post(employee, 'end_activity', { activity_id: id, resolution: 'Listo' });
    expect(await raceOn({ status: 'in_progress' }, ['complete'], complete)).toEqual(oneWinner());
  });

  it('verifies, and registers one successor', async () => {
    const verify = (id: number) => post(manager, 'validate_activity', { activity_id: id, action: 'Verified' });
    expect(await raceOn({ status: 'completed', repeats: 'week' }, ['approve'], verify)).toEqual(oneWinner());
    expect(await count('activityHistory', { act: 'repeat' })).toBe(ROUNDS);
  });

  it('verifies or cancels', async () => {
    const either = (id: number): Attempt => {
      const verify = post(manager, 'validate_activity', { activity_id: id, action: 'Verified' });
      const cancel = post(manager, 'cancel_activity', { activity_id: id });
      return (nth) => (nth % 4 < 2 ? verify(nth) : cancel(nth));
    };
    expect(await raceOn({ status: 'completed' }, ['approve', 'cancel'], either)).toEqual(oneWinner());
  });

  it('rejects or verifies', async () => {
    const either = (id: number): Attempt => {
      const verdict = (action: string) => post(manager, 'validate_activity', { activity_id: id, action, comment: 'Visto' });
      return (nth) => verdict(nth % 4 < 2 ? 'Rejected' : 'Verified')(nth);
    };
    expect(await raceOn({ status: 'completed' }, ['approve', 'reject'], either)).toEqual(oneWinner());
  });

  it('withdraws a comment', async () => {
    let commentId = 0;
    const prepare = async () => {
      commentId = await on.given.comment(await work({ status: 'in_progress' }), people.employee);
      return post(employee, `cancel_my_comment/${commentId}`);
    };
    const countWithdrawn = () => on.db('comments').where({ id: commentId }).whereNotNull('canceledAt').count();
    expect(await race(prepare, async () => Number((await countWithdrawn())[0]?.count))).toEqual(oneWinner());
  });

  it('registers the same work, however it is written', async () => {
    const { id: topicId } = await on.given.topic();
    const prepare = async (round: number): Promise<Attempt> => {
      const texts = [`Auditoría ${round}`, `  AUDITORIA   ${round} `];
      const promise = { id_project: topicId, id_user_assigned: people.employee.id, priority: 'Normal', due_date: FUTURE };
      return (nth) => post(manager, 'create_activity', { ...promise, objective: texts[nth % 4 < 2 ? 0 : 1] })(nth);
    };
    const key = (round: number) => ({ topicId, descriptionKey: `auditoria ${round}` });
    expect(await race(prepare, (round) => count('activities', key(round)))).toEqual(oneWinner());
  });

  it('names a topic', async () => {
    const prepare = async (round: number): Promise<Attempt> => {
      const topic = { department: 'SISTEMAS', description_project: '' };
      return (nth) =>
        post(manager, 'create_project', { ...topic, name_project: nth % 4 < 2 ? `Almacén ${round}` : `ALMACEN  ${round}` })(nth);
    };
    expect(await race(prepare, (round) => count('topics', { nameKey: `almacen ${round}` }))).toEqual(oneWinner());
  });

  it('assigns a topic to someone from outside', async () => {
    let assignment = {};
    const prepare = async () => {
      const [topic, outsider] = [await on.given.topic({ department: 'VENTAS' }), await on.given.person()];
      assignment = { topicId: topic.id, userId: outsider.id };
      return post(manager, 'create_assignment', { id_project: topic.id, id_user: outsider.id });
    };
    expect(await race(prepare, () => count('topicAssignments', assignment))).toEqual(oneWinner());
  });

  it('uses a reset token, and it is their password that holds', async () => {
    const visitor = await on.visitor();
    const core = createCore({ db: on.db, clock: () => new Date(), zone: 'America/Mexico_City', secret: SESSION_SECRET });
    const passwordOf = (nth: number) => `clave numero ${nth}`.replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] as string).slice(0, 16);
    let email = '';
    const prepare = async (): Promise<Attempt> => {
      ({ email } = await on.given.person());
      await core.perform({ useCase: requestPasswordReset, actor: null, channel: 'web', input: { email }, effect: 'writes' });
      const { id } = await on.db('passwordResets').join('users', 'users.id', 'userId').where({ email }).first('passwordResets.id');
      const token = makeResetToken(id, keyFor('password-reset', SESSION_SECRET));
      return (nth) => post(visitor, 'reset-password', { email, token, password: passwordOf(nth) })(nth);
    };
    const isTheirs = async (_round: number, statuses: readonly number[]) => {
      const { passwordHash } = await on.db('users').where({ email }).first('passwordHash');
      return isPassword(passwordOf(statuses.indexOf(DONE)), passwordHash);
    };
    expect(await race(prepare, isTheirs)).toEqual(oneWinner(GONE, true));
  });
});

it(`${RIVALS} requests with one key are one act, and all get its answer`, { timeout: 120_000 }, async () => {
  const { id } = await work({ status: 'in_progress' });
  const replies: unknown[][] = [];
  const prepare = async (round: number): Promise<Attempt> => {
    const bodies: unknown[] = [];
    replies.push(bodies);
    const comment = { activitie_id: id, comment: `Dicho ${round}` };
    return async (nth) => {
      const answer = await post(employee, 'record_comments_activity', comment, { 'Idempotency-Key': `once ${round}` })(nth);
      bodies.push(JSON.stringify(answer.body));
      return answer;
    };
  };
  const outcomes = await race(prepare, (round) => count('comments', { body: `Dicho ${round}` }));
  expect(outcomes).toEqual(Array(ROUNDS).fill(`${RIVALS} × ${DONE}: 1`));
  expect(replies.map((bodies) => new Set(bodies).size)).toEqual(Array(ROUNDS).fill(1));
});

it('nobody ended in a deadlock, and both processes leave in order', async () => {
  expect(await on.end()).toEqual([0, 0]);
  expect(await on.deadlocks()).toBe(0);
});
