import type { Endpoint } from '@bitacora/core/contract/endpoint';
import { IMAGES_PER_ACTIVITY } from '@bitacora/core/domain/activity/activity';
import { TOKEN_DAYS_MAX } from '@bitacora/core/domain/people/account';
import { PAGE_SIZE, PAGE_SIZE_MAX } from '@bitacora/core/domain/reports/report';
import { LANES } from '../http/concurrency-limit.ts';
import { allowances } from '../http/rate-limit.ts';
import { JSON_MAX_BYTES } from '../http/read-body.ts';
import { KEY_MAX, keptDaysOf } from '../http/serve.ts';
import { STREAMS_PER_PERSON } from '../live/hub.ts';
import { credentialTexts, introduction, limitTexts } from '../messages/api-document.ts';
import { MAX_MEGAPIXELS } from '../uploads/prepare-image.ts';
import { SHEET_LIMITS } from '../uploads/sheet-limits.ts';

/** The introduction with the limits that hold for all calls; RATE_LIMIT_FACTOR multiplies some. */
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
  const perActivity = uploads.field === 'images' ? IMAGES_PER_ACTIVITY : null;
  return [limitTexts.images({ ...uploads, megapixels: MAX_MEGAPIXELS, perActivity })];
}

/** What one must know to make a call: its credential, and its limits. */
export function callDescription(endpoint: Endpoint): string {
  const { effect, body, sheet, page, who } = endpoint;
  const lines = [
    credentialLine(endpoint),
    ...(page ? [limitTexts.page(PAGE_SIZE, PAGE_SIZE_MAX)] : []),
    ...(body && !sheet ? [limitTexts.json(JSON_MAX_BYTES)] : []),
    ...uploadLine(endpoint),
    ...(sheet ? [limitTexts.sheet(sheet.maxBytes, SHEET_LIMITS.maxRows)] : []),
    ...(effect === 'writes' && who !== 'anyone' ? [limitTexts.keptAnswer(keptDaysOf(endpoint))] : []),
  ];
  return lines.map((line) => `- ${line}`).join('\n');
}
