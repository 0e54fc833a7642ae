import { setMaxListeners } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { EndpointName } from '@bitacora/core/contract';
import type { Actor } from '@bitacora/core/domain/people/person';
import { isRefusedWith } from '@bitacora/core/domain/refusal';
import { forClient } from '@bitacora/core/server';
import type { Context, Middleware } from 'koa';
import { callerNetwork } from './client-network.ts';
import { type FairQueue, fairQueue, type QueueLimits, type TimeShare, timeShares } from './fair-queue.ts';

/** The cache holds this many credentials, more than one process serves at a time. A request with a forgotten one starts in its network's lane. */
const REMEMBERED = 20_000;

/**
 * The owners of the sessions and tokens that were looked up lately. It only chooses the queue of a request before its lookup. It allows
 * nothing: every call reads its authority from the database (docs/product.md, 8).
 */
function recentCredentials() {
  const owners = new Map<string, CredentialOwner>();
  return {
    ownerOf: (credential: string): CredentialOwner | null => owners.get(credential) ?? null,

    /** Stores the owner of a credential. A null owner removes it, because the database no longer knows the credential. */
    remember(credential: string, owner: CredentialOwner | null): void {
      owners.delete(credential); // the newest stand last
      if (owner === null) return;
      const [oldest] = owners.keys();
      if (owners.size >= REMEMBERED && oldest !== undefined) owners.delete(oldest);
      owners.set(credential, owner);
    },
  };
}

/**
 * The lanes in which requests wait. A caller counts by network until its session is found, then by person. A company behind one
 * address has the places of one network before the login, and the places of each of its people afterwards.
 */
export const LANES = {
  /** This lane is small, because on a busy machine each request holds one of the ten database connections, from however many networks they come. */
  networks: { running: 6, runningPerKey: 4, waiting: 2_000, waitingPerKey: 500 },
  people: { running: 32, runningPerKey: 6, waiting: 2_000, waitingPerKey: 200 },
  /** Calls that read many rows. The limit leaves most of the ten database connections to others. */
  reports: { running: 3, runningPerKey: 1, waiting: 1_000, waitingPerKey: 200 },
  /** Requests without a database look-up: files of the web, and the liveness and readiness checks. */
  files: { running: 100, runningPerKey: 25, waiting: 3_000, waitingPerKey: 1_000 },
  /** Calls that hash a password. They mostly wait in a queue of their own (`password-hash.ts`) and must not take slots from others. */
  passwords: { running: 200, runningPerKey: 100, waiting: 1_000, waitingPerKey: 200 },
  /** Documents are read one at a time (`read-pdf.ts`), for up to 20 seconds each. Calls of several people take turns after each document. */
  documents: { running: 4, runningPerKey: 1, waiting: 100, waitingPerKey: 4 },
} as const satisfies Record<string, QueueLimits>;

export type Lane = keyof typeof LANES;
export type LaneLimits = Partial<Record<Lane, Partial<QueueLimits>>>;

const callLanes: Partial<Record<EndpointName, Lane>> = {
  listMyHistory: 'reports',
  listAllActivities: 'reports',
  listAssignedByMe: 'reports',
  countFacets: 'reports',
  readCompanyFigures: 'reports',
  readAssignedFigures: 'reports',
  readComplianceGroups: 'reports',
  readPeopleLoad: 'reports',
  readPunctuality: 'reports',
  readStandUp: 'reports',
  readFirstPending: 'reports',
  searchActivities: 'reports',
  downloadRecord: 'reports',
  exportReport: 'reports',
  createExpedient: 'reports',
  listAdminHistory: 'reports',
  exportAdminHistory: 'reports',
  exportOwnData: 'reports',
  exportCompany: 'reports',
  addDocuments: 'documents',
  logIn: 'passwords',
  resetPassword: 'passwords',
  changePassword: 'passwords',
};

/**
 * The minimum time a slot stays reserved, in ms, although its answer leaves at once. Quick requests before a login therefore cannot fill
 * the process, however many networks send them.
 */
const PLACE_MS = { networks: 40, people: 0, reports: 0, files: 100, passwords: 0, documents: 0 } as const satisfies Record<Lane, number>;

