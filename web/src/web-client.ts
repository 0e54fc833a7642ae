import type { Client, ClientOf } from '@bitacora/core/client';
import type { Transport } from '@bitacora/core/client/api-error';
import type { absenceEndpoints } from '@bitacora/core/contract/absence-endpoints';
import type { activityImportEndpoints } from '@bitacora/core/contract/activity-import-endpoints';
import type { deviceEndpoints, pushEndpoints } from '@bitacora/core/contract/device-endpoints';
import type { Endpoint } from '@bitacora/core/contract/endpoint';
import { sessionRequests } from '@bitacora/core/contract/exchange';
import type { exportEndpoints } from '@bitacora/core/contract/export-endpoints';
import type { templateEndpoints } from '@bitacora/core/contract/template-endpoints';
import type { topicChannelEndpoints } from '@bitacora/core/contract/topic-channel-endpoints';
import type { webhookEndpoints } from '@bitacora/core/contract/webhook-endpoints';
import type { Session } from './session-memory.ts';

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

export interface WebClients {
  client: Client;
  background: Background;
  /** Adds the calls that the first paint of the login does not need; until then only those of the login can be made. */
  loadCalls: () => Promise<void>;
  /** The calls about absences, which few screens need. */
  absences: () => Promise<AbsenceClient>;
  /** The calls of the page that lets a terminal in. */
  devices: () => Promise<DeviceClient>;
  /** The call that brings the activities of a spreadsheet. */
  activityImports: () => Promise<ActivityImportClient>;
  /** The calls about templates of activities. */
  templates: () => Promise<TemplateClient>;
  /** The calls that hand out what is stored. */
  exports: () => Promise<ExportClient>;
  /** The calls about notifications in this browser. */
  pushes: () => Promise<PushClient>;
  /** The calls about topics that are announced in a channel of a chat. */
  topicChannels: () => Promise<TopicChannelClient>;
  /** The calls about receivers of events. */
  webhooks: () => Promise<WebhookClient>;
}
type DeviceClient = ClientOf<typeof deviceEndpoints>;
type TopicChannelClient = ClientOf<typeof topicChannelEndpoints>;
type TemplateClient = ClientOf<typeof templateEndpoints>;
export type PushClient = ClientOf<typeof pushEndpoints>;
export type WebhookClient = ClientOf<typeof webhookEndpoints>;
type ExportClient = ClientOf<typeof exportEndpoints>;
type AbsenceClient = ClientOf<typeof absenceEndpoints>;
type ActivityImportClient = ClientOf<typeof activityImportEndpoints>;

export const fetchCalls = async () => (await import('@bitacora/core/contract/people-endpoints')).peopleEndpoints;

/** In one chunk, because each more one makes every screen heavier. */
const fetchRareCalls = async () => (await import('./rare-calls.ts')).rareCalls;

const fetchMaker = () => import('@bitacora/core/client');

/** Without a session they bring the others with them. */
const CALLS_OF_LOGIN = ['logIn', 'requestPasswordReset', 'checkResetToken', 'resetPassword', 'createFirstAdministrator'] as const;

/** The session, decoded without the schemas where nobody has one, because the login is painted before they are there. */
async function readSession(transport: Transport) {
  const response = await transport(sessionRequests.readSession);
  const nobody = response.status === 200 && sessionOfNobody(response.body);
  if (nobody) return nobody;
  const [{ createClientOf }, { sessionEndpoints }] = await Promise.all([fetchMaker(), import('@bitacora/core/contract/session-endpoints')]);
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
  /** A part of the calls that few screens need. */
  const callsOf = async <Calls extends Record<string, Endpoint>>(load: () => Promise<Calls>) => {
    const [{ createClientOf }, calls] = await Promise.all([fetchMaker(), load()]);
    return createClientOf(calls, transports.person);
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
    absences: () => callsOf(async () => (await fetchRareCalls()).absences),
    devices: () => callsOf(async () => (await fetchRareCalls()).devices),
    activityImports: () => callsOf(async () => (await fetchRareCalls()).activityImports),
    templates: () => callsOf(async () => (await fetchRareCalls()).templates),
    exports: () => callsOf(async () => (await fetchRareCalls()).exports),
    pushes: () => callsOf(async () => (await fetchRareCalls()).pushes),
    topicChannels: () => callsOf(async () => (await fetchRareCalls()).topicChannels),
    webhooks: () => callsOf(async () => (await fetchRareCalls()).webhooks),
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
