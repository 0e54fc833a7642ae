import { type Database, mayMigrate, migrate, schemaOf } from '@bitacora/core/server';
import { exits, Stopped } from '@bitacora/core/terminal/stopped';
import { administration as texts } from './messages.ts';

interface SchemaAllowance {
  /** Makes it where nothing has been made yet. */
  mayMake?: boolean;
  /** An earlier one will do. */
  mayBeEarlier?: boolean;
}

/** Refuses a schema that is not this build's. */
export async function demandSchema(db: Database, { mayMake = false, mayBeEarlier = false }: SchemaAllowance = {}): Promise<void> {
  const { applied, pending, unknown } = await schemaOf(db);
  if (unknown.length > 0) throw new Stopped(exits.refused, texts.newerSchema(unknown));
  if (pending.length === 0 || (mayBeEarlier && applied.length > 0)) return;
  if (!mayMake || applied.length > 0) throw new Stopped(exits.refused, texts.notMigrated(pending.length));
  await demandOwner(db);
  await migrate(db);
}

/** Refuses a role that may not change the tables. */
export async function demandOwner(db: Database): Promise<void> {
  if (!(await mayMigrate(db))) throw new Stopped(exits.refused, texts.notOwner);
}
