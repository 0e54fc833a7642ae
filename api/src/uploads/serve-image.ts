import { Refused } from '@bitacora/core/domain/refusal';
import { isPlainText, isUuid } from '@bitacora/core/domain/text';
import type { Core } from '@bitacora/core/server';
import { findPhoto } from '@bitacora/core/use-cases/account/change-photo';
import { findImage } from '@bitacora/core/use-cases/activities/read-activity';
import type { Context } from 'koa';
import { type Authenticate, demandActor } from '../auth/authenticate.ts';
import type { ImageStore } from '../storage/image-store.ts';
import { thumbnailName } from './take-uploads.ts';

/** The bytes of an evidence image, for those who may see its activity (docs/product.md, 6). They never change, so they are kept for a year. */
export const serveImage = (core: Core, store: ImageStore, identify: Authenticate, isThumbnail: boolean) => async (ctx: Context) => {
  ctx.state.endpoint = 'image';
  const actor = demandActor((await identify(ctx)).actor);
  const imageId = String(ctx.params.id);
  if (!isUuid(imageId)) throw new Refused({ code: 'image.unknown' });
  const { result } = await core.perform({ useCase: findImage, actor, channel: actor.channel, input: { imageId }, effect: 'reads' });
  await answerImage(ctx, store, isThumbnail ? thumbnailName(imageId) : imageId, { name: 'evidencia', mediaType: result.mediaType });
  ctx.set('Cache-Control', 'private, max-age=31536000, immutable');
};

/** A person's photo, for anybody with an account. It is asked for by number and may be another tomorrow: kept, but asked about each time. */
export const serveProfileImage = (core: Core, store: ImageStore, identify: Authenticate) => async (ctx: Context) => {
  ctx.state.endpoint = 'profileImage';
  const actor = demandActor((await identify(ctx)).actor);
  const employeeNumber = String(ctx.params.num);
  if (!isPlainText(employeeNumber)) throw new Refused({ code: 'image.unknown' });
  const input = { employeeNumber };
  const { result: photo } = await core.perform({ useCase: findPhoto, actor, channel: actor.channel, input, effect: 'reads' });

  ctx.set('Cache-Control', 'private, no-cache');
  ctx.etag = photo.sha256;
  ctx.status = 200;
  if (ctx.fresh) ctx.status = 304;
  else await answerImage(ctx, store, photo.imageId, { name: 'foto', mediaType: photo.mediaType });
};

/** Bytes that people uploaded, as an image and nothing else. */
export async function answerImage(
  ctx: Context,
  store: ImageStore,
  stored: string,
  { name, mediaType }: { name: string; mediaType: string },
) {
  const stream = await store.open(stored);
  if (!stream) throw new Refused({ code: 'image.unknown' });
  const extension = mediaType === 'image/png' ? 'png' : 'jpg';
  ctx.set('Content-Security-Policy', "sandbox; default-src 'none'");
  ctx.set('Content-Disposition', `inline; filename="${name}.${extension}"`);
  ctx.type = mediaType;
  ctx.body = stream;
}
