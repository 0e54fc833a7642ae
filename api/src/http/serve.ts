import { createHash } from 'node:crypto';
import { type EndpointName, endpoints } from '@bitacora/core/contract';
import type { Endpoint } from '@bitacora/core/contract/endpoint';
import { fieldsOf } from '@bitacora/core/contract/fields';
import type { Actor } from '@bitacora/core/domain/person';
import { officePolicy } from '@bitacora/core/domain/policy';
import { invalid, Refused } from '@bitacora/core/domain/refusal';
import type { Core, Image } from '@bitacora/core/server';
import type { Router } from '@koa/router';
import type { Context } from 'koa';
import * as z from 'zod/mini';
import type { AnyUseCase, Handlers, SessionHandlers } from '../handlers.ts';
import type { ImageStore } from '../images/image-store.ts';
import { dropUploads, takeUploads } from '../images/take-uploads.ts';
import { demandActor, type Identify } from './identify.ts';
import type { Limits } from './limits.ts';
import { type Body, withBody } from './read-body.ts';
import type { SessionCookie } from './session-cookie.ts';

export interface Plumbing {
  core: Core;
  store: ImageStore;
  cookie: SessionCookie;
  identify: Identify;
  limits: Limits;
  handlers: Handlers;
  sessionHandlers: SessionHandlers;
  /** A folder uploads pass through. */
  scratch: string;
}

function decode(schema: z.ZodMiniType | undefined, given: unknown): Record<string, unknown> {
  if (!schema) return {};
  const result = z.safeDecode(schema, given as never);
  if (!result.success) throw new Refused({ code: 'input.invalid', fields: fieldsOf(result.error) });
  return result.data as Record<string, unknown>;
}

/** Enforces the audience the contract names; what may be done to one activity is asked again in the use case. */
function admit({ who }: Endpoint, actor: Actor | null): Actor | null {
  if (who === 'anyone') return actor;
  const person = demandActor(actor);
  if (who !== 'person' && !officePolicy[who](person)) throw new Refused({ code: 'office.forbidden', act: who });
  return person;
}

/** The caller's Idempotency-Key with what it stands for: the same key for another request is a mistake of the caller's. */
function onceFor(ctx: Context, endpoint: Endpoint, input: unknown, images: readonly Image[]) {
  const key = ctx.get('Idempotency-Key');
  if (!key || endpoint.effect === 'reads') return undefined;
  if (key.length > 200) throw invalid('Idempotency-Key', 'La Idempotency-Key lleva 200 caracteres como máximo.');
  const request = JSON.stringify([endpoint.method, endpoint.path, input, images.map(({ sha256 }) => sha256)]);
  return { key, fingerprint: createHash('sha256').update(request).digest('base64url') };
}

/** Every endpoint of the contract, always in this order: who calls, may they, from an own page, what do they say, do it, answer. */
export function serve(router: Router, plumbing: Plumbing): void {
  const { core, store, cookie, identify, limits, handlers, sessionHandlers, scratch } = plumbing;

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
    try {
      const { result, isReplay } = await core.perform({
        useCase: handlers[name] as AnyUseCase,
        actor,
        channel: actor?.channel ?? 'web',
        input: endpoint.uploads ? { ...input, images } : input,
        effect: endpoint.effect,
        once: onceFor(ctx, endpoint, input, images),
      });
      isKept = !isReplay;
      return result;
    } finally {
      if (!isKept) await dropUploads(images, store);
    }
  }

  for (const [name, endpoint] of Object.entries(endpoints) as [EndpointName, Endpoint][]) {
    router.register(endpoint.path, [endpoint.method], async (ctx) => {
      ctx.state.endpoint = name;
      const actor = await identify(ctx);
      admit(endpoint, actor);
      if (endpoint.effect === 'writes') cookie.demandOwnPage(ctx);
      if (actor && endpoint.effect === 'writes') await limits.spend('writes', actor.id);
      if (actor && endpoint.uploads) await limits.spend('uploads', actor.id);
      ctx.body = await withBody(ctx, endpoint, scratch, async ({ fields, files }) => {
        const input = { ...decode(endpoint.params, ctx.params), ...decode(endpoint.body, fields) };
        const reply =
          name in sessionHandlers
            ? await sessionHandlers[name as keyof SessionHandlers](input as never, { ctx, actor })
            : await performed(ctx, name as keyof Handlers, endpoint, actor, input, files);
        return z.encode(endpoint.reply, reply as never);
      });
    });
  }
}
