import type { Knex } from 'knex';
import { absencesOn } from './absences.ts';
import { accessTokensOn } from './access-tokens.ts';
import { activitiesOn } from './activities.ts';
import { activityImportsOn } from './activity-imports.ts';
import { activityReportsOn } from './activity-reports.ts';
import { activitySearchOn } from './activity-search.ts';
import { activityTemplatesOn } from './activity-templates.ts';
import { activityViewsOn } from './activity-views.ts';
import { adminHistoryOn } from './admin-history.ts';
import { auditOn } from './audit.ts';
import { calendarFeedsOn } from './calendar-feeds.ts';
import { chatCardsOn } from './chat-cards.ts';
import { chatLinksOn } from './chat-links.ts';
import { chatSummariesOn, chatTasksOn } from './chat-tasks.ts';
import { commentsOn } from './comments.ts';
import { companyAccountsOn, passwordExceptionsOn } from './company-accounts.ts';
import { deviceAuthorizationsOn } from './device-authorizations.ts';
import { emailChangesOn } from './email-changes.ts';
import { failedDigestsOn } from './failed-digests.ts';
import { historyOn } from './history.ts';
import { historyBaselinesOn } from './history-baselines.ts';
import { historySealsOn } from './history-seals.ts';
import { holidaysOn } from './holidays.ts';
import { imagesOn, photosOn } from './images.ts';
import { installationOn } from './installation.ts';
import { knownDevicesOn, knownNetworksOn, loginDelaysOn } from './login-protection.ts';
import { notificationsOn } from './notifications.ts';
import { notificationPreferencesOn, outboxOn } from './outbox.ts';
import { passwordResetsOn } from './password-resets.ts';
import { remindersOn } from './reminders.ts';
import { eventCountersOn, idempotencyKeysOn } from './requests.ts';
import { listSizesOn, savedViewsOn } from './saved-views.ts';
import { sealWitnessesOn } from './seal-witnesses.ts';
import { secondFactorsOn } from './second-factors.ts';
import { serverStatusOn } from './server-status.ts';
import { sessionsOn } from './sessions.ts';
import { topicAssignmentsOn, topicsOn } from './topics.ts';
import { importedPeopleOn, usersOn } from './users.ts';
import { weeklyReportsOn } from './weekly-reports.ts';

const tablesOn = (db: Knex, zone: string) => ({
  absences: absencesOn(db),
  accessTokens: accessTokensOn(db, zone),
  activities: activitiesOn(db),
  activityImports: activityImportsOn(db),
  activityReports: activityReportsOn(db, zone),
  activitySearch: activitySearchOn(db),
  activityTemplates: activityTemplatesOn(db),
  activityViews: activityViewsOn(db),
  adminHistory: adminHistoryOn(db, zone),
  notifications: notificationsOn(db),
  notificationPreferences: notificationPreferencesOn(db, zone),
  idempotencyKeys: idempotencyKeysOn(db),
  audit: auditOn(db),
  calendarFeeds: calendarFeedsOn(db),
  chatCards: chatCardsOn(db),
  chatLinks: chatLinksOn(db),
  chatSummaries: chatSummariesOn(db),
  chatTasks: chatTasksOn(db, zone),
  comments: commentsOn(db),
  companyAccounts: companyAccountsOn(db),
  deviceAuthorizations: deviceAuthorizationsOn(db),
  emailChanges: emailChangesOn(db),
  failedDigests: failedDigestsOn(db),
  history: historyOn(db),
  historyBaselines: historyBaselinesOn(db),
  historySeals: historySealsOn(db),
  holidays: holidaysOn(db),
  images: imagesOn(db),
  importedPeople: importedPeopleOn(db),
  installation: installationOn(db),
  knownDevices: knownDevicesOn(db),
  knownNetworks: knownNetworksOn(db),
  loginDelays: loginDelaysOn(db),
  outbox: outboxOn(db, zone),
  passwordExceptions: passwordExceptionsOn(db),
  passwordResets: passwordResetsOn(db),
  photos: photosOn(db),
  savedViews: savedViewsOn(db),
  listSizes: listSizesOn(db),
  weeklyReports: weeklyReportsOn(db),
  secondFactors: secondFactorsOn(db),
  sealWitnesses: sealWitnessesOn(db, zone),
  serverStatus: serverStatusOn(db),
  sessions: sessionsOn(db),
  reminders: remindersOn(db, zone),
  eventCounters: eventCountersOn(db),
  topicAssignments: topicAssignmentsOn(db),
  topics: topicsOn(db),
  users: usersOn(db),
});

/** Everything stored, bound to one connection or transaction. A use case gets it ready-made and cannot name another. */
export interface Repositories extends ReturnType<typeof tablesOn> {
  /** A part of the transaction that may fail alone (a savepoint): what it throws undoes the part, and the rest stands. */
  savepoint<Result>(work: (repos: Repositories) => Promise<Result>): Promise<Result>;
}

export const repositoriesOn = (db: Knex, zone: string): Repositories => ({
  ...tablesOn(db, zone),
  savepoint: (work) => db.transaction((trx) => work(repositoriesOn(trx, zone))),
});

/** Reads the database as it was at one moment; nothing can be written. */
export const readSnapshot = <Result>(db: Knex, zone: string, read: (repos: Repositories) => Promise<Result>): Promise<Result> =>
  db.transaction((trx) => read(repositoriesOn(trx, zone)), { isolationLevel: 'repeatable read', readOnly: true });
