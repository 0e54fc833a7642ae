/** A process of its own: SQL behind `node:http` and nothing else. It is told of the statements, and tells its port. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { bareConnections } from './bare-connections.ts';
import type { Statement } from './statements.ts';

const CONNECTIONS = 10;

process.once('disconnect', () => process.exit(0));
process.once('message', async ({ url, calls }: { url: string; calls: Record<string, Statement[]> }) => {
  const { query } = await bareConnections(url, CONNECTIONS);
  const server = http.createServer(async (request, response) => {
    const name = request.url?.slice(1) ?? '';
    const results = await Promise.all((calls[name] ?? []).map(query));
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify(results));
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
});
