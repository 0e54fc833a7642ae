import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Activity, closedStatuses, isOpen, openStatuses, type Status, statuses } from '../../src/domain/activities/activity.ts';
import { type Act, acts, changeAfter, isTimely, lifecycle, noRequest } from '../../src/domain/activities/lifecycle.ts';
import { refusal } from '../../src/domain/activities/policy.ts';
import { anActivity, aPerson, aRequest, day } from '../factories.ts';

/** docs/product.md, 3.1, as a table; '·' refuses the act, '=' leaves the status as it is. */
const ways = `
              not_started  in_progress  on_pause     completed    verified  canceled
  start       in_progress  ·            ·            ·            ·         ·
  complete    ·            completed    ·            ·            ·         ·
  approve     ·            ·            ·            verified     ·         ·
  reject      ·            ·            ·            in_progress  ·         ·
  cancel      canceled     canceled     canceled     canceled     ·         ·
  comment     ·            =            =            =            ·         ·
  addEvidence ·            =            =            =            ·         ·
  addDocuments ·           =            =            =            ·         ·
  extend      =            =            =            ·            ·         ·
  requestExtension         =  =  =  ·  ·  ·
  declineExtension         =  =  =  ·  ·  ·
  withdrawExtensionRequest =  =  =  ·  ·  ·
  pause       ·            on_pause     ·            ·            ·         ·
  resume      ·            ·            in_progress  ·            ·         ·
  remind      =            =            =            ·            ·         ·
  amend       =            =            =            ·            ·         ·
  reassign    =            =            =            ·            ·         ·
  tick        ·            =            ·            ·            ·         ·
  untick      ·            =            ·            ·            ·         ·
`;
const [heads = [], ...rows] = ways
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/));

describe('the life of an activity', () => {
  it('has an entry for every act and no other', () => {
    expect(rows.map(([act]) => act)).toEqual(acts);
  });

  it.each(rows.flatMap(([act, ...cells]) => cells.map((cell, index): [Act, Status, string] => [act as Act, heads[index] as Status, cell])))(
    '%s when %s: %s',
    (act, from, cell) => {
      expect(isTimely(act, from)).toBe(cell !== '·');
      if (cell !== '·')
        expect(changeAfter(act, { status: from, ownerId: 1, assigneeId: 2 }, new Date()).status).toBe(cell === '=' ? from : cell);
    },
  );

  it('is open until it is verified or canceled', () => {
    expect(statuses.filter(isOpen)).toEqual(['not_started', 'in_progress', 'on_pause', 'completed']);
    expect([...openStatuses, ...closedStatuses].sort()).toEqual([...statuses].sort());
  });
});

const owner = aPerson();
const assignee = aPerson();
const path = fc.array(fc.record({ act: fc.constantFrom(...acts), byOwner: fc.boolean(), minutes: fc.integer({ min: 1, max: 100_000 }) }), {
  maxLength: 40,
});

/** Follows a way through life, skipping what is refused, and shows every activity on it. */
function lives(steps: { act: Act; byOwner: boolean; minutes: number }[], start: Activity): Activity[] {
  const states = [start];
  let now = start.createdAt.getTime();
  for (const { act, byOwner, minutes } of steps) {
    const activity = states.at(-1) as Activity;
    now += minutes * 60_000;
    if (refusal(act, byOwner ? owner : assignee, activity)) continue;
    const facts =
      act === 'extend'
        ? { extendedTo: day('2026-12-24'), extensionReason: 'Motivo' }
        : act === 'requestExtension'
          ? aRequest(byOwner ? owner : assignee)
          : {};
    states.push({ ...activity, ...changeAfter(act, activity, new Date(now)), ...facts });
  }
  return states;
}
const assigned = () => anActivity({ ownerId: owner.id, assigneeId: assignee.id });
const own = () => anActivity({ ownerId: owner.id, assigneeId: owner.id });

