import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, text as readText } from 'node:stream/consumers';
import { type DeliverToBot, overHttp, overSocket } from './deliver.ts';
import { createPerson } from './person.ts';
import { callMethod, respond, SlackRefusal } from './web-api.ts';
import { createWorkspace, type Failure, installation, type SlackCall, type Workspace } from './workspace.ts';

const asJson = (response: ServerResponse, body: unknown, status = 200, headers = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

/** The Web API takes forms whose nested values are JSON. */
function readArgs(form: string): Record<string, unknown> {
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

async function handle(request: IncomingMessage, response: ServerResponse, workspace: Workspace): Promise<void> {
  const [, root, ...rest] = (request.url ?? '').split('?')[0]?.split('/') ?? [];
  const name = rest.join('/');
  const token = (request.headers.authorization ?? '').replace(/^Bearer /, '');
  const at = Date.now();
  if (root === 'upload') {
    const file = workspace.files.get(name);
    if (!file) return void response.writeHead(404).end();
    file.bytes = await buffer(request);
    return void response.writeHead(200).end('OK');
  }
  const text = await readText(request);
  if (root === 'api') {
    const call = { method: name, args: readArgs(text), token, at };
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

/** Serves Slack's Web API, response URLs and files on a port of its own; sets the workspace's address. */
async function serveSlack(workspace: Workspace) {
  const server = createServer((request, response) => {
    handle(request, response, workspace).catch((error) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  workspace.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return server;
}

/** Plays Slack on a local port: its Web API, its files, its Socket Mode, and people who write to the bot. */
export async function startSlackDouble() {
  const workspace = createWorkspace();
  const server = await serveSlack(workspace);
  const socket = overSocket(server);
  let deliver: DeliverToBot = socket;
  const send: DeliverToBot = (delivery, retry) => deliver(delivery, retry);

  return {
    /** The values of `SLACK_*` with which the bot talks to the double. */
    settings: {
      botToken: installation.botToken,
      signingSecret: installation.signingSecret,
      appToken: installation.appToken,
      apiUrl: `${workspace.url}/api/`,
    },
    workspace,
    /** Delivers over HTTP to this address from now on; until then over the connection that the bot opens. */
    deliverTo(eventsUrl: string) {
      deliver = overHttp(eventsUrl);
    },
    send,
    person(name: string) {
      const number = workspace.nextId();
      const who = { id: `U${number}`, name, conversation: `D${number}` };
      workspace.people.set(who.id, who);
      return createPerson(who, workspace, send);
    },
    /** Lists the calls of the bot to a method, or all; `file` and `response_url` are methods too. */
    calls: (method?: string) => workspace.calls.filter((call) => !method || call.method === method),
    /** Makes the next calls of the method fail, one failure each. */
    fail(method: string, ...failures: Failure[]) {
      workspace.failures.set(method, [...(workspace.failures.get(method) ?? []), ...failures]);
    },
    message: (channel: string, ts: string) => workspace.messages.find((message) => message.channel === channel && message.ts === ts),
    /** Resolves with what `look` finds, once it finds something; rejects after half a minute. */
    async until<T>(look: () => T | undefined | null | false): Promise<T> {
      const end = Date.now() + 30_000;
      while (Date.now() < end) {
        const match = look();
        if (match) return match;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      throw new Error(`It did not come within half a minute. Calls: ${workspace.calls.map(({ method }) => method).join(', ')}`);
    },
    /** Ends the connections of Socket Mode, as Slack does now and then. */
    hangUp: socket.hangUp,
    connections: socket.connections,
    async stop() {
      socket.hangUp();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
export type SlackDouble = Awaited<ReturnType<typeof startSlackDouble>>;
