import type { CompanyLoginProblem } from './account/account.ts';
import type { Holder, ReadStatus } from './activities/activity.ts';
import type { ImportQuestion, UnreadRow } from './activities/activity-import.ts';
import type { Act } from './activities/lifecycle.ts';
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
    | 'unknown';
  day?: CalendarDate;
  /** The people who are not allowed. */
  names?: readonly string[];
}

/** Files that are taken for a workbook or .csv and are something else. */
export type ForeignKind = 'macros' | 'xlsb' | 'ods' | 'numbers' | 'html' | 'xml' | 'other';

/** What the sentence about a file that is not read names. */
export interface SheetFacts {
  kind?: ForeignKind;
  /** The sheet, empty for a .csv, and the cell from which on it is too much. */
  sheet?: string;
  cell?: string;
  /** The sheets beyond the last one that is read. */
  sheets?: readonly string[];
  /** The row of a .csv in which a quotation mark opens that never closes. */
  quoteRow?: number;
}

/** Every way the product says no. Pure code returns one; a use case throws it as `Refused`, so that its transaction rolls back. */
export type Refusal =
  | { code: 'input.invalid'; fields: Record<string, string | FieldProblem> }
  | { code: 'input.unreadable' }
  | { code: 'input.tooSlow' }
  | { code: 'input.tooLarge' }
  | { code: 'input.wrongType' }
  | { code: 'session.missing' }
  | { code: 'session.forged' }
  | { code: 'session.unknown' }
  | { code: 'session.tooManyTries'; retryAfterSeconds: number }
  | { code: 'credentials.wrong' }
  | { code: 'credentials.wait'; retryAfterSeconds: number }
  | { code: 'credentials.passwordsOff' }
  | { code: 'secondFactor.required' }
  | { code: 'secondFactor.wrong'; field: 'code' }
  | { code: 'secondFactor.due' }
  | { code: 'secondFactor.active' }
  | { code: 'secondFactor.none' }
  | { code: 'secondFactor.mandatory' }
  | { code: 'secondFactor.own' }
  | { code: 'companyLogin.refused'; reason: CompanyLoginProblem }
  | { code: 'companyLogin.developerOnly' }
  | { code: 'user.inactive' }
  | { code: 'user.duplicateEmail' }
  | { code: 'user.duplicateNumber' }
  | { code: 'user.developerOnly' }
  | { code: 'user.developerProtected' }
  | { code: 'user.emailProtected' }
  | { code: 'user.bossOnly' }
  | { code: 'user.ownPower' }
  | { code: 'user.emailOfInactive' }
  | { code: 'user.unknown' }
  | { code: 'user.notActive' }
  | { code: 'user.hasPassword' }
  | { code: 'user.resetsBlocked' }
  | { code: 'user.selfDeactivation' }
  | { code: 'user.hasOpenActivities'; count: number }
  | { code: 'user.reassignDuplicate'; folio: number }
  | { code: 'user.reassignConflict'; folios: readonly number[] }
  | { code: 'admin.forbidden'; act: ManagementAct }
  | { code: 'topic.unknown' }
  | { code: 'topic.duplicate' }
  | { code: 'edit.outdated'; now: Readonly<Partial<Record<EditedField, string | null>>> }
  | { code: 'assignment.unknown' }
  | { code: 'assignment.duplicate' }
  | { code: 'token.invalid' }
  | { code: 'token.readOnly' }
  | { code: 'token.sessionOnly' }
  | { code: 'session.notRecent' }
  | { code: 'token.importOnly' }
  | { code: 'token.unknown' }
  | { code: 'token.required' }
  | { code: 'device.invalidCode' }
  | { code: 'device.expired' }
  | { code: 'device.denied' }
  | { code: 'service.required' }
  | { code: 'service.botOnly' }
  | { code: 'chatLink.unknown' }
  | { code: 'chatLink.invalidCode' }
  | { code: 'chatLink.inactive' }
  | { code: 'topicChannel.duplicate' }
  | { code: 'topicChannel.unknown' }
  | { code: 'holiday.unknown' }
  | { code: 'notification.unknown' }
  | { code: 'notification.notFailed' }
  | { code: 'notification.tokenOver' }
  | { code: 'calendar.unknown' }
  | { code: 'reset.unknownEmail' }
  | { code: 'reset.invalidToken' }
  | { code: 'emailChange.invalidLink' }
  | { code: 'emailChange.unknown' }
  | { code: 'activity.unknown' }
  | { code: 'activity.forbidden'; act: Act; holder: Holder; names?: string }
  | { code: 'activity.untimely'; act: Act; status: ReadStatus }
  | { code: 'activity.alreadyExtended'; extendedTo: CalendarDate }
  | { code: 'activity.ownExtension' }
  | { code: 'activity.extensionRequested'; requestedTo: CalendarDate }
  | { code: 'activity.extensionNotRequested' }
  | { code: 'activity.ownRequest' }
  | { code: 'activity.duplicate'; names?: readonly string[] }
  | { code: 'activity.ownNotReminded' }
  | { code: 'activity.alreadyReminded'; at: Date; zone: string }
  | { code: 'activity.unchanged' }
  | { code: 'activity.ownDelivery' }
  | { code: 'activity.incomplete'; items: readonly string[]; images: number }
  | { code: 'template.unknown' }
  | { code: 'template.duplicate' }
  | { code: 'absence.unknown' }
  | { code: 'absence.over' }
  | { code: 'absence.overlap' }
  | { code: 'comment.unknown' }
  | { code: 'comment.forbidden' }
  | { code: 'comment.alreadyCanceled' }
  | { code: 'comment.tooLate'; status: ReadStatus }
  | { code: 'savedView.unknown' }
  | { code: 'savedView.tooMany'; max: number }
  | { code: 'webhook.unknown' }
  | { code: 'webhook.tooMany'; max: number }
  | { code: 'webhook.inactive' }
  | { code: 'delivery.unknown' }
  | { code: 'live.full' }
  | { code: 'image.unknown' }
  | { code: 'image.unreadable'; field: string }
  | { code: 'image.wrongType'; field: string }
  | { code: 'capture.ahead'; field: 'capturedAt' }
  | { code: 'capture.tooOld'; field: 'capturedAt' }
  | { code: 'image.digestsMissing'; field: 'capturedDigests' }
  | { code: 'image.altered'; field: string }
  | { code: 'image.tooLarge'; field: string; maxBytes: number }
  | { code: 'image.tooManyPixels'; field: string; maxMegapixels: number }
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
  | { code: 'import.wrongRows'; wrong: readonly CellProblem[]; areAllKnown: boolean }
  | { code: 'route.unknown' }
  | { code: 'idempotency.otherRequest' }
  | { code: 'idempotency.secretAnswer' }
  | { code: 'server.busy' }
  | { code: 'requests.tooMany' }
  | { code: 'read.tooSlow' }
  | { code: 'database.away' }
  | { code: 'database.full' }
  | { code: 'storage.full' }
  | { code: 'storage.low' }
  | { code: 'storage.away' };

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
