import { addMonths, type CalendarDate } from '../calendar.ts';
import { normalise } from '../text.ts';

export type Managers = ReadonlyMap<number, number>;

/** Lists the bosses above a person, the nearest first. It ends where a person would come again. */
export function managersAbove(personId: number, managers: Managers): number[] {
  const above = new Set<number>();
  let next = managers.get(personId);
  while (next !== undefined && next !== personId && !above.has(next)) {
    above.add(next);
    next = managers.get(next);
  }
  return [...above];
}

/** Tells whether a person would be above themselves with this boss. */
export const makesCycle = (personId: number, managerId: number, managers: Managers): boolean =>
  managerId === personId || managersAbove(managerId, managers).includes(personId);

/** `type_user` of the people who run the product itself. */
export const DEVELOPER = 'Desarrollador';
/** `type_user` of everybody else. */
export const EMPLOYEE = 'Usuario';

/** An absent person, as their substitute sees them. An act for them is allowed by their privilege, not by that of the substitute. */
export interface RepresentedPerson extends Pick<Privileges, 'id' | 'kind' | 'position'> {
  name: string;
  /** The person who registered their absence; undefined where an earlier server did not say. */
  registeredById?: number | undefined;
}

export interface Privileges {
  id: number;
  kind: string;
  position: string;
  /** The absent people that they substitute today; undefined where the caller did not read them. */
  substitutesFor?: readonly RepresentedPerson[];
}

/** Someone with an account, as its own owner and the administrators see them. */
export interface Person extends Omit<Privileges, 'substitutesFor'> {
  employeeNumber: string;
  firstName: string;
  lastName: string;
  email: string;
  level: string;
  department: string;
  alias: string | null;
  phone: string | null;
  isActive: boolean;
}

/** Where an act came in; the history names it. */
export const channels = ['web', 'terminal', 'slack', 'teams', 'whatsapp', 'assistant', 'system'] as const;
export type Channel = (typeof channels)[number];

/** A person with those that they substitute today. */
export type Caller = Person & Pick<Privileges, 'substitutesFor'>;

export interface Actor extends Caller {
  channel: Channel;
}

const privilegedWords = ['gerente', 'contralor', 'supervisor'];

/**
 * Returns true for a Desarrollador, or a position containing GERENTE, CONTRALOR or SUPERVISOR; case and accents do not matter
 * (docs/product.md, 2.2).
 */
export function isPrivileged({ kind, position }: Pick<Privileges, 'kind' | 'position'>): boolean {
  const words = normalise(position);
  return isDeveloper({ kind }) || privilegedWords.some((word) => words.includes(word));
}

/**
 * Tells whether a registration or an edit gives privilege; clients then ask for a confirmation. `before` is null where somebody is
 * registered.
 */
export const isGainingPrivilege = (
  before: Pick<Privileges, 'kind' | 'position'> | null,
  after: Pick<Privileges, 'kind' | 'position'>,
): boolean => isPrivileged(after) && !(before && isPrivileged(before));

export const isDeveloper = ({ kind }: Pick<Privileges, 'kind'>): boolean => normalise(kind) === normalise(DEVELOPER);

export const adminPolicy = {
  manageUsers: isPrivileged,
  manageTopics: isPrivileged,
  assignTopics: isPrivileged,
  assignActivities: isPrivileged,
  readGlobalReports: isPrivileged,
  manageTopicChannels: isPrivileged,
  makeDevelopers: isDeveloper,
  resetSecondFactors: isDeveloper,
  allowPasswordResets: isDeveloper,
  readAdminHistory: isDeveloper,
  withdrawImages: isDeveloper,
  exportCompany: isDeveloper,
  manageWebhooks: isDeveloper,
} as const satisfies Record<string, (actor: Privileges) => boolean>;

export type ManagementAct = keyof typeof adminPolicy;

export const isForDevelopers = (act: ManagementAct): boolean => adminPolicy[act] === isDeveloper;

export const fullName = ({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>): string => `${firstName} ${lastName}`.trim();

/** Particles that belong to the following surname. */
const particles = new Set(['de', 'del', 'la', 'las', 'los', 'san', 'santa', 'da', 'do', 'dos', 'van', 'von']);

/** Returns the first name and the first surname: 'Rogelio de la Peña'. */
export function shortName({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>): string {
  const surnames = lastName.trim().split(/\s+/);
  const first = surnames.findIndex((word) => !particles.has(word.toLowerCase()));
  return [firstName.trim().split(/\s+/)[0], ...surnames.slice(0, first < 0 ? undefined : first + 1)].join(' ').trim();
}

/** Distinguishes people of the same name. */
export const personLabel = (person: Pick<Person, 'firstName' | 'lastName' | 'employeeNumber'>): string =>
  `${fullName(person)} (${person.employeeNumber})`;

/** The names of the two people of an activity, as replies carry them. */
export const ownerName = (activity: { ownerFirstName: string; ownerLastName: string }, write = fullName): string =>
  write({ firstName: activity.ownerFirstName, lastName: activity.ownerLastName });
export const assigneeName = (activity: { assigneeFirstName: string; assigneeLastName: string }, write = fullName): string =>
  write({ firstName: activity.assigneeFirstName, lastName: activity.assigneeLastName });

/** Days on which somebody is away, both included, and the person who acts in their place. */
export interface Absence {
  id: number;
  userId: number;
  substituteId: number;
  fromOn: CalendarDate;
  toOn: CalendarDate;
  /** Null means the absent person. */
  registeredById: number | null;
}
type Days = Pick<Absence, 'fromOn' | 'toOn'>;

export const isTooLong = ({ fromOn, toOn }: Days): boolean => toOn >= addMonths(fromOn, 12);

export const isOverlapping = (one: Days, other: Days): boolean => one.fromOn <= other.toOn && other.fromOn <= one.toOn;

/** Returns the absent person that somebody substitutes, among these people; null where they act as themselves. */
export const representedBy = ({ id, substitutesFor = [] }: Pick<Privileges, 'id' | 'substitutesFor'>, people: readonly number[]) =>
  people.includes(id) ? null : (substitutesFor.find((absent) => people.includes(absent.id)) ?? null);
