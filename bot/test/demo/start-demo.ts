import { readFile } from 'node:fs/promises';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire, stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text as readText } from 'node:stream/consumers';
import type { Client } from '@bitacora/core/client';
import { createClient } from '@bitacora/core/client/create-client';
import type { CalendarDate } from '@bitacora/core/domain/calendar';
import { type ChatService, chatServices } from '@bitacora/core/domain/chat/chat';
import { pino } from 'pino';
import { botDemo } from '../../src/messages/bot.ts';
import { startBot } from '../../src/start-bot.ts';
import { startSlackDouble } from '../doubles/slack/slack-double.ts';
import { teamsDouble } from '../doubles/teams/teams-double.ts';
import { startWhatsAppDouble } from '../doubles/whatsapp/whatsapp-double.ts';
import {
  type ChatSession,
  cast,
  createSlackSession,
  createTeamsSession,
  createWhatsAppSession,
  demoEmail,
  PASSWORD,
  type Role,
  type UserAction,
} from './chat-sessions.ts';

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

async function sendFile(name: string, response: ServerResponse): Promise<void> {
  const file = name === 'adaptivecards.js' ? renderer : path.join(folder, path.basename(name));
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return void response.writeHead(404).end();
  const type = types[path.extname(file)] ?? 'text/plain';
  response.writeHead(200, { 'Content-Type': `${type}; charset=utf-8`, 'Content-Security-Policy': policy, 'Cache-Control': 'no-store' });
  response.end(file.endsWith('.ts') ? stripTypeScriptTypes(text) : text);
}

const asJson = (response: ServerResponse, body: unknown) =>
  void response.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }).end(JSON.stringify(body));

/** Builds a record with an entry for each chat. */
const forEachChat = <Value>(build: (service: ChatService) => Value) =>
  Object.fromEntries(chatServices.map((service) => [service, build(service)])) as Record<ChatService, Value>;

const roles: readonly Role[] = ['worker', 'boss', 'stranger'];

const listSeats = ({ names }: PageContext, service: ChatService) =>
  roles.map((role) => ({
    role,
    name: names[service][role],
    does: botDemo.does[role],
    login: role === 'stranger' ? null : demoEmail(cast[service][role]),
  }));

async function handle(request: IncomingMessage, response: ServerResponse, parts: PageContext): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const [, place = '', service = '', role = ''] = pathname.split('/');
  const isPost = request.method === 'POST';
  // Other sites cannot send JSON without a preflight request, so they cannot act here.
  if (isPost && request.headers['content-type'] !== 'application/json') return void response.writeHead(415).end();
  if (place === 'company') {
    const { publicUrl } = parts;
    return asJson(response, { publicUrl, template: botDemo.template, seats: forEachChat((service) => listSeats(parts, service)) });
  }
  if (place === 'remind' && isPost) return asJson(response, { said: botDemo.reminded(await parts.remind()) });
  const chat = chatServices.find((each) => each === service);
  const session = place === 'desk' && chat ? parts.sessions[chat] : null;
  if (!session) return sendFile(pathname === '/' ? 'index.html' : place, response);
  const seat = roles.find((each) => each === role) ?? 'stranger';
  const field = searchParams.get('field');
  if (field) return asJson(response, await session.lookUp(seat, field, searchParams.get('typed') ?? ''));
  if (isPost) await session.act(seat, JSON.parse((await readText(request)) || '{}') as UserAction);
  asJson(response, session.see(seat));
}

