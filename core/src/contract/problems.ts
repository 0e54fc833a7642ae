import type { WrongCell } from '../domain/people/user-import.ts';
import type { Refusal } from '../domain/refusal.ts';
import { wrongRows } from '../messages/activities/activity-import.ts';
import { wrongCells } from '../messages/people/user-import.ts';
import { fieldSentences, refusalSentence } from '../messages/refusals.ts';

type UnknownThing = Extract<Refusal['code'], `${string}.unknown`>;
const namesUnknownThing = (code: Refusal['code']): code is UnknownThing => code.endsWith('.unknown');

/** HTTP status of every refusal (docs/product.md, 1.3) but those of what does not exist. A forgotten one does not compile. */
const statuses = {
  'input.invalid': 400,
  'input.unreadable': 400,
  'input.tooSlow': 408,
  'input.tooLarge': 413,
  'input.wrongType': 415,
  'session.missing': 401,
  'session.forged': 403,
  'session.notRecent': 403,
  'session.tooManyTries': 429,
  'credentials.wrong': 401,
  'credentials.wait': 429,
  'credentials.passwordsOff': 403,
  'secondFactor.required': 403,
  'secondFactor.wrong': 400,
  'secondFactor.due': 403,
  'secondFactor.active': 409,
  'secondFactor.none': 409,
  'secondFactor.mandatory': 409,
  'secondFactor.own': 409,
  'companyLogin.refused': 403,
  'companyLogin.developerOnly': 403,
  'user.inactive': 403,
  'user.duplicateEmail': 409,
  'user.duplicateNumber': 409,
  'user.developerOnly': 403,
  'user.developerProtected': 403,
  'user.emailProtected': 403,
  'user.bossOnly': 403,
  'user.ownPower': 403,
  'user.emailOfInactive': 409,
  'user.notActive': 409,
  'user.hasPassword': 409,
  'user.resetsBlocked': 409,
  'user.selfDeactivation': 403,
  'user.hasOpenActivities': 409,
  'user.reassignDuplicate': 409,
  'user.reassignConflict': 409,
  'admin.forbidden': 403,
  'topic.duplicate': 409,
  'edit.outdated': 409,
  'assignment.duplicate': 409,
  'token.invalid': 401,
  'token.readOnly': 403,
  'token.sessionOnly': 403,
  'token.assistantOnly': 403,
  'token.importOnly': 403,
  'token.required': 403,
  'device.invalidCode': 400,
  'device.expired': 400,
  'device.denied': 403,
  'service.required': 403,
  'service.botOnly': 403,
  'topicChannel.duplicate': 409,
  'chatLink.invalidCode': 400,
  'chatLink.noWhatsApp': 409,
  'chatLink.inactive': 403,
  'notification.notFailed': 409,
  'notification.tokenOver': 409,
  'reset.unknownEmail': 404,
  'reset.invalidToken': 400,
  'emailChange.invalidLink': 400,
  'activity.forbidden': 403,
  'activity.untimely': 409,
  'activity.alreadyExtended': 409,
  'activity.ownExtension': 409,
  'activity.extensionRequested': 409,
  'activity.seriesMoved': 409,
  'activity.extensionNotRequested': 409,
  'activity.ownRequest': 403,
  'activity.duplicate': 409,
  'activity.ownNotReminded': 409,
  'activity.alreadyReminded': 409,
  'activity.unchanged': 409,
  'activity.ownDelivery': 403,
  'activity.incomplete': 409,
  'request.forbidden': 403,
  'request.closed': 409,
  'template.duplicate': 409,
  'absence.over': 409,
  'absence.overlap': 409,
  'comment.forbidden': 403,
  'comment.alreadyCanceled': 409,
  'comment.tooLate': 409,
  'webhook.tooMany': 409,
  'webhook.inactive': 409,
  'savedView.tooMany': 409,
  'live.full': 503,
  'image.unreadable': 400,
  'capture.ahead': 400,
  'capture.tooOld': 400,
  'image.digestsMissing': 400,
  'image.altered': 400,
  'image.wrongType': 415,
  'image.tooLarge': 413,
  'image.tooManyPixels': 413,
  'document.wrongType': 415,
  'document.unreadable': 400,
  'document.tooHeavy': 413,
  'document.tooLarge': 413,
  'document.tooManyPages': 413,
  'document.hostile': 400,
  'document.tooMany': 409,
  'evidence.tooMany': 409,
  'evidence.dayUsed': 429,
  'sheet.wrongType': 415,
  'sheet.tooLarge': 413,
  'sheet.tooMuch': 413,
  'sheet.unreadable': 400,
  'sheet.locked': 400,
  'activityImport.noTable': 400,
  'activityImport.wrongRows': 400,
  'import.empty': 400,
  'import.headings': 400,
  'import.wrongRows': 400,
  'idempotency.otherRequest': 409,
  'idempotency.secretAnswer': 409,
  'server.busy': 503,
  'requests.tooMany': 429,
  'read.tooSlow': 503,
  'database.away': 503,
  'database.full': 507,
  'storage.full': 507,
  'storage.low': 507,
  'storage.away': 503,
} as const satisfies Record<Exclude<Refusal['code'], UnknownThing>, number>;

/** Every failure on the wire. `fields` carries wire names; `status` only the login of an inactive person. */
export interface Problem {
  success: false;
  error: string;
  code: Refusal['code'];
  fields?: Record<string, string>;
  status?: 'inactivo';
  rows?: readonly (WrongCell & { sheet?: string })[];
  total?: number;
}

/** `wireNames` are those of the call's fields, by ours. Schemas report their fields under wire names already. */
export function describeProblem(refusal: Refusal, wireNames: Readonly<Record<string, string>> = {}): { status: number; body: Problem } {
  const body: Problem = { success: false, error: refusalSentence(refusal), code: refusal.code };
  if (refusal.code === 'input.invalid') {
    const { fields } = refusal;
    const sentences = Object.entries(fieldSentences(fields));
    body.fields = Object.fromEntries(
      sentences.map(([name, sentence]) => [typeof fields[name] === 'string' ? name : (wireNames[name] ?? name), sentence]),
    );
  }
  if ('field' in refusal) body.fields = { [wireNames[refusal.field] ?? refusal.field]: body.error };
  if (refusal.code === 'import.wrongRows') Object.assign(body, { rows: wrongCells(refusal.wrong), total: refusal.wrong.length });
  if (refusal.code === 'activityImport.wrongRows') {
    const rows = wrongRows(refusal.wrong).map(({ problem: _, ...row }) => row);
    Object.assign(body, { rows, total: rows.length });
  }
  if (refusal.code === 'user.inactive') body.status = 'inactivo';
  return { status: namesUnknownThing(refusal.code) ? 404 : statuses[refusal.code], body };
}
