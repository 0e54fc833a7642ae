import { Refused } from '@bitacora/core/domain/refusal';
import { type Core, sealingFor } from '@bitacora/core/server';
import { findImageOf, listEvidence } from '@bitacora/core/use-cases/activities/read-activity';
import type { Context } from 'koa';
import type { Special } from '../handlers.ts';
import type { ImageStore } from '../storage/image-store.ts';
import { answerImage } from './serve-image.ts';

/** Chats draw a card long after it was posted, and fetch its images without a login. */
const SIGNED_FOR_MS = 24 * 3_600_000;

/**
 * Addresses of evidence that need no login, for the cards of a chat. Each names the person it was made for: what they may no longer see, it
 * no longer serves.
 */
export function signedEvidence(core: Core, store: ImageStore) {
  const box = sealingFor('signed-evidence', core.secrets);
  const handler: Special<'signEvidence'> = {
    async signEvidence(input, { actor }) {
      const { result } = await core.perform({ useCase: listEvidence, actor, channel: actor.channel, input, effect: 'reads' });
      const until = core.clock().getTime() + SIGNED_FOR_MS;
      const addressOf = (imageId: string) => `/api/signed_images/${box.seal(`${imageId} ${actor.id} ${until}`).toString('base64url')}`;
      return result.map(({ id, name }) => ({ id, name, url: addressOf(id) }));
    },
  };

  async function serve(ctx: Context): Promise<void> {
    ctx.state.endpoint = 'signedImage';
    const contents = box.open(Buffer.from(String(ctx.params.token), 'base64url'));
    const [imageId = '', readerId, until] = contents?.text.split(' ') ?? [];
    if (!(Number(until) > core.clock().getTime())) throw new Refused({ code: 'image.unknown' });
    const input = { imageId, readerId: Number(readerId) };
    const { result } = await core.perform({ useCase: findImageOf, actor: null, channel: 'system', input, effect: 'reads' });
    await answerImage(ctx, store, result.id, { name: 'evidencia', mediaType: result.mediaType });
    ctx.set('Cache-Control', 'private, max-age=3600');
  }
  return { handler, serve };
}
