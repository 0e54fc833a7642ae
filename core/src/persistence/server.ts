import type { Knex } from 'knex';
import { ReminderRunModel } from './notifications/scheduled-notifications.ts';
import {
  CLOSED_FUNCTIONS,
  CURRENT_ROLE,
  CURRENT_SCHEMA,
  DATABASE_SIZE,
  ENROLLED,
  enrolment,
  FIND_ROLE,
  FIRST_STEPS,
  GRANTED_TABLES,
  grantOnFunction,
  grantOnSequence,
  grantOnTable,
  LATE_MAIL,
  MAY_MIGRATE,
  NOTIFICATION_FIGURES,
  NOW,
  REACH_FIGURES,
  ROLE_EXCESS,
  revokeOnTable,
  UNREADABLE_SEQUENCES,
  VERSION,
  WAITING_COUNTS,
} from './server.sql.ts';
import { execute, firstRow } from './statement.ts';

interface WaitingCounts {
  databaseBytes: number;
  mailWaiting: number;
  chatWaiting: number;
  chatPeople: number;
  pushWaiting: number;
  pushDevices: number;
  /** Since when the oldest that is due waits; null where none is. */
  chatLateSince: Date | null;
  pushLateSince: Date | null;
}

/** Counts the notifications that wait by each channel, and has the age of the oldest that is late. */
export interface NotificationFigures {
  mailWaiting: number;
  chatWaiting: number;
  pushWaiting: number;
  mailSeconds: number;
  chatSeconds: number;
  pushSeconds: number;
}

/** How many devices notifications reach, and how many notifications reached nobody. */
export interface ReachFigures {
  pushDevices: number;
  failed: number;
}

/** What the database knows of itself and of the notifications that wait in it. */
export const serverStatusOn = (db: Knex) => ({
  async counts(now: Date): Promise<WaitingCounts> {
    return firstRow(db, WAITING_COUNTS, { now });
  },

  async notificationFigures(now: Date): Promise<NotificationFigures> {
    return firstRow(db, NOTIFICATION_FIGURES, { now });
  },

  async reachFigures(): Promise<ReachFigures> {
    return firstRow(db, REACH_FIGURES);
  },

  /** Works on a schema of any age. */
  async databaseBytes(): Promise<number> {
    return (await firstRow<{ bytes: number }>(db, DATABASE_SIZE)).bytes;
  },

  /** The database's clock at this moment. */
  async now(): Promise<Date> {
    return (await firstRow<{ now: Date }>(db, NOW)).now;
  },

  /** '18.4' */
  async databaseVersion(): Promise<string> {
    return (await firstRow<{ version: string }>(db, VERSION)).version;
  },

  /** Notifications by email that are due or were tried in vain. Those that wait for the morning are not late. */
  async late(now: Date): Promise<{ lateCount: number; lateSince: Date | null }> {
    return firstRow(db, LATE_MAIL, { now });
  },

  /** Whether there is more than one person, a topic, and an activity. */
  async firstSteps(): Promise<{ hasPeople: boolean; hasTopic: boolean; hasActivity: boolean }> {
    return firstRow(db, FIRST_STEPS);
  },

  /** When the reminder job ran last. A later run does not count, because a wrong clock dated it. */
  async remindersRunAt(now: Date): Promise<Date | null> {
    return (await ReminderRunModel.query(db).where('dueAt', '<=', now).orderBy('dueAt', 'desc').first())?.sweptAt ?? null;
  },
});

/** `app` works with the rows; `backup` reads them. Neither changes tables: that is the owner's. */
export type RoleKind = 'app' | 'backup';

/** What is only added to. A trigger refuses the rest to everybody; a role that is not the owner cannot take the trigger away. */
const APPEND_ONLY = ['activity_history', 'admin_history', 'history_baselines', 'history_seals'];
const BOOKKEEPING = ['knex_migrations', 'knex_migrations_lock'];

const READ = ['SELECT'];
const ADD = ['SELECT', 'INSERT'];
const WORK = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];

function privilegesOf(kind: RoleKind, table: string): readonly string[] {
  if (kind === 'backup' || BOOKKEEPING.includes(table)) return READ;
  return APPEND_ONLY.includes(table) ? ADD : WORK;
}

interface EnrolledRole {
  role: string;
  kind: RoleKind;
}

/** The role that a connection works with. */
export async function roleOf(db: Knex): Promise<string> {
  return (await firstRow<{ role: string }>(db, CURRENT_ROLE)).role;
}

export async function isRole(db: Knex, role: string): Promise<boolean> {
  return (await execute(db, FIND_ROLE, [role])).rows.length > 0;
}

/** Whether the connection's role may change the tables, or make the first of them. */
export async function mayMigrate(db: Knex): Promise<boolean> {
  return (await firstRow<{ may: boolean }>(db, MAY_MIGRATE)).may;
}

/** From now on the role has what its kind needs of every table the owner makes, and after `grantRoles` of those that are there. As the owner. */
export async function enrol(db: Knex, role: string, kind: RoleKind): Promise<void> {
  const { rows: enrolled } = await execute<EnrolledRole>(db, ENROLLED);
  if (enrolled.some((one) => one.role === role && one.kind === kind)) return;
  const { schema } = await firstRow<{ schema: string }>(db, CURRENT_SCHEMA);
  for (const statement of enrolment(schema, role, kind === 'app' ? ADD : READ)) await execute(db, statement);
}

/** Gives the enrolled roles what they need of each table, and takes what they do not need. Writes nothing where all is as it should be. As the owner. */
export async function grantRoles(db: Knex): Promise<void> {
  const { rows: enrolled } = await execute<EnrolledRole>(db, ENROLLED);
  for (const { role, kind } of enrolled) await grantTo(db, role, kind);
}

async function grantTo(db: Knex, role: string, kind: RoleKind): Promise<void> {
  const { rows: tables } = await execute<{ name: string; granted: string[] }>(db, GRANTED_TABLES, [role]);
  for (const { name, granted } of tables) {
    const expected = privilegesOf(kind, name);
    const lacking = expected.filter((privilege) => !granted.includes(privilege));
    const excess = granted.filter((privilege) => !expected.includes(privilege));
    if (excess.length > 0) await execute(db, revokeOnTable(excess, name, role));
    if (lacking.length > 0) await execute(db, grantOnTable(lacking, name, role));
  }
  const { rows: sequences } = await execute<{ name: string }>(db, UNREADABLE_SEQUENCES, [role]);
  for (const { name } of sequences) await execute(db, grantOnSequence(name, role));
  const { rows: functions } = await execute<{ name: string }>(db, CLOSED_FUNCTIONS, [role]);
  for (const { name } of functions) await execute(db, grantOnFunction(name, role));
}

/** What the role could do all the same, which no grant of the owner's takes from it. */
export async function excessOf(db: Knex, role: string): Promise<('superuser' | 'owner' | 'creates')[]> {
  const facts = await firstRow<Record<'superuser' | 'owner' | 'creates', boolean>>(db, ROLE_EXCESS, [role]);
  return (['superuser', 'owner', 'creates'] as const).filter((fact) => facts[fact]);
}
