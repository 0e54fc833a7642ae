import type { Account } from '@bitacora/core/contract/person';
import { fullName } from '@bitacora/core/domain/people/person';
import { findOne } from './matching.ts';

/** A person by email, employee number, full name or id, in this order of precedence over the id. */
export const findPerson = (all: readonly Account[], typed: string): Account =>
  findOne(all, typed, {
    id: ({ id }) => id,
    names: (person) => [person.email, person.employeeNumber, fullName(person)],
    label: (person) => `${person.id}  ${fullName(person)}  ${person.email}`,
  });
