import type { CompanyLoginProblem } from './account/account.ts';
import type { Holder, HostilePart, ReadStatus } from './activities/activity.ts';
import type { ImportQuestion, UnreadRow } from './activities/activity-import.ts';
import type { Act } from './activities/lifecycle.ts';
import type { RequestState } from './activities/work-request.ts';
import type { CalendarDate } from './calendar.ts';
import type { ManagementAct, Person } from './people/person.ts';
import type { CellProblem } from './people/user-import.ts';

/** Two people may edit these fields at the same time. */
export type EditedField =
  | Exclude<keyof Person, 'id' | 'isActive'>
  | 'manager'
  | 'description'
  | 'topic'
  | 'priority'
  | 'dueOn'
  | 'repeats'
  | 'repeatUntil'
  | 'assignee';

/** The field's shape is right, but not its value; `day` is the first or last day that is allowed. */
export interface FieldProblem {
  problem:
    | 'absenceOver'
    | 'assigneeIsOwner'
    | 'assigneeNotEligible'
    | 'assigneeUnchanged'
    | 'assigneeUnknown'
    | 'currentPasswordWrong'
    | 'dateReason'
    | 'dueFixed'
    | 'dueInPast'
    | 'employeeNotExternal'
    | 'employeeUnknown'
    | 'firstPasswordInvalid'
    | 'firstRunCodeWrong'
    | 'itemUnknown'
    | 'emailInvalid'
    | 'extensionTooEarly'
    | 'managerCycle'
    | 'managerUnknown'
    | 'passwordUnchanged'
    | 'passwordsDiffer'
    | 'profilePasswordInvalid'
    | 'reassignToActor'
    | 'reassignToUnknown'
    | 'rejectionBlank'
    | 'required'
    | 'resetPasswordInvalid'
    | 'searchTooShort'
    | 'substituteAbsent'
    | 'substituteUnknown'
    | 'substituteIsActor'
    | 'absenceTooLong'
    | 'workTimeInvalid'
    | 'tokenExpiry'
    | 'topicGeneral'
    | 'topicNotOfAssignee'
    | 'topicUnknown'
    | 'untilBeforeDue'
    | 'unknown';
  day?: CalendarDate;
  names?: readonly string[];
}

/** Files that are taken for a workbook or .csv and are something else. */
export type ForeignKind = 'macros' | 'xlsb' | 'ods' | 'numbers' | 'html' | 'xml' | 'other';

export interface SheetFacts {
  kind?: ForeignKind;
  /** The sheet, empty for a .csv, and the cell from which on it is too much. */
  sheet?: string;
  cell?: string;
  sheets?: readonly string[];
  /** The row of a .csv in which a quotation mark opens that never closes. */
  quoteRow?: number;
}

/** A refusal that says nothing but its code. */
type PlainRefusal<Code extends string> = Code extends string ? { code: Code } : never;

