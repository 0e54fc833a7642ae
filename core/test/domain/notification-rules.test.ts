import { describe, expect, it } from 'vitest';
import { type Activity, type Status, statuses } from '../../src/domain/activities/activity.ts';
import { type ActivityKind, isNotificationCurrent } from '../../src/domain/notifications/notification-rules.ts';
import { anActivity, aRequest, day } from '../factories.ts';

const OWNER = 1;
const ASSIGNEE = 2;
/** Both people report to this one. */
const BOSS = 4;
const DUE = day('2026-11-27');

const underWay: Status[] = ['not_started', 'in_progress', 'on_pause'];
const open: Status[] = [...underWay, 'completed'];
const table: Record<ActivityKind, { to: number[]; in: Status[] }> = {
  dueSoon: { to: [ASSIGNEE], in: underWay },
  dueTomorrow: { to: [ASSIGNEE], in: underWay },
  overdue: { to: [ASSIGNEE, OWNER], in: underWay },
  assigned: { to: [ASSIGNEE], in: open },
  verificationRequested: { to: [OWNER], in: ['completed'] },
  extensionRequested: { to: [OWNER], in: underWay },
  verified: { to: [ASSIGNEE], in: ['verified'] },
  rejected: { to: [ASSIGNEE], in: underWay },
  canceled: { to: [ASSIGNEE], in: ['canceled'] },
  extended: { to: [ASSIGNEE], in: open },
  extensionDeclined: { to: [ASSIGNEE], in: open },
  reminded: { to: [ASSIGNEE], in: underWay },
  amended: { to: [ASSIGNEE], in: open },
  reassigned: { to: [OWNER, 3, BOSS], in: open },
  seriesStopped: { to: [OWNER], in: [...statuses] },
  overdueEscalated: { to: [BOSS], in: underWay },
  verdictOverdue: { to: [OWNER, BOSS], in: ['completed'] },
  commented: { to: [], in: [...statuses] },
};
const kinds = Object.keys(table) as ActivityKind[];
const holds = (kind: ActivityKind, recipientId: number, overrides: Partial<Activity>, deadlineOn = DUE) =>
  isNotificationCurrent(
    kind,
    anActivity({ ownerId: OWNER, assigneeId: ASSIGNEE, dueOn: DUE, ...aRequest({ id: ASSIGNEE }), ...overrides }),
    {
      recipientId,
      deadlineOn,
      readManagers: () => [BOSS],
    },
  );

describe('a notification is still current', () => {
  for (const kind of kinds)
    it(`${kind}: in these statuses, for these people, and for nobody else`, () => {
      for (const status of statuses)
        for (const person of [OWNER, ASSIGNEE, 3, BOSS])
          expect([status, person, holds(kind, person, { status })]).toEqual([
            status,
            person,
            table[kind].in.includes(status) && table[kind].to.includes(person),
          ]);
    });

  it('of a request for more time, only while it is open', () => {
    expect(holds('extensionRequested', OWNER, { requestedTo: null })).toBe(false);
  });

  it('of a deadline, only while the activity has that deadline', () => {
    for (const kind of ['dueSoon', 'dueTomorrow', 'overdue'] as const) {
      expect(holds(kind, ASSIGNEE, { extendedTo: day('2026-12-04') })).toBe(false);
      expect(holds(kind, ASSIGNEE, { extendedTo: day('2026-12-04') }, day('2026-12-04'))).toBe(true);
    }
  });
});
