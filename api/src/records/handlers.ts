import { buffer } from 'node:stream/consumers';
import { wallClockAt } from '@bitacora/core/domain/calendar';
import { type Actor, fullName } from '@bitacora/core/domain/people/person';
import { recordTexts } from '@bitacora/core/messages/activities/record';
import type { Core } from '@bitacora/core/server';
import { type ActivityRecord, readRecord } from '@bitacora/core/use-cases/activities/read-record';
import { readReportRows, recordExport } from '@bitacora/core/use-cases/reports/export-report';
import type { Handlers } from '../calls/handlers.ts';
import type { WorkbookDownloads } from '../calls/workbook-downloads.ts';
import { Download } from '../http/answer.ts';
import type { Slot } from '../http/concurrency-limit.ts';
import { openZip } from '../http/stream-zip.ts';
import { consultUrl } from '../mail/links.ts';
import { type ImageStore, thumbnailName } from '../storage/image-store.ts';
import { type DrawnRecord, drawRecord, PICTURES_MAX } from './draw-record.ts';
import { writeExpedient } from './expedient.ts';

/** Reads the thumbnails that a record draws. Ours are encoded anew, so the PDF library reads no foreign bytes. */
async function readPictures(store: ImageStore, { activity }: ActivityRecord): Promise<Map<string, Buffer>> {
  const pictures = new Map<string, Buffer>();
  for (const { id, fileId } of activity.evidence?.slice(0, PICTURES_MAX) ?? []) {
    const bytes = await store.open(thumbnailName(fileId ?? id));
    if (bytes) pictures.set(id, await buffer(bytes));
  }
  return pictures;
}

interface RecordDependencies {
  core: Core;
  store: ImageStore;
  publicUrl: string;
  download: WorkbookDownloads;
}

export function recordHandlers(dependencies: RecordDependencies): Handlers<'downloadRecord' | 'createExpedient'> {
  const { core, store, publicUrl, download } = dependencies;
  const { zone } = core;
  const drawFor = (actor: Actor, paper: DrawnRecord['paper']) => async (record: ActivityRecord) => {
    const about = { url: consultUrl(publicUrl, record.activity, actor.id), zone, now: core.clock(), reader: fullName(actor), paper };
    return drawRecord({ ...record, ...about, pictures: await readPictures(store, record) });
  };
  return {
    async downloadRecord({ activityId, paper = 'letter' }, { actor, by }) {
      const { result } = await core.perform({ ...by, useCase: readRecord, input: { activityId }, effect: 'reads' });
      return new Download(await drawFor(actor, paper)(result), recordTexts.fileName(activityId));
    },

    async createExpedient(query, { actor, by, ctx }) {
      const now = core.clock();
      const open = async () => {
        const { result } = await core.perform({ ...by, useCase: readReportRows, input: query, effect: 'reads' });
        const about = { server: publicUrl, made: now, by: fullName(actor), query };
        const draw = drawFor(actor, 'letter');
        const { inOwnSlots } = ctx.state.slot as Slot;
        return openZip(
          async (zip) => {
            const manifest = await writeExpedient({ core, store, by, batches: result.batches, draw, about, inOwnSlots }, zip);
            // The sealed history then knows what was handed out.
            await core.perform({ ...by, useCase: recordExport, input: { report: 'expedient', query: { manifest } }, effect: 'writes' });
          },
          wallClockAt(zone, now),
        );
      };
      return download(by, { report: 'expedient', query }, open);
    },
  };
}
