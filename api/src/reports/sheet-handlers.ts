import type { Readable } from 'node:stream';
import { readUserSheet } from '@bitacora/core/contract/people/import-sheet';
import { wallClockAt } from '@bitacora/core/domain/calendar';
import { type Actor, fullName } from '@bitacora/core/domain/people/person';
import type { WrongCell } from '@bitacora/core/domain/people/user-import';
import { isRefusedWith, Refused } from '@bitacora/core/domain/refusal';
import { adminActLabel, adminChannelLabel, adminHistoryTexts, writtenChanges } from '@bitacora/core/messages/admin/admin-history';
import { wrongCells } from '@bitacora/core/messages/people/user-import';
import type { Core, ReadReplica, ReplicaSnapshot } from '@bitacora/core/server';
import { type AdminHistoryLine, readAdminHistory } from '@bitacora/core/use-cases/admin/admin-history';
import { type ImportRequest, importUsers } from '@bitacora/core/use-cases/people/import-users';
import { type ReportExport, readReportRows, recordExport } from '@bitacora/core/use-cases/reports/export-report';
import { readPunctuality } from '@bitacora/core/use-cases/reports/read-figures';
import { listDepartments } from '@bitacora/core/use-cases/topics/topics';
import type { Logger } from 'pino';
import { activityImportHandlers } from '../activities/activity-import.ts';
import type { CalledBy, SheetCall, Special } from '../calls/handlers.ts';
import { Download } from '../http/answer.ts';
import type { Slot } from '../http/concurrency-limit.ts';
import type { RateLimits } from '../http/rate-limit.ts';
import { annotatedWorkbook, templateWorkbook } from '../people/people-workbooks.ts';
import { addLine, beginTable, type SheetColumn } from '../workbooks/cell-styles.ts';
import { readAhead, streamWorkbook } from '../workbooks/stream-workbook.ts';
import { reportWorkbook } from './report-workbook.ts';

const adminHistoryColumns: readonly SheetColumn<[line: AdminHistoryLine, zone: string]>[] = [
  { title: 'ID', width: 9, style: 'folio', read: ({ id }) => id },
  { title: adminHistoryTexts.at, width: 18, style: 'instant', read: ({ at }, zone) => wallClockAt(zone, at) },
  { title: adminHistoryTexts.actor, width: 28, style: 'text', read: ({ actorName }) => actorName },
  { title: adminHistoryTexts.act, width: 36, style: 'text', read: ({ act }) => adminActLabel(act) },
  { title: adminHistoryTexts.subject, width: 32, style: 'text', read: ({ subject }) => subject },
  { title: adminHistoryTexts.changes, width: 70, style: 'longText', read: (line) => writtenChanges(line).join('\n') },
  { title: adminHistoryTexts.address, width: 20, style: 'text', read: ({ address }) => address },
  { title: adminHistoryTexts.channel, width: 18, style: 'text', read: ({ channel }) => adminChannelLabel(channel) },
];

/** The history of the administration as a workbook. Memory does not grow with the rows. */
async function adminHistoryWorkbook(lines: AsyncIterable<AdminHistoryLine[]>, zone: string): Promise<Readable> {
  const batches = await readAhead(lines);
  return streamWorkbook(async (book, pace) => {
    const sheet = beginTable(book, adminHistoryTexts.workbookSheet, adminHistoryColumns);
    let nRows = 1;
    for await (const batch of batches) {
      for (const line of batch) addLine(sheet, adminHistoryColumns, line, zone);
      nRows += batch.length;
      await pace.keep(sheet);
    }
    sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: nRows, column: adminHistoryColumns.length } };
    sheet.commit();
  });
}

/**
 * Reads a large report from a snapshot of the read replica, or on the primary (null) without one. If the replica fails before the answer
 * begins, the primary is read. The failure is logged once, until the replica works again.
 */
export function reportSource(readReplica: ReadReplica | null, log: Pick<Logger, 'info' | 'warn'>) {
  let isAway = false;
  const noteFailure = (error: unknown) => {
    if (!isAway) log.warn({ err: error }, 'read replica not readable: the primary is read');
    isAway = true;
    return null;
  };

  async function onReplica(moment: ReplicaSnapshot, write: (from: ReplicaSnapshot) => Promise<Readable>): Promise<Readable | null> {
    try {
      const stream = await write(moment);
      stream.once('close', () => void moment.end());
      if (isAway) log.info('read replica read again');
      isAway = false;
      return stream;
    } catch (error) {
      await moment.end();
      if (error instanceof Refused) throw error;
      return noteFailure(error);
    }
  }

  return async (write: (from: ReplicaSnapshot | null) => Promise<Readable>): Promise<Readable> => {
    const moment = await readReplica?.moment().catch(noteFailure);
    return (moment && (await onReplica(moment, write))) || write(null);
  };
}

