import type { Activity } from '../../domain/activities/activity.ts';
import { peopleAfterHandOver, refusalToChange } from '../../domain/activities/duties.ts';
import type { NotificationKind } from '../../domain/notifications/notification.ts';
import { type Actor, fullName } from '../../domain/people/person.ts';
import { invalid, Refused } from '../../domain/refusal.ts';
import type { StoredAccount } from '../../persistence/people/users.ts';
import { demandManageable } from '../account/lock-account.ts';
import { historyEntry } from '../activities/apply-act.ts';
import { personSubject, recordAdminAct } from '../record-admin-act.ts';
import type { Context, UseCase } from '../use-case.ts';

type StatusChange = { id: number; isActive: boolean; reassignTo: number | null };

type NewPeople = Pick<Activity, 'ownerId' | 'assigneeId'>;

/** Plans who gets each activity of `from`. Duties may forbid some of them, and then all of those are named. */
async function planHandOver({ repos, actor }: Context<unknown, Actor>, open: readonly Activity[], from: StoredAccount, to: StoredAccount) {
  const deliverers = await repos.history.readDeliverers(open.filter(({ status }) => status === 'completed').map(({ id }) => id));
  const handOver = { fromId: from.id, toId: to.id, actorId: actor.id };
  const plan = open.map((activity) => ({
    activity,
    people: peopleAfterHandOver({ ...activity, delivererId: deliverers.get(activity.id) }, handOver),
  }));
  const folios = plan.flatMap(({ activity, people }) => (people ? [] : [activity.id]));
  if (folios.length > 0) throw new Refused({ code: 'user.reassignConflict', folios });
  return plan.flatMap(({ activity, people }) => (people ? [{ activity, people }] : []));
}

/** Gives one activity of `from` to others; the new responsible is notified, and the new owner where a verification or a request for more time waits. */
async function handOver(
  context: Context<unknown, Actor>,
  activity: Activity,
  people: NewPeople,
  from: StoredAccount,
  to: StoredAccount,
): Promise<void> {
  const isMoved = await context.repos.activities.handOver(activity.id, people);
  if (!isMoved) throw new Refused({ code: 'user.reassignDuplicate', folio: activity.id });

  const roles = (['owner', 'assignee'] as const).filter((role) => activity[`${role}Id`] === from.id && people[`${role}Id`] === to.id);
  const hasActor = activity.ownerId === from.id && people.ownerId !== to.id;
  const handover = { from: fullName(from), to: fullName(to), roles, ...(hasActor && { owner: fullName(context.actor) }) };
  const facts = { ...people, handover };
  const kinds: NotificationKind[] = [
    ...(activity.assigneeId === from.id ? (['assigned'] as const) : []),
    ...(activity.ownerId === from.id && activity.status === 'completed' ? (['verificationRequested'] as const) : []),
    ...(activity.ownerId === from.id && activity.requestedTo && activity.assigneeId !== from.id ? (['extensionRequested'] as const) : []),
  ];
  const notifications = kinds.map((kind) => [kind, kind === 'assigned' ? people.assigneeId : people.ownerId] as const);
  const { status } = activity;
  await context.repos.history.add(activity.id, historyEntry('reassign', context, { from: status, to: status, facts, notifications }));
}

/** Ends a person's access at once; nothing open may stay with them. Returns how many activities others got. */
async function deactivate(
  context: Context<StatusChange, Actor>,
  account: StoredAccount,
  successor: StoredAccount | undefined,
): Promise<number> {
  const { repos, actor, input } = context;
  const isFit = successor?.isActive && successor.id !== account.id;
  if (input.reassignTo && !isFit) throw invalid('reassignTo', 'reassignToUnknown');
  if (successor?.id === actor.id) throw invalid('reassignTo', 'reassignToActor');

  const open = await repos.activities.lockOpen(account.id);
  if (open.length > 0 && !successor) throw new Refused({ code: 'user.hasOpenActivities', count: open.length });
  const plan = successor ? await planHandOver(context, open, account, successor) : [];
  for (const { activity, people } of plan) await handOver(context, activity, people, account, successor as StoredAccount);

  await repos.users.update(account.id, { isActive: false });
  await repos.sessions.endAll(account.id);
  await repos.knownDevices.forgetAll(account.id);
  await repos.deviceAuthorizations.removeByPerson(account.id, context.now);
  await repos.chatLinks.removeCode(account.id);
  await repos.accessTokens.revokeAll(account.id);
  await repos.calendarFeeds.remove(account.id);
  await repos.passwordResets.removeByUser(account.id);
  await repos.emailChanges.removeByUser(account.id);
  return open.length;
}

export const setUserStatus: UseCase<StatusChange, void> = async (context) => {
  const { repos, actor, input } = context;
  // All accounts are locked in one go and in one order, so that two people handing over to each other do not wait for ever.
  const accounts = await repos.users.lock(input.id, actor.id, ...(input.reassignTo ? [input.reassignTo] : []));
  const account = demandManageable(
    actor,
    accounts.find(({ id }) => id === input.id),
  );
  if (!input.isActive && account.id === actor.id) throw new Refused({ code: 'user.selfDeactivation' });
  const no = refusalToChange(actor, account, ['isActive'], await repos.users.readCompany());
  if (no) throw new Refused(no);
  const subject = personSubject(account);
  if (input.isActive) {
    await repos.users.update(account.id, { isActive: true });
    if (!account.isActive) await recordAdminAct(context, { act: 'person.activate', subject });
    return;
  }
  const successor = accounts.find(({ id }) => id === input.reassignTo);
  const reassigned = await deactivate(context, account, successor);
  const after = { reassigned, reassignedTo: successor ? fullName(successor) : null };
  if (account.isActive || reassigned > 0) await recordAdminAct(context, { act: 'person.deactivate', subject, after });
};
