import { setTimeout as pause } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { embeddedDatabase, embeddedDatabase as texts } from '../messages/start-problems.ts';
import { COMPILE_NOTHING } from '../persistence/database/server.sql.ts';
import { StartProblem } from '../settings/environment.ts';

const REACH_PATIENCE_MS = 10_000;
const REACH_RETRY_MS = 50;
/** Refused, reset, and PostgreSQL's own "starting up", "shutting down" and "terminated by an administrator". */
const PASSING = ['ECONNREFUSED', 'ECONNRESET', '57P01', '57P02', '57P03'];

/** A connection, waiting while the server is on its way up, or down and up again. */
export async function reach(config: ClientConfig): Promise<Client> {
  for (const patience = Date.now() + REACH_PATIENCE_MS; ; await pause(REACH_RETRY_MS)) {
    const client = new Client(config);
    client.on('error', () => {}); // a lost connection also rejects the query in flight
    try {
      await client.connect();
      await client.query(COMPILE_NOTHING);
      return client;
    } catch (error) {
      await client.end().catch(() => {});
      if (!isPassing(error)) throw error;
      if (Date.now() > patience) throw new StartProblem(texts.neverAnswered(client.port, REACH_PATIENCE_MS));
    }
  }
}

function isPassing(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return PASSING.includes(code ?? '') || message === 'Connection terminated unexpectedly';
}

/** Session lock of the main process on the product's database ("bitacora" in ASCII, shortened to fit). */
const OWNER_LOCK = 0x62697461;
/** The connection of a killed owner takes a moment to vanish. */
const PATIENCE_MS = 2_500;
const RETRY_MS = 200;

export class ClaimRefused extends StartProblem {}

/**
 * Makes this process the only one that serves the database of a data folder, for as long as it lives. `owner` says who we are
 * to the process that comes second (at most 63 bytes). Returns what gives the claim up.
 */
export async function claim(url: string, owner: string, dataDir: string, log: (sentence: string) => void): Promise<() => Promise<void>> {
  let client = await connectAndLock(url, owner, dataDir);
  let isOver = false;

  const keep = () =>
    client.on('error', async () => {
      for (let isHeld = false; !isOver && !isHeld; await pause(RETRY_MS)) {
        try {
          client = await connectAndLock(url, owner, dataDir);
          isHeld = true;
          keep();
        } catch (error) {
          if (error instanceof StartProblem) log(error.message);
        }
      }
      if (isOver) await client.end().catch(() => {});
    });
  keep();

  return async () => {
    isOver = true;
    await client.end().catch(() => {});
  };
}

async function connectAndLock(url: string, owner: string, dataDir: string): Promise<Client> {
  const client = await reach({ connectionString: url, application_name: owner });
  for (const patience = Date.now() + PATIENCE_MS; ; await pause(RETRY_MS)) {
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS held', [OWNER_LOCK]);
    if (rows[0].held) return client;
    if (Date.now() > patience) break;
  }
  const other = await ownerSeenBy(client);
  await client.end();
  throw new ClaimRefused(embeddedDatabase.claimed(dataDir, other));
}

async function ownerSeenBy(client: Client): Promise<string | null> {
  const { rows } = await client.query(
    `SELECT application_name AS owner FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE locktype = 'advisory' AND objid = $1 AND granted`,
    [OWNER_LOCK],
  );
  return rows[0]?.owner ?? null;
}

/** Who serves that database now, as they said when they claimed it; null where nobody does. */
export async function readOwner(url: string): Promise<string | null> {
  const client = await reach({ connectionString: url });
  try {
    return await ownerSeenBy(client);
  } finally {
    await client.end();
  }
}
