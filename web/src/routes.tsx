import { frame } from '@bitacora/core/messages/layout';
import { type RouteObject, useRevalidator, useRouteError } from 'react-router-dom';
import { getApp, OWN_WORK_ROUTE, SESSION_ROUTE } from './app/app.ts';
import { paths } from './app/paths.ts';
import { requirePolicy, requireSession, skipLogin } from './app/route-guards.ts';
import { watches } from './layout/live/watched.ts';
import { Component as Login } from './login/login.tsx';
import { Failed } from './ui/failed.tsx';

/** Addresses, screens and guards. Each screen is a chunk of its own, except the login, whose controls every screen has. */
export const routes: RouteObject[] = [
  { path: paths.login, loader: skipLogin, Component: Login, ErrorBoundary: Broken },
  {
    path: paths.secondFactor,
    lazy: () => import('./login/second-factor/setup.tsx'),
    ErrorBoundary: Broken,
  },
  {
    path: paths.confirmEmail,
    lazy: () => import('./login/confirm-email.tsx'),
    ErrorBoundary: Broken,
  },
  {
    id: SESSION_ROUTE,
    middleware: [requireSession],
    loader: (args) => getApp(args).session.current(),
    // The session is read always, because a tab that was open overnight has another date. Session memory limits calls to one a minute.
    shouldRevalidate: () => true,
    lazy: () => import('./layout/shell.tsx'),
    ErrorBoundary: Broken,
    children: [
      {
        ErrorBoundary: Broken,
        children: [
          {
            path: paths.home,
            handle: watches.lists,
            lazy: () => import('./activities/home/home.tsx'),
            children: [{ index: true, id: OWN_WORK_ROUTE, lazy: () => import('./activities/home/own-work.tsx') }],
          },
          { path: paths.notifications, handle: watches.lists, lazy: () => import('./notifications/notifications.tsx') },
          { path: paths.register, lazy: () => import('./activities/form/new-activity.tsx') },
          { path: paths.pending, handle: watches.lists, lazy: () => import('./activities/list/my-activities.tsx') },
          { path: paths.history, handle: watches.lists, lazy: () => import('./activities/list/my-history.tsx') },
          { path: paths.substituted, handle: watches.lists, lazy: () => import('./activities/list/substituted.tsx') },
          {
            path: '/Consult_My_Activity/:id',
            handle: watches.consulted,
            lazy: () => import('./activities/consult/consult-page.tsx'),
          },
          {
            path: '/Consult_Activitie_Assigned/:id',
            handle: watches.consulted,
            lazy: () => import('./activities/consult/consult-page.tsx'),
          },
          {
            path: '/Consult_Completed_Activity/:id',
            handle: watches.consulted,
            lazy: () => import('./activities/consult/consult-page.tsx'),
          },
          { path: paths.activate, lazy: () => import('./login/activate.tsx') },
          { path: paths.profile, lazy: () => import('./profile/profile.tsx') },
          { path: paths.users, middleware: [requirePolicy('manageUsers')], lazy: () => import('./people/users.tsx') },
          { path: paths.topics, middleware: [requirePolicy('manageTopics')], lazy: () => import('./topics/topics.tsx') },
          {
            path: paths.topicAssignments,
            middleware: [requirePolicy('assignTopics')],
            lazy: () => import('./topics/topic-assignments.tsx'),
          },
          {
            path: paths.assign,
            middleware: [requirePolicy('assignActivities')],
            lazy: () => import('./activities/form/assign-activity.tsx'),
          },
          {
            path: paths.importActivities,
            middleware: [requirePolicy('assignActivities')],
            lazy: () => import('./activities/import/import-activities.tsx'),
          },
          {
            path: paths.holidays,
            middleware: [requirePolicy('manageUsers')],
            lazy: () => import('./admin/notices/holidays.tsx'),
          },
          {
            path: paths.deliveries,
            middleware: [requirePolicy('manageUsers')],
            lazy: () => import('./admin/notices/deliveries.tsx'),
          },
          {
            path: paths.adminHistory,
            middleware: [requirePolicy('readAdminHistory')],
            lazy: () => import('./admin/history/admin-history.tsx'),
          },
          {
            path: paths.webhooks,
            middleware: [requirePolicy('manageWebhooks')],
            lazy: () => import('./admin/webhooks/webhooks.tsx'),
          },
          {
            path: paths.serverStatus,
            middleware: [requirePolicy('manageUsers')],
            lazy: () => import('./admin/server-status/server-status.tsx'),
          },
          {
            path: paths.personLoad(':id'),
            handle: watches.lists,
            middleware: [requirePolicy('readGlobalReports')],
            lazy: () => import('./people/person-load.tsx'),
          },
          {
            path: paths.verifyInbox,
            handle: watches.lists,
            middleware: [requirePolicy('readGlobalReports')],
            lazy: () => import('./activities/verify/verify-inbox.tsx'),
          },
          {
            path: paths.assignedReport,
            handle: watches.lists,
            middleware: [requirePolicy('readGlobalReports')],
            lazy: () => import('./reports/assigned-report.tsx'),
          },
          {
            path: paths.pendingReport,
            handle: watches.lists,
            middleware: [requirePolicy('readGlobalReports')],
            lazy: () => import('./reports/pending-report.tsx'),
          },
          {
            path: paths.finishedReport,
            handle: watches.lists,
            middleware: [requirePolicy('readGlobalReports')],
            lazy: () => import('./reports/finished-report.tsx'),
          },
          {
            path: paths.punctuality,
            handle: watches.lists,
            middleware: [requirePolicy('readGlobalReports')],
            lazy: () => import('./reports/punctuality-report.tsx'),
          },
          {
            path: `${paths.punctuality}/:rows`,
            handle: watches.lists,
            middleware: [requirePolicy('readGlobalReports')],
            lazy: () => import('./reports/figure-rows.tsx'),
          },
          {
            path: paths.registeredReport,
            handle: watches.lists,
            middleware: [requirePolicy('readGlobalReports')],
            lazy: () => import('./reports/figure-rows.tsx'),
          },
          { path: '*', lazy: () => import('./layout/unknown-page.tsx') },
        ],
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
