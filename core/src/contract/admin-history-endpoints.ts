import * as z from 'zod/mini';
import { adminActs } from '../domain/people/admin-act.ts';
import { validation } from '../messages/validation.ts';
import type { Endpoint } from './endpoint.ts';
import { optionalDay, pageSize } from './report.ts';
import { atMost, id, instant, maybe, optionalText, typeError } from './wire.ts';
import { renamed } from './wire-names.ts';
import { WORKBOOK_TYPE, workbook } from './workbook.ts';

const TEXT_MAX = 200;

const act = z.enum(adminActs, { error: typeError(validation.unknown) });
const search = z.codec(optionalText(TEXT_MAX), z.custom<string | undefined>(), {
  decode: (words) => words ?? undefined,
  encode: (words) => words ?? null,
});
const filters = {
  from: ['start_date', optionalDay],
  to: ['end_date', optionalDay],
  actorId: ['actor', maybe(id)],
  personId: ['person', maybe(id)],
  acts: [
    'acts',
    maybe(
      z.array(act, { error: validation.notList }).check(atMost(adminActs.length, { error: validation.tooManyValues(adminActs.length) })),
    ),
  ],
  text: ['search', search],
} as const;

const value = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.union([z.string(), z.number()]))]);
const facts = z.nullable(z.record(z.string(), value));

/** Acts and kinds are texts here: a later release may have recorded ones that this one does not know. `before` and `after` hold only what the act changed; secrets and hashes are in neither. */
export const adminEntry = renamed({
  id: ['id', z.int()],
  at: ['at', instant],
  actorId: ['actor_id', z.nullable(z.int())],
  actorName: ['actor', z.nullable(z.string())],
  act: ['act', z.string()],
  subjectKind: ['subject_kind', z.string()],
  subjectId: ['subject_id', z.nullable(z.string())],
  subject: ['subject', z.nullable(z.string())],
  before: ['before', facts],
  after: ['after', facts],
  address: ['address', z.nullable(z.string())],
  channel: ['channel', z.string()],
});
export type AdminEntry = z.output<typeof adminEntry>;

/** The history of the administration, for those who answer for the product. */
export const adminHistoryEndpoints = {
  listAdminHistory: {
    method: 'POST',
    path: '/api/get_admin_history',
    who: 'readAdminHistory',
    effect: 'reads',
    summary: 'El historial de la administración, por páginas, primero lo más reciente',
    body: renamed({ ...filters, page: ['page', maybe(id)], pageSize: ['pageSize', maybe(pageSize)] }),
    reply: renamed({ success: ['success', z.literal(true)], rows: ['rows', z.array(adminEntry)], total: ['total', z.int()] }),
  },
  exportAdminHistory: {
    method: 'POST',
    path: '/api/create_admin_history_workbook',
    who: 'readAdminHistory',
    effect: 'reads',
    summary: 'El historial de la administración, filtrado como en pantalla, en un libro de Excel',
    body: renamed(filters),
    reply: workbook,
    file: { name: 'Historial_Administracion.xlsx', mediaType: WORKBOOK_TYPE },
  },
} as const satisfies Record<string, Endpoint>;
