import { isInUse, repositoriesOn } from '@bitacora/core/server';
import { exits, Stopped } from '@bitacora/core/terminal/stopped';
import type { AdminCommand } from './command.ts';
import { recordCommand } from './command.ts';
import { administration as texts } from './messages.ts';
import { onDatabase } from './open.ts';
import { demandSchema } from './schema.ts';

/** Lets the next start bring a SESSION_SECRET that the database does not know: after a leak, or on rows that came from elsewhere. */
export const forgetSecret: AdminCommand = {
  options: {},
  run: (call) =>
    onDatabase(call, {}, async ({ db, zone }) => {
      await demandSchema(db, { mayBeEarlier: true });
      if (await isInUse(db)) throw new Stopped(exits.refused, texts.secretInUse);
      await db.transaction(async (trx) => {
        const { installation, adminHistory } = repositoriesOn(trx, zone);
        await installation.forgetSecretMarks();
        if (await adminHistory.exists()) await recordCommand({ db: trx, zone }, 'system.forgetSecret', {});
      });
      return { lines: [texts.secretForgotten], value: { forgotten: true } };
    }),
};
