import { Refused } from '@bitacora/core/domain/refusal';
import type { Core } from '@bitacora/core/server';
import { findImage } from '@bitacora/core/use-cases/read-activity';
import type { Context } from 'koa';
import { demandActor, type Identify } from '../http/identify.ts';
import type { ImageStore } from './image-store.ts';
import { thumbnailName } from './take-uploads.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The bytes of an evidence image, for those who may see its activity (decisions, section 6). They never change, so they are kept for a year. */
export const serveImage = (core: Core, store: ImageStore, identify: Identify, isThumbnail: boolean) => async (ctx: Context) => {
  ctx.state.endpoint = 'image';
  const actor = demandActor(await identify(ctx));
  const imageId = String(ctx.params.id);
  if (!uuid.test(imageId)) throw new Refused({ code: 'image.unknown' });
  const { result } = await core.perform({ useCase: findImage, actor, channel: actor.channel, input: { imageId }, effect: 'reads' });
  const stream = await store.open(isThumbnail ? thumbnailName(imageId) : imageId);
  if (!stream) throw new Refused({ code: 'image.unknown' });

  const extension = result.mediaType === 'image/png' ? 'png' : 'jpg';
  ctx.set('Content-Security-Policy', "sandbox; default-src 'none'");
  ctx.set('Content-Disposition', `inline; filename="evidencia.${extension}"`);
  ctx.set('Cache-Control', 'private, max-age=31536000, immutable');
  ctx.type = result.mediaType;
  ctx.body = stream;
};
