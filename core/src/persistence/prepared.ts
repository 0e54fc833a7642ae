import type { Knex } from 'knex';

/**
 * Statements that PostgreSQL parses and plans once for each connection instead of every time they are said. One that has a name here is
 * always of the same text (pg refuses another), lists its columns (after a migration that adds one, `*` fails on every open connection)
 * and is as quick with a plan made without its values (test/persistence/prepared.test.ts).
 */
export type PreparedName =
  | 'personOfSession'
  | 'activity'
  | 'pendingOf'
  | 'groundsToRegister'
  | 'registerActivity'
  | 'activityToActOn'
  | 'changeActivity'
  | 'recordAct'
  | 'takeKey'
  | 'keepAnswer';

/** For a query's `options`: names it, unless a pooler is in between that mixes up the names of its clients (`DATABASE_PREPARED`). */
export const prepared = (db: Knex, name: PreparedName): { name?: PreparedName } => (db.userParams.isPrepared ? { name } : {});
