import { createHash } from 'node:crypto';
import { type EndpointName, endpoints } from '@bitacora/core/contract';
import type { Endpoint } from '@bitacora/core/contract/endpoint';
import { fieldsOf } from '@bitacora/core/contract/wire-names';
import type { ChatService } from '@bitacora/core/domain/chat/chat';
import { type Actor, adminPolicy } from '@bitacora/core/domain/people/person';
import { invalidOnWire, type Refusal, Refused } from '@bitacora/core/domain/refusal';
import { validation } from '@bitacora/core/messages/validation';
import { type Core, hashOf, type IdempotencyKey } from '@bitacora/core/server';
import { CAPTURE_MAX_DAYS, type MaybeCaptured } from '@bitacora/core/use-cases/activities/apply-act';
import type { Router } from '@koa/router';
import type { Context } from 'koa';
import * as z from 'zod/mini';
import { type Authenticate, type AuthenticatedCaller, bearerIn, demandActor } from '../auth/authenticate.ts';
import type { SessionCookie } from '../auth/cookies.ts';
import { answer } from '../http/answer.ts';
import { clientAddress } from '../http/client-network.ts';
import type { Slot } from '../http/concurrency-limit.ts';
import type { RateLimits } from '../http/rate-limit.ts';
import { type Body, FIELDS_MAX_BYTES, withBody } from '../http/read-body.ts';
import { isDatabaseAway } from '../monitoring/database-failures.ts';
import type { DiskSpace } from '../monitoring/readiness.ts';
import type { ImageStore } from '../storage/image-store.ts';
import { takeSheet } from '../uploads/take-sheet.ts';
import { dropUploads, idsOf, type TakenUploads, takeUploads } from '../uploads/take-uploads.ts';
import type { AnyRequestHandler, AnyUseCase, CalledBy, Handlers } from './handlers.ts';

/** The refusal of a credential that does not open this call, or null. The bot has calls of its own; tokens cannot make those of sessions. */
function refusalByCredential({ who, effect, credential }: Endpoint, { by, scope }: AuthenticatedCaller): Refusal | null {
  if (by === 'service') return who === 'service' ? null : { code: 'service.botOnly' };
  if (by === 'token' && credential === 'session') return { code: 'token.sessionOnly' };
  if (credential === 'token' || by === 'cookie') return null;
  return effect === 'writes' && scope === 'read' ? { code: 'token.readOnly' } : null;
}

/** Refuses a token of scope `write` that would register people: it only checks their workbook. */
function demandImporter({ scope }: AuthenticatedCaller, { isDryRun, isAnnotated }: { isDryRun?: boolean; isAnnotated?: boolean }): void {
  if (scope === 'write' && !isDryRun && !isAnnotated) throw new Refused({ code: 'token.sessionOnly' });
}

/** Enforces credential and audience as the contract names them; what may be done to one activity is asked again in the use case. */
function authorize(endpoint: Endpoint, caller: AuthenticatedCaller): void {
  const no = refusalByCredential(endpoint, caller);
  if (no) throw new Refused(no);
  const { who } = endpoint;
  if (who === 'anyone' || caller.by === 'service') return;
  const person = demandActor(caller.actor);
  if (endpoint.credential === 'token' && caller.by !== 'token') throw new Refused({ code: 'token.required' });
  if (who === 'service') throw new Refused({ code: 'service.required' });
  if (who !== 'person' && !adminPolicy[who](person)) throw new Refused({ code: 'admin.forbidden', act: who });
}

/** Characters of an Idempotency-Key. */
export const KEY_MAX = 200;

/** Days for which the answer to a key is kept. */
export const keptDaysOf = ({ isQueueable }: Pick<Endpoint, 'isQueueable'>) => (isQueueable ? CAPTURE_MAX_DAYS + 1 : 1);

export interface ServeDependencies {
  core: Core;
  store: ImageStore;
  cookie: SessionCookie;
  authenticate: Authenticate;
  limits: RateLimits;
  diskSpace: DiskSpace;
  handlers: Handlers;
  /** The folder of uploads under way. */
  scratch: string;
  publicUrl: string;
}

function decode(schema: z.ZodMiniType | undefined, value: unknown): Record<string, unknown> {
  if (!schema) return {};
  const result = z.safeDecode(schema, value as never);
  if (!result.success) throw new Refused({ code: 'input.invalid', fields: fieldsOf(result.error) });
  return result.data as Record<string, unknown>;
}

/** What is looked at here of a decoded input: the chat, and what a device says of what it captured. */
type CapturedInput = MaybeCaptured & { service?: ChatService; capturedDigests?: readonly string[] };

const noUploads: TakenUploads = { images: [], digests: [] };

/** The caller's Idempotency-Key with a fingerprint of the request, because the same key for another request is refused. */
function onceFor(
  ctx: Context,
  endpoint: Endpoint,
  input: CapturedInput,
  { images, digests }: TakenUploads = noUploads,
): IdempotencyKey | undefined {
  const key = ctx.get('Idempotency-Key');
  if (!key || endpoint.effect === 'reads') return undefined;
  if (key.length > KEY_MAX) throw invalidOnWire('Idempotency-Key', validation.tooLong(KEY_MAX));
  // A password leaves no fingerprint, because a fast hash of it can be guessed.
  // The first try of a device that had network until then did not name them.
  const { capturedAt: _, capturedDigests: __, ...request } = input;
  const fingerprintWith = (imageDigests: readonly string[]) => {
    const fingerprinted = endpoint.secret === 'given' ? [] : [request, imageDigests];
    const text = JSON.stringify([endpoint.method, endpoint.path, ...fingerprinted]);
    return createHash('sha256').update(text).digest('base64url');
  };
  // The fingerprint covers the bytes that came, because another release may encode pictures otherwise; earlier releases covered the encoded.
  const fingerprint = fingerprintWith(digests);
  const earlierFingerprint = fingerprintWith(images.map(({ sha256 }) => sha256));
  const keptDays = keptDaysOf(endpoint);
  return { key, fingerprint, earlierFingerprint, keptDays, isSecret: endpoint.secret === 'answered' };
}

