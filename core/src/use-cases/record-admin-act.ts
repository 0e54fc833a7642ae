import type { CompanyLoginProblem } from '../domain/account/account.ts';
import { type AdminAct, type AdminFacts, type AdminSubjectKind, adminActHearers } from '../domain/admin/admin-act.ts';
import { type Actor, fullName, type Person } from '../domain/people/person.ts';
import type { NewAdminEntry } from '../persistence/admin/admin-history.ts';
import type { ActHearer } from '../persistence/notifications/outbox.ts';
import type { Context, OpenUseCase } from './use-case.ts';

export interface AdminSubject {
  kind: AdminSubjectKind;
  id?: number | string | null;
  name?: string | null;
}
export interface AdminActFacts {
  act: AdminAct;
  subject: AdminSubject;
  before?: AdminFacts | null;
  after?: AdminFacts | null;
  operator?: string | null | undefined;
}
/** Says where an act comes from; a login that succeeds names its person as the actor. */
export type AdminContext = Pick<
  Context<unknown, Pick<Actor, 'id' | 'firstName' | 'lastName'> | null>,
  'actor' | 'channel' | 'address' | 'repos' | 'now'
>;

export const personSubject = (person: Pick<Person, 'id' | 'firstName' | 'lastName'>): AdminSubject => ({
  kind: 'person',
  id: person.id,
  name: fullName(person),
});

function makeEntry({ actor, channel, address }: Omit<AdminContext, 'repos'>, facts: AdminActFacts): NewAdminEntry {
  const { act, subject, before = null, after = null, operator = null } = facts;
  return {
    actorId: actor?.id ?? null,
    actorName: operator ?? (actor && fullName(actor)),
    act,
    subjectKind: subject.kind,
    subjectId: subject.id === undefined || subject.id === null ? null : String(subject.id),
    subject: subject.name ?? null,
    before,
    after,
    address,
    channel: operator === null ? channel : 'admin',
  };
}

/** Adds an act to the administration's history, in the transaction of the change. Never give it a password, a token or a hash. */
export const recordAdminAct = (context: AdminContext, facts: AdminActFacts): Promise<void> => recordAdminActs(context, [facts]);

/** Adds many acts at once, in their order, as `recordAdminAct` adds one. The people concerned are told of them in one mail each. */
export async function recordAdminActs(context: AdminContext, acts: readonly AdminActFacts[]): Promise<void> {
  const { repos, now } = context;
  const ids = await repos.adminHistory.add(acts.map((facts) => makeEntry(context, facts)));
  const isForDevelopers = acts.some(({ act }) => adminActHearers[act] === 'developers');
  const developers = isForDevelopers ? await repos.users.activeDevelopers() : [];
  const hearers: ActHearer[] = [];
  for (const [index, facts] of acts.entries())
    for (const hearer of listHearers(context, facts, developers)) {
      const earlier = hearers.find(({ recipientId, isMailed }) => recipientId === hearer.recipientId && isMailed === hearer.isMailed);
      if (earlier) earlier.acts.push(ids[index] as number);
      else hearers.push({ ...hearer, acts: [ids[index] as number] });
    }
  if (hearers.length > 0) await repos.outbox.addOfAdminActs(hearers, now);
}

/**
 * Tells whether another person did the act. A reset that anybody may ask for has no actor and counts as its person's own. A change of email
 * is confirmed by a link, although another person asked for it.
 */
const isByAnother = ({ actor }: Pick<AdminContext, 'actor'>, { act, subject, operator }: AdminActFacts) =>
  operator || adminActHearers[act] === 'listed' ? actor?.id !== subject.id : actor !== null && actor.id !== subject.id;

function listHearers(context: AdminContext, facts: AdminActFacts, developers: readonly number[]): Omit<ActHearer, 'acts'>[] {
  const { act, subject, before, after } = facts;
  const hearer = adminActHearers[act];
  if (hearer === null || subject.kind !== 'person' || typeof subject.id !== 'number') return [];
  if (hearer === 'developers') return developers.filter((id) => id !== subject.id).map((recipientId) => ({ recipientId, isMailed: true }));
  if (!isByAnother(context, facts)) return [];
  // The owner of the earlier address must learn that it is no longer the account's.
  const to = after?.email ? before?.email : undefined;
  return [{ recipientId: subject.id, isMailed: hearer === 'person', ...(typeof to === 'string' && { to }) }];
}

