import type { Endpoints, Reply } from '@bitacora/core/contract';

/** The contract's replies, by the names screens use. */
export type Activity = Reply<Endpoints['getActivity']>;
export type Comment = Reply<Endpoints['callCommentsByActivity']>[number];
export type EvidenceImage = Reply<Endpoints['callImagesByActivity']>[number];
export type HistoryEntry = Reply<Endpoints['getActivityHistory']>[number];
export type Topic = Reply<Endpoints['getProjectsByUsers']>[number];
export type Candidate = Reply<Endpoints['getEmployeesForProject']>[number];

export const ownerName = (activity: Activity): string => `${activity.ownerFirstName} ${activity.ownerLastName}`.trim();
export const assigneeName = (activity: Activity): string => `${activity.assigneeFirstName} ${activity.assigneeLastName}`.trim();
