import type { HistoryFacts } from '../activities/history-proof.ts';
import { fullName, type Person, personLabel } from '../people/person.ts';

/** Replaces an erased value of an anonymous person. */
const ERASED = '—';

/** Returns what stays of an account whose person is forgotten. No domain ends in `.invalid` (RFC 2606). */
export const anonymousPerson = (id: number) =>
  ({
    employeeNumber: `ANON-${id}`,
    firstName: 'Persona',
    lastName: `anonimizada ${id}`,
    email: `anonima-${id}@bitacora.invalid`,
    alias: null,
    phone: null,
    position: ERASED,
    workTime: null,
  }) satisfies Partial<Person & { workTime: string | null }>;

/** Holds everything that the person ever had. Only whole values are compared, because names contain others. */
export interface Identity {
  id: number;
  names: readonly string[];
  /** Nobody else has or had these names, so a text without an id means this person. */
  ownNames: readonly string[];
  /** Names with an employee number that nobody else has or had. */
  labels: readonly string[];
  /** In lower case; nobody else has or had them. */
  emails: readonly string[];
}

/** Keys of administrative facts that say who a person is, in rows about that person. */
const personalKeys = ['firstName', 'lastName', 'email', 'pendingEmail', 'phone', 'alias', 'employeeNumber', 'displayName', 'position'];
const technicalKeys = ['device', 'machine', 'address', 'subject', 'issuer', 'workspace', 'folder'];
const erasableKeys = new Set([...personalKeys, ...technicalKeys]);
/** In rows about anybody, these facts name somebody by name and number. */
export const labelKeys = ['manager', 'substitute'] as const;
/** In rows about anybody, these facts name somebody by name alone. */
export const nameKeys = ['person', 'requestedBy', 'reassignedTo'] as const;
/** People name these things themselves, and only they act on them. */
const ownThings = ['token', 'chatLink'];

export type AdminTexts = {
  act: string;
  actorId: number | null;
  actorName: string | null;
  subjectKind: string;
  subjectId: string | null;
  subject: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  address: string | null;
};

const makePseudonym = ({ id }: Identity): string => fullName(anonymousPerson(id));
const isAmong = (values: readonly string[], value: unknown) => typeof value === 'string' && values.includes(value);
const isListed = (keys: readonly string[], key: string) => keys.includes(key);

/** Rewrites a value that names the person in a row about anybody; returns any other value unchanged. */
function redactNamed(key: string, value: unknown, identity: Identity): unknown {
  if (isListed(labelKeys, key) && isAmong(identity.labels, value)) return personLabel(anonymousPerson(identity.id));
  return isListed(nameKeys, key) && isAmong(identity.ownNames, value) ? makePseudonym(identity) : value;
}

/** Removes the person from a row of the administration's history. What they did stays; from where, and who they were, goes. */
export function redactAdminRow(row: AdminTexts, identity: Identity): AdminTexts {
  const { actorId, subjectKind, subjectId, subject } = row;
  const isActor = actorId === identity.id;
  const isSubject = isListed(['person', 'calendarFeed'], subjectKind) && subjectId === String(identity.id);
  const isOwnThing = isActor && isListed(ownThings, subjectKind);
  // A failed login records the typed email, without an id when no account had it.
  const isTypedEmail = subjectKind === 'person' && subjectId === null && isAmong(identity.emails, subject?.toLowerCase());
  const isExport = row.act === 'person.export' && row.after?.id === identity.id;
  const isAbout = isSubject || isOwnThing || isExport;
  const facts = (all: Record<string, unknown> | null) =>
    all &&
    Object.fromEntries(
      Object.entries(all).map(([key, value]) => {
        const isErased = isAbout && erasableKeys.has(key) && value !== null;
        return [key, isErased ? ERASED : redactNamed(key, value, identity)];
      }),
    );
  const otherSubject = (isOwnThing && subject !== null) || isTypedEmail ? ERASED : subject;
  return {
    ...row,
    actorName: isActor ? makePseudonym(identity) : row.actorName,
    subject: isSubject ? makePseudonym(identity) : otherSubject,
    before: facts(row.before),
    after: facts(row.after),
    address: isActor || isSubject || isTypedEmail ? null : row.address,
  };
}

export interface HistoryTexts {
  note: string | null;
  facts: HistoryFacts | null;
  /** The two ids are null where no earlier row names the person who had the role. */
  formerOwnerId: number | null;
  formerAssigneeId: number | null;
}

const afterNames = /^(: .*| \((dueño|responsable|dueño y responsable)\))?$/s;

/** Before rows had facts, a reassignment was the note 'Ana → Beto: reason'. It has no ids. */
function redactNote(note: string, identity: Identity): string {
  const pseudonym = makePseudonym(identity);
  const arrow = note.indexOf(' → ');
  if (arrow === -1) return note;
  const [from, rest] = [note.slice(0, arrow), note.slice(arrow + 3)];
  const to = identity.ownNames.find((name) => rest.startsWith(name) && afterNames.test(rest.slice(name.length)));
  return `${isAmong(identity.ownNames, from) ? pseudonym : from} → ${to === undefined ? rest : pseudonym + rest.slice(to.length)}`;
}

/** Removes the person's name from the texts of an act. Ids decide who is meant; without ids, a name that nobody else has does. */
export function redactHistory<Row extends HistoryTexts>(row: Row, identity: Identity): Row {
  const { facts, note, formerOwnerId, formerAssigneeId } = row;
  if (!facts) return { ...row, note: note === null ? null : redactNote(note, identity) };
  const { actingFor, handover, reassigned, requesterId, requesterName } = facts;
  const redactName = (name: string, holderId: number | null | undefined) => {
    const isTheirs = holderId ? holderId === identity.id && isAmong(identity.names, name) : isAmong(identity.ownNames, name);
    return isTheirs ? makePseudonym(identity) : name;
  };
  const redactPair = <Names extends { from: string; to: string }>(names: Names, role: 'owner' | 'assignee'): Names => {
    const [formerId, nextId] = role === 'owner' ? [formerOwnerId, facts.ownerId] : [formerAssigneeId, facts.assigneeId];
    return { ...names, from: redactName(names.from, formerId), to: redactName(names.to, nextId) };
  };
  const redactedFacts: HistoryFacts = {
    ...facts,
    ...(actingFor?.id === identity.id && { actingFor: { ...actingFor, name: makePseudonym(identity) } }),
    ...(requesterName && requesterId === identity.id && { requesterName: makePseudonym(identity) }),
    ...(reassigned && { reassigned: redactPair(reassigned, 'assignee') }),
    ...(handover && {
      handover: {
        ...redactPair(handover, handover.roles[0] ?? 'assignee'),
        ...(handover.owner !== undefined && { owner: redactName(handover.owner, facts.ownerId) }),
      },
    }),
  };
  return { ...row, facts: redactedFacts };
}
