import { readComplianceGroups } from '@bitacora/core/use-cases/read-compliance-groups';
import {
  listAllActivities,
  listAssignedByMe,
  readAssignedFigures,
  readCompanyFigures,
  readFacets,
  readFirstPending,
} from '@bitacora/core/use-cases/read-reports';
import { searchActivities } from '@bitacora/core/use-cases/search-activities';

/** Lists and figures over many activities. */
export const reportHandlers = {
  getAllActivities: listAllActivities,
  getUserAssignedActivities: listAssignedByMe,
  getStatsActivities: readFacets,
  getGeneralActivityStats: readCompanyFigures,
  getUserActivityStats: readAssignedFigures,
  getComplianceGroups: readComplianceGroups,
  firstActivityPending: readFirstPending,
  search: searchActivities,
};
