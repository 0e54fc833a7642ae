import { activityEndpoints } from './activity-endpoints.ts';
import { announcementEndpoints } from './announcement-endpoints.ts';
import { calendarEndpoints } from './calendar-endpoints.ts';
import { chatLinkEndpoints } from './chat-link-endpoints.ts';
import { diagnosisEndpoints } from './diagnosis-endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import { holidayEndpoints } from './holiday-endpoints.ts';
import { importEndpoints } from './import-endpoints.ts';
import { officeEndpoints } from './office-endpoints.ts';
import { preferenceEndpoints } from './preference-endpoints.ts';
import { profileEndpoints } from './profile-endpoints.ts';
import { reportEndpoints } from './report-endpoints.ts';
import { savedViewEndpoints } from './saved-view-endpoints.ts';
import { searchEndpoints } from './search-endpoints.ts';
import { seriesEndpoints } from './series-endpoints.ts';
import { sessionEndpoints } from './session-endpoints.ts';
import { statusEndpoints } from './status-endpoints.ts';
import { tokenEndpoints } from './token-endpoints.ts';
import { topicEndpoints } from './topic-endpoints.ts';
import { userEndpoints } from './user-endpoints.ts';
import { verificationEndpoints } from './verification-endpoints.ts';
import { workbookEndpoints } from './workbook-endpoints.ts';

/** The calls of people at the web and the terminal: all that a browser loads of the contract. */
export const peopleEndpoints = {
  ...sessionEndpoints,
  ...activityEndpoints,
  ...seriesEndpoints,
  ...verificationEndpoints,
  ...reportEndpoints,
  ...searchEndpoints,
  ...officeEndpoints,
  ...profileEndpoints,
  ...preferenceEndpoints,
  ...calendarEndpoints,
  ...savedViewEndpoints,
  ...userEndpoints,
  ...importEndpoints,
  ...workbookEndpoints,
  ...topicEndpoints,
  ...holidayEndpoints,
  ...announcementEndpoints,
  ...diagnosisEndpoints,
  ...statusEndpoints,
  ...tokenEndpoints,
  ...chatLinkEndpoints,
} as const satisfies Record<string, Endpoint>;
