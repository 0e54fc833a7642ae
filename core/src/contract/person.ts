import * as z from 'zod/mini';
import { DEVELOPER, EMPLOYEE, fullName } from '../domain/people/person.ts';
import { validation } from '../messages/validation.ts';
import { addedLater, editedName, email, id, oneOf, optionalName, requiredName, seenVersion, typeError } from './wire.ts';
import { renamed } from './wire-names.ts';

const NAME_MAX = 100;
const PHONE_MAX = 30;

const fields = {
  employeeNumber: ['num_employe', requiredName(30)],
  firstName: ['name_user', requiredName(NAME_MAX)],
  lastName: ['last_name', requiredName(NAME_MAX)],
  email: ['email', email()],
  level: ['level_user', requiredName(NAME_MAX)],
  department: ['department', requiredName(NAME_MAX)],
  position: ['position', requiredName(NAME_MAX)],
  alias: ['alias', optionalName(NAME_MAX)],
  phone: ['phone', optionalName(PHONE_MAX)],
} as const;

const kind = z.enum([DEVELOPER, EMPLOYEE], { error: typeError(validation.notAnOption(`${DEVELOPER}, ${EMPLOYEE}`)) });

/** Whether an account may be used, in the words of the login's answer. */
const standing = oneOf({ activo: true, inactivo: false } as const, false);

/** The boss by id: absent leaves what is stored; null and empty mean none. */
const manager = z.codec(z.optional(z.nullable(z.union([z.literal(''), id]))), z.custom<number | null | undefined>(), {
  decode: (given) => (given === undefined ? undefined : given || null),
  encode: (given) => given,
});
const MANAGER_MAX = 254;

export const newUser = renamed({ ...fields, managerId: ['manager', manager] });
/** A row of the bulk upload: it names the boss by employee number or email. */
export const importedUser = renamed({ ...fields, manager: ['manager', optionalName(MANAGER_MAX)] });
const editedOwn = { alias: ['alias', editedName(NAME_MAX)], phone: ['phone', editedName(PHONE_MAX)] } as const;
export const editedUser = renamed({
  id: ['id', id],
  ...fields,
  ...editedOwn,
  managerId: ['manager', manager],
  kind: ['type_user', kind],
  seen: ['version', seenVersion],
});
export const ownFields = renamed(editedOwn);
export const userRef = renamed({ id: ['id', id] });

/** Absent, null and empty: nobody takes anything over. */
const optionalId = z.codec(z.optional(z.nullable(z.union([z.literal(''), id]))), z.nullable(z.int()), {
  decode: (given) => given || null,
  encode: (given) => given,
});
export const statusChange = renamed({ id: ['id', id], isActive: ['status', standing], reassignTo: ['reassign_to', optionalId] });

/**
 * An account as administrators see it; `hasPassword` says whether the invitation was taken up, `pendingEmail` waits to be confirmed. An
 * edit that sends `version` back overwrites no other edit.
 */
export const account = renamed(
  {
    id: ['id', z.int()],
    employeeNumber: ['num_employe', z.string()],
    firstName: ['name_user', z.string()],
    lastName: ['last_name', z.string()],
    email: ['email', z.string()],
    level: ['level_user', z.string()],
    department: ['department', z.string()],
    position: ['position', z.string()],
    alias: ['alias', z.nullable(z.string())],
    phone: ['phone', z.nullable(z.string())],
    kind: ['type_user', z.string()],
    managerId: ['manager', z.nullable(z.int())],
    isActive: ['status', standing],
    hasPassword: ['has_password', z.boolean()],
    pendingEmail: ['pending_email', z.nullable(z.string())],
    version: ['version', z.string()],
    hasSecondFactor: ['second_factor', addedLater(z.boolean(), false)],
  },
  { user: [z.string(), fullName] },
);
export type Account = z.output<typeof account>;
