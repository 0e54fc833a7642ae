import type { reportEndpoints } from '@bitacora/core/contract/reports/report-endpoints';
import type { standUpEndpoints } from '@bitacora/core/contract/reports/stand-up-endpoints';
import { fullName } from '@bitacora/core/domain/people/person';
import { historyNote } from '@bitacora/core/messages/activities/history-note';
import { forecastInWords } from '@bitacora/core/messages/reports/forecast';
import type { Core, ReadReplica, ReplicaSnapshot } from '@bitacora/core/server';
import { readReportRows } from '@bitacora/core/use-cases/reports/export-report';
import { readComplianceGroups, readPeopleLoad, readPunctuality } from '@bitacora/core/use-cases/reports/read-figures';
import {
  countFacets,
  encodedAllActivities,
  encodedAssignedByMe,
  readAssignedFigures,
  readCompanyFigures,
  readFirstPending,
} from '@bitacora/core/use-cases/reports/read-reports';
import { listSavedViews, removeSavedView, saveListSize, saveView } from '@bitacora/core/use-cases/reports/saved-views';
import { readStandUp, sendMinute } from '@bitacora/core/use-cases/reports/stand-up';
import type { Logger } from 'pino';
import { type Handlers, withReply } from '../calls/handlers.ts';
import type { WorkbookDownloads } from '../calls/workbook-downloads.ts';
import { activityFields } from '../http/activity-fields.ts';
import type { Slot } from '../http/concurrency-limit.ts';
import type { RateLimits } from '../http/rate-limit.ts';
import { reportSource } from './report-source.ts';
import { reportWorkbook } from './report-workbook.ts';

interface ReportDependencies {
  core: Core;
  log: Logger;
  limits: RateLimits;
  download: WorkbookDownloads;
  /** Large reports are read here if it is set, and otherwise on the primary. */
  readReplica?: ReadReplica | null;
}

export function reportHandlers({
  core,
  log,
  limits,
  download,
  readReplica = null,
}: ReportDependencies): Handlers<Exclude<keyof typeof reportEndpoints, 'createExpedient'> | keyof typeof standUpEndpoints> {
  const fromSource = reportSource(readReplica, log);
  return {
    listAllActivities: encodedAllActivities(activityFields),
    listAssignedByMe: encodedAssignedByMe(activityFields),
    countFacets,
    readCompanyFigures,
    readAssignedFigures,
    readComplianceGroups,
    readPeopleLoad,
    readPunctuality,
    readFirstPending,

    async exportReport(input, { actor, by, ctx }) {
      const reads = { ...by, effect: 'reads' } as const;
      const write = async (at: ReplicaSnapshot | null) => {
        const { result } = await core.perform({ ...reads, useCase: readReportRows, input, at });
        const batches = (ctx.state.slot as Slot).inOwnSlots(result.batches);
        const figures = { ...reads, useCase: readPunctuality, input: result.punctualityQuery, at };
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
      return download(by, { report: isAssigned ? 'assignedActivities' : 'activities', query }, () => fromSource(write));
    },

    readStandUp: withReply(readStandUp, ({ minute, forecast, ...team }) => ({
      ...team,
      forecast: forecast && forecastInWords(forecast),
      minute: minute && { ...minute, acts: minute.acts.map((act) => ({ ...act, note: historyNote(act) })) },
    })),
    async sendMinute(input, { actor, by, once }) {
      await limits.spend('minutes', actor.id);
      return (await core.perform({ ...by, useCase: sendMinute, input, effect: 'writes', once })).result;
    },

    listSavedViews,
    saveView,
    saveListSize,
    removeSavedView,
  };
}
