import type { Endpoints, Reply } from '@bitacora/core/contract';

/** The contract's replies, by the names screens use. */
export type Activity = Reply<Endpoints['readActivity']>;
export type Comment = Reply<Endpoints['listComments']>[number];
export type EvidenceImage = Reply<Endpoints['listEvidence']>[number];
export type HistoryEntry = Reply<Endpoints['listHistory']>[number];
export type Topic = Reply<Endpoints['listMyTopics']>[number];
export type EligibleAssignee = Reply<Endpoints['listEligibleAssignees']>[number];

export const ownerName = (activity: Activity): string => `${activity.ownerFirstName} ${activity.ownerLastName}`.trim();
export const assigneeName = (activity: Activity): string => `${activity.assigneeFirstName} ${activity.assigneeLastName}`.trim();
