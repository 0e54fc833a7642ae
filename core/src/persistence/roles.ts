import type { Knex } from 'knex';
import { quoteIdentifier } from './quote-identifier.ts';

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

/** The roles are kept where PostgreSQL keeps what is granted on tables to come. */
const ENROLLED = `
  select pg_get_userbyid(grantee) as role, case when bool_or(privilege_type = 'INSERT') then 'app' else 'backup' end as kind
  from pg_default_acl, aclexplode(defaclacl)
  where defaclrole = current_user::regrole and defaclnamespace = current_schema()::regnamespace and defaclobjtype = 'r'
    and grantee not in (0, defaclrole)
  group by grantee`;

interface Enrolled {
  role: string;
  kind: RoleKind;
}

/** What others keep in the schema, such as an extension, is not the owner's to grant. */
const OWN = `relnamespace = current_schema()::regnamespace and pg_has_role(relowner, 'USAGE')`;
const TABLES = `
  select relname as "name", array(select privilege_type from aclexplode(relacl) where pg_get_userbyid(grantee) = ?) as "granted"
  from pg_class where relkind in ('r', 'p') and ${OWN} order by relname`;

/** The role that a connection works with. */
export async function roleOf(db: Knex): Promise<string> {
  return (await db.raw('select current_user as role')).rows[0].role;
}

export async function isRole(db: Knex, role: string): Promise<boolean> {
  return (await db.raw('select from pg_roles where rolname = ?', [role])).rows.length > 0;
}

/** Whether the connection's role may change the tables, or make the first of them. */
export async function mayMigrate(db: Knex): Promise<boolean> {
  const { rows } = await db.raw(`
    select coalesce(
      (select pg_has_role(relowner, 'USAGE') from pg_class where oid = to_regclass('knex_migrations')),
      has_schema_privilege(current_schema(), 'CREATE'), false) as may`);
  return rows[0].may;
}

/** From now on the role has what its kind needs of every table the owner makes, and after `grantRoles` of those that are there. As the owner. */
export async function enrol(db: Knex, role: string, kind: RoleKind): Promise<void> {
  const { rows: enrolled } = await db.raw(ENROLLED);
  if (enrolled.some((one: Enrolled) => one.role === role && one.kind === kind)) return;
  const { rows } = await db.raw('select quote_ident(current_schema()) as schema');
  const { schema } = rows[0];
  const future = `alter default privileges in schema ${schema}`;
  await db.raw(`grant usage on schema ${schema} to ${quoteIdentifier(role)}`);
  await db.raw(`${future} revoke all on tables from ${quoteIdentifier(role)}`);
  await db.raw(`${future} grant ${(kind === 'app' ? ADD : READ).join(', ')} on tables to ${quoteIdentifier(role)}`);
  await db.raw(`${future} grant select on sequences to ${quoteIdentifier(role)}`);
}

/** Gives the enrolled roles what they need of each table, and takes what they do not need. Writes nothing where all is as it should be. As the owner. */
export async function grantRoles(db: Knex): Promise<void> {
  const { rows: enrolled } = await db.raw(ENROLLED);
  for (const { role, kind } of enrolled as Enrolled[]) await grantTo(db, role, kind);
}

async function grantTo(db: Knex, role: string, kind: RoleKind): Promise<void> {
  const { rows: tables } = await db.raw(TABLES, [role]);
  for (const { name, granted } of tables as { name: string; granted: string[] }[]) {
    const wanted = privilegesOf(kind, name);
    const lacking = wanted.filter((privilege) => !granted.includes(privilege));
    const excess = granted.filter((privilege) => !wanted.includes(privilege));
    if (excess.length > 0) await db.raw(`revoke ${excess.join(', ')} on ${quoteIdentifier(name)} from ${quoteIdentifier(role)}`);
    if (lacking.length > 0) await db.raw(`grant ${lacking.join(', ')} on ${quoteIdentifier(name)} to ${quoteIdentifier(role)}`);
  }
  const { rows: sequences } = await db.raw(
    `select relname as name from pg_class where relkind = 'S' and ${OWN}
      and not exists (select from aclexplode(relacl) where pg_get_userbyid(grantee) = ? and privilege_type = 'SELECT')`,
    [role],
  );
  for (const { name } of sequences) await db.raw(`grant select on sequence ${quoteIdentifier(name)} to ${quoteIdentifier(role)}`);
  const { rows: functions } = await db.raw(
    `select oid::regprocedure as name from pg_proc where pronamespace = current_schema()::regnamespace and proname in ('note_backup', 'record_backup')
      and not has_function_privilege(?, oid, 'EXECUTE')`,
    [role],
  );
  for (const { name } of functions) await db.raw(`grant execute on function ${name} to ${quoteIdentifier(role)}`);
}

/** What the role could do all the same, which no grant of the owner's takes from it. */
export async function excessOf(db: Knex, role: string): Promise<('superuser' | 'owner' | 'creates')[]> {
  const { rows } = await db.raw(
    `select rolsuper as superuser,
      coalesce((select pg_has_role(rolname, relowner, 'USAGE') from pg_class where oid = to_regclass('activity_history')), false) as owner,
      has_schema_privilege(rolname, current_schema(), 'CREATE') as creates
    from pg_roles where rolname = ?`,
    [role],
  );
  return (['superuser', 'owner', 'creates'] as const).filter((fact) => rows[0][fact]);
}
