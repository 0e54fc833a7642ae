import type { reportEndpoints } from '@bitacora/core/contract/reports/report-endpoints';
import { fullName } from '@bitacora/core/domain/people/person';
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
import type { Logger } from 'pino';
import type { Handlers } from '../calls/handlers.ts';
import type { WorkbookDownloads } from '../calls/workbook-downloads.ts';
import { activityFields } from '../http/activity-fields.ts';
import type { Slot } from '../http/concurrency-limit.ts';
import { reportSource } from './report-source.ts';
import { reportWorkbook } from './report-workbook.ts';

interface ReportDependencies {
  core: Core;
  log: Logger;
  download: WorkbookDownloads;
  /** Large reports are read here if it is set, and otherwise on the primary. */
  readReplica?: ReadReplica | null;
}

export function reportHandlers({
  core,
  log,
  download,
  readReplica = null,
}: ReportDependencies): Handlers<Exclude<keyof typeof reportEndpoints, 'createExpedient'>> {
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

    listSavedViews,
    saveView,
    saveListSize,
    removeSavedView,
  };
}
