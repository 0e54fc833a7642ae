import type { Readable } from 'node:stream';
import { wallClockAt } from '@bitacora/core/domain/calendar';
import type { Actor } from '@bitacora/core/domain/people/person';
import { Refused } from '@bitacora/core/domain/refusal';
import type { Core } from '@bitacora/core/server';
import { recordDataExport } from '@bitacora/core/use-cases/reports/export-report';
import type { Handlers } from '../calls/handlers.ts';
import { Download } from '../http/answer.ts';
import type { Slot } from '../http/concurrency-limit.ts';
import type { RateLimits } from '../http/rate-limit.ts';
import { openZip, type ZipWriter } from '../http/stream-zip.ts';
import type { ImageStore } from '../storage/image-store.ts';
import { writeExport } from './exports/write-export.ts';

type DataCall = 'exportOwnData' | 'exportCompany';

/** A process serves this many archives at once, because each holds a database connection for as long as it is read. */
const AT_ONCE = 2;
const RETRY_SECONDS = 60;
export interface DataDependencies {
  core: Core;
  limits: RateLimits;
  store: ImageStore;
}

/** Handles the downloads of stored data. Each person may read one at a time. */
export function dataHandlers({ core, limits, store }: DataDependencies): Handlers<DataCall> {
  const { db, zone } = core;
  const readers = new Set<number>();

  /** `end` is called once its transaction is over, also when the reader goes away. */
  async function openArchive(personId: number | null, slot: Slot, end: () => void): Promise<Readable> {
    const busy = () => new Refused({ code: 'server.busy' });
    const source = { db, zone, store, personId, format: 'xlsx' as const, inOwnSlots: slot.inOwnSlots, busy };
    const fill = async (zip: ZipWriter) => void (await writeExport(source, zip).finally(end));
    return openZip(fill, wallClockAt(zone, core.clock()));
  }

  const exportHandler =
    (selectPerson: (actor: Actor) => number | null): Handlers<DataCall>[DataCall] =>
    async (_, { actor, by, ctx }) => {
      if (readers.size >= AT_ONCE || readers.has(actor.id))
        throw new Refused({ code: 'session.tooManyTries', retryAfterSeconds: RETRY_SECONDS });
      readers.add(actor.id);
      const end = () => void readers.delete(actor.id);
      const personId = selectPerson(actor);
      await limits.spend('workbooks', actor.id).catch((error: unknown) => {
        end();
        throw error;
      });
      const archive = await openArchive(personId, ctx.state.slot as Slot, end);
      await core.perform({ ...by, useCase: recordDataExport, input: { personId }, effect: 'writes' }).catch((error: unknown) => {
        archive.destroy();
        throw error;
      });
      return new Download(archive);
    };

  return { exportOwnData: exportHandler(({ id }) => id), exportCompany: exportHandler(() => null) };
}
