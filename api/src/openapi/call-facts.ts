import { endpoints } from '@bitacora/core/contract';
import { accountEndpoints } from '@bitacora/core/contract/account/account-endpoints';
import { deviceEndpoints } from '@bitacora/core/contract/account/device-endpoints';
import { secondFactorEndpoints } from '@bitacora/core/contract/account/second-factor-endpoints';
import { sessionEndpoints } from '@bitacora/core/contract/account/session-endpoints';
import { activityEndpoints } from '@bitacora/core/contract/activities/activity-endpoints';
import { activityImportEndpoints } from '@bitacora/core/contract/activities/activity-import-endpoints';
import { templateEndpoints } from '@bitacora/core/contract/activities/template-endpoints';
import { workRequestEndpoints } from '@bitacora/core/contract/activities/work-request-endpoints';
import { adminEndpoints } from '@bitacora/core/contract/admin/admin-endpoints';
import { exportEndpoints } from '@bitacora/core/contract/admin/export-endpoints';
import { webhookEndpoints } from '@bitacora/core/contract/admin/webhook-endpoints';
import { botEndpoints, chatEndpoints } from '@bitacora/core/contract/chat/bot-endpoints';
import { chatLinkEndpoints } from '@bitacora/core/contract/chat/chat-link-endpoints';
import { topicChannelEndpoints } from '@bitacora/core/contract/chat/topic-channel-endpoints';
import type { Endpoint } from '@bitacora/core/contract/endpoint';
import { notificationEndpoints } from '@bitacora/core/contract/notifications/notification-endpoints';
import { pushEndpoints } from '@bitacora/core/contract/notifications/push-endpoints';
import { absenceEndpoints } from '@bitacora/core/contract/people/absence-endpoints';
import { userEndpoints } from '@bitacora/core/contract/people/user-endpoints';
import { describeProblem } from '@bitacora/core/contract/problems';
import { reportEndpoints } from '@bitacora/core/contract/reports/report-endpoints';
import { standUpEndpoints } from '@bitacora/core/contract/reports/stand-up-endpoints';
import { topicEndpoints } from '@bitacora/core/contract/topics/topic-endpoints';
import { TOKEN_DAYS_MAX } from '@bitacora/core/domain/account/account';
import { DOCUMENT_MAX_PAGES, DOCUMENTS_PER_ACTIVITY, IMAGES_PER_ACTIVITY } from '@bitacora/core/domain/activities/activity';
import type { Refusal } from '@bitacora/core/domain/refusal';
import { PAGE_SIZE, PAGE_SIZE_MAX } from '@bitacora/core/domain/reports/report';
import { KEY_MAX, storageDays } from '../calls/idempotency-key.ts';
import { LANES } from '../http/concurrency-limit.ts';
import { allowances } from '../http/rate-limit.ts';
import { JSON_MAX_BYTES } from '../http/read-body.ts';
import { STREAMS_PER_PERSON } from '../live/hub.ts';
import {
  type Area,
  areaTexts,
  credentialTexts,
  introduction,
  limitTexts,
  recentLoginTexts,
  statusTexts,
} from '../messages/api-document.ts';
import { MAX_MEGAPIXELS } from '../uploads/prepare-image.ts';
import { SHEET_LIMITS } from '../uploads/sheet-limits.ts';
import type { Json } from './other-operations.ts';

const { readPermissions, readOwnData, ...entrance } = sessionEndpoints;

/** The calls of each area. A call of the contract that is in no area does not compile (`callTags`). */
const callsByArea = {
  activities: { ...activityEndpoints, ...workRequestEndpoints },
  reports: { ...reportEndpoints, ...standUpEndpoints },
  topics: { ...topicEndpoints, ...templateEndpoints },
  sheets: { ...activityImportEndpoints, ...exportEndpoints },
  people: { ...userEndpoints, ...absenceEndpoints },
  notifications: { ...notificationEndpoints, ...pushEndpoints },
  webhooks: webhookEndpoints,
  account: { readPermissions, readOwnData, ...accountEndpoints, ...chatLinkEndpoints, ...secondFactorEndpoints },
  session: { ...entrance, ...deviceEndpoints },
  admin: adminEndpoints,
  chats: { ...botEndpoints, ...chatEndpoints, ...topicChannelEndpoints },
  live: {},
};

type PlacedCall = { [Each in Area]: keyof (typeof callsByArea)[Each] }[Area];

const areaByCall = new Map<string, Area>(
  Object.entries(callsByArea).flatMap(([area, calls]) => Object.keys(calls).map((name) => [name, area as Area])),
);

export function callTags(name: PlacedCall): string[] {
  const area = areaByCall.get(name);
  return area ? [areaTexts[area].name] : [];
}

export const documentTags = Object.values(areaTexts).map(({ name, description }) => ({ name, description }));

