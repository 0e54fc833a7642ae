import type { Endpoints, Reply } from '@bitacora/core/contract';
import { type Timeliness, timelinessOf } from '@bitacora/core/domain/activity/deadline';

/** The contract's replies, by the names screens use. */
export type Activity = Reply<Endpoints['readActivity']>;
export type Comment = Reply<Endpoints['listComments']>[number];
export type EvidenceImage = Reply<Endpoints['listEvidence']>[number];
export type HistoryEntry = Reply<Endpoints['listHistory']>[number];
export type Topic = Reply<Endpoints['listMyTopics']>[number];
export type EligibleAssignee = Reply<Endpoints['listEligibleAssignees']>[number];

export const ownerName = (activity: Activity): string => `${activity.ownerFirstName} ${activity.ownerLastName}`.trim();
export const assigneeName = (activity: Activity): string => `${activity.assigneeFirstName} ${activity.assigneeLastName}`.trim();

type Dated = Pick<Activity, 'status' | 'daysLeft'>;

const isAmong = (group: readonly Timeliness[]) => (activity: Dated) => group.includes(timelinessOf(activity.status, activity.daysLeft));

/** Someone still has to do it: not delivered, not closed. */
export const isUndone = isAmong(['late', 'today', 'soon', 'later']);
/** Past its day. What is due today is still in time, though its row is as red (docs/product.md, 3). */
export const isOverdue = isAmong(['late']);
export const isNear = isAmong(['today', 'soon']);
