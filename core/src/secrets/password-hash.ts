import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import pLimit from 'p-limit';
import { Refused } from '../domain/refusal.ts';

/** What new hashes cost: 64 MiB, 3 passes (reliability, section 5). Raise it and old hashes are renewed at the next login. */
const COST = { memory: 65_536, passes: 3, parallelism: 1 };
const SALT_BYTES = 16;
const TAG_BYTES = 32;

const derive = promisify(argon2);
type Cost = typeof COST;

const bare = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
const phc = ({ memory, passes, parallelism }: Cost, salt: Buffer, tag: Buffer) =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${bare(salt)}$${bare(tag)}`;

/** Two at a time take 128 MiB at worst; beyond a queue of fifty, or of five seconds on a machine out of breath, people are asked to come back. */
const twoAtATime = pLimit(2);
const QUEUE_MAX = 50;
const PATIENCE_MS = 5_000;

const tooBusy = () => new Refused({ code: 'session.tooManyTries', retryAfterSeconds: 5 });

async function tagOf(password: string, salt: Buffer, cost: Cost): Promise<Buffer> {
  if (twoAtATime.pendingCount > QUEUE_MAX) throw tooBusy();
  const came = performance.now();
  return twoAtATime(() => {
    if (performance.now() - came > PATIENCE_MS) throw tooBusy();
    return derive('argon2id', { message: password.normalize('NFC'), nonce: salt, tagLength: TAG_BYTES, ...cost });
  });
}

/** A password as it is stored: argon2id in the PHC string format. */
export async function hashPassword(password: string, cost: Cost = COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return phc(cost, salt, await tagOf(password, salt, cost));
}

function read(stored: string): { cost: Cost; salt: Buffer; tag: Buffer } | null {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored);
  if (!parts) return null;
  const [, memory, passes, parallelism, salt, tag] = parts as unknown as [string, string, string, string, string, string];
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  return { cost, salt: Buffer.from(salt, 'base64'), tag: Buffer.from(tag, 'base64') };
}

let decoy: Promise<string> | undefined;

/** Whether the password is the stored one. With nothing stored it takes as long and says no (decisions, section 5). */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  decoy ??= hashPassword('nobody has this one');
  const { cost, salt, tag } = read(stored ?? (await decoy)) as NonNullable<ReturnType<typeof read>>;
  return timingSafeEqual(await tagOf(password, salt, cost), tag) && stored !== null;
}

/** Whether the hash was made at a lower cost than today's. */
export function isOutdated(stored: string): boolean {
  const cost = read(stored)?.cost;
  return !cost || cost.memory < COST.memory || cost.passes < COST.passes;
}
