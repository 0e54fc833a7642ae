import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { callMethod, respond, SlackRefusal } from './web-api.ts';
import { type Failure, installation, type SlackCall, type Workspace } from './workspace.ts';

const asJson = (response: ServerResponse, body: unknown, status = 200, headers = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

/** The Web API takes forms whose nested values are JSON. */
function argsOf(form: string): Record<string, unknown> {
  const isNested = (value: string) => /^[[{]/.test(value) || value === 'true' || value === 'false';
  return Object.fromEntries([...new URLSearchParams(form)].map(([name, value]) => [name, isNested(value) ? JSON.parse(value) : value]));
}

/** Answers as the planned failure says; true where that was all. */
function fail(failure: Failure | undefined, response: ServerResponse): boolean {
  if (!failure || ('breaks' in failure && failure.breaks === 'after')) return false;
  if ('error' in failure) asJson(response, { ok: false, error: failure.error });
  else if ('retryAfter' in failure)
    asJson(response, { ok: false, error: 'ratelimited' }, 429, { 'retry-after': String(failure.retryAfter) });
  else if ('status' in failure) response.writeHead(failure.status).end();
  else response.destroy();
  return true;
}

function callApi(call: SlackCall, response: ServerResponse, workspace: Workspace): void {
  const failure = workspace.failures.get(call.method)?.shift();
  if (fail(failure, response)) return;
  try {
    const reply = callMethod(call.method, call.args, call.token, workspace);
    if (failure) response.destroy();
    else asJson(response, { ok: true, ...reply });
  } catch (error) {
    if (!(error instanceof SlackRefusal)) throw error;
    asJson(response, { ok: false, error: error.message });
  }
}

async function take(request: IncomingMessage, response: ServerResponse, workspace: Workspace): Promise<void> {
  const [, root, ...rest] = (request.url ?? '').split('?')[0]?.split('/') ?? [];
  const name = rest.join('/');
  const token = (request.headers.authorization ?? '').replace(/^Bearer /, '');
  const text = await textOf(request);
  const at = Date.now();
  if (root === 'api') {
    const call = { method: name, args: argsOf(text), token, at };
    workspace.calls.push(call);
    return callApi(call, response, workspace);
  }
  if (root === 'response') {
    workspace.calls.push({ method: 'response_url', args: JSON.parse(text), token, at });
    const isTaken = respond(name, JSON.parse(text), workspace);
    return void response.writeHead(isTaken ? 200 : 404).end('ok');
  }
  workspace.calls.push({ method: 'file', args: { id: name }, token, at });
  const elsewhere = workspace.redirects.get(name);
  if (elsewhere) return void response.writeHead(302, { location: elsewhere }).end();
  const file = workspace.files.get(name);
  if (root !== 'files' || !file) return void response.writeHead(404).end();
  if (token !== installation.botToken) return void response.writeHead(302, { location: `${workspace.url}/login` }).end();
  response.writeHead(200, { 'content-type': file.mimetype }).end(file.bytes);
}

/** Slack's Web API, its answers' addresses and its files on a port of its own; sets the workspace's address. */
export async function serveSlack(workspace: Workspace) {
  const server = createServer((request, response) => {
    take(request, response, workspace).catch((error) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  workspace.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return server;
}
