import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { statuses } from '../../src/domain/activities/activity.ts';
import { type Act, acts, lifecycle } from '../../src/domain/activities/lifecycle.ts';
import {
  activityPolicy,
  actsOpenTo,
  assignableOutsiders,
  maySee,
  refusal,
  refusalToCancelComment,
} from '../../src/domain/activities/policy.ts';
import { adminPolicy, type Person } from '../../src/domain/people/person.ts';
import { anActivity, aPerson, aRequest, day } from '../factories.ts';

const people = {
  owner: aPerson({ id: 1 }),
  responsible: aPerson({ id: 2 }),
  both: aPerson({ id: 3 }),
  manager: aPerson({ id: 4, position: 'GERENTE GENERAL' }),
  developer: aPerson({ id: 5, kind: 'Desarrollador' }),
  stranger: aPerson({ id: 6 }),
};
const work = anActivity({ ownerId: 1, assigneeId: 2 });
const own = anActivity({ ownerId: 3, assigneeId: 3 });
/** An activity at the time of an act. */
const timely = (act: Act, activity: typeof work) => ({
  ...activity,
  status: lifecycle[act].from[0],
  ...(['declineExtension', 'withdrawExtensionRequest'].includes(act) && aRequest(people.responsible)),
});

/** docs/product.md, 2.4 and 2.5, row by row. `both` is owner and responsible of an own activity. */
const table = `
              owner  responsible  both  manager  developer  stranger
  start       no     yes          yes   no       no         unknown
  complete    no     yes          yes   no       no         unknown
  approve     yes    no           yes   no       no         unknown
  reject      yes    no           yes   no       no         unknown
  cancel      yes    no           yes   no       no         unknown
  comment     yes    yes          yes   yes      yes        unknown
  addEvidence yes    yes          yes   yes      yes        unknown
  addDocuments yes   yes          yes   yes      yes        unknown
  extend      yes    no           yes   no       no         unknown
  requestExtension no yes         mine  no       no         unknown
  declineExtension yes no         yes   no       no         unknown
  withdrawExtensionRequest no yes yes   no       no         unknown
  pause       yes    yes          yes   no       no         unknown
  resume      yes    yes          yes   no       no         unknown
  remind      yes    no           own   no       no         unknown
  amend       yes    no           yes   no       no         unknown
  reassign    yes    no           mayNotAssign no no        unknown
  tick        no     yes          yes   no       no         unknown
  untick      no     yes          yes   no       no         unknown
`;
const [heads = [], ...rows] = table
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/));
const answers = {
  yes: undefined,
  no: 'activity.forbidden',
  unknown: 'activity.unknown',
  own: 'activity.ownNotReminded',
  mine: 'activity.ownExtension',
  mayNotAssign: 'admin.forbidden',
} as const;

