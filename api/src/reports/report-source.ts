import type { Readable } from 'node:stream';
import { Refused } from '@bitacora/core/domain/refusal';
import type { ReadReplica, ReplicaSnapshot } from '@bitacora/core/server';
import type { Logger } from 'pino';

/**
 * Reads a large report from a snapshot of the read replica, or on the primary (null) without one. If the replica fails before the answer
 * begins, the primary is read. The failure is logged once, until the replica works again.
 */
export function reportSource(readReplica: ReadReplica | null, log: Pick<Logger, 'info' | 'warn'>) {
  let isAway = false;
  const noteFailure = (error: unknown) => {
    if (!isAway) log.warn({ err: error }, 'read replica not readable: the primary is read');
    isAway = true;
    return null;
  };

  async function onReplica(moment: ReplicaSnapshot, write: (from: ReplicaSnapshot) => Promise<Readable>): Promise<Readable | null> {
    try {
      const stream = await write(moment);
      stream.once('close', () => void moment.end());
      if (isAway) log.info('read replica read again');
      isAway = false;
      return stream;
    } catch (error) {
      await moment.end();
      if (error instanceof Refused) throw error;
      return noteFailure(error);
    }
  }

  return async (write: (from: ReplicaSnapshot | null) => Promise<Readable>): Promise<Readable> => {
    const moment = await readReplica?.openSnapshot().catch(noteFailure);
    return (moment && (await onReplica(moment, write))) || write(null);
  };
}
