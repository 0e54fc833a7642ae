import { readFile } from 'node:fs/promises';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire, stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { ChatService } from '@bitacora/core/domain/notifications/chat';
import { botDemo } from '../src/messages/bot.ts';
import type { ChatSession, UserAction } from './chat-sessions.ts';
import { cast, emailOf, type Role } from './chat-sessions.ts';

const USUAL_PORT = 3002;
const folder = path.join(import.meta.dirname, 'page');
const renderer = createRequire(import.meta.url).resolve('adaptivecards/dist/adaptivecards.min.js');
const types: Record<string, string> = { '.html': 'text/html', '.css': 'text/css', '.ts': 'text/javascript', '.js': 'text/javascript' };
const policy = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'";

interface PageContext {
  sessions: Record<ChatService, ChatSession>;
  names: Record<ChatService, Record<Role, string>>;
  publicUrl: string;
  remind(): Promise<number>;
}
export interface DemoPage {
  url: string;
  close(): Promise<void>;
}

async function sendFile(name: string, response: ServerResponse): Promise<void> {
  const file = name === 'adaptivecards.js' ? renderer : path.join(folder, path.basename(name));
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return void response.writeHead(404).end();
  const type = types[path.extname(file)] ?? 'text/plain';
  response.writeHead(200, { 'Content-Type': `${type}; charset=utf-8`, 'Content-Security-Policy': policy, 'Cache-Control': 'no-store' });
  response.end(file.endsWith('.ts') ? stripTypeScriptTypes(text) : text);
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return JSON.parse(Buffer.concat(parts).toString('utf8') || '{}');
}

const asJson = (response: ServerResponse, body: unknown) =>
  void response.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }).end(JSON.stringify(body));

const roles: readonly Role[] = ['worker', 'boss', 'stranger'];

/** Who sits where, for the page's left side. */
const seatsOf = ({ names }: PageContext, service: ChatService) =>
  roles.map((role) => ({
    role,
    name: names[service][role],
    does: botDemo.does[role],
    login: role === 'stranger' ? null : emailOf(cast[service][role]),
  }));

async function take(request: IncomingMessage, response: ServerResponse, parts: PageContext): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const [, place = '', service = '', role = ''] = pathname.split('/');
  const isPost = request.method === 'POST';
  // Other sites cannot send JSON without a preflight request, so they cannot act here.
  if (isPost && request.headers['content-type'] !== 'application/json') return void response.writeHead(415).end();
  if (place === 'company') {
    const { publicUrl } = parts;
    return asJson(response, { publicUrl, seats: { slack: seatsOf(parts, 'slack'), teams: seatsOf(parts, 'teams') } });
  }
  if (place === 'remind' && isPost) return asJson(response, { said: botDemo.reminded(await parts.remind()) });
  const session = place === 'desk' && (service === 'slack' || service === 'teams') ? parts.sessions[service] : null;
  if (!session) return sendFile(pathname === '/' ? 'index.html' : place, response);
  const seat = roles.find((each) => each === role) ?? 'stranger';
  const field = searchParams.get('field');
  if (field) return asJson(response, await session.lookUp(seat, field, searchParams.get('typed') ?? ''));
  if (isPost) await session.act(seat, (await bodyOf(request)) as UserAction);
  asJson(response, session.see(seat));
}

/** The page, for this machine alone: other names of it are refused, so that no site can lead its own name here. */
export async function servePage(parts: PageContext): Promise<DemoPage> {
  const server = http.createServer((request, response) => {
    const { port } = server.address() as AddressInfo;
    if (![`127.0.0.1:${port}`, `localhost:${port}`].includes(request.headers.host ?? '')) return void response.writeHead(421).end();
    take(request, response, parts).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
  await listen(USUAL_PORT).catch(() => listen(0));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