/** Serves the page to this machine alone. It refuses other host names, so that no site can lead its own name here. */
async function servePage(parts: PageContext, port: number) {
  const server = http.createServer((request, response) => {
    const { port } = server.address() as AddressInfo;
    if (![`127.0.0.1:${port}`, `localhost:${port}`].includes(request.headers.host ?? '')) return void response.writeHead(421).end();
    handle(request, response, parts).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
  await (port > 0 ? listen(port) : listen(USUAL_PORT).catch(() => listen(0)));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The pause is short, because a person watches the page. */
const IDLE_MS = 300;

interface DemoOptions {
  apiUrl: string;
  publicUrl: string;
  token: string;
  logFile: string;
  /** The deadline of what the demo assigns; null in a company that has it. */
  tomorrow: CalendarDate | null;
  /** 0 takes the usual port, or any other where that one is taken. */
  pagePort: number;
  /** Sends all due reminders, also those sent before, and returns their number. */
  remind(): Promise<number>;
}

/** Logs in to the web, for what a person does there. */
async function webSession(origin: string, login: { email: string; password: string }): Promise<Client> {
  const cookies = new Map<string, string>();
  const send = async (method: string, path: string, headers: Record<string, string> = {}, body?: BodyInit) => {
    const Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    // Connections are not reused, because a server under load may close one at the moment of its next request.
    const reply = await fetch(origin + path, { method, headers: { Cookie, Connection: 'close', ...headers }, body });
    for (const line of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return { status: reply.status, body: await reply.json().catch(() => undefined) };
  };
  const client = createClient(async ({ method, path, body }) => {
    if (method === 'GET') return send(method, path);
    const { csrf_token } = (await send('GET', '/api/csrf-token')).body;
    const proof = { 'X-CSRF-Token': csrf_token };
    if (body instanceof FormData) return send(method, path, proof, body);
    return send(method, path, { ...proof, 'Content-Type': 'application/json' }, JSON.stringify(body));
  });
  await client.logIn(login);
  return client;
}

type LinkedRole = Exclude<Role, 'stranger'>;
type WebSessions = Readonly<Record<LinkedRole, { client: Client; id: number; name: string }>>;

async function enter(origin: string, login: string) {
  const client = await webSession(origin, { email: demoEmail(login), password: PASSWORD });
  const { user } = await client.readSession();
  if (!user) throw new Error(`${login} could not log in.`);
  return { client, id: user.id, name: user.name };
}

async function openSessions(origin: string, service: ChatService): Promise<WebSessions> {
  const { worker, boss } = cast[service];
  return { worker: await enter(origin, worker), boss: await enter(origin, boss) };
}

async function assignWork({ worker, boss }: WebSessions, service: ChatService, dueOn: CalendarDate): Promise<void> {
  const topic = (await boss.client.listTopics()).find(({ name }) => name === cast[service].topic);
  if (!topic) throw new Error(`The demo company has no topic «${cast[service].topic}».`);
  const what = { description: cast[service].work, priority: 'normal', repeats: null } as const;
  await boss.client.assignActivity({ ...what, topicId: topic.id, assigneeId: worker.id, dueOn });
}

const sessionNames = ({ worker, boss }: WebSessions): Record<Role, string> => ({
  worker: worker.name,
  boss: boss.name,
  stranger: botDemo.stranger,
});

/** Starts the doubles, the bot against them, and a page where one plays the people of the demo company. */
export async function startDemo({ apiUrl, publicUrl, token, logFile, tomorrow, remind, pagePort }: DemoOptions) {
  const [slack, teams, whatsapp] = await Promise.all([startSlackDouble(), teamsDouble(), startWhatsAppDouble()]);
  const { appToken: _, ...http } = slack.settings;
  const settings = { isProduction: false, host: '127.0.0.1', port: 0, apiUrl, publicUrl, token };
  const chats = { slack: { ...http, publicUrl }, teams: { ...teams.settings, publicUrl }, whatsapp: { ...whatsapp.settings, publicUrl } };
  const bot = await startBot({ ...settings, ...chats }, {}, pino(pino.destination(logFile)), IDLE_MS);
  slack.deliverTo(`http://127.0.0.1:${bot.port}/slack/events`);
  for (const double of [teams, whatsapp]) double.botAt(`http://127.0.0.1:${bot.port}`);

  const sessions = {
    slack: await openSessions(apiUrl, 'slack'),
    teams: await openSessions(apiUrl, 'teams'),
    whatsapp: await openSessions(apiUrl, 'whatsapp'),
  };
  const names = forEachChat((service) => sessionNames(sessions[service]));
  const chatSessions: Record<ChatService, ChatSession> = {
    slack: createSlackSession(slack, names.slack),
    teams: createTeamsSession(teams, names.teams),
    whatsapp: createWhatsAppSession(whatsapp, names.whatsapp),
  };
  for (const service of chatServices) {
    if (tomorrow) await assignWork(sessions[service], service, tomorrow);
    for (const role of ['boss', 'worker'] as const) await chatSessions[service].link(role, sessions[service][role].client);
  }
  const page = await servePage({ sessions: chatSessions, names, publicUrl, remind }, pagePort);
  return {
    url: page.url,
    async stop() {
      await page.close();
      await bot.stop();
      await Promise.all([slack.stop(), teams.stop(), whatsapp.stop()]);
    },
  };
}
