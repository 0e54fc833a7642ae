import { ApiError, type Transport, type WireRequest, type WireResponse } from '@bitacora/core/client/api-error';
import { activityRequests, partRequests, sessionRequests } from '@bitacora/core/contract/exchange';
import { frame } from '@bitacora/core/messages/layout';
import { createListeners } from '../app/listeners.ts';
import { emptyQueue, onStore, readQueue, removeWhere } from './queue.ts';
import { isUnanswered } from './unanswered.ts';

/** Without network the person needs who they are, their own lists, and the activities that they opened. */
const OWN_PENDING = '/api/get_my_activities';
const OWN_LIST = '/api/get_all_activities';
const pathStem = (path: string) => path.replace(':id', '');
const ONE = new RegExp(
  `^(${Object.values(activityRequests)
    .map(({ path }) => pathStem(path))
    .join('|')})\\d+$`,
);
const ALWAYS: readonly string[] = [sessionRequests.readSession.path, OWN_PENDING];
/** These replies are kept when they are about the person's own work. */
const OF_OWN_WORK: readonly string[] = [OWN_LIST, '/api/get_stats_activities'];
/** The statuses of closed work, as the contract writes them. */
const CLOSED: readonly string[] = ['Verified', 'Canceled'];
const MAX_AGE_MS = 7 * 86_400_000;

interface KeptReply {
  key: string;
  userId: number;
  readAt: Date;
  response: WireResponse;
}
type OwnQuery = { isOwnActivities?: boolean; page?: number; pageSize?: number; statusFilters?: readonly string[] };

const isKept = ({ path, body }: WireRequest) =>
  ALWAYS.includes(path) || ONE.test(path) || (OF_OWN_WORK.includes(path) && (body as OwnQuery | undefined)?.isOwnActivities === true);
const replyKey = (userId: number, { path, body }: Pick<WireRequest, 'path' | 'body'>) => JSON.stringify([userId, path, body ?? null]);

/** The person of the last answer about the session, whose replies are read and kept; null before one, and after a logout. */
let person: number | null = null;

/** Maps each address whose last reply was a kept one to the time when it was read. */
const servedAt = new Map<string, Date>();
const { notify, subscribe } = createListeners();
function note(path: string, readAt: Date | null): void {
  if (readAt === null && !servedAt.has(path)) return;
  if (readAt) servedAt.set(path, readAt);
  else servedAt.delete(path);
  notify();
}

/** Says when what the page shows was read; undefined while it is up to date. */
export const keptReading = {
  at: (paths: readonly string[]): Date | undefined => paths.map((path) => servedAt.get(path)).find(Boolean),
  subscribe,
};

const find = (key: string): Promise<KeptReply | undefined> => onStore('replies', 'readonly', (store) => store.get(key));

/** Removes from a call the parts that it includes. */
const withoutParts = (request: WireRequest): WireRequest => ({ ...request, path: request.path.replace(/\?include=.*$/, '') });
/** Lists the calls that read each part of an activity, by the names of the parts. */
const listPartRequests = (bare: WireRequest) =>
  Object.entries(partRequests).map(
    ([name, { path }]) =>
      [name, { ...bare, path: bare.path.replace(pathStem(activityRequests.readActivity.path), pathStem(path)) }] as const,
  );

/** Splits an answer with parts into the calls that would have read each of them, with their answers. */
function splitAnswer(request: WireRequest, response: WireResponse): [WireRequest, WireResponse][] {
  const bare = withoutParts(request);
  if (bare.path === request.path) return [[request, response]];
  const body = { ...(response.body as Record<string, unknown>) };
  const parts = listPartRequests(bare).flatMap(([name, request]): [WireRequest, WireResponse][] => {
    const { [name]: part } = body;
    delete body[name];
    return part === undefined ? [] : [[request, { ...response, body: part }]];
  });
  return [[bare, { ...response, body }], ...parts];
}

async function keep(request: WireRequest, response: WireResponse, whose: number | null): Promise<void> {
  // A late answer to somebody who has left is not kept.
  if (whose === null || whose !== person) return;
  // Everything is kept at once, because the person may leave the page in the next moment.
  await Promise.all(
    splitAnswer(request, response).map(([part, answer]) =>
      onStore('replies', 'readwrite', (store) =>
        store.put({ key: replyKey(whose, part), userId: whose, readAt: new Date(), response: answer } satisfies KeptReply),
      ),
    ),
  );
}

async function followSession({ body }: WireResponse): Promise<void> {
  person = (body as { user_action_deck?: { id: number } | null }).user_action_deck?.id ?? null;
  const current = person;
  await onStore('person', 'readwrite', (store) => (current === null ? store.delete('current') : store.put(current, 'current')));
  if (current === null) await removeWhere<KeptReply>('replies', () => true);
}

/** The first rows of Home name the statuses of undelivered work. */
const ofPlainList: readonly string[] = ['isOwnActivities', 'page', 'pageSize', 'sort', 'statusFilters'];
/** Whether a call wants the open work, all of it: without search, filter or day, and not of closed work. */
const isOfAllOpen = (query: OwnQuery) =>
  Object.entries<unknown>(query).every(
    ([name, value]) => ofPlainList.includes(name) || value == null || value === '' || isEmptyList(value),
  ) && !query.statusFilters?.some((status) => CLOSED.includes(status));
