import type { Channel } from '../people/person.ts';

export const adminSubjects = [
  'person',
  'topic',
  'holiday',
  'token',
  'chatLink',
  'calendarFeed',
  'announcement',
  'report',
  'image',
  'webhook',
  'system',
] as const;
export type AdminSubjectKind = (typeof adminSubjects)[number];

/** The acts of the administration's history. Acts on an activity have a history of their own. */
export const adminActs = [
  'person.register',
  'person.import',
  'person.edit',
  'person.editOwn',
  'person.changePhoto',
  'person.changePreferences',
  'person.activate',
  'person.deactivate',
  'person.anonymise',
  'person.invite',
  'person.gainPrivilege',
  'person.losePrivilege',
  'absence.add',
  'absence.cancel',
  'email.request',
  'email.replace',
  'email.confirm',
  'email.cancel',
  'password.change',
  'password.requestReset',
  'password.reset',
  'password.failReset',
  'secondFactor.add',
  'secondFactor.replace',
  'secondFactor.renewCodes',
  'secondFactor.remove',
  'secondFactor.reset',
  'companyAccount.link',
  'companyAccount.unlink',
  'session.logIn',
  'session.failLogIn',
  'session.logOut',
  'session.end',
  'topic.register',
  'topic.edit',
  'template.add',
  'template.edit',
  'template.retire',
  'assignment.add',
  'assignment.remove',
  'holiday.save',
  'holiday.remove',
  'device.authorize',
  'device.deny',
  'device.failCode',
  'token.create',
  'token.revoke',
  'chatLink.add',
  'chatLink.remove',
  'chatLink.chooseSummary',
  'chatLink.stopSummary',
  'topicChannel.add',
  'topicChannel.remove',
  'topicChannel.end',
  'calendarFeed.create',
  'calendarFeed.revoke',
  'announcement.resend',
  'activities.import',
  'report.export',
  'image.withdraw',
  'webhook.add',
  'webhook.edit',
  'webhook.rotate',
  'webhook.remove',
  'webhook.test',
  'webhook.resend',
  'webhook.disable',
  'system.backUp',
  'system.restore',
  'system.export',
  'person.export',
  'system.migrate',
  'system.grantRoles',
  'system.forgetSecret',
  'system.rotateSecrets',
] as const;
export type AdminAct = (typeof adminActs)[number];

/** An act comes in through a channel of people, or as a command on the server (`admin`). */
export type AdminChannel = Channel | 'admin';

/** The history keeps plain values under names, and never a secret or a hash of one. */
export type AdminFacts = Readonly<Record<string, string | number | boolean | null | (string | number)[]>>;

const isSame = (a: AdminFacts[string] | undefined, b: AdminFacts[string] | undefined) =>
  JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** Returns the facts that differ between two states; null without a difference. */
export function compareFacts<Facts extends AdminFacts>(before: Facts, after: Facts): { before: AdminFacts; after: AdminFacts } | null {
  const names = Object.keys(after).filter((name) => !isSame(before[name], after[name]));
  if (names.length === 0) return null;
  const pickFacts = (facts: Facts) => Object.fromEntries(names.map((name) => [name, facts[name] ?? null]));
  return { before: pickFacts(before), after: pickFacts(after) };
}
