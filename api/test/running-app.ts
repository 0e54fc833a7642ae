import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { Person } from '@bitacora/core/domain/people/person';
import { pino } from 'pino';
import { type TestDatabase, testDatabase } from '../../core/test/database.ts';
import { given } from '../../core/test/factories.ts';
import { stage } from '../../core/test/stage.ts';
import { type AppDependencies, createApp } from '../src/app.ts';
import { withoutSlowClients } from '../src/http/listen.ts';
import { reminderSchedule } from '../src/jobs/scheduled-notifications.ts';
import { startLive } from '../src/live/hub.ts';
import { fileMailer } from '../src/mail/mailer.ts';
import { serializers } from '../src/monitoring/log.ts';
import { fileStore } from '../src/storage/image-store.ts';
import { browser } from './browser.ts';

export const PUBLIC_URL = 'http://bitacora.demo.mx';

interface Choices
  extends Partial<
    Pick<
      AppDependencies,
      | 'publicUrl'
      | 'contactUrl'
      | 'privacyNotice'
      | 'metricsToken'
      | 'isExposed'
      | 'hidesUnknownEmail'
      | 'rateLimitFactor'
      | 'laneLimits'
      | 'isLeaving'
      | 'wantsRoles'
      | 'terminal'
      | 'web'
      | 'proxyHops'
      | 'store'
      | 'diskSpace'
      | 'provider'
      | 'allowsPasswords'
      | 'pollSeconds'
      | 'secondFactorRule'
      | 'webhookHosts'
    >
  > {
  database?: Pick<TestDatabase, 'db' | 'wipe' | 'close'>;
  botToken?: string;
  /** SESSION_SECRET and BOT_TOKEN at once, the newest first. */
  secrets?: readonly [string, string?];
  /** How often those who follow changes are looked at again. */
  heartbeatMs?: number;
  /** What one statement of a read may take. */
  readTimeoutMs?: number;
}

/** The whole application on its own database and folders, listening on a free port, with a clock that the test sets. */
export async function runningApp({ database, heartbeatMs = 25_000, botToken, secrets, readTimeoutMs, ...choices }: Choices = {}) {
  const { db, wipe, close } = database ?? (await testDatabase());
  const { core, setClock, now } = stage(db, { ...(secrets && { secret: secrets[0], previousSecret: secrets[1] }), readTimeoutMs });
  const folder = await mkdtemp(path.join(os.tmpdir(), 'bitacora-api-test-'));
  const places = { store: path.join(folder, 'images'), scratch: folder };
  const logged: Record<string, unknown>[] = [];
  const log = pino({ level: 'trace', serializers }, { write: (line: string) => logged.push(JSON.parse(line)) });

  const live = startLive(core, log, { heartbeatMs });

  const app = createApp({
    core,
    log,
    hub: live.hub,
    store: await fileStore(places.store),
    mailer: fileMailer(path.join(folder, 'outbox'), 'bitacora@demo.mx'),
    scratch: places.scratch,
    web: null,
    publicUrl: PUBLIC_URL,
    otherOrigins: [],
    hidesUnknownEmail: false,
    contactUrl: 'https://example.com/contacto',
    schedule: reminderSchedule('0 8 * * *', 'America/Mexico_City'),
    isDemo: () => true,
    rateLimitFactor: 1,
    botTokens: secrets ? secrets.filter((one) => one !== undefined) : botToken ? [botToken] : [],
    ...choices,
  });
  const server = http.createServer(withoutSlowClients(app.callback()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    db,
    origin,
    /** Method and path of every route, from every module. */
    routes: routesOf(app.middleware),
    /** Empties tables and folders. For `beforeEach`. */
    wipe: async () => {
      await wipe();
      for (const name of await readdir(folder)) if (name !== 'images') await rm(path.join(folder, name), { recursive: true, force: true });
      for (const name of await readdir(places.store)) await rm(path.join(places.store, name), { recursive: true, force: true });
    },
    setClock,
    /** The log, one record a line, since the start. */
    logged,
    /** Somebody who is not logged in. */
    visitor: () => browser(origin),
    /** A person with a session opened behind the login's back: hashing is slow, and the login has its own tests. */
    as: async (person: Person) => browser(origin, await given(db).session(person, now())),
    /** Every file under the image store, by name. */
    stored: async () => filesUnder(places.store),
    /** Takes a file of the image store away, as a broken disk does. */
    removeStored: async (name: string) => {
      const [file] = (await readdir(places.store, { recursive: true })).filter((each) => each.endsWith(name));
      await rm(path.join(places.store, file as string));
    },
    /** What uploads left behind on their way: nothing, always. */
    scratched: async () => (await readdir(places.scratch)).filter((name) => name !== 'images'),
    close: async () => {
      await live.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type RunningApp = Awaited<ReturnType<typeof runningApp>>;

/** What Koa's routers know, found behind their middleware. */
function routesOf(middleware: readonly object[]): string[] {
  const routers = middleware.flatMap((each) => ('router' in each ? [each.router as { stack: { methods: string[]; path: string }[] }] : []));
  return routers.flatMap(({ stack }) => stack.flatMap(({ methods, path }) => methods.map((method) => `${method} ${path}`)));
}

async function filesUnder(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .sort();
}
