import type { CalendarDate } from '../../domain/calendar.ts';
import type { UseCase } from '../use-case.ts';
import { applyAct, lockAuthorized } from './apply-act.ts';
import { demandExtensionDay } from './extend-deadline.ts';

/** Asks the owner for more time, for the responsible, once while it is open. */
export const requestExtension: UseCase<{ activityId: number; requestedTo: CalendarDate; reason: string }, void> = async (context) => {
  const { activityId, requestedTo, reason } = context.input;
  const activity = await lockAuthorized('requestExtension', context, activityId);
  demandExtensionDay('requestedTo', requestedTo, activity, context);
  await applyAct('requestExtension', context, activity, {
    changes: { requestedTo, requestReason: reason, requestedById: context.actor.id },
    facts: { requestedTo, reason },
    notifications: [['extensionRequested', activity.ownerId]],
  });
};

export const declineExtension: UseCase<{ activityId: number; comment: string }, void> = async (context) => {
  const { activityId, comment } = context.input;
  const activity = await lockAuthorized('declineExtension', context, activityId);
  await applyAct('declineExtension', context, activity, { note: comment, notifications: [['extensionDeclined', activity.assigneeId]] });
};

export const withdrawExtensionRequest: UseCase<{ activityId: number }, void> = async (context) => {
  const activity = await lockAuthorized('withdrawExtensionRequest', context, context.input.activityId);
  await applyAct('withdrawExtensionRequest', context, activity);
};