describe('who may do what to an activity', () => {
  it('is said for every act', () => {
    expect(rows.map(([act]) => act).sort()).toEqual(Object.keys(activityPolicy).sort());
  });

  const cells = rows.flatMap(([act, ...row]) =>
    row.map((cell, index) => [act, heads[index], cell] as [Act, keyof typeof people, keyof typeof answers]),
  );
  it.each(cells)('%s by the %s: %s', (act, who, cell) => {
    expect(refusal(act, people[who], timely(act, who === 'both' ? own : work))?.code).toBe(answers[cell]);
  });

  const substitute = (id: number, ...absent: number[]) => ({
    ...aPerson({ id }),
    substitutesFor: absent.map((of) => ({ id: of, name: '', kind: 'Usuario', position: 'ANALISTA' })),
  });
  const ofOwner = acts.filter((act) => activityPolicy[act] === 'owner');
  const codesOf = (actor: Person) => new Set(ofOwner.map((act) => refusal(act, actor, timely(act, work))?.code));

  it('a substitute: what the absent person may; nothing of the owner on work of their own', () => {
    expect(codesOf(substitute(6, 1))).toEqual(new Set([undefined]));
    expect(codesOf(substitute(2, 1))).toEqual(new Set(['activity.ownDelivery']));
    expect(refusal('start', substitute(2, 1), work)).toBeNull();
  });

  it('a substitute of owner and responsible: all but the verdict and the answer to a request', () => {
    const verdicts = ofOwner.filter((act) => refusal(act, substitute(6, 1, 2), timely(act, work)));
    expect(verdicts).toEqual(['approve', 'reject', 'declineExtension']);
    expect(refusal('extend', substitute(6, 1, 2), { ...work, ...aRequest(people.responsible) })).toEqual({ code: 'activity.ownDelivery' });
  });

  it('what somebody completed for another: they do not approve it, but may send it back', () => {
    const delivered = { ...work, status: 'completed' as const, delivererId: people.owner.id };
    expect(refusal('approve', people.owner, delivered)).toEqual({ code: 'activity.ownDelivery' });
    expect(actsOpenTo(people.owner, delivered).has('reject')).toBe(true);
    // Own work rests as delivered only where it changed hands in a release before 1.3.0.
    const ofItsOwner = { ...delivered, assigneeId: people.owner.id };
    expect(refusal('approve', people.owner, ofItsOwner)).toEqual({ code: 'activity.ownDelivery' });
    expect(actsOpenTo(people.developer, ofItsOwner).has('approve')).toBe(true);
    expect(actsOpenTo(people.developer, delivered).has('approve')).toBe(false);
  });

  it('who asked for more time never answers, whatever they are by now', () => {
    const asked = { ...work, ...aRequest(people.owner) };
    const answer = (actor: Person, activity: typeof asked) =>
      (['extend', 'declineExtension'] as const).map((act) => refusal(act, actor, activity)?.code);
    expect(answer(people.owner, asked)).toEqual(['activity.ownRequest', 'activity.ownRequest']);
    expect(answer(substitute(6, 1), asked)).toEqual([undefined, undefined]);
    expect(answer(substitute(2, 1), asked)).toEqual(['activity.ownDelivery', 'activity.ownDelivery']);
  });

  it('a request: once while it is open, not by the owner for another, not on own work by a substitute, not after the extension', () => {
    const asked = { ...work, ...aRequest(people.responsible) };
    expect(refusal('requestExtension', people.responsible, asked)).toEqual({
      code: 'activity.extensionRequested',
      requestedTo: asked.requestedTo,
    });
    expect(refusal('requestExtension', substitute(1, 2), work)).toEqual({ code: 'activity.ownExtension' });
    expect(refusal('requestExtension', substitute(6, 3), own)).toEqual({ code: 'activity.ownExtension' });
    for (const act of ['requestExtension', 'extend'] as const)
      expect(refusal(act, people[act === 'extend' ? 'owner' : 'responsible'], { ...work, extendedTo: day('2026-12-15') })?.code).toBe(
        'activity.alreadyExtended',
      );
    for (const act of ['declineExtension', 'withdrawExtensionRequest'] as const)
      expect(refusal(act, people[act === 'declineExtension' ? 'owner' : 'responsible'], work)?.code).toBe('activity.extensionNotRequested');
  });

  it('a substitute: no verdict on what is or was delivered by who registered the absence', () => {
    const named = {
      ...aPerson({ id: 6 }),
      substitutesFor: [{ id: 1, name: '', kind: 'Usuario', position: 'ANALISTA', registeredById: 2 }],
    };
    const verdicts = (activity: typeof work) => (['approve', 'reject'] as const).map((act) => refusal(act, named, activity)?.code);
    const completed = { ...work, status: 'completed' as const };
    expect(verdicts(completed)).toEqual(['activity.ownDelivery', 'activity.ownDelivery']);
    expect(verdicts({ ...completed, assigneeId: 4, delivererId: 2 })).toEqual(['activity.ownDelivery', 'activity.ownDelivery']);
    expect(verdicts({ ...completed, assigneeId: 4, delivererId: 4 })).toEqual([undefined, undefined]);
    expect(refusal('remind', named, work)).toBeNull();
  });

  it('to see it: owner, responsible and the privileged', () => {
    const seers = Object.entries(people).filter(([, person]) => maySee(person, work));
    expect(seers.map(([who]) => who)).toEqual(['owner', 'responsible', 'manager', 'developer']);
  });
});