/** Whether a form is longer than its texts can be, or of unknown length. The disk is checked before its first byte is stored. */
const mayHoldFiles = (ctx: Context): boolean =>
  Boolean(ctx.is('multipart/form-data')) && (ctx.request.length === undefined || ctx.request.length > FIELDS_MAX_BYTES);

/** Serves every endpoint of the contract in this order: authenticate, authorise, check CSRF, decode, perform, encode. */
export function serve(router: Router, dependencies: ServeDependencies): void {
  const { core, store, cookie, authenticate, limits, diskSpace, handlers, scratch, publicUrl } = dependencies;

  /** A bot acts through the chat that its input names; otherwise the system acts. */
  function calledBy(ctx: Context, { actor, by }: AuthenticatedCaller, input: { service?: ChatService }): CalledBy<Actor | null> {
    const channel = by === 'service' ? (input.service ?? 'system') : (actor?.channel ?? 'web');
    const bearer = bearerIn(ctx.get('Authorization'));
    const request = { sessionIdHash: cookie.idHashOf(ctx), bearerHash: bearer ? hashOf(bearer) : null, publicUrl };
    return { actor, channel, address: clientAddress(ctx), request };
  }

  async function perform(ctx: Context, name: EndpointName, caller: AuthenticatedCaller, input: CapturedInput, files: Body['files']) {
    const endpoint: Endpoint = endpoints[name];
    const { capturedDigests } = input;
    const { actor } = caller;
    const uploads = endpoint.uploads ? await takeUploads(files, endpoint.uploads, store, capturedDigests) : noUploads;
    const { images } = uploads;
    let hasCommitted = false;
    let isCounted = false;
    try {
      if (actor && images.length > 0) {
        await limits.spendEvidence(actor.id, images);
        isCounted = true;
      }
      const { result, isReplay, discardedImages } = await core.perform({
        useCase: handlers[name] as AnyUseCase,
        ...calledBy(ctx, caller, input),
        input: endpoint.uploads ? { ...input, images } : input,
        effect: endpoint.effect,
        once: onceFor(ctx, endpoint, input, uploads),
      });
      hasCommitted = !isReplay;
      // The commit stands even if these files stay: the clean-up job removes them later.
      await dropUploads(discardedImages, store).catch(() => {});
      return result;
    } catch (error) {
      // If the connection is lost at the commit, rows may name these images. If none does, the clean-up job removes them.
      hasCommitted ||= isDatabaseAway(error);
      throw error;
    } finally {
      if (!hasCommitted) await dropUploads(idsOf(images), store);
      if (!hasCommitted && isCounted) await limits.restoreEvidence((actor as Actor).id, images).catch(() => {});
    }
  }

  for (const [name, endpoint] of Object.entries(endpoints) as [EndpointName, Endpoint][]) {
    router.register(endpoint.path, [endpoint.method], async (ctx) => {
      ctx.state.endpoint = name;
      const slot: Slot = ctx.state.slot;
      const caller = await authenticate(ctx);
      authorize(endpoint, caller);
      await slot.forCall(name);
      const { actor, by } = caller;
      if (endpoint.effect === 'writes' && by === 'cookie' && !cookie.isOwnPage(ctx)) throw new Refused({ code: 'session.forged' });
      if (endpoint.effect === 'writes' && actor) await limits.spend(by === 'token' ? 'tokenWrites' : 'writes', actor.id);
      if (mayHoldFiles(ctx)) await diskSpace.demandForUpload(ctx.request.length ?? 0);
      ctx.body = await withBody(ctx, endpoint, scratch, async ({ fields, files }) => {
        if (actor && endpoint.uploads && files.length > 0) {
          await limits.spend('uploads', actor.id);
          await diskSpace.demandForUpload(0);
        }
        const decoded = { ...decode(endpoint.query, ctx.query), ...decode(endpoint.params, ctx.params), ...decode(endpoint.body, fields) };
        if (endpoint.whoFor) authorize({ ...endpoint, who: endpoint.whoFor(decoded) }, caller);
        if (endpoint.credential === 'import') demandImporter(caller, decoded);
        const input = endpoint.sheet
          ? { ...decoded, sheet: await takeSheet(files, endpoint.sheet, endpoint.sheet.reads ?? 'cells') }
          : decoded;
        const reply =
          endpoint.needs === 'request'
            ? await (handlers[name] as AnyRequestHandler)(input, {
                ctx,
                actor,
                scope: caller.scope,
                isSecondFactorDue: caller.isSecondFactorDue,
                by: calledBy(ctx, caller, input),
                once: onceFor(ctx, endpoint, input),
              })
            : await perform(ctx, name, caller, input, files);
        return answer(ctx, endpoint, reply);
      });
    });
  }
}