/** Every way the product says no. Pure code returns one; a use case throws it as `Refused`, so that its transaction rolls back. */
export type Refusal =
  | PlainRefusal<`input.${'unreadable' | 'tooSlow' | 'tooLarge' | 'wrongType'}`>
  | PlainRefusal<`session.${'missing' | 'forged' | 'unknown' | 'notRecent'}`>
  | PlainRefusal<`credentials.${'wrong' | 'passwordsOff'}`>
  | PlainRefusal<`secondFactor.${'required' | 'due' | 'active' | 'none' | 'mandatory' | 'own'}`>
  | PlainRefusal<'companyLogin.developerOnly'>
  | PlainRefusal<`user.${'unknown' | 'inactive' | 'notActive' | 'duplicateEmail' | 'duplicateNumber' | 'hasPassword' | 'resetsBlocked'}`>
  | PlainRefusal<`user.${'developerOnly' | 'developerProtected' | 'emailProtected' | 'bossOnly' | 'ownPower'}`>
  | PlainRefusal<`user.${'emailOfInactive' | 'selfDeactivation'}`>
  | PlainRefusal<`topic.${'unknown' | 'duplicate'}`>
  | PlainRefusal<`assignment.${'unknown' | 'duplicate'}`>
  | PlainRefusal<`token.${'invalid' | 'readOnly' | 'sessionOnly' | 'assistantOnly' | 'importOnly' | 'unknown' | 'required'}`>
  | PlainRefusal<`device.${'invalidCode' | 'expired' | 'denied'}`>
  | PlainRefusal<`service.${'required' | 'botOnly'}`>
  | PlainRefusal<`chatLink.${'unknown' | 'invalidCode' | 'inactive' | 'noWhatsApp'}`>
  | PlainRefusal<`topicChannel.${'duplicate' | 'unknown'}`>
  | PlainRefusal<'holiday.unknown'>
  | PlainRefusal<`notification.${'unknown' | 'notFailed' | 'tokenOver'}`>
  | PlainRefusal<'calendar.unknown'>
  | PlainRefusal<`reset.${'unknownEmail' | 'invalidToken'}`>
  | PlainRefusal<`emailChange.${'invalidLink' | 'unknown'}`>
  | PlainRefusal<`activity.${'unknown' | 'unchanged' | 'extensionNotRequested' | 'seriesMoved'}`>
  | PlainRefusal<`activity.${'ownExtension' | 'ownRequest' | 'ownNotReminded' | 'ownDelivery'}`>
  | PlainRefusal<`request.${'unknown' | 'forbidden'}`>
  | { code: 'request.closed'; state: RequestState }
  | PlainRefusal<`template.${'unknown' | 'duplicate'}`>
  | PlainRefusal<`absence.${'unknown' | 'over' | 'overlap'}`>
  | PlainRefusal<`comment.${'unknown' | 'forbidden' | 'alreadyCanceled'}`>
  | PlainRefusal<'savedView.unknown'>
  | PlainRefusal<`webhook.${'unknown' | 'inactive'}`>
  | PlainRefusal<'delivery.unknown'>
  | PlainRefusal<'live.full'>
  | PlainRefusal<'image.unknown'>
  | PlainRefusal<'route.unknown'>
  | PlainRefusal<`idempotency.${'otherRequest' | 'secretAnswer'}`>
  | PlainRefusal<'server.busy'>
  | PlainRefusal<'requests.tooMany'>
  | PlainRefusal<'read.tooSlow'>
  | PlainRefusal<`database.${'away' | 'full'}`>
  | PlainRefusal<`storage.${'full' | 'low' | 'away'}`>
  | { code: 'input.invalid'; fields: Record<string, string | FieldProblem> }
  | { code: 'session.tooManyTries'; retryAfterSeconds: number }
  | { code: 'credentials.wait'; retryAfterSeconds: number }
  | { code: 'secondFactor.wrong'; field: 'code' }
  | { code: 'companyLogin.refused'; reason: CompanyLoginProblem }
  | { code: 'user.hasOpenActivities'; count: number }
  | { code: 'user.reassignDuplicate'; folio: number }
  | { code: 'user.reassignConflict'; folios: readonly number[] }
  | { code: 'admin.forbidden'; act: ManagementAct }
  | { code: 'edit.outdated'; now: Readonly<Partial<Record<EditedField, string | null>>> }
  | { code: 'activity.forbidden'; act: Act; holder: Holder; names?: string }
  | { code: 'activity.untimely'; act: Act; status: ReadStatus }
  | { code: 'activity.alreadyExtended'; extendedTo: CalendarDate }
  | { code: 'activity.extensionRequested'; requestedTo: CalendarDate }
  | { code: 'activity.duplicate'; names?: readonly string[] }
  | { code: 'activity.alreadyReminded'; at: Date; zone: string }
  | { code: 'activity.incomplete'; items: readonly string[]; images: number }
  | { code: 'comment.tooLate'; status: ReadStatus }
  | { code: 'savedView.tooMany'; max: number }
  | { code: 'webhook.tooMany'; max: number }
  | { code: 'image.unreadable'; field: string }
  | { code: 'image.wrongType'; field: string }
  | { code: 'capture.ahead'; field: 'capturedAt' }
  | { code: 'capture.tooOld'; field: 'capturedAt' }
  | { code: 'image.digestsMissing'; field: 'capturedDigests' }
  | { code: 'image.altered'; field: string }
  | { code: 'image.tooLarge'; field: string; maxBytes: number }
  | { code: 'image.tooManyPixels'; field: string; maxMegapixels: number }
  | PlainRefusal<'document.unknown'>
  | { code: `document.${'wrongType' | 'unreadable' | 'tooHeavy'}`; field: string }
  | { code: 'document.tooLarge'; field: string; maxBytes: number }
  | { code: 'document.tooManyPages'; field: string; maxPages: number }
  | { code: 'document.hostile'; field: string; holds: HostilePart }
  | { code: 'document.tooMany'; count: number; max: number }
  | { code: 'evidence.tooMany'; count: number; max: number }
  | { code: 'evidence.dayUsed'; maxBytes: number; retryAfterSeconds: number }
  | { code: 'sheet.wrongType'; field: string; kind?: ForeignKind }
  | { code: 'sheet.tooLarge'; field: string; maxBytes: number }
  | ({ code: 'sheet.tooMuch'; field: string; maxRows: number; maxColumns: number; maxCells: number } & SheetFacts)
  | { code: 'sheet.unreadable'; field: string; quoteRow?: number }
  | { code: 'sheet.locked'; field: string }
  | { code: 'activityImport.noTable'; field: string }
  | { code: 'activityImport.wrongRows'; wrong: readonly UnreadRow[]; questions: readonly ImportQuestion[]; isOrderDoubtful: boolean }
  | { code: 'import.empty'; field: string }
  | { code: 'import.headings'; field: string; missing: readonly string[]; doubled: readonly string[]; sheet: string }
  | { code: 'import.wrongRows'; wrong: readonly CellProblem[]; areAllKnown: boolean };

/** Thrown, never returned, from use cases and the API: returning would commit. */
export class Refused extends Error {
  readonly refusal: Refusal;
  /** `cause` goes into the log and to nobody else. */
  constructor(refusal: Refusal, cause?: unknown) {
    super(refusal.code, { cause });
    this.name = 'Refused';
    this.refusal = refusal;
  }
}

export const isRefusedWith = <Code extends Refusal['code']>(
  error: unknown,
  ...codes: readonly Code[]
): error is Refused & { readonly refusal: Refusal & { code: Code } } =>
  error instanceof Refused && (codes as readonly string[]).includes(error.refusal.code);

/** Refuses one field of an input, under the use case's name of it; the contract maps the name and messages makes the sentence. */
export const invalid = (field: string, problem: FieldProblem['problem'], detail: Omit<FieldProblem, 'problem'> = {}): Refused =>
  new Refused({ code: 'input.invalid', fields: { [field]: { problem, ...detail } } });

/** Refuses one part of a request, under its name on the wire, with a finished sentence. */
export const invalidOnWire = (wireName: string, sentence: string): Refused =>
  new Refused({ code: 'input.invalid', fields: { [wireName]: sentence } });
