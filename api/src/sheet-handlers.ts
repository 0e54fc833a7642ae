import type { Readable } from 'node:stream';
import { readUserSheet } from '@bitacora/core/contract/import-sheet';
import { type Actor, fullName } from '@bitacora/core/domain/person';
import { Refused } from '@bitacora/core/domain/refusal';
import type { WrongCell } from '@bitacora/core/domain/user-import';
import type { Core, Moment, Standby } from '@bitacora/core/server';
import { type ImportRequest, importUsers } from '@bitacora/core/use-cases/import-users';
import { readAdminHistory } from '@bitacora/core/use-cases/read-admin-history';
import { listDepartments } from '@bitacora/core/use-cases/read-topics';
import { readWorkbook } from '@bitacora/core/use-cases/read-workbook';
import { type Exported, recordExport } from '@bitacora/core/use-cases/record-export';
import type { Logger } from 'pino';
import type { CalledBy, SheetCall, Special } from './handlers.ts';
import type { Turn } from './http/concurrency-limit.ts';
import { Download } from './http/download.ts';
import type { Limits } from './http/limits.ts';
import { adminHistoryWorkbook } from './sheets/admin-history-workbook.ts';
import { annotatedWorkbook } from './sheets/annotated-workbook.ts';
import { reportSource } from './sheets/report-source.ts';
import { reportWorkbook } from './sheets/report-workbook.ts';
import { templateWorkbook } from './sheets/template-workbook.ts';
import { twoAtOnce } from './sheets/two-at-once.ts';

interface SheetParts {
  core: Core;
  limits: Limits;
  log: Logger;
  /** Where large reports are read rather than in the database itself. */
  standby?: Standby | null;
}

/** The calls whose question or answer is a workbook. */
export function sheetHandlers({ core, limits, log, standby = null }: SheetParts): Special<SheetCall> {
  const reading = twoAtOnce();
  const fromSource = reportSource(standby, log);

  const reads = (actor: Actor) => ({ actor, channel: actor.channel, effect: 'reads' }) as const;

  /** What is wrong with a file, found out by a rehearsal. */
  async function wrongIn(input: ImportRequest, actor: Actor): Promise<readonly WrongCell[]> {
    try {
      await core.perform({ ...reads(actor), useCase: importUsers, input: { ...input, isRehearsal: true } });
      return [];
    } catch (error) {
      if (error instanceof Refused && error.refusal.code === 'import.wrongRows') return error.refusal.wrong;
      throw error;
    }
  }

  /** The download, once it is recorded that somebody takes it away. */
  async function recorded(stream: Readable, by: CalledBy<Actor>, input: Exported): Promise<Download> {
    await core.perform({ ...by, useCase: recordExport, input, effect: 'writes' }).catch((error: unknown) => {
      stream.destroy();
      throw error;
    });
    return new Download(stream);
  }

  return {
    async uploadUsersBulk({ sheet, isRehearsal = false, isAnnotated }, { actor, by, once }) {
      const input = { ...readUserSheet(sheet), isRehearsal };
      if (isAnnotated) return new Download(annotatedWorkbook(sheet, await wrongIn(input, actor)));
      return (await core.perform({ useCase: importUsers, ...by, input, effect: 'writes', once })).result;
    },

    async usersTemplate(_, { actor }) {
      const { result } = await core.perform({ ...reads(actor), useCase: listDepartments, input: {} });
      return new Download(templateWorkbook(result.map(({ department }) => department)));
    },

    async createReportActivitiesF(input, { actor, by, ctx }) {
      await limits.spend('workbooks', actor.id);
      const write = async (at: Moment | null) => {
        const { result } = await core.perform({ ...reads(actor), useCase: readWorkbook, input, at });
        const batches = (ctx.state.turn as Turn).inTurns(result.batches);
        return reportWorkbook(
          { ...result, batches },
          { author: fullName(actor), now: core.clock(), zone: core.zone, asOf: at?.asOf ?? null },
        );
      };
      const { isAssigned, ...asked } = input;
      const exported = { report: isAssigned ? 'assignedActivities' : 'activities', asked } as const;
      return recorded(await reading(actor.id, () => fromSource(write)), by, exported);
    },

    async createAdminHistoryWorkbook(asked, { actor, by, ctx }) {
      await limits.spend('workbooks', actor.id);
      const write = async () => {
        const { result } = await core.perform({ ...reads(actor), useCase: readAdminHistory, input: asked });
        return adminHistoryWorkbook((ctx.state.turn as Turn).inTurns(result), core.zone);
      };
      return recorded(await reading(actor.id, write), by, { report: 'adminHistory', asked });
    },
  };
}
