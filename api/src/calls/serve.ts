import { type EndpointName, endpoints } from '@bitacora/core/contract';
import { type Endpoint, needsCsrfToken, type Uploads } from '@bitacora/core/contract/endpoint';
import { fieldErrors } from '@bitacora/core/contract/wire-names';
import type { ChatService } from '@bitacora/core/domain/chat/chat';
import type { Actor } from '@bitacora/core/domain/people/person';
import { Refused } from '@bitacora/core/domain/refusal';
import { type Core, hashOf, type IdempotencyKey } from '@bitacora/core/server';
import type { MaybeCaptured } from '@bitacora/core/use-cases/activities/apply-act';
import type { UseCase } from '@bitacora/core/use-cases/use-case';
import type { Router } from '@koa/router';
import type { Context } from 'koa';
import * as z from 'zod/mini';
import { type Authenticate, type AuthenticatedCaller, readBearer } from '../auth/authenticate.ts';
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
import { checkUploads, dropUploads, storeUploads, uploadIds } from '../uploads/take-uploads.ts';
import { authorize, authorizeInput } from './authorize.ts';
import type { AnyRequestHandler, AnyUseCase, CalledBy, Handlers } from './handlers.ts';
import { readIdempotencyKey } from './idempotency-key.ts';
import { type CallWithUploads, uploadDemands } from './upload-demands.ts';

export interface ServeDependencies {
  core: Core;
  store: ImageStore;
  cookie: SessionCookie;
  authenticate: Authenticate;
  limits: RateLimits;
  diskSpace: DiskSpace;
  handlers: Handlers;
  /** The folder that holds uploads until their call ends. */
  scratch: string;
  publicUrl: string;
}

/** The fields of a decoded input that are read here: the chat, and a device's facts about its captures. */
type DecodedInput = MaybeCaptured & { service?: ChatService; capturedDigests?: readonly string[] };

interface Call {
  ctx: Context;
  name: EndpointName;
  endpoint: Endpoint;
  caller: AuthenticatedCaller;
  input: DecodedInput;
  files: Body['files'];
}

function decode(schema: z.ZodMiniType | undefined, value: unknown): Record<string, unknown> {
  if (!schema) return {};
  const result = z.safeDecode(schema, value as never);
  if (!result.success) throw new Refused({ code: 'input.invalid', fields: fieldErrors(result.error) });
  return result.data as Record<string, unknown>;
}

const decodeInput = (ctx: Context, endpoint: Endpoint, fields: Body['fields']) => ({
  ...decode(endpoint.query, ctx.query),
  ...decode(endpoint.params, ctx.params),
  ...decode(endpoint.body, fields),
});

/** Returns whether a form is longer than its texts can be, or of unknown length. Then the disk is checked before its first byte is stored. */
const mayHoldFiles = (ctx: Context): boolean =>
  Boolean(ctx.is('multipart/form-data')) && (ctx.request.length === undefined || ctx.request.length > FIELDS_MAX_BYTES);

