import { administration as texts } from '@bitacora/core/messages/administration';
import { migrate, schemaOf } from '@bitacora/core/server';
import { exits, Stopped } from '@bitacora/core/terminal/stopped';
import { type Command, type Outcome, yes } from './command.ts';
import { onDatabase } from './open.ts';
import { demandOwner } from './schema.ts';

function outcome(heading: string, key: 'pending' | 'applied', names: readonly string[]): Outcome {
  const said = names.length > 0 ? [heading, ...names.map((name) => `  ${name}`)] : [texts.upToDate];
  return { said, value: { [key]: names } };
}

/** Applies what is missing, or with --dry-run only names it; works while an earlier Bitácora runs, which goes on working. */
export const migrateSchema: Command = {
  options: { 'dry-run': yes },
  run: (call) =>
    onDatabase(call, { mayMake: !call.typed['dry-run'], asOwner: true }, async ({ db }) => {
      const { pending, unknown } = await schemaOf(db);
      if (unknown.length > 0) throw new Stopped(exits.refused, texts.newerSchema(unknown));
      if (call.typed['dry-run']) return outcome(texts.pending, 'pending', pending);
      await demandOwner(db);
      return outcome(texts.applied, 'applied', await migrate(db, () => call.tell(texts.waits)));
    }),
};
