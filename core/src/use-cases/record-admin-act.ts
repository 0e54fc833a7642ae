import type { AdminAct, AdminFacts, AdminSubjectKind } from '../domain/admin-act.ts';
import { type Actor, fullName, type Person } from '../domain/person.ts';
import type { Context } from './use-case.ts';

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
}
/** Where an act comes from; a login that succeeds names its person as the actor. */
export type AdminScene = Pick<
  Context<unknown, Pick<Actor, 'id' | 'firstName' | 'lastName'> | null>,
  'actor' | 'channel' | 'address' | 'repos'
>;

export const personSubject = (person: Pick<Person, 'id' | 'firstName' | 'lastName'>): AdminSubject => ({
  kind: 'person',
  id: person.id,
  name: fullName(person),
});

/** Adds an act to the administration's history, in the transaction of the change. Never give it a password, a token or a hash. */
export async function recordAdminAct(scene: AdminScene, { act, subject, before = null, after = null }: AdminActFacts): Promise<void> {
  const { actor, channel, address, repos } = scene;
  await repos.adminHistory.add({
    actorId: actor?.id ?? null,
    actorName: actor && fullName(actor),
    act,
    subjectKind: subject.kind,
    subjectId: subject.id === undefined || subject.id === null ? null : String(subject.id),
    subject: subject.name ?? null,
    before,
    after,
    address,
    channel,
  });
}