describe('on any way through life', () => {
  it('verified and canceled are never left', () => {
    fc.assert(
      fc.property(path, fc.boolean(), (steps, isOwn) => {
        const all = lives(steps, isOwn ? own() : assigned()).map(({ status }) => status);
        const closed = all.findIndex((status) => !isOpen(status));
        expect(closed === -1 || closed === all.length - 1).toBe(true);
      }),
    );
  });

  it('stamps come in order, and only work that was delivered has a closing date', () => {
    fc.assert(
      fc.property(path, fc.boolean(), (steps, isOwn) => {
        for (const { status, createdAt, startedAt, closedAt, verifiedAt, canceledAt } of lives(steps, isOwn ? own() : assigned())) {
          const stamps = [createdAt, startedAt, closedAt, verifiedAt ?? canceledAt].filter((stamp) => stamp !== null);
          expect(stamps).toEqual(stamps.toSorted((a, b) => a.getTime() - b.getTime()));
          expect(startedAt === null).toBe(status === 'not_started' || (status === 'canceled' && startedAt === null));
          if (status === 'completed' || status === 'verified') expect(closedAt).not.toBeNull();
          if (['not_started', 'in_progress', 'on_pause'].includes(status)) expect(closedAt).toBeNull();
          expect(verifiedAt !== null).toBe(status === 'verified');
          expect(canceledAt !== null).toBe(status === 'canceled');
        }
      }),
    );
  });

  it('work keeps the moment it was first started', () => {
    fc.assert(
      fc.property(path, (steps) => {
        const starts = lives(steps, assigned()).flatMap(({ startedAt }) => (startedAt ? [startedAt.getTime()] : []));
        expect(new Set(starts).size).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('there is one extension at most', () => {
    fc.assert(
      fc.property(path, (steps) => {
        const states = lives(steps, assigned());
        const granted = states.filter((activity, index) => activity.extendedTo && !states[index - 1]?.extendedTo);
        expect(granted.length).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('a request is open only while the work is under way and was not extended', () => {
    fc.assert(
      fc.property(path, (steps) => {
        for (const { requestedTo, status, extendedTo } of lives(steps, assigned()))
          if (requestedTo) expect([['not_started', 'in_progress', 'on_pause'].includes(status), extendedTo]).toEqual([true, null]);
      }),
    );
  });

  it('every verified activity was started and completed, in that order', () => {
    fc.assert(
      fc.property(path, (steps) => {
        const all = lives(steps, assigned()).map(({ status }) => status);
        if (all.at(-1) === 'verified') expect(all.indexOf('in_progress')).toBeLessThan(all.lastIndexOf('completed'));
      }),
    );
  });
});

it('every status can be reached', () => {
  const reached = new Set<Status>(['not_started']);
  for (let size = 0; size !== reached.size; ) {
    size = reached.size;
    for (const status of [...reached]) {
      for (const act of acts.filter((one) => isTimely(one, status)))
        reached.add(changeAfter(act, { status, ownerId: 1, assigneeId: 2 }, new Date()).status);
    }
  }
  expect([...reached].sort()).toEqual([...statuses].sort());
});

it('an own activity that is completed is verified in the same step, with both dates', () => {
  const now = new Date();
  expect(changeAfter('complete', { status: 'in_progress', ownerId: 3, assigneeId: 3 }, now)).toEqual({
    status: 'verified',
    closedAt: now,
    verifiedAt: now,
    rejectedAt: null,
    ...noRequest,
  });
  expect(changeAfter('complete', { status: 'in_progress', ownerId: 3, assigneeId: 4 }, now)).toEqual({
    status: 'completed',
    closedAt: now,
    rejectedAt: null,
    ...noRequest,
  });
});

it('rejection clears the closing date and marks the work', () => {
  const now = new Date();
  expect(changeAfter('reject', { status: 'completed', ownerId: 1, assigneeId: 2 }, now)).toEqual({
    status: 'in_progress',
    closedAt: null,
    rejectedAt: now,
  });
});

it('stamps only what the table says', () => {
  const now = new Date();
  for (const act of acts) {
    const { status: _, ...stamps } = changeAfter(act, { status: lifecycle[act].from[0], ownerId: 1, assigneeId: 2 }, now);
    const expected = {
      start: { startedAt: now },
      complete: { closedAt: now, rejectedAt: null, ...noRequest },
      approve: { verifiedAt: now, rejectedAt: null },
      reject: { rejectedAt: now, closedAt: null },
      cancel: { canceledAt: now, rejectedAt: null, ...noRequest },
      extend: noRequest,
      declineExtension: noRequest,
      withdrawExtensionRequest: noRequest,
      reassign: noRequest,
    };
    expect([act, stamps]).toEqual([act, expected[act as keyof typeof expected] ?? {}]);
  }
});
