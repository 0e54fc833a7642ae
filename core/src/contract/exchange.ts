import type { ActivityPart } from '../domain/activities/activity.ts';

/** What a browser knows of the contract before it loads its schemas. */

export const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export const ZIP_TYPE = 'application/zip';

export const PDF_TYPE = 'application/pdf';

export const sessionRequests = {
  readSession: { method: 'GET', path: '/api/get-session', effect: 'reads' },
  readCsrfToken: { method: 'GET', path: '/api/csrf-token', effect: 'reads' },
  logIn: { method: 'POST', path: '/api/login', effect: 'writes' },
  logOut: { method: 'POST', path: '/api/logout', effect: 'writes' },
} as const;

/** With the names that browsers give the parts of a subscription. */
export const subscribeRequest = { method: 'POST', path: '/api/subscribe_push', effect: 'writes' } as const;

const readsOne = <Path extends string>(path: Path) => ({ method: 'GET', path, effect: 'reads' }) as const;

/** What answers one activity. Devices keep these replies. */
export const activityRequests = {
  readActivity: readsOne('/api/get_activity/:id'),
  listComments: readsOne('/api/call_comments_by_activity/:id'),
  listEvidence: readsOne('/api/call_images_by_activity/:id'),
  listDocuments: readsOne('/api/get_activity_documents/:id'),
  listHistory: readsOne('/api/get_activity_history/:id'),
  readSeries: readsOne('/api/get_activity_series/:id'),
} as const;

/** By each part of an activity, named as on the wire, the request that answers it alone. */
export const partRequests = {
  comments: activityRequests.listComments,
  evidence: activityRequests.listEvidence,
  documents: activityRequests.listDocuments,
  history: activityRequests.listHistory,
} as const satisfies Record<ActivityPart, object>;