const AT_ONCE = 2;
const RETRY_SECONDS = 10;

/** Lets each person read two streams at a time; a third is refused until one of them has ended, however it ends. */
function twoAtOnce() {
  const open = new Map<number, number>();
  const change = (personId: number, by: 1 | -1) => {
    const count = (open.get(personId) ?? 0) + by;
    if (count === 0) open.delete(personId);
    else open.set(personId, count);
  };

  return async (personId: number, begin: () => Promise<Readable>): Promise<Readable> => {
    if ((open.get(personId) ?? 0) >= AT_ONCE) throw new Refused({ code: 'session.tooManyTries', retryAfterSeconds: RETRY_SECONDS });
    change(personId, 1);
    try {
      const stream = await begin();
      stream.once('close', () => change(personId, -1));
      return stream;
    } catch (error) {
      change(personId, -1);
      throw error;
    }
  };
}

interface SheetDependencies {
  core: Core;
  limits: RateLimits;
  log: Logger;
  /** Links in workbooks start with it. */
  publicUrl: string;
  /** Where large reports are read rather than in the database itself. */
  readReplica?: ReadReplica | null;
}

/** The calls whose question or answer is a workbook. */
export function sheetHandlers({ core, limits, log, publicUrl, readReplica = null }: SheetDependencies): Special<SheetCall> {
  const reading = twoAtOnce();
  const fromSource = reportSource(readReplica, log);

  const reads = (actor: Actor) => ({ actor, channel: actor.channel, effect: 'reads' }) as const;

  /** What is wrong with a file, found out by a dry run. */
  async function wrongIn(input: ImportRequest, actor: Actor): Promise<readonly WrongCell[]> {
    try {
      await core.perform({ ...reads(actor), useCase: importUsers, input: { ...input, isDryRun: true } });
      return [];
    } catch (error) {
      if (isRefusedWith(error, 'import.wrongRows')) return wrongCells(error.refusal.wrong);
      throw error;
    }
  }

  /** The download, once it is recorded that somebody takes it away. */
  async function recordDownload(stream: Readable, by: CalledBy<Actor>, input: ReportExport): Promise<Download> {
    await core.perform({ ...by, useCase: recordExport, input, effect: 'writes' }).catch((error: unknown) => {
      stream.destroy();
      throw error;
    });
    return new Download(stream);
  }

  return {
    ...activityImportHandlers(core, publicUrl),

    async importUsers({ sheet, isDryRun = false, isAnnotated }, { actor, by, scope, once }) {
      const input = { ...readUserSheet(sheet.contents), isDryRun, isByScript: scope === 'import_people' };
      if (isAnnotated) return new Download(annotatedWorkbook(sheet.contents, await wrongIn(input, actor)));
      return (await core.perform({ useCase: importUsers, ...by, input, effect: 'writes', once })).result;
    },

    async downloadImportTemplate(_, { actor }) {
      const { result } = await core.perform({ ...reads(actor), useCase: listDepartments, input: {} });
      return new Download(templateWorkbook(result.map(({ department }) => department)));
    },

    async exportReport(input, { actor, by, ctx }) {
      await limits.spend('workbooks', actor.id);
      const write = async (at: ReplicaSnapshot | null) => {
        const { result } = await core.perform({ ...reads(actor), useCase: readReportRows, input, at });
        const batches = (ctx.state.slot as Slot).inOwnSlots(result.batches);
        const figures = { ...reads(actor), useCase: readPunctuality, input: result.punctualityQuery, at };
        return reportWorkbook(
          { ...result, batches },
          {
            author: fullName(actor),
            now: core.clock(),
            zone: core.zone,
            asOf: at?.asOf ?? null,
            readPunctuality: async () => (await core.perform(figures)).result,
          },
        );
      };
      const { isAssigned, ...query } = input;
      const exported = { report: isAssigned ? 'assignedActivities' : 'activities', query } as const;
      return recordDownload(await reading(actor.id, () => fromSource(write)), by, exported);
    },

    async exportAdminHistory(query, { actor, by, ctx }) {
      await limits.spend('workbooks', actor.id);
      const write = async () => {
        const { result } = await core.perform({ ...reads(actor), useCase: readAdminHistory, input: query });
        return adminHistoryWorkbook((ctx.state.slot as Slot).inOwnSlots(result), core.zone);
      };
      return recordDownload(await reading(actor.id, write), by, { report: 'adminHistory', query });
    },
  };
}
