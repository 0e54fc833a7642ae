import type { Endpoints, Reply } from '@bitacora/core/contract';
import { type Timeliness, timelinessOf } from '@bitacora/core/domain/activity/deadline';

/** Reply types of the contract, by the names that screens use. */
export type Activity = Reply<Endpoints['readActivity']>;
export type Comment = Reply<Endpoints['listComments']>[number];
export type EvidenceImage = Reply<Endpoints['listEvidence']>[number];
export type HistoryEntry = Reply<Endpoints['listHistory']>[number];
export type Topic = Reply<Endpoints['listMyTopics']>[number];
export type EligibleAssignee = Reply<Endpoints['listEligibleAssignees']>[number];

type Dated = Pick<Activity, 'status' | 'daysLeft'>;

const isAmong = (group: readonly Timeliness[]) => (activity: Dated) => group.includes(timelinessOf(activity.status, activity.daysLeft));

/** Not delivered and not closed. */
export const isUndone = isAmong(['late', 'today', 'soon', 'later']);
/** Past its deadline. An activity due today is in time, although its row is red too (docs/product.md, 3). */
export const isOverdue = isAmong(['late']);
export const isNear = isAmong(['today', 'soon']);
