import * as z from 'zod/mini';
import { importTexts } from '../messages/import.ts';
import type { Endpoint } from './endpoint.ts';
import { WORKBOOK_TYPE } from './exchange.ts';
import { account, editedUser, newUser, statusChange, userRef } from './person.ts';
import { confirmation, registered, workbook } from './replies.ts';
import { mark } from './wire.ts';
import { renamed } from './wire-names.ts';

/** How a workbook of people is taken: checked only, or sent back with what is wrong in it; neither stores anybody. */
const importRequest = renamed({ isRehearsal: ['dry_run', mark], isAnnotated: ['annotated', mark] });

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

/** `count` people were registered, or would be. The rows are a rehearsal's: the first ones, and those that would gain privilege. */
const importReply = renamed({
  success: ['success', z.literal(true)],
  count: ['count', z.int()],
  isRehearsal: ['dry_run', z.boolean()],
  rows: ['rows', z.array(importRow)],
  privileged: ['privileged', z.array(importRow)],
  privilegedTotal: ['privileged_total', z.int()],
});
export type ImportReply = z.output<typeof importReply>;

const SHEET_MAX_BYTES = 2_000_000;

/** The people of the company, for their administrators (docs/product.md, 5 and 10). */
export const userEndpoints = {
  listUsers: {
    method: 'GET',
    path: '/api/get_users',
    who: 'manageUsers',
    effect: 'reads',
    summary: 'Todas las personas',
    reply: z.array(account),
  },
  updateUser: {
    method: 'POST',
    path: '/api/update_user',
    who: 'manageUsers',
    effect: 'writes',
    credential: 'session',
    summary: 'Corrige los datos de una persona',
    body: editedUser,
    reply: confirmation,
  },
  setUserStatus: {
    method: 'POST',
    path: '/api/update_user_status',
    who: 'manageUsers',
    effect: 'writes',
    credential: 'session',
    summary: 'Activa o desactiva a una persona; reassign_to se hace cargo de lo que deja abierto',
    body: statusChange,
    reply: confirmation,
  },
  inviteUser: {
    method: 'POST',
    path: '/api/invite_user',
    who: 'manageUsers',
    effect: 'writes',
    credential: 'session',
    summary: 'Envía otra vez la invitación',
    body: userRef,
    reply: confirmation,
  },
  importUsers: {
    method: 'POST',
    path: '/api/upload_users_bulk',
    who: 'manageUsers',
    effect: 'writes',
    credential: 'import',
    summary:
      'Registra a las personas de un libro de Excel; con dry_run solo lo revisa, con annotated lo devuelve con sus errores. Un token import_people no registra a quien tendría privilegios por su puesto; uno de escritura solo revisa',
    body: importRequest,
    sheet: { field: 'file', maxBytes: SHEET_MAX_BYTES, missing: importTexts.fileMissing },
    reply: importReply,
    file: { name: 'Usuarios_con_errores.xlsx', mediaType: WORKBOOK_TYPE, askedBy: 'isAnnotated' },
  },
  downloadImportTemplate: {
    method: 'GET',
    path: '/api/users_template',
    who: 'manageUsers',
    effect: 'reads',
    summary: 'La plantilla para cargar usuarios',
    reply: workbook,
    file: { name: 'Plantilla_Usuarios.xlsx', mediaType: WORKBOOK_TYPE },
  },
  createUser: {
    method: 'POST',
    path: '/api/create_user',
    who: 'manageUsers',
    effect: 'writes',
    credential: 'session',
    summary: 'Registra a una persona y la invita',
    body: newUser,
    reply: registered,
  },
} as const satisfies Record<string, Endpoint>;
