import { searchActivities } from '@bitacora/core/use-cases/activities/search-activities';
import { readComplianceGroups } from '@bitacora/core/use-cases/reports/read-compliance-groups';
import {
  countFacets,
  listAllActivities,
  listAssignedByMe,
  readAssignedFigures,
  readCompanyFigures,
  readFirstPending,
} from '@bitacora/core/use-cases/reports/read-reports';

/** Lists and figures over many activities. */
export const reportHandlers = {
  listAllActivities,
  listAssignedByMe,
  countFacets,
  readCompanyFigures,
  readAssignedFigures,
  readComplianceGroups,
  readFirstPending,
  searchActivities,
};
