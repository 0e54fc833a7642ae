import type { ProviderState } from '@bitacora/core/domain/account/account';
import { mailServerTexts, withAnswer } from '@bitacora/core/messages/admin/server-status';
import { mayMigrate, type ReadReplica, readSchema } from '@bitacora/core/server';
import { readFirstSteps } from '@bitacora/core/use-cases/account/create-administrator';
import { readDiagnosis, readStatus } from '@bitacora/core/use-cases/admin/server-status';
import manifest from '../../../package.json' with { type: 'json' };
import type { IdentityProvider } from '../account/identity-provider.ts';
import type { Handlers } from '../calls/handlers.ts';
import type { ReminderSchedule } from '../jobs/scheduled-notifications.ts';
import { type Mailer, sendTestMail } from '../mail/mailer.ts';
import { checkMailServer, type SmtpAccess } from '../mail/smtp-conversation.ts';
import { adminCommand } from '../messages/admin-command.ts';
import type { GuardedCore } from '../monitoring/clock-guard.ts';
import type { DiskSpace } from '../monitoring/readiness.ts';
import { withTimeout } from '../monitoring/run-jobs.ts';
import type { Settings } from '../settings/settings.ts';
import type { ImageStore } from '../storage/image-store.ts';
import { probeStore } from '../storage/open-store.ts';

/** Matches the name, the labels and the value of a figure in the text format of Prometheus. */
const FIGURE = /^(\w+)(?:\{(.*)\})? ([\d.e+]+)$/gm;

/** Reads the figures since the start that the alarms judge, so that a person sees them without Prometheus. */
function alarmFigures(text: string) {
  const figures = [...text.matchAll(FIGURE)].map(([, name, labels = '', value]) => ({ name, labels, value: Number(value) }));
  const matching = (name: string, label = '') => figures.filter((one) => one.name === name && one.labels.includes(label) && one.value > 0);
  const sum = (name: string, label?: string) => matching(name, label).reduce((total, { value }) => total + value, 0);
  const failedJobs = matching('bitacora_job_seconds_count', 'outcome="failed"').map(({ labels }) => /job="(\w+)"/.exec(labels)?.[1] ?? '');
  return {
    failedRequests: sum('bitacora_request_seconds_count', 'status="5'),
    shedRequests: sum('bitacora_requests_shed_total'),
    refusedPasswords: sum('bitacora_passwords_refused_total'),
    failedJobs,
    droppedLogLines: sum('bitacora_log_lines_dropped_total'),
    connectionsAwaited: sum('bitacora_pool_connections', 'state="waited_for"'),
  };
}

export interface StatusDependencies
  extends GuardedCore,
    Pick<Settings, 'publicUrl'>,
    Partial<Pick<Settings, 'smtpUrl' | 'isExposed' | 'hasBot' | 'replyTo'>> {
  store: ImageStore;
  mailer: Mailer;
  diskSpace: DiskSpace;
  /** The schedule of the reminder job, which runs in this process or in another. */
  schedule: ReminderSchedule;
  /** Large reports are read here if it is set, and otherwise on the primary. */
  readReplica?: ReadReplica | null;
  isDemo: () => boolean;
  metricsText: () => Promise<string>;
  /** Returns when a request last came through a proxy that the settings do not name. */
  forwardedSeenAt: () => Date | null;
}

/** A person waits for this answer, so a slower part counts as away. */
const PATIENCE_MS = 3_000;

const toSeconds = (ms: number | null) => ms && Math.round(ms / 1_000);

const readAlarmFigures = (metricsText: () => Promise<string>) =>
  withTimeout(metricsText().then(alarmFigures), PATIENCE_MS, alarmFigures(''));

