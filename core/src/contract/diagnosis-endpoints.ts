import * as z from 'zod/mini';
import { mailServerProblems } from '../domain/notifications/mail-server.ts';
import type { Endpoint } from './endpoint.ts';
import { instant } from './wire.ts';
import { renamed } from './wire-names.ts';

const diagnosis = renamed({
  success: ['success', z.literal(true)],
  version: ['version', z.string()],
  /** The server's clock. */
  now: ['time', instant],
  databaseVersion: ['database_version', z.string()],
  /** In production, on an outside PostgreSQL: the role that works with the tables also owns them. */
  ownsTables: ['database_owner', z.boolean()],
  /** A file was put there, read again, compared and removed. */
  isStoreWritable: ['store_writable', z.boolean()],
  /** Room for more images; null where nobody can know. */
  freeBytes: ['store_free_bytes', z.nullable(z.int())],
  /** False: letters are written as files on the server. */
  hasMailServer: ['mail_server', z.boolean()],
  /** Whether it lets us in at this moment; null where there is none. */
  isMailServerWell: ['mail_server_well', z.nullable(z.boolean())],
  /** What is the matter with it; null where it is well or there is none. */
  mailServerProblem: ['mail_server_problem', z.nullable(z.enum(mailServerProblems))],
  /** Announcements by email that are due, or were tried in vain, and since when the oldest. */
  lateCount: ['mail_late', z.int()],
  lateSince: ['mail_late_since', z.nullable(instant)],
  /** Letters that were given up. */
  failedCount: ['mail_failed', z.int()],
  /** When deadlines were last swept. */
  sweptAt: ['swept_at', z.nullable(instant)],
});
export type Diagnosis = z.output<typeof diagnosis>;

/** How the parts of the server are, for those who look after it. */
export const diagnosisEndpoints = {
  readDiagnosis: {
    method: 'GET',
    path: '/api/get_diagnosis',
    who: 'manageUsers',
    effect: 'reads',
    summary: 'Cómo están la base de datos, el almacén de imágenes, el correo y el barrido de plazos',
    reply: diagnosis,
  },
} as const satisfies Record<string, Endpoint>;