const UNLIMITED = { share: 1, burstMs: Number.POSITIVE_INFINITY };
/** The share of this process's time for a caller with several requests at once. A caller with one request at a time has no limit. */
const SHARES = {
  networks: { share: 1 / 5, burstMs: 500 },
  people: { share: 1 / 5, burstMs: 500 },
  reports: { share: 1 / 5, burstMs: 1_000 },
  files: UNLIMITED,
  passwords: UNLIMITED,
  documents: UNLIMITED,
} as const satisfies Record<Lane, TimeShare>;
/** A slot rests no longer than this, in ms, because on a busy machine the requests of honest people take long too. */
const REST_MAX_MS = 500;

/** The key of the bot, which works for everybody and never rests. */
const SERVICE = 'service';
/** A session or token belongs to the person with this id, or to the bot. */
type CredentialOwner = number | typeof SERVICE;
const queueKey = (owner: CredentialOwner): string => (owner === SERVICE ? SERVICE : `person ${owner}`);

/** A refusal by the queue is delayed by this many ms, so that asking again at once gains nothing. */
const REFUSAL_MS = 1_000;
/** Refusals of one caller are sent this many ms apart, because clients that are refused together would ask again together. */
const BETWEEN_REFUSALS_MS = 20;
/** The maximum delay of a refusal, in ms. Refusals that would exceed it are sent together. */
const REFUSAL_MAX_MS = 10_000;

/** Returns a function that tells how many ms a refusal must wait for its turn among the refusals of the same caller. */
export function refusalPace() {
  const lastRefusals = new Map<string, number>();
  return (key: string, leastMs: number): number => {
    const now = performance.now();
    const next = (lastRefusals.get(key) ?? Number.NEGATIVE_INFINITY) + BETWEEN_REFUSALS_MS;
    const leavesAt = Math.min(Math.max(next, now + leastMs), now + REFUSAL_MAX_MS);
    lastRefusals.set(key, leavesAt);
    const forget = () => lastRefusals.get(key) === leavesAt && lastRefusals.delete(key);
    setTimeout(forget, leavesAt - now + BETWEEN_REFUSALS_MS).unref();
    return leavesAt - now;
  };
}

export class ClientGone extends Error {
  constructor() {
    super('the client has gone');
    this.name = 'ClientGone';
  }
}

/** A request's slot, kept in `ctx.state.slot`. */
export interface Slot {
  /** Moves the request to the lane of its caller once that is known. Null stands for nobody, `service` for the bot. */
  forCaller(actor: Actor | 'service' | null): Promise<void>;
  /** Moves the request to the lane of this call, if the call has one. */
  forCall(name: EndpointName): Promise<void>;
  /** Gives the slot to others during a slow transfer, and waits for a new slot afterwards. */
  untilSent<Sent>(transfer: Promise<Sent>): Promise<Sent>;
  /** Passes batches on. The first uses the slot of the call; each later one waits for a slot among the reports. */
  inOwnSlots<Batch>(batches: AsyncIterable<Batch>): AsyncGenerator<Batch>;
}

interface QueuePlace {
  lane: Lane;
  key: string;
  since: number;
}

interface ConcurrencyDependencies {
  /** Digest of the session or token that a request carries; null without one. */
  readCredential(ctx: Context): string | null;
  looksUp(ctx: Context): boolean;
  limits?: LaneLimits | undefined;
}

