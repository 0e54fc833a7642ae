import type { Client, ClientOf } from '@bitacora/core/client';
import type { Transport } from '@bitacora/core/client/api-error';
import type { Session } from '@bitacora/core/contract/account/session-endpoints';
import { sessionRequests } from '@bitacora/core/contract/exchange';
import type { rareCalls } from './rare-calls.ts';

export type { Session };
export type CurrentUser = NonNullable<Session['user']>;

const SESSION_MAX_AGE_MS = 60_000;

/** The session, read at most once a minute, because every navigation needs it. */
export interface SessionMemory {
  /** Returns the last session while the server is unreachable, so that the screen stays. */
  current(): Promise<Session>;
  /** Reads the session now; rejects on failure. */
  reread(ask?: () => Promise<Session>): Promise<Session>;
  /** The session as the server has it after a write of ours, without reading it. */
  amend(change: (session: Session) => Session): void;
  /** Whether somebody was logged in since the page opened or the session was forgotten. */
  hadUser(): boolean;
  /** After login, logout, or an answer that says the session is gone. */
  forget(): void;
  /** The person that the page shows, also while the session is already another's; null before login. */
  pageUserId(): number | null;
  /** Called when a page is drawn for that person, and with null when it is left. */
  showPageOf(userId: number | null): void;
}

interface CachedSession {
  session: Promise<Session>;
  readAt: number;
}

export function rememberSession(read: () => Promise<Session>, now: () => Date): SessionMemory {
  let cached: CachedSession | null = null;
  let hadUser = false;
  let pageUserId: number | null = null;
  const reread = (ask = read) => {
    const session = ask();
    const before = cached;
    const entry = { session, readAt: now().getTime() };
    cached = entry;
    session.then(
      ({ user }) => {
        hadUser ||= user !== null;
      },
      () => {
        if (cached === entry) cached = before;
      },
    );
    return session;
  };
  return {
    current() {
      const before = cached;
      if (before && now().getTime() - before.readAt < SESSION_MAX_AGE_MS) return before.session;
      return reread().catch((error) => before?.session ?? Promise.reject(error));
    },
    reread,
    amend(change) {
      if (cached) cached = { ...cached, session: cached.session.then(change) };
    },
    hadUser: () => hadUser,
    forget() {
      cached = null;
      hadUser = false;
    },
    pageUserId: () => pageUserId,
    showPageOf(userId) {
      pageUserId = userId;
    },
  };
}

type UncheckedReply = Record<string, unknown>;

const isText = (value: unknown) => typeof value === 'string';
const isButton = (value: unknown) => value === null || (isText((value as UncheckedReply).label) && isText((value as UncheckedReply).url));

/** The session in an answer that names nobody; null where somebody is named, or where the shape is another. */
export function sessionOfNobody(body: unknown): Session | null {
  const {
    user_action_deck,
    today,
    time_zone,
    demo,
    demo_exposed = false,
    contact_url,
    first_run = false,
    ...rest
  } = (body ?? {}) as UncheckedReply;
  const { password_login = true, company_login = null } = rest;
  const isKnown =
    user_action_deck === null &&
    [today, time_zone, contact_url].every(isText) &&
    [demo, demo_exposed, first_run, password_login].every((fact) => typeof fact === 'boolean') &&
    isButton(company_login);
  if (!isKnown) return null;
  const facts = { success: true, user: null, today, zone: time_zone, contactUrl: contact_url };
  const ways = { allowsPasswords: password_login, companyLogin: company_login, isSecondFactorDue: false };
  return { ...facts, ...ways, isDemo: demo, isDemoExposed: demo_exposed, needsFirstRun: first_run } as Session;
}

/** Calls that the page makes on its own. The server does not count them as activity of the person. */
export interface Background {
  client: Client;
  /** Marks every call until `work` settles, because the router makes some of them. */
  during: (work: () => Promise<void>) => Promise<void>;
  /** The client of a loader that asks more when `during` has ended: this one where it runs now, else the person's. */
  pickClient: () => Client;
}

type RareCalls = typeof rareCalls;
/** The calls that few screens need, each part by its name. */
type RareClients = { [Part in keyof RareCalls]: () => Promise<ClientOf<RareCalls[Part]>> };

export interface WebClients extends RareClients {
  client: Client;
  background: Background;
  /** Adds the calls that the first paint of the login does not need; until then only those of the login can be made. */
  loadCalls: () => Promise<void>;
}
export type PushClient = ClientOf<RareCalls['pushes']>;

export const fetchCalls = async () => (await import('@bitacora/core/contract/people-endpoints')).peopleEndpoints;

const fetchMaker = () => import('@bitacora/core/client');

/** Without a session they bring the others with them. */
const CALLS_OF_LOGIN = ['logIn', 'requestPasswordReset', 'checkResetToken', 'resetPassword', 'createFirstAdministrator'] as const;

/** The session, decoded without the schemas where nobody has one, because the login is painted before they are there. */
async function readSession(transport: Transport) {
  const response = await transport(sessionRequests.readSession);
  const nobody = response.status === 200 && sessionOfNobody(response.body);
  if (nobody) return nobody;
  const [{ createClientOf }, { sessionEndpoints }] = await Promise.all([
    fetchMaker(),
    import('@bitacora/core/contract/account/session-endpoints'),
  ]);
  return createClientOf(sessionEndpoints, async () => response).readSession();
}

/** The client for the person's calls, and the one for background calls. */
export function createClients(transport: Transport): WebClients {
  let works = 0;
  const transports: Record<'person' | 'page', Transport> = {
    person: (request) => transport(works > 0 ? { ...request, isBackground: true } : request),
    page: (request) => transport({ ...request, isBackground: true }),
  };
  const later = Object.fromEntries(
    CALLS_OF_LOGIN.map((name) => [
      name,
      async (input: never) => {
        await loadCalls();
        return client[name](input);
      },
    ]),
  );
  const client = { ...later, readSession: () => readSession(transports.person) } as Client;
  const background = { readSession: () => readSession(transports.page) } as Client;
  const rare =
    <Part extends keyof RareCalls>(part: Part) =>
    async () => {
      const [{ createClientOf }, { rareCalls }] = await Promise.all([fetchMaker(), import('./rare-calls.ts')]);
      return createClientOf(rareCalls[part], transports.person);
    };
  let loading: Promise<void> | null = null;
  const addCalls = async () => {
    const [calls, { createClientOf }] = await Promise.all([fetchCalls(), fetchMaker()]);
    Object.assign(client, createClientOf(calls, transports.person));
    Object.assign(background, createClientOf(calls, transports.page));
  };
  const loadCalls = () => {
    loading ??= addCalls().catch((error) => {
      loading = null;
      throw error;
    });
    return loading;
  };
  return {
    client,
    absences: rare('absences'),
    devices: rare('devices'),
    activityImports: rare('activityImports'),
    templates: rare('templates'),
    exports: rare('exports'),
    pushes: rare('pushes'),
    topicChannels: rare('topicChannels'),
    webhooks: rare('webhooks'),
    background: {
      client: background,
      pickClient: () => (works > 0 ? background : client),
      async during(work) {
        works += 1;
        await work().finally(() => {
          works -= 1;
        });
      },
    },
    loadCalls,
  };
}
