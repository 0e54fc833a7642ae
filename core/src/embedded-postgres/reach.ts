import { setTimeout as pause } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { embeddedDatabase as texts } from '../messages/embedded-database.ts';
import { StartProblem } from './start-problem.ts';

const PATIENCE_MS = 10_000;
const RETRY_MS = 50;
/** Refused, reset, and PostgreSQL's own "starting up", "shutting down" and "terminated by an administrator". */
const PASSING = ['ECONNREFUSED', 'ECONNRESET', '57P01', '57P02', '57P03'];

/** A connection, waiting while the server is on its way up, or down and up again. */
export async function reach(config: ClientConfig): Promise<Client> {
  for (const patience = Date.now() + PATIENCE_MS; ; await pause(RETRY_MS)) {
    const client = new Client(config);
    client.on('error', () => {}); // a lost connection also rejects the query in flight
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => {});
      if (!isPassing(error)) throw error;
      if (Date.now() > patience) throw new StartProblem(texts.neverAnswered(client.port, PATIENCE_MS));
    }
  }
}

function isPassing(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return PASSING.includes(code ?? '') || message === 'Connection terminated unexpectedly';
}