/** Limits how many requests run at once, by lane and caller. The others wait, and leave the queue when their client disconnects. */
export function concurrencyLimit({ readCredential, looksUp, limits = {} }: ConcurrencyDependencies) {
  const names = Object.keys(LANES) as Lane[];
  const lanes = Object.fromEntries(names.map((lane) => [lane, fairQueue({ ...LANES[lane], ...limits[lane] })])) as Record<Lane, FairQueue>;
  const shares = Object.fromEntries(names.map((lane) => [lane, timeShares(SHARES[lane])])) as Record<Lane, ReturnType<typeof timeShares>>;
  const credentials = recentCredentials();
  const refusalMs = refusalPace();

  function createSlot(ctx: Context, signal: AbortSignal) {
    const credential = readCredential(ctx);
    const network = callerNetwork(ctx.ip);
    let key = network;
    let owner: CredentialOwner | null = null;
    let place: QueuePlace | null = null;
    let isOver = false;

    async function take(lane: Lane, whose: string): Promise<QueuePlace> {
      await lanes[lane].enter(whose, signal);
      shares[lane].begin(whose);
      return { lane, key: whose, since: performance.now() };
    }
    /** Gives a slot back, at once or when its minimum time and its rest are over. */
    function giveBack({ lane, key: whose, since }: QueuePlace): void {
      const queue = lanes[lane];
      const tookMs = performance.now() - since;
      const due = shares[lane].end(whose, tookMs);
      const restMs = whose !== SERVICE && queue.hasSeveral(whose) ? Math.min(due, REST_MAX_MS) : 0;
      const early = Math.max(PLACE_MS[lane] - tookMs, restMs);
      if (early > 0) setTimeout(() => queue.leave(whose), early);
      else queue.leave(whose);
    }
    function leave(): void {
      if (!place) return;
      const left = place;
      place = null;
      giveBack(left);
    }
    async function goTo(lane: Lane, to: string): Promise<void> {
      if (isOver || (place?.lane === lane && place.key === to)) return;
      leave();
      key = to;
      place = await take(lane, to);
      // A page may end before a call of it that waits for the place.
      if (isOver) leave();
    }

    const goToOwner = () => (owner === null ? goTo('networks', network) : goTo('people', queueKey(owner)));

    async function inOwnSlot<Result>(work: () => Promise<Result>): Promise<Result> {
      const own = await take('reports', key);
      try {
        return await work();
      } finally {
        giveBack(own);
      }
    }

    const slot: Slot = {
      async forCaller(actor) {
        owner = actor === SERVICE ? SERVICE : (actor?.id ?? null);
        if (credential) credentials.remember(credential, owner);
        await goToOwner();
      },
      async forCall(name) {
        const lane = callLanes[name];
        if (lane) await goTo(lane, key);
      },
      async untilSent(transfer) {
        const before = place;
        leave();
        const outcome = await transfer;
        if (before) await goTo(before.lane, before.key);
        return outcome;
      },
      async *inOwnSlots(batches) {
        const source = batches[Symbol.asyncIterator]();
        try {
          for (let one = await source.next(); !one.done; one = await inOwnSlot(() => source.next())) yield one.value;
        } finally {
          await source.return?.();
        }
      },
    };
    return {
      slot,
      caller: () => key,
      /** Finds the caller in the cache of credentials. The database checks the credential later. */
      async begin() {
        owner = credential ? credentials.ownerOf(credential) : null;
        if (!looksUp(ctx)) return goTo('files', owner === null ? network : queueKey(owner));
        await goToOwner();
      },
      end() {
        isOver = true;
        leave();
      },
    };
  }

  const limit: Middleware = async (ctx, next) => {
    const signal = connectionSignal(ctx.req.socket);
    const { slot, caller, begin, end } = createSlot(ctx, signal);
    ctx.state.slot = slot;
    try {
      await begin();
      await forClient(signal, next);
    } catch (error) {
      end();
      if (isRefusal(error)) await pause(refusalMs(caller(), isShed(error) ? REFUSAL_MS : 0), undefined, { signal }).catch(() => {});
      throw signal.aborted ? signal.reason : error;
    } finally {
      end();
    }
  };
  return { limit, lanes };
}

const isShed = (error: unknown) => isRefusedWith(error, 'requests.tooMany', 'server.busy');
const isRefusal = (error: unknown) => isShed(error) || isRefusedWith(error, 'session.tooManyTries');

/** All requests of a connection share one signal, because Node emits no close event for a request that waits behind another one. */
const signals = new WeakMap<Socket, AbortSignal>();

function connectionSignal(socket: Socket): AbortSignal {
  const signal = signals.get(socket);
  if (signal) return signal;
  const gone = new AbortController();
  setMaxListeners(0, gone.signal);
  if (socket.destroyed) gone.abort(new ClientGone());
  socket.once('close', () => gone.abort(new ClientGone()));
  signals.set(socket, gone.signal);
  return gone.signal;
}
