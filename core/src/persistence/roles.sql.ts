import { quoteIdentifier } from './statement.ts';

/* Statements about roles and privileges. The builder has no words for them; names in them are quoted by `quoteIdentifier`. */

/** The roles are kept where PostgreSQL keeps what is granted on tables to come. */
export const ENROLLED = `
  select pg_get_userbyid(grantee) as role, case when bool_or(privilege_type = 'INSERT') then 'app' else 'backup' end as kind
  from pg_default_acl, aclexplode(defaclacl)
  where defaclrole = current_user::regrole and defaclnamespace = current_schema()::regnamespace and defaclobjtype = 'r'
    and grantee not in (0, defaclrole)
  group by grantee`;

/** What others keep in the schema, such as an extension, is not the owner's to grant. */
const OWN = `relnamespace = current_schema()::regnamespace and pg_has_role(relowner, 'USAGE')`;

export const TABLES = `
  select relname as "name", array(select privilege_type from aclexplode(relacl) where pg_get_userbyid(grantee) = ?) as "granted"
  from pg_class where relkind in ('r', 'p') and ${OWN} order by relname`;

export const CURRENT_ROLE = 'select current_user as role';
export const FIND_ROLE = 'select from pg_roles where rolname = ?';
export const CURRENT_SCHEMA = 'select quote_ident(current_schema()) as schema';

export const MAY_MIGRATE = `
  select coalesce(
    (select pg_has_role(relowner, 'USAGE') from pg_class where oid = to_regclass('knex_migrations')),
    has_schema_privilege(current_schema(), 'CREATE'), false) as may`;

/** Sequences of the owner that the role cannot read. */
export const UNREADABLE_SEQUENCES = `
  select relname as name from pg_class
  where relkind = 'S' and ${OWN}
    and not exists (select from aclexplode(relacl) where pg_get_userbyid(grantee) = ? and privilege_type = 'SELECT')`;

/** Functions of the backup that the role cannot call. */
export const CLOSED_FUNCTIONS = `
  select oid::regprocedure as name from pg_proc
  where pronamespace = current_schema()::regnamespace and proname in ('note_backup', 'note_restore_drill', 'record_backup')
    and not has_function_privilege(?, oid, 'EXECUTE')`;

export const EXCESS = `
  select rolsuper as superuser,
    coalesce((select pg_has_role(rolname, relowner, 'USAGE') from pg_class where oid = to_regclass('activity_history')), false) as owner,
    has_schema_privilege(rolname, current_schema(), 'CREATE') as creates
  from pg_roles where rolname = ?`;

/** What the role may do with the schema and with all tables of the owner to come. */
export const enrolment = (schema: string, role: string, privileges: readonly string[]): readonly string[] => {
  const future = `alter default privileges in schema ${schema}`;
  const name = quoteIdentifier(role);
  return [
    `grant usage on schema ${schema} to ${name}`,
    `${future} revoke all on tables from ${name}`,
    `${future} grant ${privileges.join(', ')} on tables to ${name}`,
    `${future} grant select on sequences to ${name}`,
  ];
};
export const grantOnTable = (privileges: readonly string[], table: string, role: string) =>
  `grant ${privileges.join(', ')} on ${quoteIdentifier(table)} to ${quoteIdentifier(role)}`;
export const revokeOnTable = (privileges: readonly string[], table: string, role: string) =>
  `revoke ${privileges.join(', ')} on ${quoteIdentifier(table)} from ${quoteIdentifier(role)}`;
export const grantOnSequence = (name: string, role: string) =>
  `grant select on sequence ${quoteIdentifier(name)} to ${quoteIdentifier(role)}`;
/** `signature` is the text of a regprocedure, which PostgreSQL has quoted. */
export const grantOnFunction = (signature: string, role: string) => `grant execute on function ${signature} to ${quoteIdentifier(role)}`;
