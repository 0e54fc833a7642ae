import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { wallClockAt } from '@bitacora/core/domain/calendar';
import type { Actor } from '@bitacora/core/domain/people/person';
import { Refused } from '@bitacora/core/domain/refusal';
import type { Core } from '@bitacora/core/server';
import { recordDataExport } from '@bitacora/core/use-cases/reports/export-report';
import { writeExport } from '../admin/exports/write-export.ts';
import type { DataCall, Special } from '../handlers.ts';
import { Download } from '../http/answer.ts';
import type { Slot } from '../http/concurrency-limit.ts';
import type { RateLimits } from '../http/rate-limit.ts';
import type { ImageStore } from '../storage/image-store.ts';
import { streamZip, type ZipWriter } from './zip-stream.ts';

/** Of the whole process, because each holds a database connection for as long as it is read. */
const AT_ONCE = 2;
const RETRY_SECONDS = 60;
/** The connection is taken back then. For more, or over a slow line, there is the command on the server. */
const LONGEST_MS = 60 * 60_000;

interface DataDependencies {
  core: Core;
  limits: RateLimits;
  store: ImageStore;
}

/** The calls that hand out what is stored. Each person reads one at a time. */
export function dataHandlers({ core, limits, store }: DataDependencies): Special<DataCall> {
  const { db, zone } = core;
  const readers = new Set<number>();

  /** `end` is called once its transaction is over, also when the reader goes away. */
  async function archiveOf(personId: number | null, slot: Slot, end: () => void): Promise<Readable> {
    const busy = () => new Refused({ code: 'server.busy' });
    const source = { db, zone, store, personId, format: 'xlsx' as const, inTurns: slot.inTurns, busy };
    const fill = async (zip: ZipWriter) => void (await writeExport(source, zip).finally(end));
    const archive = streamZip(fill, wallClockAt(zone, core.clock()), AbortSignal.timeout(LONGEST_MS));
    // Without a listener, a failure before the answer takes it over would end the process.
    archive.on('error', () => {});
    // What fails before the first byte is still refused with a status.
    await once(archive, 'readable');
    return archive;
  }

  const exported =
    (subjectOf: (actor: Actor) => number | null): Special<DataCall>[DataCall] =>
    async (_, { actor, by, ctx }) => {
      if (readers.size >= AT_ONCE || readers.has(actor.id))
        throw new Refused({ code: 'session.tooManyTries', retryAfterSeconds: RETRY_SECONDS });
      readers.add(actor.id);
      const end = () => void readers.delete(actor.id);
      const personId = subjectOf(actor);
      await limits.spend('workbooks', actor.id).catch((error: unknown) => {
        end();
        throw error;
      });
      const archive = await archiveOf(personId, ctx.state.turn as Slot, end);
      await core.perform({ ...by, useCase: recordDataExport, input: { personId }, effect: 'writes' }).catch((error: unknown) => {
        archive.destroy();
        throw error;
      });
      return new Download(archive);
    };

  return { exportOwnData: exported(({ id }) => id), exportCompany: exported(() => null) };
}