/** Serves every endpoint of the contract. Returns `serveCall`, which has the steps in their order. */
export function serve(router: Router, dependencies: ServeDependencies): (ctx: Context, name: EndpointName) => Promise<void> {
  const { core, store, cookie, authenticate, limits, diskSpace, handlers, scratch, publicUrl } = dependencies;
  for (const [name, { path, method }] of Object.entries(endpoints) as [EndpointName, Endpoint][])
    router.register(path, [method], (ctx) => serveCall(ctx, name));
  return serveCall;

  async function serveCall(ctx: Context, name: EndpointName): Promise<void> {
    const endpoint: Endpoint = endpoints[name];
    ctx.state.endpoint = name;
    const caller = await authenticate(ctx);
    authorize(endpoint, caller);
    await (ctx.state.slot as Slot).forCall(name);
    if (needsCsrfToken(endpoint) && caller.by === 'cookie' && !cookie.isOwnPage(ctx)) throw new Refused({ code: 'session.forged' });
    if (endpoint.effect === 'writes') await countWrite(caller);
    if (mayHoldFiles(ctx)) await diskSpace.demandForUpload(ctx.request.length ?? 0);
    ctx.body = await withBody(ctx, endpoint, scratch, async ({ fields, files }) => {
      if (endpoint.uploads && files.length > 0) await admitUploads(caller);
      const decoded = decodeInput(ctx, endpoint, fields);
      authorizeInput(endpoint, caller, decoded);
      const { sheet } = endpoint;
      const input = sheet ? { ...decoded, sheet: await takeSheet(files, sheet) } : decoded;
      return answer(ctx, endpoint, await perform({ ctx, name, endpoint, caller, input, files }));
    });
  }

  async function countWrite({ actor, by }: AuthenticatedCaller): Promise<void> {
    if (actor) await limits.spend(by === 'token' ? 'tokenWrites' : 'writes', actor.id);
  }

  async function admitUploads({ actor }: AuthenticatedCaller): Promise<void> {
    if (!actor) return;
    await limits.spend('uploads', actor.id);
    await diskSpace.demandForUpload(0);
  }

  async function perform(call: Call): Promise<unknown> {
    const { ctx, name, endpoint, caller, input } = call;
    if (endpoint.uploads) return performWithUploads(call, endpoint.uploads);
    const once = readIdempotencyKey(ctx, endpoint, input);
    if (endpoint.needs !== 'request') return (await performUseCase(call, input, once)).result;
    const { actor, scope, isSecondFactorDue } = caller;
    return (handlers[name] as AnyRequestHandler)(input, { ctx, actor, scope, isSecondFactorDue, by: identify(call), once });
  }

  async function performUseCase(call: Call, input: object, once: IdempotencyKey | undefined) {
    const { name, endpoint } = call;
    const useCase = handlers[name] as AnyUseCase;
    const outcome = await core.perform({ useCase, ...identify(call), input, effect: endpoint.effect, once });
    // The commit stands even if these files stay: the clean-up job removes them later.
    await dropUploads(outcome.discardedImages, store).catch(() => {});
    return outcome;
  }

  /** Refuses before a file is decoded, because decoding costs a process. A repeated request gets its answer although it may not be made any more. */
  async function demandUploadAllowed(call: Call, once: IdempotencyKey | undefined): Promise<void> {
    const demand = uploadDemands[call.name as CallWithUploads] as UseCase<unknown, void> | null;
    if (!demand) return;
    const useCase: UseCase<unknown, void> = async (context) => {
      try {
        await demand(context);
      } catch (refused) {
        if (!once || !(await context.repos.idempotencyKeys.isRepeated(context.actor.id, once))) throw refused;
      }
    };
    await core.perform({ useCase: useCase as AnyUseCase, ...identify(call), input: call.input, effect: 'reads' });
  }

  /** Stores the images or documents of a call and performs it. Without a commit they are removed, and the allowance of their person is restored. */
  async function performWithUploads(call: Call, uploads: Uploads): Promise<unknown> {
    const { ctx, endpoint, input, files } = call;
    const { actor } = call.caller;
    const { ordered, digests } = await checkUploads(files, uploads, input.capturedDigests);
    const once = readIdempotencyKey(ctx, endpoint, input, digests);
    if (ordered.length > 0) await demandUploadAllowed(call, once);
    const storedFiles = await storeUploads(ordered, uploads, store, input.capturedDigests);
    let hasCommitted = false;
    let isCounted = false;
    try {
      if (actor && storedFiles.length > 0) {
        await limits.spendEvidence(actor.id, storedFiles);
        isCounted = true;
      }
      const outcome = await performUseCase(call, { ...input, [uploads.field === 'documents' ? 'documents' : 'images']: storedFiles }, once);
      hasCommitted = !outcome.isReplay;
      return outcome.result;
    } catch (error) {
      // If the connection is lost at the commit, rows may name these files. If none does, the clean-up job removes them.
      hasCommitted = isDatabaseAway(error);
      throw error;
    } finally {
      if (!hasCommitted) await dropUploads(uploadIds(storedFiles), store);
      if (!hasCommitted && isCounted) await limits.restoreEvidence((actor as Actor).id, storedFiles).catch(() => {});
    }
  }

  /** Finds the caller's identity and channel. The channel of a bot is the chat that its input names, otherwise the system. */
  function identify({ ctx, caller: { actor, by, hasRecentLogin }, input }: Call): CalledBy<Actor | null> {
    const channel = by === 'service' ? (input.service ?? 'system') : (actor?.channel ?? 'web');
    const bearer = readBearer(ctx.get('Authorization'));
    const request = { sessionIdHash: cookie.idHashOf(ctx), bearerHash: bearer ? hashOf(bearer) : null, hasRecentLogin, publicUrl };
    return { actor, channel, address: clientAddress(ctx), request };
  }
}
