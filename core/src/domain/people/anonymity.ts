import type { HistoryFacts } from '../history/proof.ts';
import { fullName, type Person } from './person.ts';

/** What stands for an erased value of an anonymous person. */
const ERASED = '—';

/** What is left of an account whose person is forgotten. No domain ends in `.invalid` (RFC 2606). */
export const anonymousPerson = (id: number) =>
  ({
    employeeNumber: `ANON-${id}`,
    firstName: 'Persona',
    lastName: `anonimizada ${id}`,
    email: `anonima-${id}@bitacora.invalid`,
    alias: null,
    phone: null,
    position: ERASED,
  }) satisfies Partial<Person>;

/** The person that rewritten texts are about. Names, emails and numbers are all that the person ever had. */
export interface Identity {
  id: number;
  names: readonly string[];
  /** Emails, numbers of telephone and names in chats: unlike names nobody else has them. */
  marks: readonly string[];
  /** Somebody else has one of the names: texts are rewritten only where an id says that they mean this person. */
  hasNamesake: boolean;
}

/** Keys of administrative facts that say who a person is, in rows about that person. */
const personal = ['firstName', 'lastName', 'email', 'pendingEmail', 'phone', 'alias', 'employeeNumber', 'displayName', 'position'];
const technical = ['device', 'machine', 'address', 'subject', 'issuer', 'workspace'];
const erasable = new Set([...personal, ...technical]);

export type AdminTexts = {
  actorId: number | null;
  actorName: string | null;
  subjectKind: string;
  subjectId: string | null;
  subject: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  address: string | null;
};

/** The same text with the pseudonym in the place of the person. */
export function withoutPerson(text: string, { id, names, marks, hasNamesake }: Identity, isSure: boolean): string {
  const anonymous = anonymousPerson(id);
  const erasedNames = isSure || !hasNamesake ? names : [];
  const afterNames = erasedNames.reduce((rest, name) => rest.replaceAll(name, fullName(anonymous)), text);
  return marks.reduce((rest, mark) => rest.replaceAll(mark, ERASED), afterNames);
}

/** A row of the administration's history without the person. What they did stays; from where, and who they were, goes. */
export function redactAdminRow(row: AdminTexts, identity: Identity): AdminTexts {
  const isActor = row.actorId === identity.id;
  const isSubject = row.subjectKind === 'person' && row.subjectId === String(identity.id);
  const isSure = isActor || isSubject;
  const clean = (value: unknown): unknown => {
    if (typeof value === 'string') return withoutPerson(value, identity, isSure);
    return Array.isArray(value) ? value.map(clean) : value;
  };
  const facts = (all: Record<string, unknown> | null) =>
    all &&
    Object.fromEntries(
      Object.entries(all).map(([key, value]) => [key, isSubject && erasable.has(key) && value !== null ? ERASED : clean(value)]),
    );
  const pseudonym = fullName(anonymousPerson(identity.id));
  return {
    ...row,
    actorName: isActor ? pseudonym : (clean(row.actorName) as string | null),
    subject: isSubject ? pseudonym : (clean(row.subject) as string | null),
    before: facts(row.before),
    after: facts(row.after),
    address: isSure ? null : row.address,
  };
}

/** The facts of an act without the person's name. `meansPerson` says that the activity was theirs at some time. */
export function redactFacts(facts: HistoryFacts, identity: Identity, meansPerson: boolean): HistoryFacts {
  const clean = (text: string) => withoutPerson(text, identity, meansPerson);
  const { actingFor, handover, reassigned, ...rest } = facts;
  return {
    ...rest,
    ...(actingFor && {
      actingFor: actingFor.id === identity.id ? { ...actingFor, name: fullName(anonymousPerson(identity.id)) } : actingFor,
    }),
    ...(reassigned && { reassigned: { from: clean(reassigned.from), to: clean(reassigned.to) } }),
    ...(handover && { handover: { ...handover, from: clean(handover.from), to: clean(handover.to) } }),
  };
}
