import type { Knex } from 'knex';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EndpointName, endpoints } from '../../../src/contract/endpoints.ts';
import { adminPolicy, DEVELOPER, EMPLOYEE, isPrivileged, type ManagementAct, type Person } from '../../../src/domain/people/person.ts';
import { Refused } from '../../../src/domain/refusal.ts';
import { cancelEmailChange } from '../../../src/use-cases/account/email-change.ts';
import { completeActivity } from '../../../src/use-cases/activities/complete-activity.ts';
import { validateActivities } from '../../../src/use-cases/activities/many-activities.ts';
import { reassignActivity } from '../../../src/use-cases/activities/reassign-activity.ts';
import { validateActivity } from '../../../src/use-cases/activities/validate-activity.ts';
import { addAbsence, cancelAbsence } from '../../../src/use-cases/people/absences.ts';
import { setUserStatus } from '../../../src/use-cases/people/set-user-status.ts';
import { createUser, inviteUser, updateUser } from '../../../src/use-cases/people/users.ts';
import type { UseCase } from '../../../src/use-cases/use-case.ts';
import { type TestDatabase, testDatabase } from '../../database.ts';
import { isDeep } from '../../deep.ts';
import { day, given, NOW, TODAY } from '../../factories.ts';
import { stage } from '../../stage.ts';

/*
 * The deliverer wants a verdict on what they delivered for the subject. Accomplices help: the helper has no privilege, the peer has it. Each
 * administrative act of the contract is done for real, for each pair of roles, and then each verdict is tried.
 */

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const roles = {
  employee: { position: 'ANALISTA', kind: EMPLOYEE },
  supervisor: { position: 'SUPERVISOR DE PATIO', kind: EMPLOYEE },
  developer: { position: 'ANALISTA', kind: DEVELOPER },
} as const;
type Role = keyof typeof roles;
const parts = ['deliverer', 'subject', 'middle', 'helper', 'peer', 'colleague'] as const;
type Part = (typeof parts)[number];
/** Who reports to whom, as `[who, boss]`. The middle person has no privilege. */
const relations: Record<string, readonly (readonly [Part, Part])[]> = {
  unrelated: [],
  'the subject above': [['deliverer', 'subject']],
  'the deliverer above': [['subject', 'deliverer']],
  'the deliverer above a middle person': [
    ['subject', 'middle'],
    ['middle', 'deliverer'],
  ],
  'a middle person above the subject': [['subject', 'middle']],
};

interface World {
  db: Knex;
  ids: Record<Part, number>;
  /** What the deliverer delivered as the responsible and for a colleague, and what they are to complete. */
  delivered: number;
  substituted: number;
  open: number;
  /** Work that the subject registered for themselves. */
  own: number;
}

async function makeWorld(db: Knex, deliverer: Role, subject: Role, relation: string): Promise<World> {
  const make = given(db);
  const facts = { deliverer: roles[deliverer], subject: roles[subject], peer: roles.supervisor };
  const people = {} as Record<Part, Person>;
  for (const part of parts) people[part] = await make.person({ ...roles.employee, ...(facts as Partial<Record<Part, object>>)[part] });
  const ids = Object.fromEntries(parts.map((part) => [part, people[part].id])) as Record<Part, number>;
  for (const [who, boss] of relations[relation] ?? []) await db('users').where({ id: ids[who] }).update({ managerId: ids[boss] });
  const topic = await make.topic();
  const add = async (assignee: Part, status: 'completed' | 'in_progress', owner: Part = 'subject') =>
    (await make.activity({ owner: people[owner], assignee: people[assignee], topic, status })).id;
  const [delivered, substituted] = [await add('deliverer', 'completed'), await add('colleague', 'completed')];
  const row = { act: 'complete', actorId: ids.deliverer, channel: 'web', at: NOW, fromStatus: 'in_progress', toStatus: 'completed' };
  for (const activityId of [delivered, substituted]) await db('activityHistory').insert({ ...row, activityId });
  return { db, ids, delivered, substituted, open: await add('deliverer', 'in_progress'), own: await add('subject', 'in_progress') };
}

const read = (db: Knex, table: string, id: number) => db(table).where({ id }).first();

