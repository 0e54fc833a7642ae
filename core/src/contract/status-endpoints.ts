import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { addedLater, instant } from './wire.ts';
import { renamed } from './wire-names.ts';

const serverStatus = renamed({
  success: ['success', z.literal(true)],
  version: ['version', z.string()],
  /** The server's clock, and when the process that answers began. */
  now: ['time', instant],
  upSince: ['up_since', instant],
  /** The demo company is at work and other machines may reach it. */
  isDemoExposed: ['demo_exposed', addedLater(z.boolean(), false)],
  databaseVersion: ['database_version', z.string()],
  databaseBytes: ['database_bytes', z.int()],
  migrationsApplied: ['migrations_applied', z.int()],
  /** Of this build, not yet applied. */
  migrationsPending: ['migrations_pending', z.int()],
  /** Whether large reports are read on a standby, and as of when that is; null while it cannot be read. */
  hasReportsStandby: ['reports_standby', z.boolean()],
  reportsAsOf: ['reports_as_of', z.nullable(instant)],
  /** False: letters are written as files on the server. */
  hasMailServer: ['mail_server', z.boolean()],
  mailWaiting: ['mail_waiting', z.int()],
  /** Since when the oldest that is due, or was tried in vain, waits. */
  mailLateSince: ['mail_late_since', z.nullable(instant)],
  mailFailed: ['mail_failed', z.int()],
  hasBot: ['bot', z.boolean()],
  chatPeople: ['chat_people', z.int()],
  chatWaiting: ['chat_waiting', z.int()],
  sweptAt: ['swept_at', z.nullable(instant)],
  /** The latest scheduled moment that nobody has swept. */
  missedSweepAt: ['missed_sweep_at', z.nullable(instant)],
  nextSweepAt: ['next_sweep_at', z.nullable(instant)],
  backupAt: ['backup_at', z.nullable(instant)],
  storeKind: ['store_kind', z.enum(['folder', 's3'])],
  isStoreReachable: ['store_reachable', z.boolean()],
  /** Null where nobody can know. */
  storeFreeBytes: ['store_free_bytes', z.nullable(z.int())],
  /** When a request last carried a proxy's header while PROXY_HOPS is 0; null where none did. */
  forwardedSeenAt: ['forwarded_seen_at', z.nullable(instant)],
  /** On the disk of the embedded database; null where the database is elsewhere. */
  databaseFreeBytes: ['database_free_bytes', z.nullable(z.int())],
  /** Below it uploads are refused. */
  minFreeBytes: ['min_free_bytes', addedLater(z.int(), 0)],
  /** A write found no space, and none has succeeded since. */
  isDatabaseFull: ['database_full', addedLater(z.boolean(), false)],
  /** The clock jumped, or differs from the database's: deadlines and mail wait. */
  isClockDoubtful: ['clock_doubtful', addedLater(z.boolean(), false)],
  /** By how many seconds the server's clock is ahead of the database's; null where nobody compared them yet. */
  clockAheadSeconds: ['clock_ahead_seconds', z.nullable(z.int())],
});
export type ServerStatus = z.output<typeof serverStatus>;

/** The state of the server in one answer, for the page of those who look after it. */
export const statusEndpoints = {
  readStatus: {
    method: 'GET',
    path: '/api/get_status',
    who: 'manageUsers',
    effect: 'reads',
    summary: 'El estado del servidor: base de datos, imágenes, correo, chat, barridos y respaldos',
    reply: serverStatus,
  },
} as const satisfies Record<string, Endpoint>;
