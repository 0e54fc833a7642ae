import * as z from 'zod/mini';
import { providerStates } from '../../domain/account/account.ts';
import { adminActs } from '../../domain/admin/admin-act.ts';
import { mailServerProblems } from '../../domain/notifications/delivery.ts';
import { validation } from '../../messages/validation.ts';
import { adminCommand, ask, type Endpoint, get, post, remove, success, workbook } from '../endpoint.ts';
import { WORKBOOK_TYPE } from '../exchange.ts';
import { optionalDay, pageSize, searchWords } from '../reports/report-shapes.ts';
import { addedLater, atMost, day, id, instant, maybe, orOther, requiredName, typeError } from '../wire.ts';
import { renamed, renamedRange } from '../wire-names.ts';

const serverStatus = renamed({
  success,
  version: ['version', z.string()],
  adminCommand: ['admin_command', adminCommand()],
  /** The server's clock, and when the process that answers began. */
  now: ['time', instant],
  upSince: ['up_since', instant],
  /** The demo company is at work and other machines may reach it. */
  isDemoExposed: ['demo_exposed', z.boolean()],
  databaseVersion: ['database_version', z.string()],
  databaseBytes: ['database_bytes', z.int()],
  migrationsApplied: ['migrations_applied', z.int()],
  migrationsPending: ['migrations_pending', z.int()],
  /** Whether large reports are read on a standby, and as of when that is; null while it cannot be read. */
  hasReportsReplica: ['reports_standby', z.boolean()],
  reportsAsOf: ['reports_as_of', z.nullable(instant)],
  hasMailServer: ['mail_server', z.boolean()],
  mailWaiting: ['mail_waiting', z.int()],
  mailLateSince: ['mail_late_since', z.nullable(instant)],
  mailFailed: ['mail_failed', z.int()],
  /**
   * The time since which the mail server takes nothing, for a reason that only an administrator can end, and its words; null while it does.
   */
  mailStoppedSince: ['mail_stopped_since', z.nullable(instant)],
  mailServerAnswer: ['mail_server_answer', z.nullable(z.string())],
  hasBot: ['bot', z.boolean()],
  chatPeople: ['chat_people', z.int()],
  chatWaiting: ['chat_waiting', z.int()],
  /** The number of browsers that show notifications, and how many notifications wait for a push service. */
  pushDevices: ['push_devices', z.int()],
  pushWaiting: ['push_waiting', z.int()],
  chatLateSince: ['chat_late_since', z.nullable(instant)],
  pushLateSince: ['push_late_since', z.nullable(instant)],
  /** Deliveries to webhooks that wait, since when the oldest is late, what was given up in 30 days, and webhooks that the product disabled. */
  webhooksWaiting: ['webhooks_waiting', z.int()],
  webhookLateSince: ['webhook_late_since', z.nullable(instant)],
  webhooksFailed: ['webhooks_failed', z.int()],
  webhooksDisabled: ['webhooks_disabled', z.int()],
  remindersRunAt: ['swept_at', z.nullable(instant)],
  missedRemindersAt: ['missed_sweep_at', z.nullable(instant)],
  nextRemindersAt: ['next_sweep_at', z.nullable(instant)],
  backupAt: ['backup_at', z.nullable(instant)],
  /** The time when a backup was last restored into an empty database, and why that failed; null where it did not. */
  restoreDrillAt: ['restore_drill_at', z.nullable(instant)],
  restoreDrillProblem: ['restore_drill_problem', z.nullable(z.string())],
  storeKind: ['store_kind', orOther(z.enum(['folder', 's3']))],
  isStoreReachable: ['store_reachable', z.boolean()],
  /** Null where nobody can know. */
  storeFreeBytes: ['store_free_bytes', z.nullable(z.int())],
  /** The time when a request last carried a proxy's header while PROXY_HOPS is 0; null where none did. */
  forwardedSeenAt: ['forwarded_seen_at', z.nullable(instant)],
  /** On the disk of the embedded database; null where the database is elsewhere. */
  databaseFreeBytes: ['database_free_bytes', z.nullable(z.int())],
  minFreeBytes: ['min_free_bytes', z.int()],
  /** True when a write found no space, and none has succeeded since. */
  isDatabaseFull: ['database_full', z.boolean()],
  /** True when the clock jumped, or differs from the database's: deadlines and mail wait. */
  isClockDoubtful: ['clock_doubtful', z.boolean()],
  /** The server's clock is this many seconds ahead of the database's; null where nobody compared them yet. */
  clockAheadSeconds: ['clock_ahead_seconds', z.nullable(z.int())],
  /** Counts lines of the log for which there was no room, in all processes since the start. */
  droppedLogLines: ['dropped_log_lines', addedLater(z.int(), 0)],
});
export type ServerStatus = z.output<typeof serverStatus>;

