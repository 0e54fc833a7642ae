/**
 * Which tests which command runs. `npm test` runs the everyday ones. `npm run test:all`, which `.ci/run` uses, adds the long ones.
 * `npm run test:proofs` runs the proofs alone, and `npm run test:deep` runs everything with more cases.
 */

/**
 * Installations and programs that start for one case each, walks through every screen at every width, and every call asked in every way.
 * Also whole chats, attacks, many rows, waits, and the journeys of single parts. They take half of the time of all tests but the proofs.
 */
export const LONG = [
  'api/test/audience.test.ts',
  'api/test/concurrency-limit.test.ts',
  'api/test/diagnosis.test.ts',
  'api/test/emails/mail-server-away.test.ts',
  'api/test/emails/mail-server-fails.test.ts',
  'api/test/emails/mail-server-says-no.test.ts',
  'api/test/every-call/**',
  'api/test/first-run.test.ts',
  'api/test/first-start.test.ts',
  'api/test/hostile-uploads.test.ts',
  'api/test/jobs/seal-history.test.ts',
  'api/test/jobs/sessions-pile-up.test.ts',
  'api/test/limits-hold.test.ts',
  'api/test/live/live.test.ts',
  'api/test/process/**',
  'api/test/reset-attacks.test.ts',
  'api/test/roles/restricted-roles.test.ts',
  'api/test/sheets/report-workbook.test.ts',
  'api/test/sheets/upload-speed.test.ts',
  'api/test/slow-clients.test.ts',
  'bot/test/process.test.ts',
  'bot/test/whole/**',
  'cli/test/full-screen.test.ts',
  'cli/test/interrupted.test.ts',
  'cli/test/launch.test.ts',
  'cli/test/long-reports.test.ts',
  'core/test/life-cycle/random-lives.test.ts',
  'core/test/outbox/many-takers.test.ts',
  'core/test/persistence/prepared.test.ts',
  'core/test/reports/agreement.test.ts',
  'core/test/reports/long-reports.test.ts',
  'core/test/reports/speed.test.ts',
  'core/test/seeds/demo-company.test.ts',
  'core/test/reminders/speed.test.ts',
  'e2e/chat-link.test.ts',
  'e2e/clicks.test.ts',
  'e2e/live.test.ts',
  'e2e/notices.test.ts',
  'e2e/own-activity.test.ts',
  'e2e/people.test.ts',
  'e2e/phone.test.ts',
  'e2e/screens/**',
  'tools/test/audit.test.ts',
];

/**
 * Tests that prove what a change seldom breaks: kills, full disks, several processes, whole days of a calendar, hostile files, long
 * journeys. One is repeated by `e2e/screens` in a browser. They take more than half of the processor of all tests. The workflow `proofs`
 * runs them every night.
 */
export const PROOFS = [
  'api/test/activity-import/hostile-workbooks.test.ts',
  'api/test/api-examples/api-examples.test.ts',
  'api/test/login-flood.test.ts',
  'api/test/process/administration/backup-shelf.test.ts',
  'api/test/process/administration/baseline.test.ts',
  'api/test/process/administration/guarded.test.ts',
  'api/test/process/administration/large.test.ts',
  'api/test/process/administration/proof.test.ts',
  'api/test/process/administration/restore-refusals.test.ts',
  'api/test/process/app-role.test.ts',
  'api/test/process/capabilities.test.ts',
  'api/test/process/crashes/all-killed.test.ts',
  'api/test/process/crashes/api-killed.test.ts',
  'api/test/process/crashes/postgres-killed.test.ts',
  'api/test/process/delivery/delivery.test.ts',
  'api/test/process/delivery/weekly-mail.test.ts',
  'api/test/process/from-a-shell.test.ts',
  'api/test/process/live.test.ts',
  'api/test/process/load/full-disk.test.ts',
  'api/test/process/load/resource-faults.test.ts',
  'api/test/process/outside-services.test.ts',
  'api/test/process/races/races.test.ts',
  'api/test/process/report-replica.test.ts',
  'api/test/process/several-processes.test.ts',
  'api/test/process/start-problems.test.ts',
  'api/test/process/reminders/clock-jump.test.ts',
  'api/test/process/reminders/many-processes.test.ts',
  'api/test/process/reminders/products.test.ts',
  'api/test/process/two-containers.test.ts',
  'api/test/process/users.test.ts',
  'api/test/process/witness/outage.test.ts',
  'api/test/process/witness/witness.test.ts',
  'api/test/sheets/hostile-sheets.test.ts',
  'api/test/reminders/a-year.test.ts',
  'e2e/admin-history.test.ts',
  'e2e/bot-demo.test.ts',
  'e2e/changes-of-plan.test.ts',
  'e2e/company-login.test.ts',
  'e2e/email-change.test.ts',
  'e2e/import-activities.test.ts',
  'e2e/admin-screens.test.ts',
  'e2e/offline.test.ts',
  'e2e/rows-open.test.ts',
  'e2e/second-factor.test.ts',
  'e2e/still.test.ts',
  'e2e/tours.test.ts',
  'e2e/workbooks.test.ts',
  'web/test/accessible.test.tsx',
];

/** The files that a run leaves out. Only `everyday` and `all` leave any. */
export function testsLeftOut(scope = process.env.TEST_SCOPE): string[] {
  if (scope === 'everyday') return [...LONG, ...PROOFS];
  return scope === 'all' ? PROOFS : [];
}
