import type { Readable } from 'node:stream';
import { WORKBOOK_TYPE } from '@bitacora/core/contract/workbook';
import { calendarDate } from '@bitacora/core/domain/calendar';
import { fullName } from '@bitacora/core/domain/people/person';
import type { DateRange } from '@bitacora/core/domain/reports/date-range';
import type { DigestContent } from '@bitacora/core/messages/digest';
import type { ClaimedDigest, Core } from '@bitacora/core/server';
import { readWeeklyMail } from '@bitacora/core/use-cases/notifications/read-weekly-mail';
import { reportWorkbook } from '../reports/report-workbook.ts';
import { homeUrl } from './links.ts';
import type { Attachment } from './mailer.ts';
import { weeklyMail } from './messages/weekly.ts';

/** Many mail servers refuse more than this; base64 makes it a third larger. */
const MAX_BYTES = 7_000_000;

/** Null for more bytes than a mail may have. */
async function bytesOf(stream: Readable): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > MAX_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The figures of a week and their workbook, read once, so that they agree; null if the person may not read them any more. */
export async function composeWeekly(
  core: Core,
  { recipient, notifications }: ClaimedDigest,
  publicUrl: string,
): Promise<{ content: DigestContent; attachments: Attachment[] } | null> {
  const { weekFrom, weekTo } = notifications[0]?.facts ?? {};
  const week: DateRange = { from: calendarDate(String(weekFrom)), to: calendarDate(String(weekTo)) };
  const input = { recipientId: recipient.id, week };
  const { result } = await core.perform({ useCase: readWeeklyMail, actor: null, channel: 'system', input, effect: 'reads' });
  if (!result) return null;
  const { person, report } = result;
  const workbook = await bytesOf(await reportWorkbook(report, { author: fullName(person), now: core.clock(), zone: core.zone }));
  const { firstName } = recipient;
  return {
    content: weeklyMail({ firstName, report: report.punctuality, hasWorkbook: workbook !== null, url: homeUrl(publicUrl) }),
    attachments: workbook ? [{ filename: `Puntualidad_${week.from}.xlsx`, content: workbook, contentType: WORKBOOK_TYPE }] : [],
  };
}
