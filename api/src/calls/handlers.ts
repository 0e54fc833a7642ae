import type { EndpointName, Endpoints, Input, Reply } from '@bitacora/core/contract';
import type { Endpoint } from '@bitacora/core/contract/endpoint';
import type { TokenScope } from '@bitacora/core/domain/account/account';
import type { Actor, Channel } from '@bitacora/core/domain/people/person';
import type { Document, EncodedRows, IdempotencyKey, Image } from '@bitacora/core/server';
import type { RequestFacts, UseCase, Context as UseCaseContext } from '@bitacora/core/use-cases/use-case';
import type { Context } from 'koa';
import type * as z from 'zod/mini';
import type { Download } from '../http/answer.ts';
import type { TakenSheet } from '../uploads/take-sheet.ts';

type WithUploads<E> = E extends { uploads: { field: 'documents' } }
  ? { documents: readonly Document[] }
  : E extends { uploads: object }
    ? { images: readonly Image[] }
    : unknown;
type WithSheet<E> = E extends { sheet: object } ? { sheet: TakenSheet } : unknown;
type OrFile<E> = E extends { file: object } ? Download : never;

/** A reply without the `success` that `answer` adds. It is `unknown` for a reply with no other field. */
type ReplyValue<R> = R extends { success: true } ? (Exclude<keyof R, 'success'> extends never ? unknown : Omit<R, 'success'>) : R;

/** The database may have encoded the rows as JSON already. */
type WithEncoded<R> = R extends { rows: unknown } ? Omit<R, 'rows'> & { rows: R['rows'] | EncodedRows } : R;

type Answer<E extends Endpoint> =
  | ReplyValue<E extends { page: infer Page extends z.ZodMiniType } ? WithEncoded<z.output<Page>> : Reply<E>>
  | (Reply<E> extends readonly unknown[] ? AsyncIterable<Reply<E>> | EncodedRows : never);

/** There is an actor wherever the audience is a person. */
type ActorOf<E> = E extends { who: 'anyone' | 'service' } ? Actor | null : Actor;
export interface CalledBy<Who extends Actor | null> {
  actor: Who;
  channel: Channel;
  address: string | null;
  request: RequestFacts;
}
/** The facts of its request that a handler with `needs: 'request'` gets besides the input. */
export interface CallContext<Who extends Actor | null> {
  ctx: Context;
  actor: Who;
  scope: TokenScope | null;
  isSecondFactorDue: boolean;
  by: CalledBy<Who>;
  once: IdempotencyKey | undefined;
}
type RequestHandler<E extends Endpoint> = (
  input: Input<E> & WithSheet<E>,
  context: CallContext<ActorOf<E>>,
) => Promise<ReplyValue<Reply<E>> | OrFile<E>>;

/** The handler of each call: a use case, or a function of the request for calls with `needs: 'request'`. */
export type Handlers<Calls extends EndpointName = EndpointName> = {
  [Name in Calls]: Endpoints[Name] extends { needs: 'request' }
    ? RequestHandler<Endpoints[Name]>
    : UseCase<Input<Endpoints[Name]> & WithUploads<Endpoints[Name]>, Answer<Endpoints[Name]>>;
};
/** A handler whose input and caller `serve` has checked by the contract. */
export type AnyRequestHandler = (input: unknown, context: CallContext<Actor | null>) => Promise<unknown>;
export type AnyUseCase = (context: UseCaseContext<unknown, Actor | null>) => Promise<unknown>;

/** A use case whose result `write` turns into the reply, where facts become sentences. */
export const withReply =
  <In, Result, Written>(useCase: UseCase<In, Result>, write: (result: Result) => Written): UseCase<In, Written> =>
  async (context) =>
    write(await useCase(context));
