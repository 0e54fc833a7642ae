/** A separate process: only SQL behind `node:http`. It reads its statements from the parent and reports its port. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { BareCalls } from './baselines.ts';
import { bareConnections } from './baselines.ts';

const CONNECTIONS = 10;

/** The rows of a statement; those that it wrote as JSON are sent as they are. */
const textOf = (rows: unknown[]) => (rows as [{ json?: string }?])[0]?.json ?? JSON.stringify(rows);

process.once('disconnect', () => process.exit(0));
process.once('message', async ({ url, calls }: { url: string; calls: BareCalls }) => {
  const { query, inTransaction } = await bareConnections(url, CONNECTIONS);
  const server = http.createServer(async (request, response) => {
    const statements = calls[request.url?.slice(1) ?? ''] ?? [];
    const values = request.method === 'POST' ? ((await json(request)) as unknown[][]) : null;
    const results = values
      ? await inTransaction(statements.map((statement, place) => ({ ...statement, values: values[place] ?? [] })))
      : await Promise.all(statements.map(query));
    response.setHeader('Content-Type', 'application/json');
    response.end(results.map(textOf).join());
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
});
