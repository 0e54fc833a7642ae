import type { AdminAct, AdminFacts, AdminSubjectKind } from '../../domain/people/admin-act.ts';
import { type Actor, fullName, type Person } from '../../domain/people/person.ts';
import type { NewAdminEntry } from '../../persistence/admin-history.ts';
import type { Context } from '../use-case.ts';

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
  /** Who gave the command, for acts of a command on the server. */
  operator?: string | null | undefined;
}
/** Where an act comes from; a login that succeeds names its person as the actor. */
export type AdminContext = Pick<
  Context<unknown, Pick<Actor, 'id' | 'firstName' | 'lastName'> | null>,
  'actor' | 'channel' | 'address' | 'repos'
>;

export const personSubject = (person: Pick<Person, 'id' | 'firstName' | 'lastName'>): AdminSubject => ({
  kind: 'person',
  id: person.id,
  name: fullName(person),
});

function entryOf({ actor, channel, address }: AdminContext, facts: AdminActFacts): NewAdminEntry {
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

/** The same for many acts at once, in their order. */
export const recordAdminActs = ({ repos, ...context }: AdminContext, acts: readonly AdminActFacts[]): Promise<void> =>
  repos.adminHistory.add(acts.map((facts) => entryOf({ repos, ...context }, facts)));
