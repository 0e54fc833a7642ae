import type { EvidenceKind } from '@bitacora/core/domain/activities/activity';
import { Refused } from '@bitacora/core/domain/refusal';
import { isPlainText, isUuid } from '@bitacora/core/domain/text';
import { type Core, sealingFor } from '@bitacora/core/server';
import { findPhoto } from '@bitacora/core/use-cases/account/profile';
import { findDocument, findImage, findImageForReader, listEvidence } from '@bitacora/core/use-cases/activities/read-activity';
import type { Context } from 'koa';
import { type Authenticate, demandActor } from '../auth/authenticate.ts';
import type { Handlers } from '../calls/handlers.ts';
import { fileExtensions, type ImageStore, thumbnailName } from '../storage/image-store.ts';

/**
 * Lets a browser use its copy only in the session that fetched it, because after a logout `fetch` with `force-cache` would read the copy.
 * `Clear-Site-Data` holds Chromium up for seconds, and Firefox ignores its "cache".
 */
const keepForSession = (ctx: Context) => ctx.vary('Cookie, Authorization');

/**
 * Serves an image or a document to people who may see its activity (docs/product.md, 6). Browsers keep it for a year, because it never
 * changes. A document is a download and is never shown in place.
 */
export const serveEvidence =
  (core: Core, store: ImageStore, authenticate: Authenticate, kind: EvidenceKind, isThumbnail: boolean) => async (ctx: Context) => {
    ctx.state.endpoint = kind;
    const actor = demandActor((await authenticate(ctx)).actor);
    const id = String(ctx.params.id);
    if (!isUuid(id)) throw new Refused({ code: `${kind}.unknown` });
    const useCase = kind === 'document' ? findDocument : findImage;
    const { result: file } = await core.perform({ useCase, actor, channel: actor.channel, input: { id }, effect: 'reads' });
    const isDownload = kind === 'document' && !isThumbnail;
    const mediaType = kind === 'document' && isThumbnail ? 'image/jpeg' : file.mediaType;
    await answerImage(ctx, store, isThumbnail ? thumbnailName(file.id) : file.id, { name: 'evidencia', mediaType });
    if (isDownload) ctx.attachment(/\.pdf$/i.test(file.name) ? file.name : `${file.name}.pdf`);
    ctx.set('Cache-Control', 'private, max-age=31536000, immutable');
    keepForSession(ctx);
  };

/** Serves a person's photo, by employee number, to anybody with an account. Browsers keep it but revalidate it each time, because it may change. */
export const serveProfileImage = (core: Core, store: ImageStore, authenticate: Authenticate) => async (ctx: Context) => {
  ctx.state.endpoint = 'profileImage';
  const actor = demandActor((await authenticate(ctx)).actor);
  const employeeNumber = String(ctx.params.num);
  if (!isPlainText(employeeNumber)) throw new Refused({ code: 'image.unknown' });
  const input = { employeeNumber };
  const { result: photo } = await core.perform({ useCase: findPhoto, actor, channel: actor.channel, input, effect: 'reads' });

  ctx.set('Cache-Control', 'private, no-cache');
  keepForSession(ctx);
  ctx.etag = photo.sha256;
  ctx.status = 200;
  if (ctx.fresh) ctx.status = 304;
  else await answerImage(ctx, store, photo.imageId, { name: 'foto', mediaType: photo.mediaType });
};

/** Answers uploaded bytes in such a way that a browser treats them only as an image. */
async function answerImage(
  ctx: Context,
  store: ImageStore,
  stored: string,
  { name, mediaType }: { name: string; mediaType: keyof typeof fileExtensions },
) {
  const stream = await store.open(stored);
  if (!stream) throw new Refused({ code: 'image.unknown' });
  ctx.set('Content-Security-Policy', "sandbox; default-src 'none'");
  ctx.set('Content-Disposition', `inline; filename="${name}.${fileExtensions[mediaType]}"`);
  ctx.type = mediaType;
  ctx.body = stream;
}

/** A signed address is valid this long, in ms, because chats fetch the images of a card without a login and long after it was posted. */
const SIGNED_FOR_MS = 24 * 3_600_000;

/**
 * Signs addresses of evidence that need no login, for the cards of a chat. Each names the person for whom it was made, and serves only what
 * that person may still see.
 */
export function signedEvidence(core: Core, store: ImageStore) {
  const box = sealingFor('signed-evidence', core.secrets);
  const handler: Handlers<'signEvidence'> = {
    async signEvidence(input, { actor }) {
      const { result } = await core.perform({ useCase: listEvidence, actor, channel: actor.channel, input, effect: 'reads' });
      const until = core.clock().getTime() + SIGNED_FOR_MS;
      const signUrl = (imageId: string) => `/api/signed_images/${box.seal(`${imageId} ${actor.id} ${until}`).toString('base64url')}`;
      return result.map(({ id, name }) => ({ id, name, url: signUrl(id) }));
    },
  };

  async function serve(ctx: Context): Promise<void> {
    ctx.state.endpoint = 'signedImage';
    const contents = box.open(Buffer.from(String(ctx.params.token), 'base64url'));
    const [imageId = '', readerId, until] = contents?.text.split(' ') ?? [];
    if (!(Number(until) > core.clock().getTime())) throw new Refused({ code: 'image.unknown' });
    const input = { imageId, readerId: Number(readerId) };
    const { result } = await core.perform({ useCase: findImageForReader, actor: null, channel: 'system', input, effect: 'reads' });
    await answerImage(ctx, store, result.id, { name: 'evidencia', mediaType: result.mediaType });
    ctx.set('Cache-Control', 'private, max-age=3600');
  }
  return { handler, serve };
}
