import * as z from 'zod/mini';
import type { Audience } from '../domain/activities/policy.ts';
import { ADMIN_COMMAND } from '../messages/phrases.ts';
import { addedLater } from './wire.ts';
import { renamed } from './wire-names.ts';

/** Files that ride along in a multipart form: `images[0]`, `images[1]`, … (docs/product.md, 1.6). */
export interface Uploads {
  field: 'images' | 'image' | 'documents';
  min: number;
  max: number;
  maxBytes: number;
  /** Longest side of an image that is kept, in pixels. */
  maxSide?: number;
  tooFew: string;
  tooMany: string;
}

export interface SheetUpload {
  field: 'file';
  maxBytes: number;
  missing: string;
}

/** A file that is answered in the place of `reply`: always, or when the input asks for it. */
export interface FileAnswer {
  name: string;
  mediaType: string;
  /** Our name of the yes or no of the input that asks for it. */
  requestedBy?: string;
}

/** One call of the contract. Paths are the router's, `:name` for a parameter. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  /** The audience of the call; life cycle and policy decide what its members may then do to one activity. */
  who: Audience;
  /** A narrower audience that depends on what is asked: admitted once more when the input is read. */
  whoFor?(input: object): Audience;
  /** A call that writes carries the CSRF token, runs in a transaction and honours Idempotency-Key. */
  effect: 'reads' | 'writes';
  /**
   * `session`: only a logged-in session may say it, no token: passwords, tokens, links, and who is what (docs/product.md, 8).
   * `token`: only a token, of any scope, about itself.
   * `import`: a session or a token of scope `import_people`; one of scope `write` only where nothing is stored.
   */
  credential?: 'session' | 'token' | 'import';
  /**
   * The session must have proven its person's identity a short time ago, because the call changes what another person may do, or gives
   * away data or access that outlive the session. `sometimes`: the handler demands it, as it depends on whose account or on the answer.
   */
  recentLogin?: 'always' | 'sometimes';
  /**
   * A device without network may send it days later, so the answer to its key is kept for as long.
   * The hour of capture does not count as part of the request.
   */
  isQueueable?: boolean;
  /** What is given or answered is secret: it is never stored for a repeated request, in any form. */
  secret?: 'given' | 'answered';
  /**
   * A call that sets cookies, hashes passwords, takes or answers files, or asks this process, its store or its mail server. It gets its request,
   * and its handler opens the transactions; every other call is one use case in one transaction.
   */
  needs?: 'request';
  /** The summary is half a sentence for the API document. */
  summary: string;
  params?: z.ZodMiniType;
  /** The query after the `?` of a call that reads; each key may be left out. */
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  uploads?: Uploads;
  sheet?: SheetUpload;
  reply: z.ZodMiniType;
  /** The reply of a call that names a `page`; without one the whole `reply`, an array, is streamed. */
  page?: z.ZodMiniType;
  file?: FileAnswer;
}

/** Tells whether a session shows its CSRF token: for what writes, and for an export, which is recorded and costs seconds. */
export const needsCsrfToken = ({ method, effect, file }: Pick<Endpoint, 'method' | 'effect' | 'file'>): boolean =>
  effect === 'writes' || (method === 'POST' && file !== undefined);

/** Stands first in the reply of a call that worked. */
export const success = ['success', z.literal(true)] as const;

/** A field that earlier releases do not send: how people type the administrator's command where the server is. */
export const adminCommand = () => addedLater(z.string(), ADMIN_COMMAND);

/** The reply of a call that has nothing to say but that it worked. */
export const confirmation = z.object({ success: z.literal(true) });

/** A row of the contract says these beside its method, path, audience and summary. */
type Facts = Partial<Omit<Endpoint, 'method' | 'path' | 'who' | 'effect' | 'summary'>>;
type None = Record<never, never>;
/** A misspelt fact does not compile. */
type Known<F> = F & { [Key in Exclude<keyof F, keyof Facts>]: never };
type Replying<F extends Facts> = F extends { reply: z.ZodMiniType } ? F : F & { reply: typeof confirmation };

const row =
  <const Method extends Endpoint['method'], const Effect extends Endpoint['effect']>(method: Method, effect: Effect) =>
  <const Path extends string, const Who extends Audience, const F extends Facts = None>(
    path: Path,
    who: Who,
    summary: string,
    facts?: Known<F>,
  ) => {
    const ownFacts = effect === 'writes' ? { reply: confirmation, ...facts } : facts;
    return { method, path, who, effect, summary, ...(ownFacts as Effect extends 'writes' ? Replying<F> : F) } as const;
  };
/* `ask` reads by what its body says. A call that writes only confirms, unless its row gives another reply. */
export const get = row('GET', 'reads');
export const ask = row('POST', 'reads');
export const post = row('POST', 'writes');
export const put = row('PUT', 'writes');
export const remove = row('DELETE', 'writes');

export const countReply = z.object({ success: z.literal(true), count: z.int() });

export const registered = z.object({ success: z.literal(true), id: z.int() });

/** The holiday on which the deadline falls; the day was accepted. */
const notice = z.optional(z.string());
export const registeredOnDay = z.object({ success: z.literal(true), id: z.int(), notice });
/** `batchId` names what was assigned together; one activity alone has none. */
export const registeredMany = renamed({
  success,
  ids: ['ids', z.array(z.int())],
  batchId: ['batch_id', z.optional(z.string())],
  notice: ['notice', notice],
});
export const extended = z.object({ success: z.literal(true), notice });

/** The reply of a call that answers a workbook: bytes, which have no shape of ours. */
export const workbook = z.custom<Blob>();
