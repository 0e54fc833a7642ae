import * as z from 'zod/mini';
import { CHECKLIST_MAX, ITEM_MAX_LENGTH, lapses, MINIMUM_IMAGES_MAX } from '../domain/activities/activity.ts';
import { ownSession, personalToken } from './account/account-endpoints.ts';
import { recoveryCodes } from './account/second-factor-endpoints.ts';
import { ownData, permissions, session } from './account/session-endpoints.ts';
import { leftOut } from './activities/activity-import-endpoints.ts';
import { assigneeIds, checklist, lapseWord, minimumImages, repeatableWord, repeatUntilDay } from './activities/activity-input.ts';
import * as activities from './activities/activity-shapes.ts';
import { holiday } from './admin/admin-endpoints.ts';
import { chatLink } from './chat/chat-link-endpoints.ts';
import { confirmation, countReply, extended, registered, registeredOnDay } from './endpoint.ts';
import { failedDigest, preference } from './notifications/notification-endpoints.ts';
import { account } from './people/user-endpoints.ts';
import { savedView } from './reports/report-endpoints.ts';
import { complianceGroups, facets, figures, firstPending, peopleLoad, punctuality, reportPage } from './reports/report-shapes.ts';
import { assignment, department, editableTopic, eligibleAssignee, topic } from './topics/topic-endpoints.ts';
import { day, id, instant } from './wire.ts';

const schemaNames: Readonly<Record<string, z.ZodMiniType>> = {
  Activity: activities.activity,
  ChecklistItem: activities.checklistItem,
  Comment: activities.comment,
  Image: activities.image,
  Document: activities.document,
  HistoryEntry: activities.historyEntry,
  MatchPlace: activities.matchPlace,
  LeftOutRows: leftOut,
  Outcome: activities.outcome,
  Outcomes: activities.outcomes,
  RequestImage: activities.requestImage,
  WorkRequest: activities.workRequest,
  Topic: topic,
  EditableTopic: editableTopic,
  EligibleAssignee: eligibleAssignee,
  Assignment: assignment,
  Department: department,
  RecoveryCodes: recoveryCodes,
  Account: account,
  OwnData: ownData,
  Permissions: permissions,
  Session: session,
  OwnSession: ownSession,
  PersonalToken: personalToken,
  ChatLink: chatLink,
  Preference: preference,
  Holiday: holiday,
  FailedDigest: failedDigest,
  SavedView: savedView,
  ReportPage: reportPage,
  Facets: facets,
  Figures: figures,
  ComplianceGroups: complianceGroups,
  FirstPending: firstPending,
  PeopleLoad: peopleLoad,
  Punctuality: punctuality,
  Done: confirmation,
  Counted: countReply,
  Extended: extended,
  Registered: registered,
  RegisteredOnDay: registeredOnDay,
};

/** Facts that a schema's shape alone does not express in JSON Schema. */
const schemaFacts: readonly (readonly [schema: z.ZodMiniType, facts: Readonly<Record<string, unknown>>])[] = [
  [id, { type: 'integer', minimum: 1, maximum: 2_147_483_647 }],
  [day, { format: 'date' }],
  [instant, { format: 'date-time' }],
  [assigneeIds, { type: 'array', items: { type: 'integer', minimum: 1 }, minItems: 1, maxItems: 50, uniqueItems: true }],
  [checklist, { type: 'array', items: { type: 'string', maxLength: ITEM_MAX_LENGTH }, maxItems: CHECKLIST_MAX }],
  [minimumImages, { type: 'integer', minimum: 0, maximum: MINIMUM_IMAGES_MAX }],
  [repeatableWord, { type: 'string', enum: ['SI', 'NO'], default: 'NO' }],
  [lapseWord, { type: 'string', enum: [...lapses, ''], description: 'Obligatorio cuando repeatable es SI; vacío cuando no.' }],
  [repeatUntilDay, { type: 'string', format: 'date', description: 'Último día de la serie; vacío cuando no tiene fin.' }],
];

export type JsonSchema = Record<string, unknown>;

/** Describes a codec by its wire side, as JSON Schema 2020-12; named schemas of the contract stand in `$defs`. */
export function toJsonSchema(schema: z.ZodMiniType): JsonSchema {
  const registry = z.registry<JsonSchema>();
  for (const [id, schema] of Object.entries(schemaNames)) registry.add(schema, { id });
  for (const [schema, facts] of schemaFacts) registry.add(schema, facts);
  return z.toJSONSchema(schema, {
    io: 'input',
    metadata: registry,
    // The document shows only the named type; other accepted forms (digits for a number, null for nothing) stay undocumented.
    override: ({ jsonSchema }) => {
      if (jsonSchema.type) delete jsonSchema.anyOf;
    },
  }) as JsonSchema;
}
