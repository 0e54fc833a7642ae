import { endpoints } from '@bitacora/core/contract';
import type { Endpoint } from '@bitacora/core/contract/endpoint';
import { problemOf } from '@bitacora/core/contract/problems';
import type { Refusal } from '@bitacora/core/domain/refusal';
import { statusTexts } from '../messages/api-document.ts';
import type { Json } from './other-operations.ts';

/** One or more refusals of each status, as the server answers them. */
const examples: readonly Refusal[] = [
  { code: 'input.invalid', fields: { expected_closing_date: { problem: 'required' }, priority: { problem: 'required' } } },
  { code: 'input.unreadable' },
  { code: 'session.missing' },
  { code: 'token.invalid' },
  { code: 'token.readOnly' },
  { code: 'token.sessionOnly' },
  { code: 'office.forbidden', act: 'manageUsers' },
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
  { code: 'session.tooManyTries', retryAfterSeconds: 42 },
  { code: 'requests.tooMany' },
  { code: 'server.busy' },
  { code: 'database.away' },
];
const answers = examples.map((refusal) => ({ code: refusal.code, ...problemOf(refusal) }));

const retryAfter = { description: 'Segundos', schema: { type: 'integer', minimum: 1 } };
const hasRetryAfter: readonly number[] = [429, 503];

/** The refusals that calls share, by status: `components.responses`. */
export function sharedRefusals(problem: Json): Json {
  const responses = Object.entries(statusTexts).map(([status, description]) => {
    const ofStatus = answers.filter((answer) => answer.status === Number(status));
    const bodyByCode = Object.fromEntries(ofStatus.map(({ code, body }) => [code, { value: body }]));
    const headers = hasRetryAfter.includes(Number(status)) ? { headers: { 'Retry-After': retryAfter } } : {};
    return [`Problem${status}`, { description, ...headers, content: { 'application/json': { schema: problem, examples: bodyByCode } } }];
  });
  return Object.fromEntries(responses);
}

/** The statuses with which a call refuses, besides the rare ones of `default`. */
export function refusalsOf({ who, effect, params, query, body }: Endpoint): Json {
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
