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

/**
 * Who is told of an act that another person did on an account: its `person`, by mail and in their list; or its person in the list alone, where
 * the act has a mail of its own (`listed`); or every Desarrollador, by mail and list.
 */
export type Hearer = 'person' | 'listed' | 'developers';

/**
 * The acts of the administration's history, each with its hearer. It is null for an act that is not about an account, that invites its person
 * by mail, that forgets them, or that goes with another act they hear of. Acts on an activity have a history of their own.
 */
export const adminActHearers = {
  'person.register': null,
  'person.import': null,
  'person.note': null,
  'person.edit': 'person',
  'person.editOwn': 'person',
  'person.changePhoto': 'person',
  'person.changePreferences': 'person',
  'person.activate': 'person',
  'person.deactivate': 'person',
  'person.anonymise': null,
  'person.invite': null,
  'person.gainPrivilege': 'developers',
  'person.losePrivilege': null,
  'absence.add': 'person',
  'absence.cancel': 'person',
  'email.request': 'listed',
  'email.replace': 'listed',
  'email.confirm': 'listed',
  'email.cancel': 'listed',
  'email.disown': 'developers',
  'password.change': 'person',
  'password.requestReset': 'person',
  'password.reset': 'person',
  'password.failReset': null,
  'password.allowReset': 'person',
  'secondFactor.add': 'person',
  'secondFactor.replace': 'person',
  'secondFactor.renewCodes': 'person',
  'secondFactor.remove': 'person',
  'secondFactor.reset': 'person',
  'companyAccount.link': 'person',
  'companyAccount.unlink': 'person',
  'session.logIn': null,
  'session.failLogIn': null,
  'session.logOut': null,
  'session.end': 'person',
  'topic.register': null,
  'topic.edit': null,
  'template.add': null,
  'template.edit': null,
  'template.retire': null,
  'assignment.add': null,
  'assignment.remove': null,
  'holiday.save': null,
  'holiday.remove': null,
  'device.authorize': null,
  'device.deny': null,
  'device.failCode': null,
  'token.create': null,
  'token.revoke': 'person',
  'chatLink.add': null,
  'chatLink.remove': 'person',
  'chatLink.chooseSummary': null,
  'chatLink.stopSummary': null,
  'topicChannel.add': null,
  'topicChannel.remove': null,
  'topicChannel.end': null,
  'calendarFeed.create': null,
  'calendarFeed.revoke': 'person',
  'announcement.resend': null,
  'activities.import': null,
  'report.export': null,
  'image.withdraw': null,
  'document.withdraw': null,
  'webhook.add': null,
  'webhook.edit': null,
  'webhook.rotate': null,
  'webhook.remove': null,
  'webhook.test': null,
  'webhook.resend': null,
  'webhook.disable': null,
  'system.backUp': null,
  'system.restore': null,
  'system.export': null,
  'person.export': null,
  'system.migrate': null,
  'system.noteAccounts': null,
  'system.grantRoles': null,
  'system.forgetSecret': null,
  'system.rotateSecrets': null,
} as const satisfies Record<string, Hearer | null>;
export type AdminAct = keyof typeof adminActHearers;
export const adminActs = Object.keys(adminActHearers) as AdminAct[];
export type HeardAct = { [Act in AdminAct]: (typeof adminActHearers)[Act] extends null ? never : Act }[AdminAct];

/** An act comes in through a channel of people, or as a command on the server (`admin`). */
export type AdminChannel = Channel | 'admin';

/** The history keeps plain values under names, and never a secret or a hash of one. */
export type AdminFacts = Readonly<Record<string, string | number | boolean | null | (string | number)[]>>;

const isSame = (a: AdminFacts[string] | undefined, b: AdminFacts[string] | undefined) =>
  JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

export function compareFacts<Facts extends AdminFacts>(before: Facts, after: Facts): { before: AdminFacts; after: AdminFacts } | null {
  const names = Object.keys(after).filter((name) => !isSame(before[name], after[name]));
  if (names.length === 0) return null;
  const pickFacts = (facts: Facts) => Object.fromEntries(names.map((name) => [name, facts[name] ?? null]));
  return { before: pickFacts(before), after: pickFacts(after) };
}
