import * as z from 'zod/mini';
import { DEVELOPER, EMPLOYEE, fullName } from '../../domain/people/person.ts';
import { validation } from '../../messages/validation.ts';
import { leftOut } from '../activities/activity-import-endpoints.ts';
import { type Endpoint, get, post, registered, success, workbook } from '../endpoint.ts';
import { WORKBOOK_TYPE } from '../exchange.ts';
import {
  addedLater,
  editedName,
  editedText,
  email,
  id,
  knownEmail,
  mark,
  optionalName,
  requiredName,
  seenVersion,
  typeError,
  wireWord,
} from '../wire.ts';
import { renamed } from '../wire-names.ts';
import { wireNames } from './person-wire-names.ts';

const NAME_MAX = 100;
const PHONE_MAX = 30;

const fields = {
  employeeNumber: [wireNames.employeeNumber, requiredName(30)],
  firstName: [wireNames.firstName, requiredName(NAME_MAX)],
  lastName: [wireNames.lastName, requiredName(NAME_MAX)],
  email: [wireNames.email, email()],
  level: [wireNames.level, requiredName(NAME_MAX)],
  department: [wireNames.department, requiredName(NAME_MAX)],
  position: [wireNames.position, requiredName(NAME_MAX)],
  alias: [wireNames.alias, optionalName(NAME_MAX)],
  phone: [wireNames.phone, optionalName(PHONE_MAX)],
} as const;

const kind = z.enum([DEVELOPER, EMPLOYEE], { error: typeError(validation.notAnOption(`${DEVELOPER}, ${EMPLOYEE}`)) });

/** Whether an account may be used, in the words of the login's answer. */
const standing = wireWord({ activo: true, inactivo: false } as const, false);

const idOrNone = z.optional(z.nullable(z.union([z.literal(''), id])));

/** The boss by id: absent leaves what is stored; null and empty mean none. */
const manager = z.codec(idOrNone, z.custom<number | null | undefined>(), {
  decode: (value) => (value === undefined ? undefined : value || null),
  encode: (value) => value,
});
const MANAGER_MAX = 254;

export const newUser = renamed({ ...fields, managerId: ['manager', manager] });
/** A row of the bulk upload: it names the boss by employee number or email. */
export const importedUser = renamed({ ...fields, manager: [wireNames.manager, optionalName(MANAGER_MAX)] });
const editedOwn = { alias: ['alias', editedName(NAME_MAX)], phone: ['phone', editedName(PHONE_MAX)] } as const;
const editedUser = renamed({
  id: ['id', id],
  ...fields,
  // The use case judges an address that is new, because the one of before may be of no mail server.
  email: ['email', knownEmail()],
  ...editedOwn,
  managerId: ['manager', manager],
  kind: ['type_user', kind],
  seen: ['version', seenVersion],
});
/** The use case checks `work_time`, because it lies within the company's. */
export const ownFields = renamed({ ...editedOwn, workTime: ['work_time', editedText(60)] });
export const userRef = renamed({ id: ['id', id] });

/** Absent, null and empty mean that nobody takes anything over. */
const optionalId = z.codec(idOrNone, z.nullable(z.int()), {
  decode: (value) => value || null,
  encode: (value) => value,
});
const statusChange = renamed({ id: ['id', id], isActive: ['status', standing], reassignTo: ['reassign_to', optionalId] });

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
    hasSecondFactor: ['second_factor', z.boolean()],
    /** True when their email was changed by another person, so that no mail resets their password. */
    areResetsBlocked: ['resets_blocked', addedLater(z.boolean(), false)],
  },
  { user: [z.string(), fullName] },
);
export type Account = z.output<typeof account>;

/** Options for a workbook of people: it is only checked, or sent back with what is wrong in it; neither stores anybody. */
const importRequest = renamed({ isDryRun: ['dry_run', mark], isAnnotated: ['annotated', mark] });

const importRow = renamed({
  row: ['row', z.int()],
  employeeNumber: ['num_employe', z.string()],
  firstName: ['name_user', z.string()],
  lastName: ['last_name', z.string()],
  email: ['email', z.string()],
  department: ['department', z.string()],
  position: ['position', z.string()],
  isPrivileged: ['privileged', z.boolean()],
});

/** `count` people were registered, or would be. The rows are a dry run's: the first ones, and those that would gain privilege. */
const importReply = renamed({
  success,
  count: ['count', z.int()],
  isDryRun: ['dry_run', z.boolean()],
  rows: ['rows', z.array(importRow)],
  privileged: ['privileged', z.array(importRow)],
  privilegedTotal: ['privileged_total', z.int()],
  // Absent where every row registers somebody.
  leftOut: ['left_out', z.optional(z.array(leftOut))],
});
export type ImportReply = z.output<typeof importReply>;

const SHEET_MAX_BYTES = 2_000_000;

export const userEndpoints = {
  listUsers: get('/api/get_users', 'manageUsers', 'Todas las personas', { reply: z.array(account) }),
  updateUser: post('/api/update_user', 'manageUsers', 'Corrige los datos de una persona', {
    credential: 'session',
    recentLogin: 'always',
    body: editedUser,
  }),
  setUserStatus: post(
    '/api/update_user_status',
    'manageUsers',
    'Activa o desactiva a una persona; reassign_to se hace cargo de lo que deja abierto',
    { credential: 'session', recentLogin: 'always', body: statusChange },
  ),
  inviteUser: post('/api/invite_user', 'manageUsers', 'Envía otra vez la invitación', { credential: 'session', body: userRef }),
  importUsers: post(
    '/api/upload_users_bulk',
    'manageUsers',
    'Registra a las personas de un libro de Excel o un .csv; con dry_run solo lo revisa, con annotated lo devuelve con sus errores. Un token import_people no registra a quien tendría privilegios por su puesto; uno de escritura solo revisa',
    {
      needs: 'request',
      credential: 'import',
      body: importRequest,
      sheet: { field: 'file', maxBytes: SHEET_MAX_BYTES, missing: validation.fileMissing },
      reply: importReply,
      file: { name: 'Usuarios_con_errores.xlsx', mediaType: WORKBOOK_TYPE, requestedBy: 'isAnnotated' },
    },
  ),
  downloadImportTemplate: get('/api/users_template', 'manageUsers', 'La plantilla para cargar usuarios', {
    needs: 'request',
    reply: workbook,
    file: { name: 'Plantilla_Usuarios.xlsx', mediaType: WORKBOOK_TYPE },
  }),
  createUser: post('/api/create_user', 'manageUsers', 'Registra a una persona y la invita', {
    credential: 'session',
    body: newUser,
    reply: registered,
  }),
} as const satisfies Record<string, Endpoint>;
