import type { Activity } from './activity.ts';

export const sealedTables = ['activity_history', 'admin_history', 'history_baselines'] as const;
export type SealedTable = (typeof sealedTables)[number];

export type Digest = string;

/** The fields of an activity that its history proves; texts by their digest. */
export interface ProvenFields
  extends Pick<
    Activity,
    'ownerId' | 'assigneeId' | 'topicId' | 'priority' | 'dueOn' | 'repeats' | 'repeatUntil' | 'extendedTo' | 'minimumImages' | 'requesterId'
  > {
  description: Digest;
  resolution: Digest | null;
  extensionReason: Digest | null;
}

/** What an act adds to the proof: the fields it changed, and what it filed. A seal covers it. */
export interface HistoryFacts extends Partial<ProvenFields> {
  comment?: { id: number; sha256: Digest };
  canceledComment?: number;
  /** Images or documents. `capturedSha256` is of the bytes before the server encoded an image anew; `author` and `at` are of an image of a request. */
  evidence?: { id: string; sha256: Digest; capturedSha256?: Digest; author?: number; at?: string }[];
  withdrawnImage?: { id: string; sha256: Digest };
  /** The texts of its checklist, in order. */
  checklist?: Digest[];
  /** Items that were ticked or unticked; places count from 1. */
  items?: { place: number; text: string }[];
  requestedTo?: Activity['requestedTo'];
  /** The reason of an extension, a request for one, or a withdrawal. */
  reason?: string;
  predecessorId?: number;
  /** Dates of the series that had passed before this one was registered. */
  skipped?: number;
  /** The corrected fields before and after; only those that changed. */
  amended?: { before: AmendedFields; after: AmendedFields };
  /** The earlier and the new responsible, with the names of that time. */
  reassigned?: { from: string; to: string };
  /** The place of the row in its file, and the dates that the file named. */
  imported?: {
    file: string;
    sheet: string;
    row: number;
    /** The number of open activities of the file that the responsible got. */
    ofAssignee: number;
    dates: Record<'createdAt' | 'startedAt' | 'closedAt' | 'verifiedAt', string | null>;
  };
  /** The name of that time of who asked for it. */
  requesterName?: string;
  batchId?: string;
  /** Set when a device without network did it: the time on that device. */
  capturedAt?: string;
  /** The absent person in whose place the actor did it, with the name of that time. */
  actingFor?: { id: number; name: string };
  /** The roles that one person gave to another, with the names of that time; `owner` became the owner of what was own work. */
  handover?: { from: string; to: string; roles: ('owner' | 'assignee')[]; owner?: string };
}

/** The fields that an owner may correct, in whole, the topic by name. */
export type AmendedFields = Partial<Pick<Activity, 'description' | 'priority' | 'dueOn' | 'repeats' | 'repeatUntil'>> & { topic?: string };

export interface ProvenComment {
  author: number;
  sha256: Digest;
  at: string;
  canceledAt: string | null;
  capturedAt?: string | null;
}
export interface ProvenImage {
  author: number;
  sha256: Digest;
  at: string;
  canceledAt?: string | null;
  capturedAt?: string | null;
  capturedSha256?: Digest | null;
}
/** An item of a checklist; its author and date are those of the tick. */
export interface ProvenItem {
  author: number | null;
  sha256: Digest;
  at: string | null;
}
export interface Proof {
  fields: Partial<ProvenFields>;
  comments: Record<string, ProvenComment>;
  evidence: Record<string, ProvenImage>;
  /** By place, from 1; absent where the activity has no checklist. */
  checklist?: Record<string, ProvenItem>;
}

export interface ProofRow {
  id: number;
  act: string;
  actorId: number | null;
  at: Date;
  facts: HistoryFacts | null;
}

/** The date of a row may differ from the database's own by this many seconds. */
export const CLOCK_TOLERANCE_S = 600;