const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;

/** Answers a page that was never read from the whole own list, which is kept for open work alone and cannot be searched here. */
async function ownPage(userId: number, query: OwnQuery): Promise<KeptReply | undefined> {
  if (!isOfAllOpen(query)) return undefined;
  const { page = 1, pageSize = 100 } = query;
  const reply = await find(replyKey(userId, { path: OWN_PENDING, body: undefined }));
  if (!reply) return undefined;
  const rows = reply.response.body as { days_remaining: number; status_project: string }[];
  const late = rows.filter(({ days_remaining, status_project }) => days_remaining < 0 && status_project !== 'Completed').length;
  const pageRows = rows.slice((page - 1) * pageSize, page * pageSize);
  return { ...reply, response: { status: 200, body: { success: true, rows: pageRows, total: rows.length, late, has_more: false } } };
}

async function keptReply(request: WireRequest): Promise<KeptReply | undefined> {
  if (request.path === sessionRequests.readSession.path)
    person = (await onStore<number | undefined>('person', 'readonly', (store) => store.get('current'))) ?? null;
  if (person === null) return undefined;
  const exact = await find(replyKey(person, request));
  return exact ?? (request.path === OWN_LIST ? ownPage(person, request.body as OwnQuery) : undefined);
}

/** A page asks within this time for a part that an answer lacks. */
const PAGE_DELAY_MS = 1_000;
/** Parts that were asked for in vain with their activity and are not kept. The page's own call for such a part fails without another wait. */
const missedParts = new Map<string, unknown>();
function miss(path: string, error: unknown): void {
  missedParts.set(path, error);
  setTimeout(() => missedParts.get(path) === error && missedParts.delete(path), PAGE_DELAY_MS);
}
function throwMissed(path: string): void {
  const error = missedParts.get(path);
  missedParts.delete(path);
  if (error) throw error;
}

/** Adds the kept parts that the call includes, because the page would wait for the network once more to ask for them. */
async function keptWithParts(request: WireRequest, error: unknown): Promise<KeptReply | undefined> {
  const bare = withoutParts(request);
  const reply = await keptReply(bare);
  if (!reply || bare.path === request.path) return reply;
  const include = new URLSearchParams(request.path.split('?')[1]).get('include')?.split(',') ?? [];
  const body = { ...(reply.response.body as Record<string, unknown>) };
  for (const [name, part] of listPartRequests(bare).filter(([partName]) => include.includes(partName))) {
    const partReply = await keptReply(part);
    if (partReply) body[name] = partReply.response.body;
    else miss(part.path, error);
  }
  return { ...reply, response: { ...reply.response, body } };
}

/** Reads from the network, and where that does not answer, from what was read before. */
export async function readThrough(online: Transport, request: WireRequest): Promise<WireResponse> {
  const bare = withoutParts(request);
  if (!isKept(bare)) return online(request);
  throwMissed(request.path);
  const whose = person;
  try {
    const response = await online(request);
    // The body is missing when the connection ended after the headers, or when a portal answered with its own page.
    if (response.status === 200 && response.body === undefined) throw new ApiError(0, frame.noConnection, null);
    note(bare.path, null);
    const isSession = request.path === sessionRequests.readSession.path;
    if (response.status !== 200) return response;
    if (isSession) await followSession(response).catch(() => {});
    void keep(request, response, isSession ? person : whose).catch(() => {});
    return response;
  } catch (error) {
    const reply = isUnanswered(error) ? await keptWithParts(request, error).catch(() => undefined) : undefined;
    if (!reply) throw error;
    note(bare.path, reply.readAt);
    return reply.response;
  }
}

/** True when an answer has named that person since the worker controls the page. */
export const knowsPerson = (userId: number): boolean => person === userId;

/** Keeps no replies after a login or a logout until the session says whose they are. */
export function leaveReplies(): void {
  person = null;
}

const forgetReplies = (userId: number): Promise<void> => removeWhere<KeptReply>('replies', (reply) => reply.userId === userId);

/** Removes what others read here, and what is older than a week, when that person's pages open. */
export const cleanUpReplies = (userId: number, now: Date): Promise<void> =>
  removeWhere<KeptReply>('replies', (reply) => reply.userId !== userId || now.getTime() - reply.readAt.getTime() > MAX_AGE_MS);

/** True when that person did something here that was not sent. Browsers without IndexedDB keep nothing. */
export const hasQueued = (userId: number): Promise<boolean> =>
  readQueue(userId).then(
    (acts) => acts.length > 0,
    () => false,
  );

const endPush = async () => (await import('./push.ts')).endPush();

/** Empties what this device kept of that person: what waits to be sent, what they read, and their notifications. */
export async function forgetDevice(userId: number): Promise<void> {
  leaveReplies();
  await Promise.allSettled([emptyQueue(userId), forgetReplies(userId), endPush()]);
}
