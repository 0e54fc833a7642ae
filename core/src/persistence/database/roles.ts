import type { Knex } from 'knex';
import * as sql from './server.sql.ts';
import { execute, firstRow } from './statement.ts';

/** `app` works with the rows; `backup` reads them. Neither changes tables: that is the owner's. */
export type RoleKind = 'app' | 'backup';

/** Rows of these tables are only added. A trigger refuses the rest to everybody, and only the owner can remove the trigger. */
const APPEND_ONLY = ['activity_history', 'admin_history', 'history_baselines', 'history_seals'];
const BOOKKEEPING = ['knex_migrations', 'knex_migrations_lock'];

const READ = ['SELECT'];
const ADD = ['SELECT', 'INSERT'];
const WORK = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];

function expectedPrivileges(kind: RoleKind, table: string): readonly string[] {
  if (kind === 'backup' || BOOKKEEPING.includes(table)) return READ;
  return APPEND_ONLY.includes(table) ? ADD : WORK;
}

interface EnrolledRole {
  role: string;
  kind: RoleKind;
}

export async function readRole(db: Knex): Promise<string> {
  return (await firstRow<{ role: string }>(db, sql.CURRENT_ROLE)).role;
}

export async function isRole(db: Knex, role: string): Promise<boolean> {
  return (await execute(db, sql.FIND_ROLE, [role])).rows.length > 0;
}

/** Returns whether the connection's role may change the tables, or make the first of them. */
export async function mayMigrate(db: Knex): Promise<boolean> {
  return (await firstRow<{ may: boolean }>(db, sql.MAY_MIGRATE)).may;
}

/**
 * Grants the role what its kind needs on every table that the owner makes from now on; `grantRoles` does so for existing tables. Only the
 * owner may call it.
 */
export async function enrol(db: Knex, role: string, kind: RoleKind): Promise<void> {
  const { rows: enrolled } = await execute<EnrolledRole>(db, sql.ENROLLED);
  if (enrolled.some((row) => row.role === role && row.kind === kind)) return;
  const { schema } = await firstRow<{ schema: string }>(db, sql.CURRENT_SCHEMA);
  for (const statement of sql.enrolment(schema, role, kind === 'app' ? ADD : READ)) await execute(db, statement);
}

/** Grants the enrolled roles what they lack and revokes what they do not need. Idempotent. Only the owner may call it. */
export async function grantRoles(db: Knex): Promise<void> {
  const { rows: enrolled } = await execute<EnrolledRole>(db, sql.ENROLLED);
  for (const { role, kind } of enrolled) await grantTo(db, role, kind);
}

async function grantTo(db: Knex, role: string, kind: RoleKind): Promise<void> {
  const { rows: tables } = await execute<{ name: string; granted: string[] }>(db, sql.GRANTED_TABLES, [role]);
  for (const { name, granted } of tables) {
    const expected = expectedPrivileges(kind, name);
    const lacking = expected.filter((privilege) => !granted.includes(privilege));
    const excess = granted.filter((privilege) => !expected.includes(privilege));
    if (excess.length > 0) await execute(db, sql.revokeOnTable(excess, name, role));
    if (lacking.length > 0) await execute(db, sql.grantOnTable(lacking, name, role));
  }
  const { rows: sequences } = await execute<{ name: string }>(db, sql.UNREADABLE_SEQUENCES, [role]);
  for (const { name } of sequences) await execute(db, sql.grantOnSequence(name, role));
  const { rows: functions } = await execute<{ name: string }>(db, sql.CLOSED_FUNCTIONS, [role]);
  for (const { name } of functions) await execute(db, sql.grantOnFunction(name, role));
}

/** Finds what the role could do beyond its grants, which the owner cannot revoke. */
export async function findExcess(db: Knex, role: string): Promise<('superuser' | 'owner' | 'creates')[]> {
  const facts = await firstRow<Record<'superuser' | 'owner' | 'creates', boolean>>(db, sql.ROLE_EXCESS, [role]);
  return (['superuser', 'owner', 'creates'] as const).filter((fact) => facts[fact]);
}