describe('for any person and activity', () => {
  const meeting = fc.record({
    actor: fc.record({
      id: fc.integer({ min: 1, max: 4 }),
      kind: fc.constantFrom('Usuario', 'Desarrollador'),
      position: fc.constantFrom('ANALISTA', 'Gerente', ''),
    }),
    activity: fc.record({
      ownerId: fc.integer({ min: 1, max: 4 }),
      assigneeId: fc.integer({ min: 1, max: 4 }),
      status: fc.constantFrom(...statuses),
      extendedTo: fc.constantFrom(null, day('2026-12-01')),
    }),
  });

  it('exactly the acts that are not refused are offered', () => {
    fc.assert(
      fc.property(meeting, ({ actor, activity }) => {
        const open = actsOpenTo(actor, activity);
        for (const act of acts) expect(open.has(act)).toBe(refusal(act, actor, activity) === null);
      }),
    );
  });

  it('nothing is open to the person who cannot see it, and its status does not show', () => {
    fc.assert(
      fc.property(meeting, fc.constantFrom(...acts), ({ actor, activity }, act) => {
        if (maySee(actor, activity)) return;
        expect([...actsOpenTo(actor, activity)]).toEqual([]);
        expect(refusal(act, actor, activity)).toEqual({ code: 'activity.unknown' });
      }),
    );
  });

  it('nothing is open once it is verified or canceled', () => {
    fc.assert(
      fc.property(meeting, fc.constantFrom('verified' as const, 'canceled' as const), ({ actor, activity }, status) => {
        expect(actsOpenTo(actor, { ...activity, status }).size).toBe(0);
      }),
    );
  });

  it('privilege alone opens comments and evidence, and a Desarrollador verifies what its owner delivered', () => {
    fc.assert(
      fc.property(meeting, ({ actor, activity }) => {
        if (actor.id === activity.ownerId || actor.id === activity.assigneeId) return;
        const judges = actor.kind === 'Desarrollador' && activity.ownerId === activity.assigneeId;
        const allowed = ['comment', 'addEvidence', 'addDocuments', ...(judges ? ['approve'] : [])];
        for (const act of actsOpenTo(actor, activity)) expect(allowed).toContain(act);
      }),
    );
  });
});

it('an extension is refused when there is one, with its date', () => {
  const extended = { ...work, extendedTo: day('2026-12-01') };
  expect(refusal('extend', people.owner, extended)).toEqual({ code: 'activity.alreadyExtended', extendedTo: '2026-12-01' });
  expect(actsOpenTo(people.owner, work).has('extend')).toBe(true);
});

it('that it is the wrong person is said before the status is', () => {
  expect(refusal('start', people.owner, { ...work, status: 'completed' })).toMatchObject({
    code: 'activity.forbidden',
    holder: 'assignee',
  });
  expect(refusal('start', people.responsible, { ...work, status: 'completed' })).toEqual({
    code: 'activity.untimely',
    act: 'start',
    status: 'completed',
  });
});

describe('the administration', () => {
  const may = (who: Person) =>
    Object.entries(adminPolicy)
      .filter(([, rule]) => rule(who))
      .map(([act]) => act);
  const privileged = ['manageUsers', 'manageTopics', 'assignTopics', 'assignActivities', 'readGlobalReports'];

  it('is open to the privileged; only a Desarrollador makes another and reads the history of the administration', () => {
    expect(may(people.manager)).toEqual(expect.arrayContaining(privileged));
    for (const act of ['makeDevelopers', 'readAdminHistory', 'exportCompany']) expect(may(people.manager)).not.toContain(act);
    expect(may(people.developer)).toEqual(expect.arrayContaining([...privileged, 'makeDevelopers', 'readAdminHistory']));
    for (const who of [people.owner, people.responsible, people.stranger]) expect(may(who)).toEqual([]);
  });
});

describe('a comment is cancelled', () => {
  const comment = { authorId: 2, canceledAt: null };
  const open = { ...work, status: 'in_progress' as const };

  it('by its author, while the activity is open', () => {
    for (const status of statuses) {
      const no = refusalToCancelComment(people.responsible, comment, { ...work, status });
      expect([status, no?.code]).toEqual([status, ['verified', 'canceled'].includes(status) ? 'comment.tooLate' : undefined]);
    }
  });

  it('by nobody else, and once', () => {
    expect(refusalToCancelComment(people.owner, comment, open)).toEqual({ code: 'comment.forbidden' });
    expect(refusalToCancelComment(people.developer, comment, open)).toEqual({ code: 'comment.forbidden' });
    expect(refusalToCancelComment(people.stranger, comment, open)).toEqual({ code: 'comment.unknown' });
    expect(refusalToCancelComment(people.responsible, { ...comment, canceledAt: new Date() }, open)).toEqual({
      code: 'comment.alreadyCanceled',
    });
  });

  it('by an author who no longer sees the activity: not even that it exists', () => {
    expect(refusalToCancelComment(people.stranger, { authorId: people.stranger.id, canceledAt: null }, open)).toEqual({
      code: 'comment.unknown',
    });
  });
});

it('a topic is offered to active people of other departments who do not have it', () => {
  const topic = { id: 7, department: 'ALMACEN' };
  const own = aPerson({ id: 11, department: 'ALMACEN' });
  const away = aPerson({ id: 12, department: 'VENTAS', isActive: false });
  const assigned = aPerson({ id: 13, department: 'VENTAS' });
  const other = aPerson({ id: 14, department: 'VENTAS' });
  const assignments = [
    { topicId: 7, userId: assigned.id },
    { topicId: 8, userId: other.id },
  ];
  expect(assignableOutsiders(topic, [own, away, assigned, other], assignments)).toEqual([other]);
});
