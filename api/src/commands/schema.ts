import {
  type Database,
  enrol,
  findExcess,
  grantRoles,
  is120Connected,
  isMigrated,
  isRole,
  migrate,
  type RoleKind,
  readRole,
  readSchema,
} from '@bitacora/core/server';
import { exits, Stopped } from '@bitacora/core/terminal/terminal';
import { administration as texts } from '../messages/administration.ts';
import { schemaTexts } from '../messages/start.ts';
import { type AdminCommand, type AdminOutcome, demandNoOther, demandOwner, onDatabase, recordCommand, text, yes } from './command.ts';

function outcome(heading: string, key: 'pending' | 'applied', names: readonly string[]): AdminOutcome {
  const lines = names.length > 0 ? [heading, ...names.map((name) => `  ${name}`)] : [texts.upToDate];
  return { lines, value: { [key]: names } };
}

/** Applies missing migrations, with --dry-run only lists them. */
export const migrateSchema: AdminCommand = {
  options: { 'dry-run': yes },
  run: (call) =>
    onDatabase(call, { mayMake: !call.typed['dry-run'], asOwner: true }, async (core) => {
      const { db } = core;
      const { pending, unknown } = await readSchema(db);
      demandNoOther(unknown);
      if (call.typed['dry-run']) return outcome(texts.pending, 'pending', pending);
      await demandOwner(db);
      if (await is120Connected(db)) throw new Stopped(exits.refused, schemaTexts.earlierRuns);
      const applied = await migrate(db, () => call.report(schemaTexts.waits));
      if (applied.length > 0) await recordCommand(core, 'system.migrate', { applied });
      return outcome(texts.applied, 'applied', applied);
    }),
};

async function demandRole(db: Database, role: string): Promise<void> {
  if (!(await isRole(db, role))) throw new Stopped(exits.refused, texts.noRole(role));
  if (role === (await readRole(db))) throw new Stopped(exits.refused, texts.ownRole(role));
}

/** Grants existing roles what they need, also for future tables. Exits with 1 where a role may still do more. */
export const roles: AdminCommand = {
  options: { app: text, backup: text },
  run: (call) =>
    onDatabase(call, { asOwner: true }, async (core) => {
      const { db } = core;
      const typed = (['app', 'backup'] as const).flatMap((kind): [RoleKind, string][] => {
        const role = call.typed[kind];
        return typeof role === 'string' && role !== '' ? [[kind, role]] : [];
      });
      if (typed.length === 0) throw new Stopped(exits.usage, texts.needs('app'), texts.seeHelp);
      const [first, second] = typed.map(([, role]) => role);
      if (first !== undefined && first === second) throw new Stopped(exits.refused, texts.sameRole(first));
      await demandOwner(db);
      for (const [, role] of typed) await demandRole(db, role);
      await db.transaction(async (trx) => {
        for (const [kind, role] of typed) await enrol(trx, role, kind);
        await grantRoles(trx);
      });
      if (await isMigrated(db)) await recordCommand(core, 'system.grantRoles', Object.fromEntries(typed));
      const excess = await Promise.all(typed.map(async ([, role]) => ({ role, may: await findExcess(db, role) })));
      for (const { role, may } of excess) for (const fact of may) call.report(texts.excess[fact](role));
      return {
        lines: typed.map(([kind, role]) => texts.granted[kind](role)),
        value: { ...Object.fromEntries(typed), excess },
        exit: excess.some(({ may }) => may.length > 0) ? exits.refused : exits.done,
      };
    }),
};
