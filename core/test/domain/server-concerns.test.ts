import { describe, expect, it } from 'vitest';
import { type ServerConcern, type ServerFacts, serverConcerns } from '../../src/domain/admin/health.ts';

const NOW = new Date('2026-11-20T18:00:00Z');
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
const well: ServerFacts = {
  now: NOW,
  migrationsPending: 0,
  mailLateSince: null,
  mailFailed: 0,
  mailStoppedSince: null,
  missedRemindersAt: null,
  chatLateSince: null,
  pushLateSince: null,
  webhookLateSince: null,
  webhooksDisabled: 0,
  backupAt: ago(60),
  restoreDrillAt: ago(60),
  restoreDrillProblem: null,
  isStoreReachable: true,
  storeFreeBytes: null,
  databaseFreeBytes: null,
  minFreeBytes: 1_000,
  isDatabaseFull: false,
  isClockDoubtful: false,
  clockAheadSeconds: 0,
  isDemoExposed: false,
  hasReportsReplica: false,
  reportsAsOf: null,
  forwardedSeenAt: null,
};

describe('what somebody should look at', () => {
  it('is nothing where all is well, nor what has only just begun', () => {
    expect(serverConcerns(well)).toEqual([]);
    const justBegun = {
      webhookLateSince: ago(60),
      mailLateSince: ago(15),
      chatLateSince: ago(5),
      pushLateSince: ago(5),
      missedRemindersAt: ago(10),
      backupAt: ago(48 * 60),
      restoreDrillAt: ago(40 * 24 * 60),
      forwardedSeenAt: ago(24 * 60 + 1),
      clockAheadSeconds: 299,
      storeFreeBytes: 2_000,
      databaseFreeBytes: 2_000,
    };
    expect(serverConcerns({ ...well, ...justBegun })).toEqual([]);
  });

  it.each<[ServerConcern, Partial<ServerFacts>]>([
    ['demoExposed', { isDemoExposed: true }],
    ['storeAway', { isStoreReachable: false }],
    ['mailStopped', { mailStoppedSince: ago(0) }],
    ['clockDoubtful', { isClockDoubtful: true }],
    ['clockDiffers', { clockAheadSeconds: 300 }],
    ['clockDiffers', { clockAheadSeconds: -300 }],
    ['databaseFull', { isDatabaseFull: true }],
    ['storeFull', { storeFreeBytes: 999, databaseFreeBytes: 5_000 }],
    ['storeFull', { databaseFreeBytes: 999 }],
    ['spaceLow', { storeFreeBytes: 1_999 }],
    ['spaceLow', { storeFreeBytes: 5_000, databaseFreeBytes: 1_000 }],
    ['schemaBehind', { migrationsPending: 1 }],
    ['remindersMissed', { missedRemindersAt: ago(11) }],
    ['mailLate', { mailLateSince: ago(16) }],
    ['chatLate', { chatLateSince: ago(6) }],
    ['pushLate', { pushLateSince: ago(6) }],
    ['mailFailed', { mailFailed: 1 }],
    ['webhookLate', { webhookLateSince: ago(61) }],
    ['webhookDisabled', { webhooksDisabled: 1 }],
    ['proxyUnknown', { forwardedSeenAt: ago(24 * 60) }],
    ['backupNever', { backupAt: null }],
    ['backupOld', { backupAt: ago(48 * 60 + 1) }],
    ['drillFailed', { restoreDrillAt: ago(41 * 24 * 60), restoreDrillProblem: 'damaged' }],
    ['drillOld', { restoreDrillAt: ago(40 * 24 * 60 + 1) }],
    ['replicaAway', { hasReportsReplica: true }],
  ])('is %s', (concern, facts) => expect(serverConcerns({ ...well, ...facts })).toEqual([concern]));
});
