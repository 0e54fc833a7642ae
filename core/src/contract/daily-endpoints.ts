import { activityEndpoints } from './activity-endpoints.ts';
import { adminEndpoints } from './admin-endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import { holidayEndpoints } from './holiday-endpoints.ts';
import { reportEndpoints } from './report-endpoints.ts';
import { savedViewEndpoints } from './saved-view-endpoints.ts';
import { searchEndpoints } from './search-endpoints.ts';
import { seriesEndpoints } from './series-endpoints.ts';
import { sessionEndpoints } from './session-endpoints.ts';
import { verificationEndpoints } from './verification-endpoints.ts';
import { workbookEndpoints } from './workbook-endpoints.ts';

/** The calls of Home, the lists, the reports and the consult pages: of `peopleEndpoints`, those a browser needs every day. */
export const dailyEndpoints = {
  ...sessionEndpoints,
  ...activityEndpoints,
  ...seriesEndpoints,
  ...verificationEndpoints,
  ...reportEndpoints,
  ...searchEndpoints,
  ...adminEndpoints,
  ...savedViewEndpoints,
  ...workbookEndpoints,
  ...holidayEndpoints,
} as const satisfies Record<string, Endpoint>;
