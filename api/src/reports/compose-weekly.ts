import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { WORKBOOK_TYPE } from '@bitacora/core/contract/exchange';
import { calendarDate, type DateRange, daysBetween, localDay } from '@bitacora/core/domain/calendar';
import type { Actor } from '@bitacora/core/domain/people/person';
import { punctualities } from '@bitacora/core/domain/reports/punctuality';
import { type DigestContent, digestFrame } from '@bitacora/core/messages/notifications/digest';
import { type ClaimedDigest, type Core, repositoriesOn, type WeeklyReport } from '@bitacora/core/server';
import { findWeeklyReader } from '@bitacora/core/use-cases/notifications/scheduled-notifications';
import { readReportRows } from '@bitacora/core/use-cases/reports/export-report';
import { readPunctuality } from '@bitacora/core/use-cases/reports/read-figures';
import { readForecast } from '@bitacora/core/use-cases/reports/read-forecast';
import type { Attachment } from '../mail/mailer.ts';
import { weeklyMail } from './messages/weekly-mail.ts';
import { reportWorkbook } from './report-workbook.ts';

/** Many mail servers refuse a larger attachment, which base64 makes another third larger. */
const MAX_BYTES = 7_000_000;

/** Returns null where the stream has more bytes than a mail may have. */
async function collectBytes(stream: Readable): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > MAX_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Reads figures and workbook from one snapshot, so that they agree. */
const readWeek = (core: Core, week: DateRange, actor: Actor): Promise<WeeklyReport> =>
  core.db.transaction(
    async (db) => {
      await repositoriesOn(db, core.zone).weeklyReports.limitReading();
      const reads = { actor, channel: 'system', effect: 'reads', at: { db } } as const;
      const input = { ...week, dating: 'deadline', punctuality: punctualities } as const;
      const { result: report } = await core.perform({ ...reads, useCase: readReportRows, input });
      const { result: figures } = await core.perform({ ...reads, useCase: readPunctuality, input: report.punctualityQuery });
      const { result: forecast } = await core.perform({ ...reads, useCase: readForecast, input: {} });
      const occasion = { author: digestFrame.product, now: core.clock(), zone: core.zone, readPunctuality: async () => figures };
      return { figures: { ...figures, forecast }, workbook: await collectBytes(await reportWorkbook(report, occasion)) };
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  );

/** Returns null while another process reads a week. */
const readUnlessLocked = (core: Core, week: DateRange, actor: Actor): Promise<WeeklyReport | null> =>
  core.db.transaction(async (trx) => {
    const { weeklyReports } = repositoriesOn(trx, core.zone);
    if (!(await weeklyReports.lockReading())) return null;
    const stored = await weeklyReports.find(week.from);
    if (stored) return stored;
    const report = await readWeek(core, week, actor);
    await weeklyReports.add(week.from, report);
    return report;
  });
const WAIT_MS = 250;

/** All privileged people may read the whole company, so a week is read once for everybody, by one of any number of processes. */
async function readShared(core: Core, week: DateRange, actor: Actor): Promise<WeeklyReport> {
  for (;;) {
    const report = await readUnlessLocked(core, week, actor);
    if (report) return report;
    await setTimeout(WAIT_MS);
  }
}

/** Caches the week of the last mail for each core. Without it, a thousand mails would transfer the workbook a thousand times. */
const cachedReports = new WeakMap<Core, { from: string; report: Promise<WeeklyReport> }>();
const KEPT_MS = 3_600_000;

function readOnce(core: Core, week: DateRange, actor: Actor): Promise<WeeklyReport> {
  const cached = cachedReports.get(core);
  if (cached?.from === week.from) return cached.report;
  const fresh = { from: week.from, report: readShared(core, week, actor) };
  const forget = () => cachedReports.get(core) === fresh && cachedReports.delete(core);
  cachedReports.set(core, fresh);
  fresh.report.catch(forget);
  void setTimeout(KEPT_MS, undefined, { ref: false }).then(forget);
  return fresh.report;
}

/** Composes the mail with the figures of a week and their workbook. Null if the person may not read them any more. */
export async function composeWeekly(
  core: Core,
  { recipient, notifications }: ClaimedDigest,
  publicUrl: string,
): Promise<{ content: DigestContent; attachments: Attachment[] } | null> {
  const { weekFrom, weekTo } = notifications[0]?.facts ?? {};
  const week: DateRange = { from: calendarDate(String(weekFrom)), to: calendarDate(String(weekTo)) };
  const input = { recipientId: recipient.id };
  const { result: reader } = await core.perform({ useCase: findWeeklyReader, actor: null, channel: 'system', input, effect: 'reads' });
  if (!reader) return null;
  const { figures, workbook } = await readOnce(core, week, reader);
  const { open, oldestAt } = await repositoriesOn(core.db, core.zone).workRequests.countOpen();
  const requests = oldestAt && { open, days: daysBetween(localDay(core.zone, oldestAt), localDay(core.zone, core.clock())) };
  return {
    content: weeklyMail({ firstName: recipient.firstName, report: figures, requests, hasWorkbook: workbook !== null, publicUrl }),
    attachments: workbook ? [{ filename: `Puntualidad_${week.from}.xlsx`, content: workbook, contentType: WORKBOOK_TYPE }] : [],
  };
}