/** Writes the introduction with the limits of all calls. RATE_LIMIT_FACTOR multiplies some of them. */
export const introductionWith = (rateLimitFactor: number): string => {
  const often = (points: number) => Math.max(1, Math.round(points * rateLimitFactor));
  return introduction({
    tokenWrites: often(allowances.tokenWrites.points),
    sessionWrites: often(allowances.writes.points),
    uploads: { points: often(allowances.uploads.points), minutes: allowances.uploads.duration / 60 },
    workbooks: often(allowances.workbooks.points),
    evidenceBytesPerDay: often(allowances.evidenceKilobytes.points) * 1_000,
    running: LANES.people.runningPerKey,
    waiting: LANES.people.waitingPerKey,
    streams: STREAMS_PER_PERSON,
    jsonBytes: JSON_MAX_BYTES,
    keyLetters: KEY_MAX,
    tokenDays: TOKEN_DAYS_MAX,
    pageSize: PAGE_SIZE,
    pageSizeMax: PAGE_SIZE_MAX,
  });
};

function credentialLine({ who, effect, credential }: Endpoint): string {
  if (who === 'anyone' || who === 'service') return credentialTexts[who];
  return credentialTexts[credential ?? (effect === 'reads' ? 'read' : 'write')];
}

function uploadLine({ uploads }: Endpoint): string[] {
  if (!uploads) return [];
  if (uploads.field === 'documents')
    return [limitTexts.documents({ ...uploads, maxPages: DOCUMENT_MAX_PAGES, perActivity: DOCUMENTS_PER_ACTIVITY })];
  const perActivity = uploads.field === 'images' ? IMAGES_PER_ACTIVITY : null;
  return [limitTexts.images({ ...uploads, megapixels: MAX_MEGAPIXELS, perActivity })];
}

export function callDescription(endpoint: Endpoint): string {
  const { effect, body, sheet, page, who } = endpoint;
  const lines = [
    credentialLine(endpoint),
    ...(endpoint.recentLogin ? [recentLoginTexts[endpoint.recentLogin]] : []),
    ...(page ? [limitTexts.page(PAGE_SIZE, PAGE_SIZE_MAX)] : []),
    ...(body && !sheet ? [limitTexts.json(JSON_MAX_BYTES)] : []),
    ...uploadLine(endpoint),
    ...(sheet ? [limitTexts.sheet(sheet.maxBytes, SHEET_LIMITS.maxRows)] : []),
    ...(effect === 'writes' && who !== 'anyone' ? [limitTexts.keptAnswer(storageDays(endpoint))] : []),
  ];
  return lines.map((line) => `- ${line}`).join('\n');
}

/** One or more refusals of each status, as the server answers them. */
const examples: readonly Refusal[] = [
  { code: 'input.invalid', fields: { expected_closing_date: { problem: 'required' }, priority: { problem: 'required' } } },
  { code: 'input.unreadable' },
  { code: 'session.missing' },
  { code: 'token.invalid' },
  { code: 'token.readOnly' },
  { code: 'token.sessionOnly' },
  { code: 'session.notRecent' },
  { code: 'admin.forbidden', act: 'manageUsers' },
  { code: 'session.forged' },
  { code: 'activity.unknown' },
  { code: 'topic.unknown' },
  { code: 'activity.untimely', act: 'complete', status: 'verified' },
  { code: 'activity.duplicate' },
  { code: 'idempotency.otherRequest' },
  { code: 'input.tooLarge' },
  { code: 'image.tooLarge', field: 'images[0]', maxBytes: endpoints.addEvidence.uploads.maxBytes },
  { code: 'input.wrongType' },
  { code: 'image.wrongType', field: 'images[0]' },
  { code: 'document.hostile', field: 'documents[0]', holds: 'script' },
  { code: 'session.tooManyTries', retryAfterSeconds: 42 },
  { code: 'requests.tooMany' },
  { code: 'server.busy' },
  { code: 'database.away' },
];
const answers = examples.map((refusal) => ({ code: refusal.code, ...describeProblem(refusal) }));

const retryAfter = { description: 'Segundos', schema: { type: 'integer', minimum: 1 } };
const hasRetryAfter: readonly number[] = [429, 503];

export function sharedRefusals(problem: Json): Json {
  const responses = Object.entries(statusTexts).map(([status, description]) => {
    const ofStatus = answers.filter((answer) => answer.status === Number(status));
    const bodyByCode = Object.fromEntries(ofStatus.map(({ code, body }) => [code, { value: body }]));
    const headers = hasRetryAfter.includes(Number(status)) ? { headers: { 'Retry-After': retryAfter } } : {};
    return [`Problem${status}`, { description, ...headers, content: { 'application/json': { schema: problem, examples: bodyByCode } } }];
  });
  return Object.fromEntries(responses);
}

export function listRefusals({ who, effect, params, query, body }: Endpoint): Json {
  const isWrite = effect === 'writes';
  const statuses = [
    ...(params || query || body ? [400] : []),
    ...(who === 'anyone' ? [] : [401]),
    ...(who === 'anyone' && !isWrite ? [] : [403]),
    ...(params || isWrite ? [404] : []),
    ...(isWrite ? [409] : []),
    ...(body ? [413, 415] : []),
    429,
    503,
  ];
  return Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/Problem${status}` }]));
}
