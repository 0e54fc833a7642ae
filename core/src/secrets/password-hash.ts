import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import pLimit from 'p-limit';
import { Refused } from '../domain/refusal.ts';

/**
 * What new hashes cost: 64 MiB, 3 passes (docs/reliability.md). Raise it and old hashes are renewed at the next login. The setup of the
 * tests lowers it, because a hash takes 0.2 s.
 */
export const hashCost = { memory: 65_536, passes: 3, parallelism: 1 };
const SALT_BYTES = 16;
const TAG_BYTES = 32;

const derive = promisify(argon2);
type Cost = typeof hashCost;

const bare = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
const phc = ({ memory, passes, parallelism }: Cost, salt: Buffer, tag: Buffer) =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${bare(salt)}$${bare(tag)}`;

/**
 * Who a hash is for: `known` people proved who they are before, or come from a device or network where somebody did. They are served
 * before `unknown` ones, so that a flood of guesses from elsewhere does not keep them waiting.
 */
export type HashPriority = 'known' | 'unknown';

/** Two at a time take 128 MiB at worst. Beyond a queue of fifty for each priority, or of five seconds, people are asked to come back. */
const twoAtATime = pLimit(2);
/** Unknown people have both processors, as on the first morning of a company, until wrong passwords come in a flood: then they have one. */
const unknownAtOnce = pLimit(2);
const GUESSES_MAX = 8;
const GUESSES_MS = 10_000;
/** When the latest wrong passwords of unknown people were found wrong, oldest first. */
const wrongAt: number[] = [];
const isFlooded = () => wrongAt.length === GUESSES_MAX && performance.now() - (wrongAt[0] as number) < GUESSES_MS;
const QUEUE_MAX = 50;
const PATIENCE_MS = 5_000;
const queues: Record<HashPriority, (() => Promise<void>)[]> = { known: [], unknown: [] };

let refusedCount = 0;
function tooBusy(): Refused {
  refusedCount += 1;
  return new Refused({ code: 'session.tooManyTries', retryAfterSeconds: 5 });
}

/** Counts, for this process, passwords that wait for a hash, and those whose people were asked to come back. */
export const hashQueue = () => ({ waiting: queues.known.length + queues.unknown.length, refused: refusedCount });

/** Refuses while the queue is full: asked before other work, it keeps a flood cheap. */
export function demandHashPlace(priority: HashPriority): void {
  if (queues[priority].length > QUEUE_MAX) throw tooBusy();
}

/** Each job makes one start, and each start serves the first job of the highest priority. */
function enqueue<Result>(priority: HashPriority, work: () => Promise<Result>): Promise<Result> {
  demandHashPlace(priority);
  return new Promise((resolve, reject) => {
    queues[priority].push(() => work().then(resolve, reject));
    const startNext = () => twoAtATime(() => (queues.known.shift() ?? queues.unknown.shift())?.());
    unknownAtOnce.concurrency = isFlooded() ? 1 : 2;
    void (priority === 'known' ? startNext() : unknownAtOnce(startNext));
  });
}

async function computeTag(password: string, salt: Buffer, cost: Cost, priority: HashPriority): Promise<Buffer> {
  const came = performance.now();
  return enqueue(priority, async () => {
    if (performance.now() - came > PATIENCE_MS) throw tooBusy();
    return derive('argon2id', { message: password.normalize('NFC'), nonce: salt, tagLength: TAG_BYTES, ...cost });
  });
}

export async function hashPassword(password: string, cost: Cost = hashCost): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return phc(cost, salt, await computeTag(password, salt, cost, 'known'));
}

function read(stored: string): { cost: Cost; salt: Buffer; tag: Buffer } | null {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored);
  if (!parts) return null;
  const [, memory, passes, parallelism, salt, tag] = parts as unknown as [string, string, string, string, string, string];
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  return { cost, salt: Buffer.from(salt, 'base64'), tag: Buffer.from(tag, 'base64') };
}

let decoy: Promise<string> | undefined;

/** Whether the password is the stored one. With nothing stored it takes as long and says no (docs/product.md, 5). */
export async function isPassword(password: string, stored: string | null, priority: HashPriority = 'known'): Promise<boolean> {
  decoy ??= hashPassword('nobody has this one');
  const { cost, salt, tag } = read(stored ?? (await decoy)) as NonNullable<ReturnType<typeof read>>;
  const isRight = timingSafeEqual(await computeTag(password, salt, cost, priority), tag) && stored !== null;
  if (!isRight && priority === 'unknown') {
    wrongAt.push(performance.now());
    if (wrongAt.length > GUESSES_MAX) wrongAt.shift();
  }
  return isRight;
}

export function isOutdated(stored: string): boolean {
  const cost = read(stored)?.cost;
  return !cost || cost.memory < hashCost.memory || cost.passes < hashCost.passes;
}
