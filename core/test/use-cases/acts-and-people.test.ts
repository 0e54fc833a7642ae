import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Status, statuses } from '../../src/domain/activities/activity.ts';
import { type Act, acts } from '../../src/domain/activities/lifecycle.ts';
import type { Person } from '../../src/domain/people/person.ts';
import { amendActivity } from '../../src/use-cases/activities/amend-activity.ts';
import { cancelActivity } from '../../src/use-cases/activities/cancel-activity.ts';
import { commentActivity } from '../../src/use-cases/activities/comments.ts';
import { completeActivity } from '../../src/use-cases/activities/complete-activity.ts';
import { addDocuments, addEvidence } from '../../src/use-cases/activities/evidence.ts';
import { extendDeadline } from '../../src/use-cases/activities/extend-deadline.ts';
import { pauseActivity, resumeActivity } from '../../src/use-cases/activities/pause-activity.ts';
import { reassignActivity } from '../../src/use-cases/activities/reassign-activity.ts';
import { remindActivity } from '../../src/use-cases/activities/remind-activity.ts';
import { declineExtension, requestExtension, withdrawExtensionRequest } from '../../src/use-cases/activities/request-extension.ts';
import { startActivity } from '../../src/use-cases/activities/start-activity.ts';
import { tickItems, untickItems } from '../../src/use-cases/activities/tick-checklist.ts';
import { validateActivity } from '../../src/use-cases/activities/validate-activity.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { aChecklist, aRequest, day, given } from '../factories.ts';
import { refusalOf, type Stage, stage } from '../stage.ts';
import { everythingIn } from '../tables.ts';

let database: TestDatabase;
let on: Stage;
beforeAll(async () => {
  database = await testDatabase();
  on = stage(database.db);
});
beforeEach(() => database.wipe());
afterAll(() => database.close());

let successor: Person;
const amendment = { description: 'Revisar el inventario de la bodega', priority: 'high' as const };

/** Each act done as a person would, on an activity. */
const attempts: Record<Act, (who: Person, activityId: number) => Promise<unknown>> = {
  start: (who, activityId) => on.act(startActivity, who, { activityId }),
  complete: (who, activityId) => on.act(completeActivity, who, { activityId, resolution: 'Listo' }),
  approve: (who, activityId) => on.act(validateActivity, who, { activityId, comment: null, verdict: 'Verified' }),
  reject: (who, activityId) => on.act(validateActivity, who, { activityId, comment: 'Falta el acta', verdict: 'Rejected' }),
  cancel: (who, activityId) => on.act(cancelActivity, who, { activityId }),
  comment: (who, activityId) => on.act(commentActivity, who, { activityId, body: 'Avanza' }),
  addEvidence: (who, activityId) => on.act(addEvidence, who, { activityId, images: [] }),
  addDocuments: (who, activityId) => on.act(addDocuments, who, { activityId, documents: [] }),
  extend: (who, activityId) => on.act(extendDeadline, who, { activityId, extendedTo: day('2026-12-15'), reason: 'Faltan piezas' }),
  requestExtension: (who, activityId) =>
    on.act(requestExtension, who, { activityId, requestedTo: day('2026-12-15'), reason: 'El proveedor no llega' }),
  declineExtension: (who, activityId) => on.act(declineExtension, who, { activityId, comment: 'El cliente espera' }),
  withdrawExtensionRequest: (who, activityId) => on.act(withdrawExtensionRequest, who, { activityId }),
  pause: (who, activityId) => on.act(pauseActivity, who, { activityId, comment: null }),
  resume: (who, activityId) => on.act(resumeActivity, who, { activityId, comment: null }),
  remind: (who, activityId) => on.act(remindActivity, who, { activityId, message: 'Hoy, por favor' }),
  amend: (who, activityId) => on.act(amendActivity, who, { activityId, ...amendment, reason: null }),
  reassign: (who, activityId) => on.act(reassignActivity, who, { activityId, assigneeId: successor.id, reason: null }),
  tick: (who, activityId) => on.act(tickItems, who, { activityId, items: [2] }),
  untick: (who, activityId) => on.act(untickItems, who, { activityId, items: [1] }),
};

type Role = 'owner' | 'assignee' | 'supervisor' | 'stranger';

const underWay: Partial<Record<Status, Status>> = { not_started: 'not_started', in_progress: 'in_progress', on_pause: 'on_pause' };
/** docs/product.md, 2 and 3: who, from which status, to which. */
const expected: Record<Act, { who: Role[]; from: Partial<Record<Status, Status>> }> = {
  start: { who: ['assignee'], from: { not_started: 'in_progress' } },
  complete: { who: ['assignee'], from: { in_progress: 'completed' } },
  approve: { who: ['owner'], from: { completed: 'verified' } },
  reject: { who: ['owner'], from: { completed: 'in_progress' } },
  cancel: {
    who: ['owner'],
    from: { not_started: 'canceled', in_progress: 'canceled', on_pause: 'canceled', completed: 'canceled' },
  },
  comment: {
    who: ['owner', 'assignee', 'supervisor'],
    from: { in_progress: 'in_progress', completed: 'completed', on_pause: 'on_pause' },
  },
  addEvidence: {
    who: ['owner', 'assignee', 'supervisor'],
    from: { in_progress: 'in_progress', completed: 'completed', on_pause: 'on_pause' },
  },
  addDocuments: {
    who: ['owner', 'assignee', 'supervisor'],
    from: { in_progress: 'in_progress', completed: 'completed', on_pause: 'on_pause' },
  },
  extend: { who: ['owner'], from: underWay },
  requestExtension: { who: ['assignee'], from: underWay },
  declineExtension: { who: ['owner'], from: underWay },
  withdrawExtensionRequest: { who: ['assignee'], from: underWay },
  pause: { who: ['owner', 'assignee'], from: { in_progress: 'on_pause' } },
  resume: { who: ['owner', 'assignee'], from: { on_pause: 'in_progress' } },
  remind: { who: ['owner'], from: underWay },
  amend: { who: ['owner'], from: underWay },
  reassign: { who: ['owner'], from: underWay },
  tick: { who: ['assignee'], from: { in_progress: 'in_progress' } },
  untick: { who: ['assignee'], from: { in_progress: 'in_progress' } },
};