/** Whether somebody did it, as they are by now; a refusal changes nothing. */
async function tries<Input>({ db }: World, useCase: UseCase<Input, unknown>, who: number, input: Input): Promise<boolean> {
  try {
    await stage(db).act(useCase, await read(db, 'users', who), input);
    return true;
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
}

/** What the deliverer does. */
type Attempt = (world: World) => Promise<boolean>;
const days = { fromOn: TODAY, toOn: day('2026-11-24') };
const away =
  (absent: Part, substitute: Part): Attempt =>
  (world) =>
    tries(world, addAbsence, world.ids.deliverer, { userId: world.ids[absent], substituteId: world.ids[substitute], ...days });
const leave =
  (part: Part, to: Part | null): Attempt =>
  (world) =>
    tries(world, setUserStatus, world.ids.deliverer, { id: world.ids[part], isActive: false, reassignTo: to && world.ids[to] });
const edit =
  (part: Part, changes: Partial<Person>, manager?: Part | null): Attempt =>
  async (world) => {
    const person: Person = await read(world.db, 'users', world.ids[part]);
    const managerId = manager && world.ids[manager];
    return tries(world, updateUser, world.ids.deliverer, { ...person, ...changes, managerId, seen: undefined });
  };
const register =
  (manager: Part | null): Attempt =>
  (world) => {
    const names = { firstName: 'Títere', lastName: 'Nuevo', alias: null, phone: null, level: 'A', department: 'SISTEMAS' };
    const account = { ...names, employeeNumber: 'P-1', email: 'puppet@demo.mx', position: 'GERENTE GENERAL' };
    return tries(world, createUser, world.ids.deliverer, { ...account, managerId: manager && world.ids[manager] });
  };

type Administrative = {
  [Name in EndpointName]: (typeof endpoints)[Name] extends { effect: 'writes'; who: ManagementAct } ? Name : never;
}[EndpointName];

/** What each administrative act tries, or why it changes nobody who decides. An act without an entry does not compile. */
const acts: Record<Administrative | 'addAbsence' | 'cancelAbsence', readonly Attempt[] | string> = {
  addAbsence: [
    ...(['helper', 'deliverer', 'peer'] as const).map((substitute) => away('subject', substitute)),
    away('colleague', 'helper'),
    // The subject trusts the deliverer, which is no verdict on what they delivered.
    (world) => tries(world, addAbsence, world.ids.subject, { substituteId: world.ids.deliverer, ...days }),
  ],
  cancelAbsence: [
    async (world) => {
      const absence = { userId: world.ids.subject, substituteId: world.ids.colleague, ...days, createdAt: NOW };
      const [{ id }] = await world.db('absences').insert(absence).returning('id');
      return (await tries(world, cancelAbsence, world.ids.deliverer, { absenceId: id })) && away('subject', 'helper')(world);
    },
  ],
  setUserStatus: [
    ...(['helper', 'deliverer', 'peer', 'colleague'] as const).map((to) => leave('subject', to)),
    leave('colleague', 'helper'),
    leave('colleague', 'deliverer'),
    leave('middle', null),
  ],
  updateUser: [
    ...(['ANALISTA B', 'GERENTE GENERAL'] as const).map((position) => edit('subject', { position })),
    ...[DEVELOPER, EMPLOYEE].map((kind) => edit('subject', { kind })),
    edit('subject', { email: 'otro@demo.mx' }),
    ...([null, 'deliverer', 'helper', 'peer'] as const).map((manager) => edit('subject', {}, manager)),
    ...([null, 'deliverer', 'peer'] as const).map((manager) => edit('middle', {}, manager)),
    edit('deliverer', { position: 'GERENTE GENERAL' }),
    edit('deliverer', { kind: DEVELOPER }),
    edit('deliverer', {}, null),
    edit('helper', { position: 'GERENTE GENERAL' }),
    edit('helper', {}, 'deliverer'),
  ],
  createUser: [register(null), register('deliverer'), register('subject')],
  inviteUser: [(world) => tries(world, inviteUser, world.ids.deliverer, { id: world.ids.subject })],
  cancelEmailChange: [(world) => tries(world, cancelEmailChange, world.ids.deliverer, { id: world.ids.subject })],
  importUsers: 'registers people as createUser does, and refuses those who exist',
  assignActivity: 'registers other work',
  assignToMany: 'registers other work',
  importActivities: 'registers other work',
  withdrawImage: 'is about an image',
  declineRequest: 'is about a request for work',
  createTopic: 'is about a topic',
  updateTopic: 'is about a topic',
  assignTopic: 'is about a topic',
  withdrawTopic: 'is about a topic',
  createTemplate: 'is about a template',
  updateTemplate: 'is about a template',
  retireTemplate: 'is about a template',
  saveHoliday: 'is about a day',
  removeHoliday: 'is about a day',
  resetSecondFactor: 'ends a proof; the password stays',
  allowPasswordResets: 'lets its person ask for a mail again',
  resendNotifications: 'sends mail again',
  addTopicChannel: 'is about a chat',
  removeTopicChannel: 'is about a chat',
  chooseSummary: 'is about a chat',
  createWebhook: 'is about another program',
  updateWebhook: 'is about another program',
  rotateWebhookSecret: 'is about another program',
  removeWebhook: 'is about another program',
  testWebhook: 'is about another program',
  sendMinute: 'mails what was done',
  sendTestMail: 'goes to who asks for it',
  resendWebhookDeliveries: 'is about another program',
};

/** What an edit of an account may make possible. */
const fruits = [away('subject', 'helper'), leave('subject', 'helper')];

/** The verdicts that the deliverer and the accomplices got. Nobody of them may give one. */
async function listProfits(world: World): Promise<string[]> {
  const { db, ids, delivered, substituted, open, own } = world;
  const profits: string[] = [];
  const puppet = await db('users').where({ email: 'puppet@demo.mx' }).first();
  const insiders = [ids.deliverer, ids.helper, ids.peer, ...(puppet ? [puppet.id] : [])];
  for (const by of insiders)
    for (const assigneeId of [ids.subject, by]) await tries(world, reassignActivity, by, { activityId: open, assigneeId, reason: null });
  for (const activityId of [open, own]) {
    const { assigneeId } = await read(db, 'activities', activityId);
    if (assigneeId === ids.subject) continue;
    await tries(world, completeActivity, assigneeId, { activityId, resolution: 'Listo' });
    if ((await read(db, 'activities', activityId)).status === 'verified') profits.push('verified by its completion');
  }
  for (const by of insiders) {
    const activityIds = [delivered, substituted, open];
    for (const activityId of activityIds)
      for (const verdict of ['Verified', 'Rejected'] as const) {
        // To send back one's own work is no profit.
        if (verdict === 'Rejected' && by === ids.deliverer) continue;
        if (await tries(world, validateActivity, by, { activityId, comment: 'Bien', verdict })) profits.push(`${verdict} ${activityId}`);
      }
    const { results } = await stage(db).act(validateActivities, await read(db, 'users', by), { activityIds });
    profits.push(...results.flatMap(({ activityId, refusal }) => (refusal ? [] : [`verified among many: ${activityId}`])));
  }
  return profits;
}

class Undone extends Error {}
/** Runs in a transaction that is rolled back, so that each act meets the same world. */
async function undone(world: World, run: (inside: World) => Promise<void>): Promise<void> {
  const attempt = world.db.transaction(async (db) => {
    await run({ ...world, db });
    throw new Undone();
  });
  await attempt.catch((error) => {
    if (!(error instanceof Undone)) throw error;
  });
}

const mayCall = (name: string, actor: Pick<Person, 'kind' | 'position'>) => {
  const { who } = endpoints[name as EndpointName];
  return who === 'person' || adminPolicy[who as ManagementAct](actor as Person);
};

it('every administrative act of the contract is tried', () => {
  const administrative = Object.entries(endpoints).filter(([, { who, effect }]) => effect === 'writes' && Object.hasOwn(adminPolicy, who));
  expect(Object.keys(acts).sort()).toEqual([...administrative.map(([name]) => name), 'addAbsence', 'cancelAbsence'].sort());
});

const names = Object.keys(roles) as Role[];
/** Reporting lines decide nothing where a Desarrollador acts. */
const playedRelations = (deliverer: Role) => Object.keys(relations).slice(0, deliverer === 'developer' ? 2 : undefined);
const pairs = names.flatMap((deliverer) =>
  names.flatMap((subject, column) =>
    playedRelations(deliverer).map((relation, line) => ({ deliverer, subject, relation, place: column + line })),
  ),
);
it.each(pairs)('no verdict on their own work: $deliverer for $subject, $relation', async ({ deliverer, subject, relation, place }) => {
  await database.wipe();
  const world = await makeWorld(database.db, deliverer, subject, relation);
  const profits: string[] = [];
  let done = 0;
  const attempts = Object.entries(acts)
    .flatMap(([name, tried]) =>
      typeof tried !== 'string' && mayCall(name, roles[deliverer])
        ? tried.map((attempt, index) => ({ name: `${name} ${index}`, attempt }))
        : [],
    )
    // The short form tries a third of the acts in each world, so that each act meets each reporting line with one of the subjects.
    .filter((_, index) => isDeep || (index + place) % names.length === 0);
  for (const { name, attempt } of [{ name: 'nothing', attempt: async () => true }, ...attempts])
    await undone(world, async (inside) => {
      if (!(await attempt(inside))) return;
      done++;
      if (name.startsWith('updateUser')) for (const fruit of fruits) await fruit(inside);
      profits.push(...(await listProfits(inside)).map((profit) => `${name}: ${profit}`));
    });
  expect(profits).toEqual([]);
  // Whoever has privilege may do something beside nothing and what the subject does, or nothing is tried here.
  expect(done > 2).toBe(isPrivileged(roles[deliverer]));
});
