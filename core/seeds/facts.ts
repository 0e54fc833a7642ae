import * as z from 'zod/mini';
import { lapses, priorities } from '../src/domain/activities/activity.ts';
import type { NewPerson } from '../src/persistence/people/users.ts';
import peopleFile from './facts/people.json' with { type: 'json' };
import stagedFile from './facts/staged.json' with { type: 'json' };
import talkFile from './facts/talk.json' with { type: 'json' };
import topicsFile from './facts/topics.json' with { type: 'json' };

/* The demo company as data. A person is named by a key: their address before @demo.mx. */

const pictures = ['aisle', 'barChart', 'boxes', 'document', 'floorPlan', 'gauge', 'label', 'screen', 'tank', 'trend', 'truck'] as const;
/** Names what evidence can show; `minutes` is a PDF. */
export type PictureName = (typeof pictures)[number] | 'minutes';

/** How an activity has fared until today. `series` ends with the next occurrence waiting to be started. */
const fates = [
  'notStarted',
  'inProgress',
  'reworked',
  'paused',
  'waiting',
  'waitingAgain',
  'verified',
  'verifiedAfterRework',
  'canceledEarly',
  'canceledLate',
  'series',
] as const;
export type Fate = (typeof fates)[number];

/** An activity's text, the resolution it ends with, and what its evidence shows. `{mes}` is the month before the one it is registered in. */
const piece = z.object({ description: z.string(), resolution: z.string(), picture: z.optional(z.enum(pictures)) });
export type Piece = z.infer<typeof piece>;

const { people: rows, ...persons } = peopleFile;
/** The forty, with employee numbers in the order of the file. */
export const people: (NewPerson & { key: string })[] = rows.map(
  ({ key, firstName, lastName, level, department, position, alias = null, phone = null, kind = 'Usuario' }, index) => ({
    key,
    firstName,
    lastName,
    level,
    department,
    position,
    email: `${key}@demo.mx`,
    alias,
    phone,
    kind,
    employeeNumber: String(10_014 + 37 * index),
  }),
);

/** `inactive` left the company; `invited` are yet to choose a password; `absence` is a week with a substitute. */
export const { inactive, invited, absence } = persons;

/** The key of a person's boss: the one of the file, else the head of the department, who is the first in it. A head has none. */
export function findBoss({ key, department }: { key: string; department: string }): string | undefined {
  const head = people.find((person) => person.department === department)?.key;
  return rows.find((row) => row.key === key)?.boss ?? (head === key ? undefined : head);
}

/** Topics (Temas), with their department, who from elsewhere was assigned to them, and what is promised in them. */
export const topics = z
  .array(
    z.object({
      name: z.string(),
      department: z.string(),
      description: z.string(),
      outsiders: z.array(z.string()),
      pieces: z.array(piece),
    }),
  )
  .parse(topicsFile.topics);

/** What comes again, by topic. */
export const templates = z
  .array(
    z.object({
      topic: z.string(),
      description: z.string(),
      days: z.number(),
      priority: z.enum(priorities),
      repeats: z.nullable(z.enum(lapses)),
      checklist: z.array(z.string()),
      minimumImages: z.number(),
    }),
  )
  .parse(topicsFile.templates);

const assignment = {
  owner: z.string(),
  topic: z.string(),
  description: z.string(),
  priority: z.enum(priorities),
  /** Days from today to the deadline. */
  deadlineIn: z.number(),
  registeredAgo: z.number(),
};

const stagedActivity = z.strictObject({
  ...assignment,
  assignee: z.string(),
  fate: z.enum(fates),
  resolution: z._default(z.string(), 'Trabajo terminado y revisado en piso.'),
  picture: z.optional(z.enum(pictures)),
  repeats: z._default(z.nullable(z.enum(lapses)), null),
  isExtended: z._default(z.boolean(), false),
  lastAgo: z._default(z.number(), 1),
  firstAssignee: z.optional(z.string()),
  firstText: z.optional(z.string()),
  reminder: z.optional(z.string()),
  timeAsked: z.optional(z.array(z.tuple([z.enum(['requestTime', 'declineTime', 'withdrawRequest']), z.nullable(z.string())]))),
  checklist: z.optional(z.array(z.string())),
  talk: z.optional(z.array(z.tuple([z.string(), z.string()]))),
});

/** What the five who can log in see when they do (`staged`), what happened last (`lately`), and one instruction for six people (`together`). */
export const { staged, lately, together } = z
  .object({
    staged: z.array(stagedActivity),
    lately: z.array(stagedActivity),
    together: z.object({
      ...assignment,
      resolution: z.string(),
      members: z.array(z.object({ assignee: z.string(), fate: z.enum(fates) })),
    }),
  })
  .parse(stagedFile);
export type StagedActivity = (typeof staged)[number];

const pairs = z.array(z.tuple([z.string(), z.string()]));
/** What people say: `exchanges` are a question and its answer, `rejections` a reason and what is said on handing the work in again. */
export const talk = { ...talkFile, exchanges: pairs.parse(talkFile.exchanges), rejections: pairs.parse(talkFile.rejections) };
