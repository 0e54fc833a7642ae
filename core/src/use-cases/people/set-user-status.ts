import type { Activity } from '../../domain/activities/activity.ts';
import type { NotificationKind } from '../../domain/notifications/notification.ts';
import { type Actor, fullName } from '../../domain/people/person.ts';
import { invalid, Refused } from '../../domain/refusal.ts';
import type { StoredAccount } from '../../persistence/people/users.ts';
import { demandManageable } from '../account/lock-account.ts';
import { historyEntry } from '../activities/apply-act.ts';
import { personSubject, recordAdminAct } from '../record-admin-act.ts';
import type { Context, UseCase } from '../use-case.ts';

type StatusChange = { id: number; isActive: boolean; reassignTo: number | null };

/** Gives one activity of `from` to `to`; the new responsible is notified, and the new owner where a verification waits. */
async function handOver(context: Context<unknown, Actor>, activity: Activity, from: StoredAccount, to: StoredAccount): Promise<void> {
  const people = {
    ownerId: activity.ownerId === from.id ? to.id : activity.ownerId,
    assigneeId: activity.assigneeId === from.id ? to.id : activity.assigneeId,
  };
  const isMoved = await context.repos.activities.handOver(activity.id, people);
  if (!isMoved) throw new Refused({ code: 'user.reassignDuplicate', folio: activity.id });

  const roles = (['owner', 'assignee'] as const).filter((role) => activity[`${role}Id`] === from.id);
  const facts = { ...people, handover: { from: fullName(from), to: fullName(to), roles } };
  const kinds: NotificationKind[] = [
    ...(activity.assigneeId === from.id ? (['assigned'] as const) : []),
    ...(activity.ownerId === from.id && activity.status === 'completed' ? (['verificationRequested'] as const) : []),
  ];
  const notifications = kinds.map((kind) => [kind, to.id] as const);
  const { status } = activity;
  await context.repos.history.add(activity.id, historyEntry('reassign', context, { from: status, to: status, facts, notifications }));
}

/** Ends a person's access at once; nothing open may stay behind with them. Answers how many activities others got. */
async function deactivate(
  context: Context<StatusChange, Actor>,
  account: StoredAccount,
  successor: StoredAccount | undefined,
): Promise<number> {
  const { repos, actor, input } = context;
  if (account.id === actor.id) throw new Refused({ code: 'user.selfDeactivation' });
  const isFit = successor?.isActive && successor.id !== account.id;
  if (input.reassignTo && !isFit) throw invalid('reassignTo', 'reassignToUnknown');

  const open = await repos.activities.lockOpen(account.id);
  if (open.length > 0 && !successor) throw new Refused({ code: 'user.hasOpenActivities', count: open.length });
  for (const activity of open) await handOver(context, activity, account, successor as StoredAccount);

  await repos.users.update(account.id, { isActive: false });
  await repos.sessions.endAll(account.id);
  await repos.knownDevices.forgetAll(account.id);
  await repos.deviceAuthorizations.removeByPerson(account.id, context.now);
  await repos.accessTokens.revokeAll(account.id);
  await repos.calendarFeeds.remove(account.id);
  await repos.passwordResets.removeByUser(account.id);
  await repos.emailChanges.removeByUser(account.id);
  return open.length;
}

/** Activates or deactivates an account (docs/product.md, 5). */
export const setUserStatus: UseCase<StatusChange, void> = async (context) => {
  const { repos, actor, input } = context;
  // Both locked in one go and in one order, so that two people handing over to each other do not wait for ever.
  const accounts = await repos.users.lock(input.id, ...(input.reassignTo ? [input.reassignTo] : []));
  const account = demandManageable(
    actor,
    accounts.find(({ id }) => id === input.id),
  );
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
