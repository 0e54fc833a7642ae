import type { CalendarDate } from '../calendar.ts';

/** The shortest first. Two weeks and weekdays are counted in days, the longer ones in months. */
export const lapses = ['day', 'weekday', 'week', 'two_weeks', 'month', 'two_months', 'quarter', 'half_year', 'year'] as const;
export type Lapse = (typeof lapses)[number];

export const CHECKLIST_MAX = 20;
export const ITEM_MAX_LENGTH = 200;
export const MINIMUM_IMAGES_MAX = 20;

/** One thing to tick before the work is completed. People count items from 1, in the order of the list. */
export interface ChecklistItem {
  text: string;
  /** Null while it is not ticked. */
  tickedById: number | null;
  /** ISO 8601 in UTC; null while it is not ticked. */
  tickedAt: string | null;
}

export const isTicked = ({ tickedAt }: { tickedAt: unknown }): boolean => tickedAt !== null;

/** Returns a list that nobody has ticked yet; null without items. */
export const untickedList = (texts: readonly string[] | null | undefined): ChecklistItem[] | null =>
  texts?.length ? texts.map((text) => ({ text, tickedById: null, tickedAt: null })) : null;

export interface MissingProof {
  items: readonly string[];
  images: number;
}

/** Returns what an activity lacks to be completed; null where it lacks nothing. Images filed at its registration count too. */
export function missingProof(
  { checklist, minimumImages }: { checklist?: readonly { text: string; tickedAt: unknown }[] | null | undefined; minimumImages: number },
  images: number,
): MissingProof | null {
  const items = (checklist ?? []).filter((item) => !isTicked(item)).map(({ text }) => text);
  const missingImages = Math.max(0, minimumImages - images);
  return items.length > 0 || missingImages > 0 ? { items, images: missingImages } : null;
}

/** One activity takes at most this many images, because nobody may remove evidence; a full report of a site has some fifty. */
export const IMAGES_PER_ACTIVITY = 200;

/** A document has up to 20 MB, so these are 1 GB. */
export const DOCUMENTS_PER_ACTIVITY = 50;

/**
 * One person may store at most this much in 24 hours, counted from the first file. Stored photographs have 0.3 to 1.5 MB, so this is some
 * three hundred. Without a limit one account could store 100 GB a day.
 */
export const UPLOADED_BYTES_PER_DAY = 300_000_000;

export const statuses = ['not_started', 'in_progress', 'on_pause', 'completed', 'verified', 'canceled'] as const;
export type Status = (typeof statuses)[number];
/** A status as clients read it: a newer server may have added one, which is 'other' here. */
export type ReadStatus = Status | 'other';

/** Open work still needs somebody to act; the rest is closed for good. */
export const openStatuses = ['not_started', 'in_progress', 'on_pause', 'completed'] as const satisfies readonly Status[];
export const closedStatuses = ['verified', 'canceled'] as const satisfies readonly Status[];

export const isOpen = (status: ReadStatus): boolean => (openStatuses as readonly ReadStatus[]).includes(status);

export const priorities = ['normal', 'high', 'critical'] as const;
export type Priority = (typeof priorities)[number];
export type ReadPriority = Priority | 'other';

/** The topic department whose topics are open to everybody. */
export const GENERAL = 'GENERAL';

export const MAX_IMAGES = 4;
/** At most this many documents in one upload, and this many pages in each (docs/product.md, 6). */
export const MAX_DOCUMENTS = 4;
export const DOCUMENT_MAX_PAGES = 500;
export const DOCUMENT_TYPE = 'application/pdf';
/** A proof of the work: images count for what an activity demands, documents do not. */
export type EvidenceKind = 'image' | 'document';
export const hostileParts = ['password', 'script', 'launch', 'attachment', 'xfa', 'media'] as const;
export type HostilePart = (typeof hostileParts)[number];

/** Who answers for an activity: all that policy and life cycle need to know of it. */
export interface ActivityPeople {
  ownerId: number;
  assigneeId: number;
  status: ReadStatus;
  extendedTo: CalendarDate | null;
  /** The date that the responsible asks for; absent or null while there is no request. */
  requestedTo?: CalendarDate | null | undefined;
  /** Who asks for it: the responsible or a substitute. */
  requestedById?: number | null | undefined;
  /** The person who last completed it, where the caller read that: the responsible or a substitute. */
  delivererId?: number | null | undefined;
  /** The person whose request it came of, who sees it; absent or null where nobody asked. */
  requesterId?: number | null | undefined;
}

export interface ActivityPromise {
  topicId: number;
  description: string;
  priority: Priority;
  dueOn: CalendarDate;
  repeats: Lapse | null;
  /** The last day on which one of its series may be due; absent or null where the series has no end. */
  repeatUntil?: CalendarDate | null | undefined;
}
/** The fields that have a column each, which is written and read. */
export const promiseFields = [
  'topicId',
  'description',
  'priority',
  'dueOn',
  'repeats',
  'repeatUntil',
] as const satisfies (keyof ActivityPromise)[];

/** One piece of promised work. Instants are UTC, days are of the business calendar. */
export interface Activity extends ActivityPeople, ActivityPromise {
  id: number;
  status: Status;
  repeatUntil: CalendarDate | null;
  createdAt: Date;
  extensionReason: string | null;
  requestedTo: CalendarDate | null;
  requestReason: string | null;
  requestedById: number | null;
  startedAt: Date | null;
  closedAt: Date | null;
  verifiedAt: Date | null;
  canceledAt: Date | null;
  rejectedAt: Date | null;
  resolution: string | null;
  /** First due date of the series and this activity's place in it, counted from 0; every later date is computed from them. */
  seriesStartsOn: CalendarDate;
  occurrence: number;
  /** The folio of the first of the series; null for the first itself, and for work that does not repeat. */
  seriesId: number | null;
  /** Null while the next one of the series is still to come. */
  succession: 'registered' | 'ended' | null;
  batchId: string | null;
  checklist: ChecklistItem[] | null;
  minimumImages: number;
  requesterId: number | null;
  /** The template whose checklist and images it copied unchanged; null where there is none. */
  templateId: number | null;
  /** The business day of the last row of its history; of work from before this was stored, that of the upgrade or later. */
  lastActOn: CalendarDate;
}

/** The fields that reports show of an activity and can be sorted by. `endedAt` and `daysTaken` are of closed work. */
export const reportFields = [
  'id',
  'owner',
  'createdAt',
  'topic',
  'department',
  'description',
  'assignee',
  'dueOn',
  'extendedTo',
  'daysLeft',
  'priority',
  'status',
  'endedAt',
  'daysTaken',
] as const;
export type ReportField = (typeof reportFields)[number];

/** Names who is meant by each rule, for the sentence that explains a denial. */
export type Holder = 'owner' | 'assignee' | 'ownerOrAssignee' | 'viewer';

/** Owner and verifier are one person, so completing also verifies (docs/product.md, 3). */
export const isOwnActivity = (activity: Pick<ActivityPeople, 'ownerId' | 'assigneeId'>): boolean =>
  activity.ownerId === activity.assigneeId;

/** What belongs to an activity and has lists of its own. */
export const activityParts = ['comments', 'evidence', 'documents', 'history'] as const;
export type ActivityPart = (typeof activityParts)[number];
