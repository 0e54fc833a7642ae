import { type AdminAct, type AdminFacts, compareFacts } from '../../domain/admin/admin-act.ts';
import { isPrivileged, type Person } from '../../domain/people/person.ts';
import { type AdminActFacts, type AdminContext, personSubject, recordAdminAct } from '../record-admin-act.ts';

/** `manager` holds the boss's name and number; it is absent where the call does not read it. */
type PersonRow = Omit<Person, 'id'> & { manager?: string | null };

/** Returns what the history keeps of a person: everything but what proves who they are. */
export const factsOfPerson = (person: PersonRow) => {
  const { employeeNumber, firstName, lastName, email, level, department, position, alias, phone, kind, isActive, manager } = person;
  const facts = { employeeNumber, firstName, lastName, email, level, department, position, alias, phone, kind, isActive };
  return { ...facts, ...(manager !== undefined && { manager }) } satisfies AdminFacts;
};

const privilegeFacts = ({ kind, position }: PersonRow) => ({ kind, position });

type RegisteredPerson = PersonRow & Pick<Person, 'id'>;

/** Returns the history rows of a registration: one more where it makes the person privileged. */
export function registrationActs(person: RegisteredPerson): AdminActFacts[] {
  const subject = personSubject(person);
  const registered: AdminActFacts = { act: 'person.register', subject, after: factsOfPerson(person) };
  if (!isPrivileged(person)) return [registered];
  return [registered, { act: 'person.gainPrivilege', subject, after: privilegeFacts(person) }];
}

export async function recordRegistration(context: AdminContext, person: RegisteredPerson, operator?: string): Promise<void> {
  for (const facts of registrationActs(person)) await recordAdminAct(context, { ...facts, operator });
}

/** Records what an edit changed, and privilege gained or lost by it; records nothing where nothing changed. */
export async function recordPersonEdit(
  context: AdminContext,
  act: AdminAct,
  before: RegisteredPerson,
  after: RegisteredPerson,
): Promise<void> {
  const difference = compareFacts(factsOfPerson(before), factsOfPerson(after));
  if (!difference) return;
  const subject = personSubject(after);
  await recordAdminAct(context, { act, subject, ...difference });
  if (isPrivileged(before) === isPrivileged(after)) return;
  const privilege = isPrivileged(after) ? 'person.gainPrivilege' : 'person.losePrivilege';
  await recordAdminAct(context, { act: privilege, subject, before: privilegeFacts(before), after: privilegeFacts(after) });
}
