import { createHash } from 'node:crypto';
import { type EndpointName, endpoints } from '@bitacora/core/contract';
import type { Endpoint } from '@bitacora/core/contract/endpoint';
import { fieldsOf } from '@bitacora/core/contract/fields';
import type { Actor } from '@bitacora/core/domain/people/person';
import { invalid, Refused } from '@bitacora/core/domain/refusal';
import { validation } from '@bitacora/core/messages/validation';
import type { Core, IdempotencyKey, Image } from '@bitacora/core/server';
import type { Router } from '@koa/router';
import type { Context } from 'koa';
import * as z from 'zod/mini';
import type { Authenticate } from '../auth/authenticate.ts';
import { authorize } from '../auth/authorize.ts';
import type { SessionCookie } from '../auth/session-cookie.ts';
import type { AnyUseCase, CalledBy, Handlers, SpecialHandlers } from '../handlers.ts';
import type { DiskSpace } from '../startup/disk-space.ts';
import type { ImageStore } from '../storage/image-store.ts';
import { takeSheet } from '../uploads/take-sheet.ts';
import { dropUploads, takeUploads } from '../uploads/take-uploads.ts';
import { answer } from './answer.ts';
import { clientAddress } from './client-address.ts';
import type { Turn } from './concurrency-limit.ts';
import { isDatabaseAway } from './database-failure.ts';
import type { RateLimits } from './rate-limit.ts';
import { type Body, FIELDS_MAX_BYTES, withBody } from './read-body.ts';

/** Letters of an Idempotency-Key. */
const KEY_MAX = 200;

export interface ServeDependencies {
  core: Core;
  store: ImageStore;
  cookie: SessionCookie;
  identify: Authenticate;
  limits: RateLimits;
  diskSpace: DiskSpace;
  handlers: Handlers;
  specialHandlers: SpecialHandlers;
  /** A folder uploads pass through. */
  scratch: string;
}

function decode(schema: z.ZodMiniType | undefined, given: unknown): Record<string, unknown> {
  if (!schema) return {};
  const result = z.safeDecode(schema, given as never);
  if (!result.success) throw new Refused({ code: 'input.invalid', fields: fieldsOf(result.error) });
  return result.data as Record<string, unknown>;
}

/** The caller's Idempotency-Key with what it stands for: the same key for another request is a mistake of the caller's. */
function onceFor(ctx: Context, endpoint: Endpoint, input: unknown, images: readonly Image[]): IdempotencyKey | undefined {
  const key = ctx.get('Idempotency-Key');
  if (!key || endpoint.effect === 'reads') return undefined;
  if (key.length > KEY_MAX) throw invalid('Idempotency-Key', validation.tooLong(KEY_MAX));
  // A password would be guessed from a quick hash, so it leaves none.
  const told = endpoint.secret === 'given' ? [] : [input, images.map(({ sha256 }) => sha256)];
  const request = JSON.stringify([endpoint.method, endpoint.path, ...told]);
  const fingerprint = createHash('sha256').update(request).digest('base64url');
  return { key, fingerprint, isSecret: endpoint.secret === 'answered' };
}

const calledBy = <Who extends Actor | null>(ctx: Context, actor: Who): CalledBy<Who> => ({
  actor,
  channel: actor?.channel ?? 'web',
  address: clientAddress(ctx),
});

/** A form that is longer than its texts can be, or of unknown length. It is judged before its first byte is stored. */
const mayHoldFiles = (ctx: Context): boolean =>
  Boolean(ctx.is('multipart/form-data')) && (ctx.request.length === undefined || ctx.request.length > FIELDS_MAX_BYTES);

/** Every endpoint of the contract, always in this order: who calls, may they, from an own page, what do they say, do it, answer. */
export function serve(router: Router, plumbing: ServeDependencies): void {
  const { core, store, cookie, identify, limits, diskSpace, handlers, specialHandlers, scratch } = plumbing;

  /** Images that a change has put others in the place of; the change stands, whatever becomes of their bytes. */
  async function dropOrphans(result: unknown): Promise<void> {
    const { orphans = [] } = result as { orphans?: readonly Pick<Image, 'id'>[] };
    await dropUploads(orphans, store).catch(() => {});
  }

  async function performed(
    ctx: Context,
    name: keyof Handlers,
    endpoint: Endpoint,
    actor: Actor | null,
    input: object,
    files: Body['files'],
  ) {
    const images = endpoint.uploads ? await takeUploads(files, endpoint.uploads, store) : [];
    let isKept = false;
    let isCounted = false;
    try {
      if (actor && images.length > 0) {
        await limits.spendEvidence(actor.id, images);
        isCounted = true;
      }
      const { result, isReplay } = await core.perform({
        useCase: handlers[name] as AnyUseCase,
        ...calledBy(ctx, actor),
        input: endpoint.uploads ? { ...input, images } : input,
        effect: endpoint.effect,
        once: onceFor(ctx, endpoint, input, images),
      });
      isKept = !isReplay;
      if (isKept) await dropOrphans(result);
      return result;
    } catch (error) {
      // A connection lost at the commit leaves open whether a row names these images: if none does, they are orphans and tidied.
      isKept ||= isDatabaseAway(error);
      throw error;
    } finally {
      if (!isKept) await dropUploads(images, store);
      if (!isKept && isCounted) await limits.restoreEvidence((actor as Actor).id, images).catch(() => {});
    }
  }

  for (const [name, endpoint] of Object.entries(endpoints) as [EndpointName, Endpoint][]) {
    router.register(endpoint.path, [endpoint.method], async (ctx) => {
      ctx.state.endpoint = name;
      const caller = await identify(ctx);
      authorize(endpoint, caller);
      await (ctx.state.turn as Turn).forCall(name);
      const { actor, by } = caller;
      if (endpoint.effect === 'writes' && by === 'cookie') cookie.demandOwnPage(ctx);
      if (endpoint.effect === 'writes' && actor) await limits.spend(by === 'token' ? 'tokenWrites' : 'writes', actor.id);
      if (mayHoldFiles(ctx)) await diskSpace.demandForUpload(ctx.request.length ?? 0);
      ctx.body = await withBody(ctx, endpoint, scratch, async ({ fields, files }) => {
        if (actor && endpoint.uploads && files.length > 0) {
          await limits.spend('uploads', actor.id);
          await diskSpace.demandForUpload(0);
        }
        const said = { ...decode(endpoint.params, ctx.params), ...decode(endpoint.body, fields) };
        if (endpoint.whoFor) authorize({ ...endpoint, who: endpoint.whoFor(said) }, caller);
        const input = endpoint.sheet ? { ...said, sheet: await takeSheet(files, endpoint.sheet) } : said;
        const reply =
          name in specialHandlers
            ? await specialHandlers[name as keyof SpecialHandlers](input as never, {
                ctx,
                actor: actor as Actor,
                by: calledBy(ctx, actor as Actor),
                once: onceFor(ctx, endpoint, input, []),
              })
            : await performed(ctx, name as keyof Handlers, endpoint, actor, input, files);
        return answer(ctx, endpoint, reply);
      });
    });
  }
}
