import { migrate, schemaOf } from '@bitacora/core/server';
import { exits, Stopped } from '@bitacora/core/terminal/stopped';
import { type AdminCommand, type AdminOutcome, yes } from './command.ts';
import { administration as texts } from './messages.ts';
import { onDatabase } from './open.ts';
import { recordCommand } from './operator.ts';
import { demandOwner } from './schema.ts';

function outcome(heading: string, key: 'pending' | 'applied', names: readonly string[]): AdminOutcome {
  const lines = names.length > 0 ? [heading, ...names.map((name) => `  ${name}`)] : [texts.upToDate];
  return { lines, value: { [key]: names } };
}

/** Applies what is missing, or with --dry-run only names it; an earlier Bitácora keeps working during it. */
export const migrateSchema: AdminCommand = {
  options: { 'dry-run': yes },
  run: (call) =>
    onDatabase(call, { mayMake: !call.typed['dry-run'], asOwner: true }, async (core) => {
      const { db } = core;
      const { pending, unknown } = await schemaOf(db);
      if (unknown.length > 0) throw new Stopped(exits.refused, texts.newerSchema(unknown));
      if (call.typed['dry-run']) return outcome(texts.pending, 'pending', pending);
      await demandOwner(db);
      const applied = await migrate(db, () => call.report(texts.waits));
      if (applied.length > 0) await recordCommand(core, 'system.migrate', { applied });
      return outcome(texts.applied, 'applied', applied);
    }),
};
