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

/** More people than one process serves at a time; what is forgotten is looked up by network once. */
const REMEMBERED = 20_000;

/**
 * The owners of the sessions and tokens that were looked up lately. It only chooses the queue of a request before its lookup. It allows
 * nothing: every call reads its authority from the database (docs/product.md, 8).
 */
function recentCredentials() {
  const owners = new Map<string, CredentialOwner>();
  return {
    ownerOf: (credential: string): CredentialOwner | null => owners.get(credential) ?? null,

    /** Null where the database no longer knows it. */
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
  /** Few, because on a busy machine each holds one of the ten database connections, from however many networks they come. */
  networks: { running: 6, runningPerKey: 4, waiting: 2_000, waitingPerKey: 500 },
  people: { running: 32, runningPerKey: 6, waiting: 2_000, waitingPerKey: 200 },
  /** What reads many rows. Together they leave most of the ten database connections to others. */
  reports: { running: 3, runningPerKey: 1, waiting: 1_000, waitingPerKey: 200 },
  /** What needs no look-up: files of the web, and whether this process lives and is ready. */
  files: { running: 100, runningPerKey: 25, waiting: 3_000, waitingPerKey: 1_000 },
  /** What hashes a password waits most of its time in a queue of its own (`password-hash.ts`), and must not keep others from a place. */
  passwords: { running: 200, runningPerKey: 100, waiting: 1_000, waitingPerKey: 200 },
} as const satisfies Record<string, QueueLimits>;

export type Lane = keyof typeof LANES;
export type LaneLimits = Partial<Record<Lane, Partial<QueueLimits>>>;

/** The calls that wait in another lane than their caller's. */
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
  readFirstPending: 'reports',
  searchActivities: 'reports',
  exportReport: 'reports',
  listAdminHistory: 'reports',
  exportAdminHistory: 'reports',
  exportOwnData: 'reports',
  exportCompany: 'reports',
  logIn: 'passwords',
  resetPassword: 'passwords',
  changePassword: 'passwords',
};

/**
 * A place stays taken for at least this many milliseconds, although its answer leaves at once. Quick requests before a login
 * therefore cannot fill the process, however many networks send them.
 */
const PLACE_MS = { networks: 40, people: 0, reports: 0, files: 100, passwords: 0 } as const satisfies Record<Lane, number>;

const UNLIMITED = { share: 1, burstMs: Number.POSITIVE_INFINITY };
/** The share of this process's time for a caller with several requests at once. A caller with one request at a time has no limit. */
const SHARES = {
  networks: { share: 1 / 5, burstMs: 500 },
  people: { share: 1 / 5, burstMs: 500 },
  reports: { share: 1 / 5, burstMs: 1_000 },
  files: UNLIMITED,
  passwords: UNLIMITED,
} as const satisfies Record<Lane, TimeShare>;
/** A place rests no longer than this, because on a busy machine all requests take long, those of honest people too. */
const REST_MAX_MS = 500;

/** The bot, which works for everybody and never rests. */
const SERVICE = 'service';
/** A session or token belongs to the person with this id, or to the bot. */
type CredentialOwner = number | typeof SERVICE;
const queueKey = (owner: CredentialOwner): string => (owner === SERVICE ? SERVICE : `person ${owner}`);

/** A caller that the queue refused gains nothing by asking again at once: its answer takes this long. */
const REFUSAL_MS = 1_000;
/** Refusals of one caller leave one at a time, because a crowd that is refused together asks again together. */
const BETWEEN_REFUSALS_MS = 20;
/** Beyond it, refusals leave together. */
const REFUSAL_MAX_MS = 10_000;

/** The milliseconds that a caller's refusal waits for its turn among the refusals of this caller. */
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

/** The client closed its connection before its answer. */
export class ClientGone extends Error {
  constructor() {
    super('the client has gone');
    this.name = 'ClientGone';
  }
}

/** A request's place, kept in `ctx.state.slot`. */
export interface Slot {
  /** The caller is known: goes to its own lane. Null is nobody, `service` the bot. */
  forCaller(actor: Actor | 'service' | null): Promise<void>;
  /** Goes to the lane of this call, where it has one. */
  forCall(name: EndpointName): Promise<void>;
  /** Gives the place to others while the caller's network is waited for, and waits for another one afterwards. */
  untilSent<Sent>(transfer: Promise<Sent>): Promise<Sent>;
  /** Passes batches on. The first uses the place of the call; each later one waits for a place among the reports. */
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
  /** Whether a request may be for the database. */
  looksUp(ctx: Context): boolean;
  limits?: LaneLimits | undefined;
}

/** Takes in as many requests of each caller as others can bear; the rest wait, and leave the queue when their client goes. */
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

    /** Takes a place. */
    async function take(lane: Lane, whose: string): Promise<QueuePlace> {
      await lanes[lane].enter(whose, signal);
      shares[lane].begin(whose);
      return { lane, key: whose, since: performance.now() };
    }
    /** Gives a place back, at once or when its time and its rest are over. */
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
      /** Finds the caller without the database, which checks it later. */
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

/** Refused by a lane. */
const isShed = (error: unknown) => isRefusedWith(error, 'requests.tooMany', 'server.busy');
/** Refused by a lane or by a rate limit. */
const isRefusal = (error: unknown) => isShed(error) || isRefusedWith(error, 'session.tooManyTries');

/** One signal for all requests of a connection: Node gives a request that waits behind another one no close event of its own. */
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