const diagnosis = renamed({
  success,
  version: ['version', z.string()],
  now: ['time', instant],
  databaseVersion: ['database_version', z.string()],
  /** True in production, on an outside PostgreSQL, when the role that works with the tables also owns them. */
  ownsTables: ['database_owner', z.boolean()],
  /** True when a file could be written, read again, compared and removed. */
  isStoreWritable: ['store_writable', z.boolean()],
  freeBytes: ['store_free_bytes', z.nullable(z.int())],
  hasMailServer: ['mail_server', z.boolean()],
  /** True when the mail server accepts our login at this moment; null where there is none. */
  isMailServerWell: ['mail_server_well', z.nullable(z.boolean())],
  mailServerProblem: ['mail_server_problem', z.nullable(orOther(z.enum(mailServerProblems)))],
  /** The mail server's answer, in its own language. */
  mailServerAnswer: ['mail_server_answer', z.nullable(z.string())],
  /** Digests by email that are due, or were tried in vain, and the time since which the oldest waits. */
  lateCount: ['mail_late', z.int()],
  lateSince: ['mail_late_since', z.nullable(instant)],
  failedCount: ['mail_failed', z.int()],
  remindersRunAt: ['swept_at', z.nullable(instant)],
  unsearchableCount: ['without_search_words', z.int()],
  /**
   * Counts in all processes since the start: requests that failed or were refused in a crowd, passwords that were not hashed, and jobs that
   * failed.
   */
  failedRequests: ['failed_requests', z.int()],
  shedRequests: ['shed_requests', z.int()],
  refusedPasswords: ['refused_passwords', z.int()],
  failedJobs: ['failed_jobs', z.array(z.string())],
  connectionsAwaited: ['connections_awaited', z.int()],
  /** The company's identity provider: asked for its description, and tried with a code that nobody gave. */
  identityProvider: ['identity_provider', orOther(z.enum(providerStates))],
});
export type Diagnosis = z.output<typeof diagnosis>;

const act = z.enum(adminActs, { error: typeError(validation.unknown) });
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
  text: ['search', searchWords],
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

const NAME_MAX = 100;

export const holiday = renamed({ day: ['day', day], name: ['name', z.string()] });

/** The state of the server, its holidays and the history of the administration, for administrators (docs/product.md, 7). */
export const adminEndpoints = {
  readStatus: get(
    '/api/get_status',
    'manageUsers',
    'El estado del servidor: base de datos, imágenes, correo, chat, recordatorios y respaldos',
    {
      needs: 'request',
      reply: serverStatus,
    },
  ),
  sendTestMail: post(
    '/api/send_test_mail',
    'manageUsers',
    'Envía un correo de prueba a quien lo pide; `problem` dice por qué el servidor de correo no lo recibió',
    {
      needs: 'request',
      reply: renamed({
        success,
        to: ['to', z.string()],
        /** False where mails become files. */
        isMailed: ['mailed', z.boolean()],
        problem: ['problem', z.nullable(z.string())],
      }),
    },
  ),
  readFirstSteps: get('/api/get_first_steps', 'manageUsers', 'Qué falta para empezar: personas, tema, actividad, correo y respaldo', {
    needs: 'request',
    reply: renamed({
      success,
      hasPeople: ['people', z.boolean()],
      hasTopic: ['topic', z.boolean()],
      hasActivity: ['activity', z.boolean()],
      hasMailServer: ['mail', z.boolean()],
      hasBackup: ['backup', z.boolean()],
    }),
  }),
  readDiagnosis: get(
    '/api/get_diagnosis',
    'manageUsers',
    'Cómo están la base de datos, el almacén de imágenes, el correo y los recordatorios',
    { needs: 'request', reply: diagnosis },
  ),
  listAdminHistory: ask(
    '/api/get_admin_history',
    'readAdminHistory',
    'El historial de la administración, por páginas, primero lo más reciente',
    {
      body: renamedRange({ ...filters, page: ['page', maybe(id)], pageSize: ['pageSize', maybe(pageSize)] }),
      reply: renamed({ success, rows: ['rows', z.array(adminEntry)], total: ['total', z.int()] }),
    },
  ),
  exportAdminHistory: ask(
    '/api/create_admin_history_workbook',
    'readAdminHistory',
    'El historial de la administración, filtrado como en pantalla, en un libro de Excel',
    {
      needs: 'request',
      credential: 'session',
      recentLogin: 'always',
      body: renamedRange(filters),
      reply: workbook,
      file: { name: 'Historial_Administracion.xlsx', mediaType: WORKBOOK_TYPE },
    },
  ),
  listHolidays: get('/api/get_holidays', 'person', 'Los días inhábiles, por fecha', { reply: z.array(holiday) }),
  saveHoliday: post('/api/save_holiday', 'manageUsers', 'Agrega un día inhábil, o le cambia el nombre', {
    body: renamed({ day: ['day', day], name: ['name', requiredName(NAME_MAX)] }),
  }),
  removeHoliday: remove('/api/delete_holiday/:day', 'manageUsers', 'Quita un día inhábil', { params: renamed({ day: ['day', day] }) }),
} as const satisfies Record<string, Endpoint>;
