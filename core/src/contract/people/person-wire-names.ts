import type { ImportedPerson } from '../../domain/people/user-import.ts';

/** The fields of a row of people, by what the wire calls them. */
export const wireNames = {
  employeeNumber: 'num_employe',
  firstName: 'name_user',
  lastName: 'last_name',
  email: 'email',
  level: 'level_user',
  department: 'department',
  position: 'position',
  alias: 'alias',
  phone: 'phone',
  manager: 'manager',
} as const satisfies Record<keyof ImportedPerson['person'], string>;
