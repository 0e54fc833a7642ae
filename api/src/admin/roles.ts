import { type Database, enrol, excessOf, grantRoles, isMigrated, isRole, type RoleKind, roleOf } from '@bitacora/core/server';
import { exits, Stopped } from '@bitacora/core/terminal/stopped';
import { type AdminCommand, text } from './command.ts';
import { administration as texts } from './messages.ts';
import { onDatabase } from './open.ts';
import { recordCommand } from './operator.ts';
import { demandOwner } from './schema.ts';

async function demandRole(db: Database, role: string): Promise<void> {
  if (!(await isRole(db, role))) throw new Stopped(exits.refused, texts.noRole(role));
  if (role === (await roleOf(db))) throw new Stopped(exits.refused, texts.ownRole(role));
}

/** Grants two roles that are there what each needs, of the tables that there are and of those to come. Exit 1 where one may still do more. */
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
      const [one, other] = typed.map(([, role]) => role);
      if (one !== undefined && one === other) throw new Stopped(exits.refused, texts.sameRole(one));
      await demandOwner(db);
      for (const [, role] of typed) await demandRole(db, role);
      await db.transaction(async (trx) => {
        for (const [kind, role] of typed) await enrol(trx, role, kind);
        await grantRoles(trx);
      });
      if (await isMigrated(db)) await recordCommand(core, 'system.grantRoles', Object.fromEntries(typed));
      const excess = await Promise.all(typed.map(async ([, role]) => ({ role, may: await excessOf(db, role) })));
      for (const { role, may } of excess) for (const fact of may) call.report(texts.excess[fact](role));
      return {
        lines: typed.map(([kind, role]) => texts.granted[kind](role)),
        value: { ...Object.fromEntries(typed), excess },
        exit: excess.some(({ may }) => may.length > 0) ? exits.refused : exits.done,
      };
    }),
};
