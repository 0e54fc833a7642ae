import type { Knex } from 'knex';

/**
 * Names of statements that PostgreSQL parses and plans once for each connection. Such a statement always has the same text, because pg
 * refuses another. It lists its columns, because `*` fails on open connections after a migration adds one. It is as quick with a plan
 * made without its values (test/persistence/prepared.test.ts).
 */
export type PreparedName =
  | 'personOfSession'
  | 'activity'
  | 'pendingOf'
  | 'registrationPreconditions'
  | 'registerActivity'
  | 'activityToActOn'
  | 'changeActivity'
  | 'recordAct'
  | 'takeKey'
  | 'keepAnswer';

/** For a query's `options`. Without a name behind a pooler that mixes up the names of its clients (`DATABASE_PREPARED`). */
export const prepared = (db: Knex, name: PreparedName): { name?: PreparedName } => (db.userParams.isPrepared ? { name } : {});
