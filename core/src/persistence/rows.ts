import { Model } from 'objection';
import type { Activity } from '../domain/activity/activity.ts';
import type { Person } from '../domain/people/person.ts';

/** Rows only: no hooks, no validation, no business. Fields are declared, never defined, or objection would select them. */
export class UserRow extends Model {
  static override tableName = 'users';
  declare id: Person['id'];
  declare employeeNumber: string;
  declare firstName: string;
  declare lastName: string;
  declare email: string;
  declare level: string;
  declare department: string;
  declare position: string;
  declare alias: string | null;
  declare phone: string | null;
  declare kind: string;
  declare isActive: boolean;
  declare passwordHash: string | null;
  declare privilegeLostAt: Date | null;
  declare createdAt: Date;
}

/** Every column of an activity that acts and people read; its search key and what is only reckoned from others stay behind. */
export const activityColumns = [
  'id',
  'ownerId',
  'assigneeId',
  'topicId',
  'description',
  'status',
  'priority',
  'createdAt',
  'dueOn',
  'extendedTo',
  'extensionReason',
  'startedAt',
  'closedAt',
  'verifiedAt',
  'canceledAt',
  'resolution',
  'repeats',
  'seriesStartsOn',
  'occurrence',
  'rejectedAt',
  'batchId',
] as const satisfies (keyof Activity)[];

/** The columns that registering an activity writes, beside its search key and its predecessor. */
export const registeredColumns = [
  'ownerId',
  'assigneeId',
  'topicId',
  'description',
  'priority',
  'createdAt',
  'dueOn',
  'repeats',
  'seriesStartsOn',
  'occurrence',
  'batchId',
] as const satisfies (typeof activityColumns)[number][];

export class ActivityRow extends Model {
  static override tableName = 'activities';
  declare id: number;
  declare ownerId: number;
  declare assigneeId: number;
  declare topicId: number;
  declare description: string;
  declare descriptionKey: string;
  declare status: Activity['status'];
  declare priority: Activity['priority'];
  declare createdAt: Date;
  declare dueOn: Activity['dueOn'];
  declare extendedTo: Activity['extendedTo'];
  declare extensionReason: string | null;
  declare startedAt: Date | null;
  declare closedAt: Date | null;
  declare verifiedAt: Date | null;
  declare canceledAt: Date | null;
  declare resolution: string | null;
  declare repeats: Activity['repeats'];
  declare seriesStartsOn: Activity['dueOn'];
  declare occurrence: number;
  declare rejectedAt: Date | null;
  declare batchId: string | null;
  declare predecessorId: number | null;
}

export class TopicRow extends Model {
  static override tableName = 'topics';
  declare id: number;
  declare name: string;
  declare nameKey: string;
  declare description: string | null;
  declare department: string;
  declare createdAt: Date;
}

export class CommentRow extends Model {
  static override tableName = 'comments';
  declare id: number;
  declare activityId: number;
  declare authorId: number;
  declare body: string;
  declare writtenAt: Date;
  declare canceledAt: Date | null;
}

export class ImageRow extends Model {
  static override tableName = 'images';
  declare id: string;
  declare activityId: number;
  declare uploadedById: number;
  declare name: string;
  declare mediaType: 'image/jpeg' | 'image/png';
  declare sha256: string;
  declare sizeBytes: number;
  declare width: number;
  declare height: number;
  declare position: number;
  /** The row whose file it shares; null for a file of its own. */
  declare fileId: string | null;
  declare uploadedAt: Date;
}
