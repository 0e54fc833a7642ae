import type { Knex } from 'knex';
import { accessTokensOn, calendarFeedsOn } from './account/access-tokens.ts';
import {
  companyAccountsOn,
  knownDevicesOn,
  knownNetworksOn,
  loginDelaysOn,
  passwordExceptionsOn,
  secondFactorsOn,
} from './account/logins.ts';
import { deviceAuthorizationsOn, emailChangesOn, emailReversalsOn, passwordResetsOn } from './account/one-time-tokens.ts';
import { eventCountersOn, idempotencyKeysOn } from './account/requests.ts';
import { pushSubscriptionsOn, sessionsOn } from './account/sessions.ts';
import { activitiesOn, activityImportsOn } from './activities/activities.ts';
import { activitySearchOn } from './activities/activity-search.ts';
import { activityViewsOn } from './activities/activity-views.ts';
import { missingWordsOn } from './activities/activity-words.ts';
import { commentsOn, historyOn } from './activities/history.ts';
import { imagesOn, photosOn } from './activities/images.ts';
import { workRequestsOn } from './activities/work-requests.ts';
import { adminHistoryOn } from './admin/admin-history.ts';
import { auditOn } from './admin/audit.ts';
import { historyBaselinesOn, sealWitnessesOn } from './admin/history-proof.ts';
import { historySealsOn } from './admin/history-seals.ts';
import { installationOn } from './admin/installation.ts';
import { webhookDeliveriesOn, webhooksOn } from './admin/webhooks.ts';
import { chatLinksOn } from './chat/chat-links.ts';
import { chatCardsOn, chatSummariesOn, chatTasksOn } from './chat/chat-work.ts';
import { notificationTracesOn } from './notifications/notification-trace.ts';
import { failedDigestsOn, notificationsOn } from './notifications/notifications.ts';
import { notificationPreferencesOn, outboxOn } from './notifications/outbox.ts';
import { remindersOn, weeklyReportsOn } from './notifications/scheduled-notifications.ts';
import { anonymisationOn } from './people/anonymisation.ts';
import { absencesOn, holidaysOn } from './people/days-off.ts';
import { importedPeopleOn, usersOn } from './people/users.ts';
import { activityReportsOn } from './reports/activity-reports.ts';
import { savedViewsOn } from './reports/saved-views.ts';
import { serverStatusOn } from './server-status.ts';
import { activityTemplatesOn, topicAssignmentsOn, topicChannelsOn, topicsOn } from './topics/topics.ts';

const tables = {
  absences: absencesOn,
  accessTokens: accessTokensOn,
  activities: activitiesOn,
  activityImports: activityImportsOn,
  activityReports: activityReportsOn,
  activitySearch: activitySearchOn,
  missingWords: missingWordsOn,
  activityTemplates: activityTemplatesOn,
  activityViews: activityViewsOn,
  adminHistory: adminHistoryOn,
  notifications: notificationsOn,
  notificationPreferences: notificationPreferencesOn,
  notificationTraces: notificationTracesOn,
  idempotencyKeys: idempotencyKeysOn,
  anonymisation: anonymisationOn,
  audit: auditOn,
  calendarFeeds: calendarFeedsOn,
  chatCards: chatCardsOn,
  chatLinks: chatLinksOn,
  chatSummaries: chatSummariesOn,
  chatTasks: chatTasksOn,
  comments: commentsOn,
  companyAccounts: companyAccountsOn,
  deviceAuthorizations: deviceAuthorizationsOn,
  emailChanges: emailChangesOn,
  emailReversals: emailReversalsOn,
  failedDigests: failedDigestsOn,
  history: historyOn,
  historyBaselines: historyBaselinesOn,
  historySeals: historySealsOn,
  holidays: holidaysOn,
  images: imagesOn,
  importedPeople: importedPeopleOn,
  installation: installationOn,
  knownDevices: knownDevicesOn,
  knownNetworks: knownNetworksOn,
  loginDelays: loginDelaysOn,
  outbox: outboxOn,
  passwordExceptions: passwordExceptionsOn,
  passwordResets: passwordResetsOn,
  photos: photosOn,
  pushSubscriptions: pushSubscriptionsOn,
  savedViews: savedViewsOn,
  webhooks: webhooksOn,
  webhookDeliveries: webhookDeliveriesOn,
  weeklyReports: weeklyReportsOn,
  secondFactors: secondFactorsOn,
  sealWitnesses: sealWitnessesOn,
  serverStatus: serverStatusOn,
  sessions: sessionsOn,
  reminders: remindersOn,
  eventCounters: eventCountersOn,
  topicAssignments: topicAssignmentsOn,
  topicChannels: topicChannelsOn,
  topics: topicsOn,
  users: usersOn,
  workRequests: workRequestsOn,
};
type Tables = { [Name in keyof typeof tables]: ReturnType<(typeof tables)[Name]> };

/** The repositories, bound to one connection or transaction. A use case gets them ready-made, so it cannot use another connection. */
export interface Repositories extends Tables {
  /** Runs a part of the transaction that may fail alone: what it throws undoes the part, and the rest stands. */
  savepoint<Result>(work: (repos: Repositories) => Promise<Result>): Promise<Result>;
  /**
   * Runs several reads, at the same time on a pool and one after the other in a transaction, because its connection takes one statement at a
   * time.
   */
  readAll<const Reads extends readonly (() => unknown)[]>(
    ...reads: Reads
  ): Promise<{ [Index in keyof Reads]: Awaited<ReturnType<Reads[Index]>> }>;
}

/** Makes each repository when it is first read, because a call uses few of them. */
class BoundRepositories {
  readonly db: Knex;
  readonly zone: string;
  constructor(db: Knex, zone: string) {
    this.db = db;
    this.zone = zone;
  }
  savepoint<Result>(work: (repos: Repositories) => Promise<Result>): Promise<Result> {
    return this.db.transaction((trx) => work(repositoriesOn(trx, this.zone)));
  }
  async readAll(...reads: (() => unknown)[]): Promise<unknown[]> {
    if (!this.db.isTransaction) return Promise.all(reads.map((read) => read()));
    const results: unknown[] = [];
    for (const read of reads) results.push(await read());
    return results;
  }
}
for (const [name, make] of Object.entries(tables)) {
  Object.defineProperty(BoundRepositories.prototype, name, {
    get(this: BoundRepositories) {
      const value = make(this.db, this.zone);
      Object.defineProperty(this, name, { value });
      return value;
    },
  });
}

export const repositoriesOn = (db: Knex, zone: string): Repositories => new BoundRepositories(db, zone) as unknown as Repositories;

/** Runs reads in a transaction that sees one moment and cannot write. */
export const readSnapshot = <Result>(db: Knex, zone: string, read: (repos: Repositories) => Promise<Result>): Promise<Result> =>
  db.transaction((trx) => read(repositoriesOn(trx, zone)), { isolationLevel: 'repeatable read', readOnly: true });