const HOUR = 3_600;
const TEN_MINUTES = 600;
/** Each of the first acts on one subject within an hour has a row; `FAILURES_EACH` is for failures of one account from one network. */
const ROWS_EACH = 20;
const FAILURES_EACH = 5;
/** At most this many failures of one network in ten minutes count among those of everybody. */
const FAILURES_OF_NETWORK = 20;
/** At most this many rows in ten minutes for the failures of everybody: 14,400 a day at most. */
const FAILURES_OF_ALL = 100;

type BoundedActContext = AdminContext & Pick<Context<unknown, unknown>, 'now'>;

/** The first ones have a row, and then the 10th, 100th and so on, so that a flood adds a few rows instead of a million. */
const hasRow = (count: number, each: number) => count <= each || /^10+$/.test(String(count));

/** Beyond a limit, the first one and each tenth power have a row that says how many there were. */
const isCounted = (count: number, limit: number) => count === limit + 1 || hasRow(count, 0);

/** Records an act that somebody may repeat without end; the row of a repetition says how many there were within the hour. */
export async function recordBoundedAct(context: BoundedActContext, facts: AdminActFacts): Promise<void> {
  const { repos, now } = context;
  const times = await repos.eventCounters.count('audit', [facts.act, facts.subject.id ?? ''], HOUR, now);
  if (!hasRow(times, ROWS_EACH)) return;
  const after = times > ROWS_EACH ? { ...facts.after, times } : facts.after;
  await recordAdminAct(context, { ...facts, after: after ?? null });
}

/**
 * Records a failure that a stranger may cause without end: the first of one account and network within an hour, then each tenth power.
 * Beyond a number for one network, and then for everybody, only the number itself is recorded. `account` is what was typed, so that an
 * account that exists is counted like one that does not. The time it takes reveals nothing about either.
 */
async function recordFailedAct(context: BoundedActContext, failed: AdminActFacts & { account: string; network: string }): Promise<void> {
  const { repos, now } = context;
  const { account, network, ...facts } = failed;
  const ofNetwork = await repos.eventCounters.count('audit', [facts.act, network], TEN_MINUTES, now);
  const isBeyond = ofNetwork > FAILURES_OF_NETWORK;
  if (isBeyond && !isCounted(ofNetwork, FAILURES_OF_NETWORK)) return;
  const ofAll = await repos.eventCounters.count('audit', [facts.act], TEN_MINUTES, now);
  if (ofAll > FAILURES_OF_ALL) {
    if (isCounted(ofAll, FAILURES_OF_ALL)) await recordAdminAct(context, { act: facts.act, subject: { kind: 'system' }, after: { ofAll } });
    return;
  }
  if (isBeyond) return recordAdminAct(context, { act: facts.act, subject: { kind: 'system' }, after: { ofNetwork } });
  const times = await repos.eventCounters.count('audit', [facts.act, account, network], HOUR, now);
  if (hasRow(times, FAILURES_EACH)) await recordAdminAct(context, { ...facts, after: { ...facts.after, times } });
}

export interface FailedAccess {
  act: Extract<AdminAct, 'session.failLogIn' | 'password.failReset'>;
  /** The email as it was typed. What was typed as the password or token is not kept in any form. */
  email: string;
  reason: 'wrongPassword' | 'unknownEmail' | 'wrongToken' | 'wrongCode' | CompanyLoginProblem;
  /** The client's network, because failures are counted for each account and network. */
  network: string;
}

/** Records an attempt to get access that failed. It has no actor, because nobody has proved who they are. */
export const recordFailedAccess: OpenUseCase<FailedAccess, void> = async (context) => {
  const { act, email, reason, network } = context.input;
  const account = await context.repos.users.readCredentials(email);
  const subject = { kind: 'person', id: account?.id ?? null, name: account ? fullName(account) : email } as const;
  await recordFailedAct({ ...context, actor: null }, { act, subject, after: { reason }, account: email, network });
};
