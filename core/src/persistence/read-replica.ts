import { setTimeout as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import { PRIMARY_PLACE, REPLICA_PLACE } from './server.sql.ts';
import { firstRow } from './statement.ts';

/** A standby that is further behind is not read. */
const BEHIND_MAX_MS = 60_000;
/** How long it is given to come level with what the primary has kept. */
const PATIENCE_MS = 1_000;
const LOOK_MS = 50;
/** A standby that answers nothing for so long is away, though its connection stands. */
const SILENT_MS = 3_000;

/** The database as it was at one moment: nothing is written there, and later writes are not seen. */
export interface ReplicaSnapshot {
  db: Knex;
  /** All that was acknowledged by then is in it. */
  asOf: Date;
  /** Lets go of it; may be called twice. */
  end(): Promise<void>;
}

/** A hot standby of the database, for reads that are large and may be some seconds old. */
export interface ReadReplica {
  /** As of when it is. Throws why it cannot be read: away, no standby, or more than a minute behind. */
  asOf(): Promise<Date>;
  /** One moment of it, held until it is ended. Throws as `asOf` does. */
  moment(): Promise<ReplicaSnapshot>;
}

interface ReplicaPosition {
  follows: boolean;
  isLevel: boolean;
  replayedAt: Date | null;
}

export function readReplicaOf(primary: Knex, standby: Knex, { behindMaxMs = BEHIND_MAX_MS } = {}): ReadReplica {
  /** Measured by the primary's clock: one that is level is as of when the primary was asked, however long nobody has written. */
  async function asOf(): Promise<Date> {
    const { place, at } = await firstRow<{ place: string; at: Date }>(primary, PRIMARY_PLACE);
    for (const limit = Date.now() + PATIENCE_MS; ; await pause(LOOK_MS)) {
      const { follows, isLevel, replayedAt } = await firstRow<ReplicaPosition>(standby, REPLICA_PLACE, [place], { timeoutMs: SILENT_MS });
      if (!follows) throw new Error('it follows nobody');
      if (isLevel) return at;
      if (Date.now() < limit) continue;
      if (replayedAt && at.getTime() - replayedAt.getTime() <= behindMaxMs) return replayedAt;
      throw new Error(`it is as of ${replayedAt?.toISOString() ?? 'its beginning'}`);
    }
  }

  return {
    asOf,
    async moment() {
      const instant = await asOf();
      const db = await standby.transaction(undefined, { isolationLevel: 'repeatable read', readOnly: true });
      db.executionPromise.catch(() => {}); // the statements throw its failures themselves
      return {
        db,
        asOf: instant,
        async end() {
          if (!db.isCompleted()) await db.rollback().catch(() => {}); // a lost connection has ended it already
        },
      };
    },
  };
}