async function cast() {
  const make = given(database.db);
  const [owner, assignee, stranger] = [await make.person(), await make.person(), await make.person()];
  const supervisor = await make.person({ position: 'Supervisor de obra' });
  successor = await make.person();
  return { owner, assignee, supervisor, stranger };
}

/** One of two ticked where the act is about the list; the others would be refused over it. */
const listFor = (act: Act) => (act === 'tick' || act === 'untick' ? aChecklist(['Sellos', 'Acta'], 1) : null);

const isAboutRequest = (act: Act) => act === 'declineExtension' || act === 'withdrawExtensionRequest';

const statusOf = async (id: number) => (await database.db('activities').where({ id }).first('status')).status;

describe.each(acts)('%s', (act) => {
  it('is open to those the decisions name, from the statuses they name, and leads where they say', async () => {
    const people = await cast();
    for (const role of expected[act].who) {
      for (const [from, to] of Object.entries(expected[act].from) as [Status, Status][]) {
        const { id } = await given(database.db).activity({
          owner: people.owner,
          assignee: people.assignee,
          status: from,
          checklist: listFor(act),
          ...(isAboutRequest(act) && aRequest(people.assignee)),
        });
        await attempts[act](people[role], id);
        expect([role, from, await statusOf(id)]).toEqual([role, from, to]);
        const rows = await database.db('activityHistory').where({ activityId: id });
        expect(rows).toMatchObject([{ act, actorId: people[role].id, fromStatus: from, toStatus: to, channel: 'web' }]);
      }
    }
  });

  it('writes nothing when it is not their turn, and names the status', async () => {
    const people = await cast();
    const role = expected[act].who[0] as Role;
    for (const status of statuses.filter((one) => !(one in expected[act].from))) {
      const { id } = await given(database.db).activity({ owner: people.owner, assignee: people.assignee, status });
      const before = await everythingIn(database.db);
      expect(await refusalOf(attempts[act](people[role], id))).toEqual({ code: 'activity.untimely', act, status });
      expect(await everythingIn(database.db)).toEqual(before);
    }
  });

  it('writes nothing for anybody else: who sees the activity is informed that it is not theirs, to a stranger it does not exist', async () => {
    const people = await cast();
    const status = Object.keys(expected[act].from)[0] as Status;
    const { id } = await given(database.db).activity({ owner: people.owner, assignee: people.assignee, status });
    const before = await everythingIn(database.db);
    for (const role of (['owner', 'assignee', 'supervisor'] as const).filter((one) => !expected[act].who.includes(one))) {
      expect(await refusalOf(attempts[act](people[role], id))).toMatchObject({ code: 'activity.forbidden', act });
    }
    expect(await refusalOf(attempts[act](people.stranger, id))).toEqual({ code: 'activity.unknown' });
    expect(await refusalOf(attempts[act](people.owner, id + 1000))).toEqual({ code: 'activity.unknown' });
    expect(await everythingIn(database.db)).toEqual(before);
  });
});

it('says by name who may, to the person who may not', async () => {
  const owner = await given(database.db).person({ firstName: 'Ana', lastName: 'Ruiz' });
  const assignee = await given(database.db).person({ firstName: 'Beto', lastName: 'Díaz' });
  const boss = await given(database.db).manager();
  const { id } = await given(database.db).activity({ owner, assignee, status: 'in_progress' });
  expect(await refusalOf(attempts.complete(owner, id))).toMatchObject({ holder: 'assignee', names: 'Beto Díaz' });
  expect(await refusalOf(attempts.cancel(assignee, id))).toMatchObject({ holder: 'owner', names: 'Ana Ruiz' });
  expect(await refusalOf(attempts.pause(boss, id))).toMatchObject({ holder: 'ownerOrAssignee', names: 'Ana Ruiz y Beto Díaz' });
});

it('names in the history the channel an act came through', async () => {
  const { owner, assignee } = await cast();
  for (const channel of ['web', 'terminal', 'slack', 'teams', 'whatsapp'] as const) {
    const { id } = await given(database.db).activity({ owner, assignee });
    await on.act(startActivity, assignee, { activityId: id }, { channel });
    expect(await database.db('activityHistory').where({ activityId: id }).pluck('channel')).toEqual([channel]);
  }
});
