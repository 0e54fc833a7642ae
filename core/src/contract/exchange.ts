/** What a browser knows of the contract before it loads its schemas. */

/** The media type of an .xlsx. */
export const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export const ZIP_TYPE = 'application/zip';

export const sessionRequests = {
  readSession: { method: 'GET', path: '/api/get-session', effect: 'reads' },
  readCsrfToken: { method: 'GET', path: '/api/csrf-token', effect: 'reads' },
  logIn: { method: 'POST', path: '/api/login', effect: 'writes' },
  logOut: { method: 'POST', path: '/api/logout', effect: 'writes' },
} as const;

/** With the names that browsers give the parts of a subscription. */
export const subscribeRequest = { method: 'POST', path: '/api/subscribe_push', effect: 'writes' } as const;
