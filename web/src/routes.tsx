import type { ManagementAct } from '@bitacora/core/domain/people/person';
import { frame } from '@bitacora/core/messages/layout';
import { type RouteObject, useRevalidator, useRouteError } from 'react-router-dom';
import { getApp, OWN_WORK_ROUTE, SESSION_ROUTE } from './app/app.ts';
import { paths } from './app/paths.ts';
import { requirePolicy, requireSession, skipLogin } from './app/route-guards.ts';
import { watches } from './layout/live/watched.ts';
import { Component as Login } from './login/login.tsx';
import { Failed } from './ui/failed.tsx';

interface PageOptions {
  /** What a person must be allowed to do to open it. */
  needs?: ManagementAct;
  /** What other people may change on it. */
  watched?: keyof typeof watches;
}

/** The route of a screen, which is a chunk of its own. The build reads these lines to know which files a screen needs. */
function page(path: string, lazy: RouteObject['lazy'], { needs, watched }: PageOptions = {}) {
  return { path, lazy, handle: watched && watches[watched], middleware: needs ? [requirePolicy(needs)] : [] };
}

const anyWork: PageOptions = { watched: 'lists' };
const allWork: PageOptions = { watched: 'lists', needs: 'readGlobalReports' };

/** The screens inside the frame. */
const screens: RouteObject[] = [
  {
    ...page(paths.home, () => import('./activities/home/home.tsx'), anyWork),
    children: [{ index: true, id: OWN_WORK_ROUTE, lazy: () => import('./activities/home/own-work.tsx') }],
  },
  page(paths.notifications, () => import('./notifications/notifications.tsx'), anyWork),
  page(paths.register, () => import('./activities/form/new-activity.tsx')),
  page(paths.requests, () => import('./activities/requests/requests.tsx'), anyWork),
  page(paths.newRequest, () => import('./activities/form/new-request.tsx')),
  page(paths.pending, () => import('./activities/list/my-activities.tsx'), anyWork),
  page(paths.history, () => import('./activities/list/my-history.tsx'), anyWork),
  page(paths.substituted, () => import('./activities/list/substituted.tsx'), anyWork),
  page('/Consult_My_Activity/:id', () => import('./activities/consult/consult-page.tsx'), { watched: 'consulted' }),
  page('/Consult_Activitie_Assigned/:id', () => import('./activities/consult/consult-page.tsx'), { watched: 'consulted' }),
  page('/Consult_Completed_Activity/:id', () => import('./activities/consult/consult-page.tsx'), { watched: 'consulted' }),
  page(paths.activate, () => import('./login/activate.tsx')),
  page(paths.profile, () => import('./profile/profile.tsx')),
  page(paths.users, () => import('./people/users.tsx'), { needs: 'manageUsers' }),
  page(paths.topics, () => import('./topics/topics.tsx'), { needs: 'manageTopics' }),
  page(paths.topicAssignments, () => import('./topics/topic-assignments.tsx'), { needs: 'assignTopics' }),
  page(paths.assign, () => import('./activities/form/assign-activity.tsx'), { needs: 'assignActivities' }),
  page(paths.importActivities, () => import('./activities/import/import-activities.tsx'), { needs: 'assignActivities' }),
  page(paths.holidays, () => import('./admin/notices/holidays.tsx'), { needs: 'manageUsers' }),
  page(paths.deliveries, () => import('./admin/notices/deliveries.tsx'), { needs: 'manageUsers' }),
  page(paths.adminHistory, () => import('./admin/history/admin-history.tsx'), { needs: 'readAdminHistory' }),
  page(paths.webhooks, () => import('./admin/webhooks/webhooks.tsx'), { needs: 'manageWebhooks' }),
  page(paths.serverStatus, () => import('./admin/server-status/server-status.tsx'), { needs: 'manageUsers' }),
  page(paths.personLoad(':id'), () => import('./people/person-load.tsx'), allWork),
  page(paths.verifyInbox, () => import('./activities/verify/verify-inbox.tsx'), allWork),
  page(paths.standUp, () => import('./meeting/stand-up.tsx'), { needs: 'readGlobalReports' }),
  page(paths.assignedReport, () => import('./reports/assigned-report.tsx'), allWork),
  page(paths.pendingReport, () => import('./reports/pending-report.tsx'), allWork),
  page(paths.finishedReport, () => import('./reports/finished-report.tsx'), allWork),
  page(paths.punctuality, () => import('./reports/punctuality-report.tsx'), allWork),
  page(`${paths.punctuality}/:rows`, () => import('./reports/figure-rows.tsx'), allWork),
  page(paths.registeredReport, () => import('./reports/figure-rows.tsx'), allWork),
  page('*', () => import('./layout/unknown-page.tsx')),
];

/** Addresses, screens and guards. The login is no chunk, because every screen has its controls. */
export const routes: RouteObject[] = [
  {
    ErrorBoundary: Broken,
    children: [
      { path: paths.login, loader: skipLogin, Component: Login },
      page(paths.secondFactor, () => import('./login/second-factor/setup.tsx')),
      page(paths.confirmEmail, () => import('./login/confirm-email.tsx')),
      {
        id: SESSION_ROUTE,
        middleware: [requireSession],
        loader: (args) => getApp(args).session.current(),
        // The session is read always, because a tab that was open overnight has another date. Session memory limits calls to one a minute.
        shouldRevalidate: () => true,
        lazy: () => import('./layout/shell.tsx'),
        children: [{ ErrorBoundary: Broken, children: screens }],
      },
    ],
  },
];

/** Shown when a screen fails to render. */
function Broken() {
  const error = useRouteError();
  const { revalidate } = useRevalidator();
  // Each browser has its own words for a script that did not come, and Vite for a style sheet.
  const isScriptMissing =
    error instanceof Error && /dynamically imported module|importing a module script|preload CSS/i.test(error.message);
  // Loads the whole page again, because an upgrade of the server removed the scripts that this page names.
  const retry = () => (isScriptMissing && navigator.onLine ? location.reload() : revalidate());
  return <Failed error={error} text={isScriptMissing ? frame.screenFailed : undefined} onRetry={retry} isPage />;
}