/** `missing` is filed and not stored, `unknown` is stored and not filed. */
export type DifferenceKind = 'missing' | 'unknown' | 'text' | 'author' | 'date' | 'capture' | 'withdrawal';
export type Difference =
  | { of: 'field'; field: keyof ProvenFields }
  | { of: 'comment' | 'image' | 'item'; id: string; kind: DifferenceKind };

const registered = [
  ...(['ownerId', 'assigneeId', 'topicId', 'priority', 'dueOn', 'repeats', 'description'] as const),
  ...(['resolution', 'extendedTo', 'extensionReason', 'minimumImages', 'repeatUntil', 'requesterId'] as const),
];
export const registeringActs: readonly string[] = ['register', 'repeat', 'import'];
/** The fields that an act may change. Facts of other fields prove nothing, and after a row without facts these fields are not known. */
const changedBy: Partial<Record<string, readonly (keyof ProvenFields)[]>> = {
  register: registered,
  repeat: registered,
  import: registered,
  complete: ['resolution'],
  reject: ['resolution'],
  extend: ['extendedTo', 'extensionReason'],
  reassign: ['ownerId', 'assigneeId'],
  amend: ['description', 'priority', 'topicId', 'dueOn', 'repeats', 'repeatUntil'],
};

const unticked = { author: null, at: null };
const isTick = (act: string) => act === 'tick' || act === 'untick';

function withdraw<Item extends ProvenImage>(items: Record<string, Item>, id: number | string, at: Date): void {
  const item = items[id];
  if (item) items[id] = { ...item, canceledAt: at.toISOString() };
}

/** Adds a row to the proof. A comment or an image that was filed once stays as it was: no later row files it anew. */
function apply({ fields, comments, evidence, checklist = {} }: Proof, { act, actorId, at, facts }: ProofRow): void {
  for (const field of changedBy[act] ?? [])
    if (!facts) delete fields[field];
    else if (field in facts) Object.assign(fields, { [field]: facts[field] });
  if (!facts) return;
  if (registeringActs.includes(act)) {
    fields.minimumImages ??= 0;
    fields.repeatUntil ??= null;
    fields.requesterId ??= null;
    for (const [index, sha256] of (facts.checklist ?? []).entries()) checklist[index + 1] ??= { sha256, ...unticked };
  }
  if (isTick(act))
    for (const { place } of facts.items ?? []) {
      const item = checklist[place];
      if (item) checklist[place] = { ...item, ...(act === 'tick' ? { author: actorId, at: at.toISOString() } : unticked) };
    }
  const origin = { author: actorId as number, at: at.toISOString() };
  const { comment, canceledComment, withdrawnImage, capturedAt = null } = facts;
  if (comment) comments[comment.id] ??= { ...origin, sha256: comment.sha256, canceledAt: null, capturedAt };
  if (canceledComment && act === 'cancelComment') withdraw(comments, canceledComment, at);
  for (const { id, capturedSha256 = null, ...filed } of facts.evidence ?? [])
    evidence[id] ??= { ...origin, ...filed, capturedAt, capturedSha256 };
  if (withdrawnImage && (act === 'withdrawImage' || act === 'withdrawDocument')) withdraw(evidence, withdrawnImage.id, at);
}

const isRegistration = ({ act }: ProofRow) => registeringActs.includes(act);
/** Tells whether an activity's history carries facts from its beginning, and needs no baseline. */
export const isProvenFromStart = (history: readonly ProofRow[]): boolean =>
  history.some((row) => isRegistration(row) && row.facts !== null);

/** Returns what is proven of an activity: its baseline, where it has one, and what was added by the rows after it, oldest first. */
function buildProof(baseline: Proof | null, rows: readonly ProofRow[]): Proof {
  const { fields, ...filed } = structuredClone(baseline ?? { fields: {}, comments: {}, evidence: {} });
  // A baseline does not name fields that did not exist when it was written.
  const proof: Proof = {
    checklist: {},
    ...filed,
    fields: baseline ? { minimumImages: 0, repeatUntil: null, requesterId: null, ...fields } : fields,
  };
  for (const row of rows) apply(proof, row);
  return proof;
}

