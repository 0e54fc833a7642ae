import { buffer } from 'node:stream/consumers';
import { fullName } from '@bitacora/core/domain/people/person';
import { recordTexts } from '@bitacora/core/messages/activities/record';
import type { Core } from '@bitacora/core/server';
import { type ActivityRecord, readRecord } from '@bitacora/core/use-cases/activities/read-record';
import type { Handlers } from '../calls/handlers.ts';
import { Download } from '../http/answer.ts';
import { consultUrl } from '../mail/links.ts';
import { type ImageStore, thumbnailName } from '../storage/image-store.ts';
import { drawRecord, PICTURES_MAX } from './draw-record.ts';

/** Reads the thumbnails that a record draws. Ours are encoded anew, so the PDF library reads no foreign bytes. */
async function readPictures(store: ImageStore, { activity }: ActivityRecord): Promise<Map<string, Buffer>> {
  const pictures = new Map<string, Buffer>();
  for (const { id, fileId } of activity.evidence?.slice(0, PICTURES_MAX) ?? []) {
    const bytes = await store.open(thumbnailName(fileId ?? id));
    if (bytes) pictures.set(id, await buffer(bytes));
  }
  return pictures;
}

export function recordHandlers(core: Core, store: ImageStore, publicUrl: string): Handlers<'downloadRecord'> {
  return {
    async downloadRecord({ activityId, paper = 'letter' }, { actor, by }) {
      const { result: record } = await core.perform({ ...by, useCase: readRecord, input: { activityId }, effect: 'reads' });
      const reader = { reader: fullName(actor), now: core.clock(), zone: core.zone };
      const url = consultUrl(publicUrl, record.activity, actor.id);
      const pictures = await readPictures(store, record);
      return new Download(await drawRecord({ ...record, ...reader, url, pictures, paper }), recordTexts.fileName(activityId));
    },
  };
}
