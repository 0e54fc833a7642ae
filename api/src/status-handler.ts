import { type Core, schemaOf } from '@bitacora/core/server';
import { readStatus } from '@bitacora/core/use-cases/read-status';
import manifest from '../package.json' with { type: 'json' };
import type { Special } from './handlers.ts';
import type { ImageStore } from './images/image-store.ts';
import type { ReminderSchedule } from './jobs/reminder-schedule.ts';

export interface StatusParts {
  core: Core;
  store: ImageStore;
  /** When deadlines are swept, by this process or by another. */
  schedule: ReminderSchedule;
  /** Unset where letters are written as files. */
  smtpUrl?: string | undefined;
  /** Whether a chat is connected, by a bot here or elsewhere. */
  hasBot?: boolean;
}

/** The database's part, and what only this process knows. */
export function statusHandler({ core, store, schedule, smtpUrl, hasBot = false }: StatusParts): Special<'getStatus'> {
  const upSince = core.clock();
  const storeFacts = async () => {
    const [isStoreReachable, storeFreeBytes] = await Promise.all([
      store.claims.all().then(
        () => true,
        () => false,
      ),
      store.freeBytes().catch(() => null),
    ]);
    return { storeKind: store.kind, isStoreReachable, storeFreeBytes };
  };

  return {
    async getStatus(_, { actor }) {
      const { result } = await core.perform({ useCase: readStatus, actor, channel: actor.channel, input: {}, effect: 'reads' });
      const { sweptUntil, ...stored } = result;
      const { applied, pending } = await schemaOf(core.db);
      return {
        ...{ success: true, version: manifest.version, upSince, hasMailServer: Boolean(smtpUrl), hasBot },
        ...stored,
        ...{ migrationsApplied: applied.length, migrationsPending: pending.length },
        missedSweepAt: sweptUntil && schedule.latest(sweptUntil, stored.now),
        nextSweepAt: schedule.next(stored.now),
        ...(await storeFacts()),
      };
    },
  };
}