/** Reads the status: facts of the database, and facts that only this process knows. */
export function statusHandler(dependencies: StatusDependencies): Handlers<'readStatus' | 'readFirstSteps' | 'sendTestMail'> {
  const {
    core,
    store,
    mailer,
    diskSpace,
    clockGuard,
    readReplica = null,
    schedule,
    smtpUrl,
    hasBot = false,
    isDemo,
    isExposed = false,
  } = dependencies;
  const upSince = core.clock();
  const storeFacts = async () => {
    const isThere = store.claims.all().then(() => true);
    const nothingKnown = { store: null, database: null };
    const [isStoreReachable, free] = await Promise.all([
      withTimeout(isThere, PATIENCE_MS, false),
      withTimeout(diskSpace.free(), PATIENCE_MS, nothingKnown),
    ]);
    return { storeKind: store.kind, isStoreReachable, storeFreeBytes: free.store, databaseFreeBytes: free.database };
  };

  return {
    async readFirstSteps(_, { actor }) {
      const { result } = await core.perform({ useCase: readFirstSteps, actor, channel: actor.channel, input: {}, effect: 'reads' });
      return { ...result, hasMailServer: Boolean(smtpUrl) };
    },

    async sendTestMail(_, { actor }) {
      const refusal = await sendTestMail(mailer, actor.email, dependencies, core.clock());
      mailer.hangUp?.();
      const problem = refusal && withAnswer(refusal.advice ?? mailServerTexts.other, refusal.answer);
      return { to: actor.email, isMailed: mailer.reachesPeople, problem };
    },

    async readStatus(_, { actor }) {
      const { result } = await core.perform({ useCase: readStatus, actor, channel: actor.channel, input: {}, effect: 'reads' });
      const { remindersRunUntil, mailStop, ...stored } = result;
      const { applied, pending } = await readSchema(core.db);
      return {
        version: manifest.version,
        adminCommand: adminCommand(),
        upSince,
        isDemoExposed: isDemo() && isExposed,
        hasMailServer: Boolean(smtpUrl),
        hasBot,
        ...stored,
        mailStoppedSince: mailStop?.since ?? null,
        mailServerAnswer: mailStop?.answer ?? null,
        migrationsApplied: applied.length,
        migrationsPending: pending.length,
        // The reminder job records its first start. Without one, everything due since this process started was missed.
        missedRemindersAt: schedule.latest(remindersRunUntil ?? upSince, stored.now),
        nextRemindersAt: schedule.next(stored.now),
        hasReportsReplica: readReplica !== null,
        reportsAsOf: readReplica && (await withTimeout(readReplica.asOf(), PATIENCE_MS, null)),
        ...(await storeFacts()),
        forwardedSeenAt: dependencies.forwardedSeenAt(),
        minFreeBytes: diskSpace.minFreeBytes,
        isClockDoubtful: clockGuard ? !(await withTimeout(clockGuard.mayAct(), PATIENCE_MS, true)) : false,
        clockAheadSeconds: toSeconds(clockGuard?.aheadMs() ?? null),
        isDatabaseFull: await diskSpace.isDatabaseFull(),
        droppedLogLines: (await readAlarmFigures(dependencies.metricsText)).droppedLogLines,
      };
    },
  };
}

export interface DiagnosisDependencies
  extends Pick<StatusDependencies, 'core' | 'store' | 'metricsText'>,
    Partial<Pick<Settings, 'smtpUrl' | 'allowsPlainMail'>> {
  /** Unset: the login of `smtpUrl`, if any. */
  mailTokens?: SmtpAccess['tokens'];
  /** Says whether the server should work with a role that owns no tables: in production, on an external PostgreSQL. */
  wantsRoles?: boolean;
  /** Unset: people log in with passwords alone. */
  provider?: IdentityProvider | undefined;
}

async function readProviderState(provider: IdentityProvider | undefined): Promise<ProviderState> {
  if (!provider) return 'off';
  const problem = (await provider.problem())?.problem;
  return problem === 'away' || problem === 'misconfigured' || problem === 'rejected' ? problem : 'well';
}

/** Diagnoses the installation. It also tests the store and the mail server, without a change to either. */
export function diagnosisHandler({
  core,
  store,
  smtpUrl,
  allowsPlainMail = false,
  mailTokens,
  wantsRoles = false,
  provider,
  metricsText,
}: DiagnosisDependencies): Handlers<'readDiagnosis'> {
  return {
    async readDiagnosis(_, { actor }) {
      const reading = core.perform({ useCase: readDiagnosis, actor, channel: actor.channel, input: {}, effect: 'reads' });
      const [{ result }, ownsTables, isStoreWritable, freeBytes, fault, identityProvider, { droppedLogLines, ...figures }] =
        await Promise.all([
          reading,
          wantsRoles && mayMigrate(core.db),
          probeStore(store),
          store.freeBytes().catch(() => null),
          smtpUrl ? checkMailServer({ smtpUrl, allowsPlain: allowsPlainMail, tokens: mailTokens }) : null,
          readProviderState(provider),
          readAlarmFigures(metricsText),
        ]);
      const { version } = manifest;
      const { mailStop, ...stored } = result;
      // A mail server may accept the login and still refuse each mail.
      const mailFault = smtpUrl ? (fault ?? mailStop) : null;
      return {
        version,
        ...stored,
        ownsTables,
        isStoreWritable,
        freeBytes,
        hasMailServer: Boolean(smtpUrl),
        isMailServerWell: smtpUrl ? mailFault === null : null,
        mailServerProblem: mailFault?.problem ?? null,
        mailServerAnswer: mailFault?.answer ?? null,
        identityProvider,
        ...figures,
      };
    },
  };
}