type FiledItem = ProvenItem & Pick<ProvenImage, 'canceledAt' | 'capturedAt' | 'capturedSha256'>;

const isSame = (one: string | null | undefined, other: string | null | undefined) => (one ?? null) === (other ?? null);

function differenceKind(proven: FiledItem, stored: FiledItem | undefined): DifferenceKind | null {
  if (!stored) return 'missing';
  if (stored.sha256 !== proven.sha256) return 'text';
  if (stored.author !== proven.author) return 'author';
  if (stored.at !== proven.at) return 'date';
  if (!isSame(stored.capturedAt, proven.capturedAt) || !isSame(stored.capturedSha256, proven.capturedSha256)) return 'capture';
  return isSame(stored.canceledAt, proven.canceledAt) ? null : 'withdrawal';
}

function listDifferences(
  of: 'comment' | 'image' | 'item',
  proven: Record<string, FiledItem>,
  stored: Record<string, FiledItem>,
): Difference[] {
  const ids = new Set([...Object.keys(proven), ...Object.keys(stored)]);
  return [...ids].flatMap((id) => {
    const kind = proven[id] ? differenceKind(proven[id], stored[id]) : 'unknown';
    return kind ? [{ of, id, kind }] : [];
  });
}

/** Lists where stored data differ from proven data; a field that the history does not name never differs. */
function differencesBetween(proven: Proof, stored: Proof): Difference[] {
  const fields = Object.entries(proven.fields) as [keyof ProvenFields, unknown][];
  const wrong = fields.filter(([field, value]) => stored.fields[field] !== value);
  return [
    ...wrong.map(([field]) => ({ of: 'field' as const, field })),
    ...listDifferences('comment', proven.comments, stored.comments),
    ...listDifferences('image', proven.evidence, stored.evidence),
    ...listDifferences('item', proven.checklist ?? {}, stored.checklist ?? {}),
  ];
}

export interface Examination {
  differences: Difference[];
  unproven: number[];
}
interface ProvableActivity {
  history: readonly ProofRow[];
  stored: Proof;
  baseline: { throughId: number; facts: Proof } | null;
}

/** Compares an activity with what its history proves. `completeAt` is when the last baseline was made; null while they are being made. */
export function examine({ history, stored, baseline }: ProvableActivity, completeAt: Date | null): Examination {
  if (!baseline && !completeAt && !isProvenFromStart(history)) return { differences: [], unproven: [] };
  const rows = baseline ? history.filter(({ id }) => id > baseline.throughId) : history;
  return {
    differences: differencesBetween(buildProof(baseline?.facts ?? null, rows), stored),
    unproven: rows.filter(({ facts }) => facts === null).map(({ id }) => id),
  };
}

/** One seal as it is published: everything that a stranger needs to compare it. */
export interface SealHead {
  installation: string;
  number: number;
  seal: string;
  /** In UTC, to the microsecond, as it is sealed. */
  sealedAt: string;
}

/** Makes the line that is mailed and time-stamped; a time stamp covers it with the line feed. */
export const headLine = ({ installation, number, seal, sealedAt }: SealHead): string =>
  `bitacora-seal 1 ${installation} ${number} ${seal} ${sealedAt}`;

const LINE = /bitacora-seal\s+1\s+([0-9a-f-]{36})\s+(\d+)\s+([0-9a-f]{64})\s+([\d:.TZ-]{20,27})/g;

/** Finds every such line in the source of mails, also where a mail program broke it. */
export function findSealHeads(source: string): SealHead[] {
  const unbroken = source.replace(/=\r?\n/g, '').replace(/\r?\n(> ?)+/g, '\n');
  return [...unbroken.matchAll(LINE)].map(([, installation = '', number, seal = '', sealedAt = '']) => ({
    installation,
    number: Number(number),
    seal,
    sealedAt,
  }));
}

export const witnessKinds = ['mail', 'stamp'] as const;
export type WitnessKind = (typeof witnessKinds)[number];
