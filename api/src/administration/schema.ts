import { administration as texts } from '@bitacora/core/messages/administration';
import { type Database, migrate, schemaOf } from '@bitacora/core/server';
import { exits, Stopped } from './exits.ts';

/** Refuses a schema that is not this build's. A database where nothing has been made yet gets it with `mayMake`. */
export async function demandCurrentSchema(db: Database, { mayMake = false } = {}): Promise<void> {
  const { applied, pending, unknown } = await schemaOf(db);
  if (unknown.length > 0) throw new Stopped(exits.refused, texts.newerSchema(unknown));
  if (pending.length === 0) return;
  if (!mayMake || applied.length > 0) throw new Stopped(exits.refused, texts.notMigrated(pending.length));
  await migrate(db);
}
